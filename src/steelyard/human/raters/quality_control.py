"""Which raters to trust: those who see that an output was degraded, and who repeat themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import unknown_name
from steelyard.human.checks import check_level, code_column, distinct_rows, mask_column, number_column, size_of
from steelyard.human.ranks.rank_sum import rank_sum
from steelyard.human.shared_docs import COLUMNS
from steelyard.inference import is_significant, paired_t, t_below, wilcoxon
from steelyard.reprs import short_repr
from steelyard.types import Measurement, Statistics

__all__ = ["ControlPairs", "RaterQuality", "control_pairs", "degraded_test", "repeat_test"]

FEWEST_PAIRS = 5
Policy = Literal["keep", "drop"]


@dataclass(frozen=True, slots=True, eq=False)
class ControlPairs:
    """Ratings of an output beside those of its degraded or repeated form, by the same rater.

    Attributes
    ----------
    differences : array of float, shape (P,)
        Rating of the output minus that of its control item.
    raters : array of int, shape (P,)
        Rater of each.
    n_unpaired : int
        Control items whose output the rater did not rate.

    Examples
    --------
    >>> from steelyard.human import control_pairs
    >>> control_pairs([80, 50, 30], [0, 0, 0], [0, 0, 1], [False, True, True]).n_unpaired
    1
    """

    differences: NDArray[np.float64]
    raters: NDArray[np.int64]
    n_unpaired: int

    __repr__ = short_repr


@COLUMNS
def control_pairs(ratings: ArrayLike, raters: ArrayLike, items: ArrayLike, is_control: ArrayLike) -> ControlPairs:
    """Put each control item beside the output it was made from.

    Parameters
    ----------
    ratings : array, shape (n,)
        Raw or standardised scores of outputs and of one kind of control item: degraded ones, or repeats.
    raters, items : array of int, shape (n,)
        Codes from 0; an output and its control item have the same item. Where a rater may see an output in several
        batches, a batch's output is an item of its own.
    is_control : array of bool, shape (n,)
        Which rows are control items.

    Returns
    -------
    ControlPairs
        One difference a control item; of an output that the rater rated more than once, the mean.

    Raises
    ------
    DataError
        A rating is not finite or a code is none.

    Examples
    --------
    >>> from steelyard.human import control_pairs
    >>> control_pairs([80, 50, 60, 61], [0, 0, 0, 0], [0, 0, 1, 1], [False, True, False, True]).differences.tolist()
    [30.0, -1.0]
    """
    values = number_column("ratings", ratings)
    by_rater, by_item = code_column("raters", raters, len(values)), code_column("items", items, len(values))
    is_made = mask_column("is_control", is_control, len(values))
    numbers, (rater_of, _) = distinct_rows(by_rater, by_item)
    counts = np.bincount(numbers[~is_made], minlength=len(rater_of))
    sums = np.bincount(numbers[~is_made], values[~is_made], len(rater_of))
    of_control = numbers[is_made]
    is_paired = counts[of_control] > 0
    places = of_control[is_paired]
    differences = sums[places] / counts[places] - values[is_made][is_paired]
    return ControlPairs(differences, rater_of[places], int((~is_paired).sum()))


@dataclass(frozen=True, slots=True, eq=False)
class RaterQuality:
    """What a test of quality control says of each rater.

    Attributes
    ----------
    p_values : array of float, shape (A,)
        Small where the rater does see the difference; NaN where there are too few pairs to judge.
    n_pairs : array of int, shape (A,)
        Pairs behind it: the fewer of both kinds where there are two.
    is_judged : array of bool, shape (A,)
        There were enough pairs.
    is_kept : array of bool, shape (A,)
        Passed, or could not be judged and the policy is to keep.

    Examples
    --------
    >>> from steelyard.human import degraded_test
    >>> degraded_test([30, 12, 5, 22, 40], [0, 0, 0, 0, 0]).is_kept.tolist()
    [True]
    """

    p_values: NDArray[np.float64]
    n_pairs: NDArray[np.int64]
    is_judged: NDArray[np.bool_]
    is_kept: NDArray[np.bool_]

    __repr__ = short_repr


@COLUMNS
def degraded_test(
    differences: ArrayLike,
    raters: ArrayLike,
    *,
    test: str = "wilcoxon",
    alpha: float = 0.05,
    unjudged: Policy = "drop",
    n_raters: int | None = None,
) -> RaterQuality:
    """Test of each rater whether outputs get more than their degraded forms.

    Parameters
    ----------
    differences : array, shape (P,)
        Output minus degraded form, from `control_pairs`.
    raters : array of int, shape (P,)
        Rater of each, as codes from 0.
    test : {"wilcoxon", "t"}, default "wilcoxon"
        The signed-rank test, or the paired t-test; one-sided.
    alpha : float, default 0.05
        A rater passes with p below it.
    unjudged : {"keep", "drop"}, default "drop"
        What becomes of raters with fewer than five pairs.
    n_raters : int, optional
        A; by default one more than the largest code.

    Returns
    -------
    RaterQuality
        One entry per rater.

    Raises
    ------
    DataError
        A difference is not finite or a code is none.
    SpecError
        There is no such test or policy, or alpha is no level.

    Notes
    -----
    A careful rater with few pairs can fail, and of careless ones alpha pass. Where all differences are 0 the rater did
    not see any and fails.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2017, "Can machine translation systems be evaluated by the crowd alone",
    doi:10.1017/S1351324915000339.

    Examples
    --------
    >>> from steelyard.human import degraded_test
    >>> degraded_test([30, 12, 5, -3, 22, 40, 8, 15, -6, 11], [0] * 10).p_values.round(7).tolist()
    [0.0068359]
    """
    values, codes, n = _checked("differences", differences, raters, n_raters, alpha, unjudged)
    tests = {"wilcoxon": wilcoxon, "t": paired_t}
    if test not in tests:
        raise unknown_name("test of degraded items", test, tests)

    def p_value(rater: int) -> float:
        own = values[codes == rater]
        if not own.any():
            return 1.0
        # Held against zeros, so that the tests of paired systems serve.
        columns = np.stack([np.stack([own, np.zeros_like(own)]), np.ones((2, len(own)))], axis=-1)
        mean = Measurement("", "", "", Statistics.from_values(columns), _mean, True, is_mean=True)
        return float(tests[test]([mean], [(0, 1)]).p_values("better")[0])

    return _quality(p_value, np.bincount(codes, minlength=n), alpha, unjudged)


@COLUMNS
def repeat_test(
    degraded_differences: ArrayLike,
    degraded_raters: ArrayLike,
    repeat_differences: ArrayLike,
    repeat_raters: ArrayLike,
    *,
    test: str = "rank-sum",
    of_sizes: bool = False,
    alpha: float = 0.05,
    unjudged: Policy = "drop",
    n_raters: int | None = None,
) -> RaterQuality:
    """Test of each rater whether degrading an output lowers the rating more than showing it again does.

    Parameters
    ----------
    degraded_differences, repeat_differences : array, shapes (P,) and (Q,)
        Output minus degraded form, and output minus its repeat.
    degraded_raters, repeat_raters : array of int, shapes (P,) and (Q,)
        Rater of each, as codes from 0.
    test : {"rank-sum", "welch"}, default "rank-sum"
        The rank-sum test, or Welch's t-test; one-sided.
    of_sizes : bool, default False
        Compare the sizes of the differences and not the differences: then a rater whose repeats scatter gains nothing
        by scattering to both sides.
    alpha : float, default 0.05
        A rater passes with p below it.
    unjudged : {"keep", "drop"}, default "drop"
        What becomes of raters with fewer than five pairs of either kind.
    n_raters : int, optional
        A; by default one more than the largest code.

    Returns
    -------
    RaterQuality
        One entry per rater.

    Raises
    ------
    DataError
        A difference is not finite or a code is none.
    SpecError
        There is no such test or policy, or alpha is no level.

    Notes
    -----
    The rule of 2013 and 2014. With sizes a rater who likes degraded outputs better passes too; without, one whose
    repeats differ much can pass.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2013, "Continuous measurement scales in human evaluation of machine translation",
    W13-2305.

    Examples
    --------
    >>> from steelyard.human import repeat_test
    >>> degraded, repeats = [30, 12, 5, -3, 22, 40, 8, 15, -6, 11], [2, -4, 6, 1, -3, 0, 5, -1, 3, -2]
    >>> repeat_test(degraded, [0] * 10, repeats, [0] * 10).p_values.round(7).tolist()
    [0.0128184]
    """
    made, made_by, n_made = _checked(
        "degraded_differences", degraded_differences, degraded_raters, n_raters, alpha, unjudged
    )
    again, again_by, n_again = _checked(
        "repeat_differences", repeat_differences, repeat_raters, n_raters, alpha, unjudged
    )
    tests = {"rank-sum": lambda a, b: rank_sum(a, b).p_greater, "welch": _welch}
    if test not in tests:
        raise unknown_name("test of repeats", test, tests)
    n = max(n_made, n_again)
    fewer = np.minimum(np.bincount(made_by, minlength=n), np.bincount(again_by, minlength=n))

    def p_value(rater: int) -> float:
        own = made[made_by == rater], again[again_by == rater]
        return float(tests[test](*(np.abs(x) for x in own) if of_sizes else own))

    return _quality(p_value, fewer, alpha, unjudged)


def _mean(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    ratio: NDArray[np.float64] = sums[..., 0] / sums[..., 1]
    return ratio


def _welch(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the one-sided p of Welch's t-test for a larger mean of a."""
    shares = [float(x.var(ddof=1)) / len(x) for x in (a, b)]
    difference = float(a.mean() - b.mean())
    if sum(shares) == 0:  # all of one kind are the same
        return 0.0 if difference > 0 else 1.0
    # Welch and Satterthwaite.
    degrees = sum(shares) ** 2 / sum(share**2 / (len(x) - 1) for share, x in zip(shares, (a, b), strict=True))
    return float(t_below(-difference / sum(shares) ** 0.5, degrees))


def _checked(
    name: str, differences: ArrayLike, raters: ArrayLike, n_raters: int | None, alpha: float, unjudged: str
) -> tuple[NDArray[np.float64], NDArray[np.int64], int]:
    check_level("alpha", alpha)
    if unjudged not in get_args(Policy):
        raise unknown_name("policy", unjudged, get_args(Policy))
    values = number_column(name, differences)
    codes = code_column("raters", raters, len(values))
    return values, codes, size_of("raters", codes, n_raters)


def _quality(p_value: Callable[[int], float], n_pairs: NDArray[np.int64], alpha: float, unjudged: str) -> RaterQuality:
    is_judged = n_pairs >= FEWEST_PAIRS
    p_values = np.array([p_value(rater) if is_judged[rater] else np.nan for rater in range(len(n_pairs))])
    is_kept = np.where(is_judged, is_significant(p_values, alpha), unjudged == "keep")
    return RaterQuality(p_values, n_pairs, is_judged, is_kept)
