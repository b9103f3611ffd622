"""Wilcoxon's signed-rank test on the differences of units."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import unknown_name
from steelyard.inference.comparisons.parts.family import MEANS
from steelyard.inference.differences import observe, unit_differences
from steelyard.inference.outcome import SMALLEST_P, SettledPValues
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["PRATT", "WILCOXON", "wilcoxon"]

Zeros = Literal["wilcox", "pratt"]

_EXACT_UP_TO = 50  # units with a difference; as SciPy


@MEANS
def wilcoxon(
    measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]], *, zeros: Zeros = "wilcox"
) -> SettledPValues:
    """Test whether differences are symmetric about zero by the ranks of their sizes.

    Units without a difference have no sign and are left out, before sizes are ranked or after (Pratt); equal sizes
    share their mean rank. W is the sum of the ranks of units in which A is better.

    Parameters
    ----------
    zeros : {"wilcox", "pratt"}, default "wilcox"
        Rank the sizes without the units that have no difference, or with them as the smallest, so that the ranks of the
        others grow with their number.

    Returns
    -------
    SettledPValues
        Of P = metrics * pairs differences, metric by metric. Up to 50 units with a difference p is the share of all
        choices of signs, ties or not; beyond, that of a normal distribution with corrections for ties and continuity.
        Two-sided p is twice the smaller tail. Without any difference p is 1.

    Raises
    ------
    SpecError
        A metric is not a mean of segment scores, or there is no such way with zeros.

    Notes
    -----
    Exact (up to 50 units) where each difference is as likely as its negative, which exchangeable outputs give. Misleads
    as a test of scores: it asks whether the differences are centred on zero, large ones counting by rank alone, and
    can favour the system with the lower mean where differences are skewed. Of a document it takes the sum over its
    segments. Up to 50 units it equals SciPy's ``wilcoxon`` with ``method="exact"`` where no sizes are equal, beyond
    that with ``method="asymptotic", correction=True``; ``zero_method`` is `zeros`. Where zeros are left out first,
    moving every difference in favour of A can raise the p of "A is better"; with Pratt's ranks it cannot.

    References
    ----------
    Wilcoxon 1945, "Individual comparisons by ranking methods", doi:10.2307/3001968. Pratt 1959, "Remarks on zeros and
    ties in the Wilcoxon signed rank procedures", doi:10.1080/01621459.1959.10501526. Cureton 1967, "The normal
    approximation to the signed-rank sampling distribution when zero differences are present",
    doi:10.1080/01621459.1967.10500917.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import wilcoxon
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> wilcoxon([mean], [(0, 1)]).p_values("two-sided").tolist()  # W = 13 of 15: 2 * 3 / 32
    [0.1875]
    """
    if zeros not in get_args(Zeros):
        raise unknown_name("way with zeros", zeros, get_args(Zeros))
    tails = []
    for measurement in measurements:
        units = unit_differences(measurement, pairs, "wilcoxon")
        sign = 1 if measurement.higher_is_better else -1
        tails += [signed_rank_tails(sign * row, units.slack, zeros) for row in units.steps]
    better, worse = np.maximum(SMALLEST_P, np.array(tails).T)
    observed = observe(measurements, pairs).differences
    return SettledPValues.from_tails(observed, better, worse, measurements[0].statistics.n_units)


def signed_rank_tails(
    row: NDArray[np.float64], slack: int = 0, zeros: Zeros = "wilcox", *, as_scipy: bool = False
) -> tuple[float, float]:
    """Return the chance of so large a W, and of so small a one.

    As SciPy has it, ties and zeros take a normal distribution however few units there are, which is never corrected for
    continuity.
    """
    differences = row[row != 0]
    if not differences.size:
        return 1.0, 1.0
    twice = mean_ranks_twice(np.abs(differences), slack)
    if zeros == "pratt":  # every zero is smaller
        twice += 2 * (len(row) - len(differences))
    w = int(twice[differences > 0].sum())
    may_be_exact = not as_scipy or (len(twice) == len(row) and len(np.unique(twice)) == len(twice))
    if len(twice) <= _EXACT_UP_TO and may_be_exact:
        chances = _chances(twice)
        return float(chances[w:].sum()), float(chances[: w + 1].sum())
    from scipy.special import ndtr  # imported where needed: 0.3 s

    # Var W is the sum of r^2 / 4 over ranks r, and mean W half their sum; tied ranks go in as they are, which is the
    # correction for ties, and left-out zeros not at all (Cureton 1967).
    deviation = float(np.square(twice.astype(np.float64)).sum()) ** 0.5 / 4  # every rank is W's with chance one half
    above = w / 2 - int(twice.sum()) / 4
    # Continuity: half a step of W towards its mean; without ties the step is 1.
    step = 0.0 if as_scipy else 0.5
    return float(ndtr((step - above) / deviation)), float(ndtr((above + step) / deviation))


def mean_ranks_twice(sizes: NDArray[np.float64], slack: int = 0) -> NDArray[np.int64]:
    """Return twice the mean rank of each size, a whole number; sizes at most `slack` apart are equal."""
    order = np.argsort(sizes, kind="stable")
    starts = np.flatnonzero(np.diff(sizes[order], prepend=-np.inf) > slack)
    group_sizes = np.diff(starts, append=len(sizes))
    twice = np.empty(len(sizes), dtype=np.int64)
    twice[order] = np.repeat(2 * starts + group_sizes + 1, group_sizes)  # the first rank plus the last one
    return twice


def _chances(twice: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chance of each sum 0, 1, ... where every number is taken with probability one half.

    Whole multiples of 2**-n with n up to 50, so every sum of them is exact.
    """
    chances = np.zeros(int(twice.sum()) + 1)
    chances[0] = 1.0
    # Convolves with {0, number}: numbers of every subset, the invariant being that chances[s] is that of the numbers so
    # far.
    for number in twice:
        chances[number:] = (chances[number:] + chances[:-number]) / 2
        chances[:number] /= 2
    return chances


WILCOXON = register(
    SignificanceTest(
        name="wilcoxon",
        summary="Wilcoxon's signed-rank test (1945; exact up to 50 units that differ, else normal approximation)",
        validity="asymptotic",
        run=wilcoxon,
        is_resampled=False,
        needs_means=True,
        has_joint_null=False,
        is_about_scores=False,
    )
)

PRATT = register(
    SignificanceTest(
        name="wilcoxon-pratt",
        summary="Wilcoxon's signed-rank test that also ranks units without a difference (Pratt 1959; exact up to 50 "
        "units that differ, else by a normal distribution)",
        validity="asymptotic",
        run=partial(wilcoxon, zeros="pratt"),
        is_resampled=False,
        needs_means=True,
        has_joint_null=False,
        is_about_scores=False,
    )
)
