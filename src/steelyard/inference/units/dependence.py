"""How much segments hang together: what a test of independent segments would have got wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.intervals.jackknife import jackknife_scores, standard_error
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.reprs import short_repr
from steelyard.types import Measurement, Statistics

__all__ = ["BroadAndBlocks", "SetScores", "broad_and_blocks", "design_effects", "real_level"]


def design_effects(segments: Measurement, units: Measurement, pairs: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Compare the variance of each difference over documents or blocks with that over independent segments.

    Parameters
    ----------
    segments, units : Measurement
        The same systems under the same metric; the units are sums of the segments.
    pairs : sequence of (int, int)
        Systems A and B of each difference, as positions.

    Returns
    -------
    array, shape (P,)
        Jackknife variance of the difference over units, divided by that over segments: 1 where segments are
        independent, 2 where the test set is worth half its segments. NaN where segments have no spread or there is a
        single unit.

    Notes
    -----
    A ratio of two estimates: with u units its own relative standard error is about ``sqrt(2 / (u - 1))``, so a dozen
    documents tell 1 from 3, not from 1.3. Below 1, segments of a unit differ in opposite directions, or it is chance.

    References
    ----------
    Kish 1965, "Survey sampling", section 5.4.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import design_effects
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[1, 1, 3, 3, 2, 2], [0, 0, 0, 0, 0, 0]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((2, 6), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> pairs_of_twins = mean.by_document(np.array([0, 0, 1, 1, 2, 2]))
    >>> design_effects(mean, pairs_of_twins, [(0, 1)]).round(6).tolist()
    [2.5]
    """
    if segments.statistics.n_systems != units.statistics.n_systems or not np.array_equal(
        segments.statistics.totals(), units.statistics.totals()
    ):
        raise AlignmentError("The units are not sums of these segments: their totals differ.")
    rows = [jackknife_scores(measurement) for measurement in (units, segments)]
    effects = np.full(len(pairs), np.nan)
    for i, (a, b) in enumerate(pairs):
        of_units, of_segments = (standard_error(left_out[a] - left_out[b]) for left_out in rows)
        if of_segments > 0:
            effects[i] = (of_units / of_segments) ** 2
    return effects


def real_level(design_effect: float, alpha: float) -> float:
    """Return the false-alarm rate that a test of independent segments really has.

    Parameters
    ----------
    design_effect : float
        True variance of the difference over the variance that the test assumes, above 0.
    alpha : float
        Its nominal two-sided level.

    Returns
    -------
    float
        ``2 (1 - Phi(z / sqrt(design effect)))`` with z the normal quantile at ``1 - alpha / 2``.

    Notes
    -----
    Normal theory, for many units.

    Examples
    --------
    >>> from steelyard.inference import real_level
    >>> round(real_level(1, 0.05), 3), round(real_level(4, 0.05), 3)
    (0.05, 0.327)
    """
    from statistics import NormalDist  # imported where needed: 4 ms

    if not 0 < alpha < 1:
        raise SpecError(f"alpha must lie between 0 and 1, not {alpha}.")
    if not design_effect > 0:
        raise SpecError(f"A design effect is a ratio of variances above 0, not {design_effect}.")
    normal = NormalDist()
    return 2 * normal.cdf(normal.inv_cdf(alpha / 2) / float(np.sqrt(design_effect)))


@dataclass(frozen=True, slots=True, eq=False)
class SetScores:
    """Scores of every system on each of g sets of segments of one size.

    Attributes
    ----------
    scores : array, shape (S, g)
        In the metric's unit.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import SetScores
    >>> SetScores(np.array([[1.0, 3.0]])).sd.round(4).tolist()
    [1.4142]
    """

    scores: NDArray[np.float64]

    __repr__ = short_repr

    @property
    def sd(self) -> NDArray[np.float64]:
        """Standard deviation over the sets, with g - 1 in the denominator, shape (S,)."""
        deviation: NDArray[np.float64] = self.scores.std(axis=1, ddof=1)
        # the mean of equal scores can be off in the last place
        return np.where(np.ptp(self.scores, axis=1) <= TOLERANCE * np.abs(self.scores).max(axis=1), 0.0, deviation)

    @property
    def low(self) -> NDArray[np.float64]:
        """Smallest score, shape (S,)."""
        lowest: NDArray[np.float64] = self.scores.min(axis=1)
        return lowest

    @property
    def high(self) -> NDArray[np.float64]:
        """Largest score, shape (S,)."""
        highest: NDArray[np.float64] = self.scores.max(axis=1)
        return highest


@dataclass(frozen=True, slots=True, eq=False)
class BroadAndBlocks:
    """The same segments cut into sets in two ways.

    Attributes
    ----------
    size : int
        Segments of a set.
    n_dropped : int
        Segments at the end that fill no set.
    broad : SetScores
        Sets whose segments come from all over the text.
    blocks : SetScores
        Sets of consecutive segments.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import BroadAndBlocks, SetScores
    >>> spread = BroadAndBlocks(3, 0, SetScores(np.array([[1.0, 2.0]])), SetScores(np.array([[0.0, 3.0]])))
    >>> spread.sd_ratio.round(6).tolist(), spread.design_effect.round(6).tolist()
    ([3.0], [9.0])
    """

    size: int
    n_dropped: int
    broad: SetScores
    blocks: SetScores

    __repr__ = short_repr

    @property
    def sd_ratio(self) -> NDArray[np.float64]:
        """Standard deviation of blocks over that of broad sets, shape (S,); NaN where broad sets do not differ."""
        broad = self.broad.sd
        ratio: NDArray[np.float64] = np.divide(self.blocks.sd, broad, out=np.full(len(broad), np.nan), where=broad > 0)
        return ratio

    @property
    def design_effect(self) -> NDArray[np.float64]:
        """The same of variances, shape (S,)."""
        return np.square(self.sd_ratio)

    def chance(self, level: float = 0.95) -> tuple[float, float]:
        """Say between what values the design effect lies by chance where segments are independent: Fisher's F.

        With g sets of each kind, g - 1 degrees of freedom on both sides; for scores that are about normal.
        """
        from scipy.special import fdtri  # imported where needed: 0.3 s

        if not 0 < level < 1:
            raise SpecError(f"level must lie between 0 and 1, not {level}.")
        degrees = self.broad.scores.shape[1] - 1
        return float(fdtri(degrees, degrees, (1 - level) / 2)), float(fdtri(degrees, degrees, (1 + level) / 2))


def broad_and_blocks(measurement: Measurement, size: int, *, drop_tail: bool = False) -> BroadAndBlocks:
    """Score sets of segments from all over the text, and blocks of neighbours, and compare how far they scatter.

    Of N segments in g sets of `size`, broad set b holds segments b, b + g, b + 2 g, ...; block b holds `size`
    neighbours. Where segments are independent both scatter alike. Where blocks scatter more, a small test set taken
    from one place says less than its number of segments promises.

    Parameters
    ----------
    measurement : Measurement
        Over segments in the order of the text.
    size : int
        Segments of a set, at least 1; there must be at least two sets.
    drop_tail : bool, default False
        Leave out the segments at the end that fill no set; without it they are refused.

    Returns
    -------
    BroadAndBlocks
        Scores of both kinds of set, their spread, and the design effect, var(blocks) / var(broad).

    Raises
    ------
    SpecError
        There are fewer than two sets, or segments left over.

    Notes
    -----
    For scores that follow one another like an AR(1) series of coefficient phi, the design effect of long blocks is
    (1 + phi) / (1 - phi); where dependence reaches over a good part of g segments, neighbouring broad sets scatter too
    little, and the ratio comes out larger. It tells of single scores; differences of systems usually hang together
    less (`design_effects`). A text sorted by difficulty looks dependent, too.

    References
    ----------
    Koehn 2004, "Statistical significance tests for machine translation evaluation", W04-3250, sections 3.2 and 3.3.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import broad_and_blocks
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[1, 1, 5, 5]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((1, 4), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> sets = broad_and_blocks(mean, 2)
    >>> sets.blocks.scores.tolist(), sets.broad.scores.tolist()
    ([[1.0, 5.0]], [[3.0, 3.0]])
    """
    n = measurement.statistics.n_units
    n_sets = n // size if size >= 1 else 0
    if n_sets < 2:
        raise SpecError(f"Sets of {size} segments: {n} segments must make at least two, and a set has at least one.")
    n_dropped = n - n_sets * size
    if n_dropped and not drop_tail:
        raise SpecError(
            f"{n} segments do not make whole sets of {size}: {n_dropped} are left over. Take a size that divides "
            f"{n}, or leave them out with drop_tail."
        )
    place = np.arange(n_sets * size)
    statistics = measurement.statistics
    kept = replace(measurement, statistics=Statistics(statistics.values[:, : len(place)], statistics.bits))
    broad, blocks = (
        SetScores(kept.scores(kept.statistics.by_document(codes).values.astype(np.float64)))
        for codes in (place % n_sets, place // size)
    )
    return BroadAndBlocks(size, n_dropped, broad, blocks)
