"""Put two systems further apart than they are: a shift of what every unit of the second contributes."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.inference.intervals.delta import score_gradient
from steelyard.types import Measurement

__all__ = ["equal_systems", "shifted_systems"]

_DOUBLINGS, _HALVINGS = 40, 60


def shifted_systems(measurement: Measurement, difference: float, sizes: NDArray[np.float64]) -> Measurement:
    """Shift the second of two systems until it is a wanted difference away from the first.

    Every unit of the second system gets, in proportion to its size, more of what units have in which it does well: of
    the statistics' covariance with the difference that they make. Counts stay whole, what is left of one unit going to
    the next.

    Parameters
    ----------
    measurement : Measurement
        Of two systems over N units.
    difference : float
        The second system's score less the first's, in the metric's own sign.
    sizes : array, shape (N,)
        What each unit counts for, such as words: a better system is taken to be better in proportion to it. A mean has
        its own sizes, which its score is divided by.

    Returns
    -------
    Measurement
        Of the same shape; its difference is as near to the wanted one as whole counts allow.

    Raises
    ------
    SpecError
        The outputs are alike in every unit, or no score of the metric is that far away.

    Notes
    -----
    A shift keeps the spread of the difference, but for what whole counts add on short units. Real systems that are
    further apart are often less alike: then more units are needed than a shift says. What is not about sums, such as
    how often each system is ahead, a shift misstates: it settles every tie.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import shifted_systems
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[[2, 1], [5, 1], [3, 1], [4, 1]], [[3, 1], [4, 1], [4, 1], [4, 1]]])
    >>> mean = Measurement("m", "m", "", Statistics.from_values(scores), lambda s: s[..., 0] / s[..., 1], True)
    >>> shifted = shifted_systems(mean, 1.25, np.ones(4))
    >>> mean.scores(shifted.statistics.totals()).tolist(), shifted.statistics.values[1, :, 0].tolist()
    ([3.5, 4.75], [4, 5, 5, 5])
    """
    statistics = measurement.statistics
    if statistics.n_systems != 2:
        raise SpecError(f"A shift is between two systems, not {statistics.n_systems}.")
    first, second = statistics.totals()
    direction = _direction(measurement)
    with np.errstate(all="ignore"):  # sums that no output has are tried on the way
        amount = _amount(measurement, first, second, direction, difference)
    if measurement.is_mean:
        sizes = statistics.values[1, :, 1].astype(np.float64)
    share = sizes.cumsum() / sizes.sum() if sizes.sum() > 0 else np.arange(1, len(sizes) + 1) / len(sizes)
    # Rounding the running total, not each unit, leaves the sum within half a count of what is wanted.
    given = np.diff(np.rint(share[:, None] * amount * direction), axis=0, prepend=0.0).astype(np.int64)
    return replace(measurement, statistics=replace(statistics, values=statistics.values + np.stack([0 * given, given])))


def equal_systems(measurement: Measurement, sizes: NDArray[np.float64], *, apart: int | None = None) -> Measurement:
    """Shift systems until all have the score of the first: no pair of them differs, and yet their outputs do.

    Parameters
    ----------
    measurement : Measurement
        Of two or more systems over N units.
    sizes : array, shape (N,)
        As for `shifted_systems`.
    apart : int, optional
        A system that stays where it is; the others get the score of the first of them.

    Returns
    -------
    Measurement
        Of the same shape.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import equal_systems
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[[2, 1], [5, 1]], [[3, 1], [6, 1]], [[9, 1], [2, 1]]])
    >>> mean = Measurement("m", "m", "", Statistics.from_values(scores), lambda s: s[..., 0] / s[..., 1], True)
    >>> equal = equal_systems(mean, np.ones(2), apart=1)
    >>> mean.scores(equal.statistics.totals()).tolist()
    [3.5, 4.5, 3.5]
    """
    statistics = measurement.statistics
    first, *others = (system for system in range(statistics.n_systems) if system != apart)
    values = statistics.values.copy()
    for system in others:
        names = tuple(measurement.systems[i] for i in (first, system)) if measurement.systems else ()
        of_two = replace(statistics, values=statistics.values[[first, system]])
        two = replace(measurement, statistics=of_two, systems=names)
        if float(two.differences(*two.statistics.totals())) != 0:
            values[system] = shifted_systems(two, 0.0, sizes).statistics.values[1]
    return replace(measurement, statistics=replace(statistics, values=values))


def _direction(measurement: Measurement) -> NDArray[np.float64]:
    """Return by how much each summed statistic moves where the score rises by one, shape (K,)."""
    values = measurement.statistics.values
    change = (values[1] - values[0]).astype(np.float64)
    change -= change.mean(axis=0)
    slope = score_gradient(measurement)[1]
    effect = product(change, slope)
    if not np.square(effect).sum() > 0:
        raise SpecError(
            f"The outputs of {_named(measurement)} do not differ under {measurement.label} from unit to unit: nothing "
            "says how much a system that is further away would vary. Name systems that differ."
        )
    # Regression of each statistic on the effect: along it the score rises by slope @ direction = 1.
    return np.asarray(product(effect, change) / np.square(effect).sum())


def _named(measurement: Measurement) -> str:
    return " and ".join(measurement.systems) or "the two systems"


def _amount(
    measurement: Measurement,
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    direction: NDArray[np.float64],
    wanted: float,
) -> float:
    """Find how far to go: the score rises along the direction, about one to one."""

    def is_beyond(amount: float) -> bool:
        return sign * (reached(amount) - wanted) >= 0

    def reached(amount: float) -> float:
        return -float(measurement.differences(first, second + amount * direction))

    sign = 1.0 if wanted >= reached(0.0) else -1.0
    low, high = 0.0, sign * abs(wanted - reached(0.0))
    # Doubled until the wanted difference is bracketed, then halved: a score need not be linear along the way.
    for _ in range(_DOUBLINGS):
        if high == 0 or is_beyond(high):
            break
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    scores = measurement.scores(np.stack([first, second, second + high * direction]))
    _check_reached(measurement, scores, wanted, abs(reached(high) - wanted) <= 1e-6 * max(1.0, abs(wanted)))
    return high


def _check_reached(measurement: Measurement, scores: NDArray[np.float64], wanted: float, is_reached: bool) -> None:
    """Refuse a score that the metric does not have."""
    highest = np.inf if measurement.scale is None else max(float(measurement.scale), float(scores[:2].max()))
    lowest = -np.inf if measurement.scale is None else min(0.0, float(scores[:2].min()))
    if not (is_reached and lowest <= scores[2] <= highest):
        if wanted == 0:
            raise SpecError(
                f"The outputs of {_named(measurement)} cannot be brought to one score under {measurement.label}: "
                f"{scores[1]:.4g} is too far from {scores[0]:.4g}. Name systems that are closer."
            )
        raise SpecError(
            f"A system that is {abs(wanted):.4g} away from the score of {scores[0]:.4g} cannot be made under "
            f"{measurement.label}: ask for a smaller difference."
        )
