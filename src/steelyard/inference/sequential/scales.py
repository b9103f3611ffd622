"""The spread of differences under exchanges, without drawing: what sequential max-T divides by."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.shared_docs import SHARED
from steelyard.types import Measurement

__all__ = ["linear_scales"]


@SHARED
def linear_scales(measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Give the root mean square of each difference under exchanges of the two outputs, to first order.

    An exchange in unit i moves the sums of both pseudo-systems from their common middle by half of what the outputs
    differ by, one up and one down, so the difference of scores is about the sum of the units' ``g (x_i - y_i)`` with
    random signs; g is the score's slope about the middle, over one standard deviation of the sums to either side.

    Returns
    -------
    array, shape (P,)
        ``sqrt(sum_i (g (x_i - y_i))**2)``, metric by metric; exact for means, 0 where nothing differs.

    Raises
    ------
    SpecError
        A score has no slope there, or is flat although the systems' scores differ.

    Notes
    -----
    `NullDistribution.scales` measures the same from all draws, so it changes with every further one. This does not
    depend on draws. It is the same for every arrangement that exchanges can lead to, as the middle and the squares are:
    that is what keeps a test's level, however rough the first order is. Within 1 or 2 % of what draws give, for BLEU,
    chrF and TER of 1,000 segments.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import linear_scales, randomization
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[0.6, 0.5, 0.9, 0.2, 0.8], [0.3, 0.4, 0.5, 0.4, 0.3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 5))], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> exact = randomization([mean], [(0, 1)], n_resamples=1000, rng=1).scales()
    >>> linear_scales([mean], [(0, 1)]).round(6).tolist(), exact.round(6).tolist()
    ([0.148324], [0.148324])
    """
    scales = []
    for measurement in measurements:
        totals = measurement.statistics.totals()
        scales += [_scale(measurement, totals, a, b) for a, b in pairs]
    return np.array(scales)


def _scale(measurement: Measurement, all_totals: NDArray[np.float64], a: int, b: int) -> float:
    values = measurement.statistics.values
    apart = values[a] - values[b]
    if not apart.any():
        return 0.0
    spread = np.sqrt(np.square(apart.astype(np.float64)).sum(axis=0))
    totals = all_totals[[a, b]]
    # Middle and spread are the same for every arrangement, so that the scale is too: this is what keeps the level.
    middle = totals.sum(axis=0) / 2
    up, down = middle + np.diag(spread / 2), middle - np.diag(spread / 2)
    change = measurement.scores(up) - measurement.scores(down)
    slope = np.where(spread > 0, change / np.where(spread > 0, np.diagonal(up - down), 1.0), 0.0)
    scale = float(np.sqrt(np.square(product(apart, slope)).sum()))
    observed = float(measurement.differences(*totals))
    is_flat = scale <= TOLERANCE * max(1.0, abs(observed))
    if not np.isfinite(scale) or (is_flat and abs(observed) > TOLERANCE * max(1.0, abs(observed))):
        names = measurement.systems or [f"system {i}" for i in range(len(values))]
        raise SpecError(
            f"Sequential max-T cannot weigh {measurement.metric} of {names[a]} and {names[b]}: halfway between the two "
            "systems the score has no slope. Leave out sequential (--sequential), or use --correction holm."
        )
    return scale
