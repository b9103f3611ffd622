"""The sign test: in how many units each system is ahead."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparisons.parts.family import MEANS
from steelyard.inference.differences import observe, unit_differences
from steelyard.inference.outcome import SMALLEST_P, SettledPValues, WinCounts
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["MID_P", "SIGN", "sign_counts", "sign_tails", "sign_test"]


@MEANS
def sign_counts(measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]]) -> WinCounts:
    """Count the units in which A is better, equal and worse.

    Returns
    -------
    WinCounts
        Of P = metrics * pairs differences, metric by metric.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import sign_counts
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[3, 1], [4, 1], [1, 1]], [[1, 1], [4, 1], [0, 1]]]))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> counts = sign_counts([mean], [(0, 1)])
    >>> counts.wins.tolist(), counts.ties.tolist(), counts.losses.tolist()
    ([2], [1], [0])
    """
    parts = []
    for measurement in measurements:
        steps = unit_differences(measurement, pairs, "sign").steps * (1 if measurement.higher_is_better else -1)
        parts.append([(steps > 0).sum(axis=1), (steps == 0).sum(axis=1), (steps < 0).sum(axis=1)])
    wins, ties, losses = np.concatenate(parts, axis=1)
    return WinCounts(wins, ties, losses)


def sign_tails(counts: WinCounts, *, mid_p: bool = False) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how often a fair coin gives A so many wins or more, and so few or fewer; ties are left out.

    Parameters
    ----------
    counts : WinCounts
        Over units, or over what people preferred.
    mid_p : bool, default False
        Count the chance of just so many by half.

    Returns
    -------
    (array, array), each of shape (P,)
        Exact one-sided p-values for "A is better" and "A is worse"; 1 where nothing but ties is counted.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import WinCounts, sign_tails
    >>> better, worse = sign_tails(WinCounts(np.array([4]), np.array([3]), np.array([1])))
    >>> better.tolist(), worse.tolist()
    ([0.1875], [0.96875])
    """
    from scipy.special import bdtr  # imported where needed: 0.3 s

    n_decided = counts.wins + counts.losses
    # At least so many heads is at most so many tails.
    # bdtr(k, n, p) is P(X <= k); at least `wins` heads of n is at most n - wins = `losses` tails.
    better, worse = (
        np.maximum(SMALLEST_P, bdtr(fewer.astype(np.float64), n_decided, 0.5)) for fewer in (counts.losses, counts.wins)
    )
    if mid_p:  # the chance of just so many is what both tails hold; that of nothing but ties says nothing
        shared = np.where(n_decided > 0, (better + worse - 1) / 2, 0.0)
        better, worse = (np.maximum(SMALLEST_P, tail - shared) for tail in (better, worse))
    return better, worse


@MEANS
def sign_test(
    measurements: Sequence[Measurement], pairs: Sequence[tuple[int, int]], *, mid_p: bool = False
) -> SettledPValues:
    """Test whether either system is ahead in more units than a fair coin would explain.

    Parameters
    ----------
    mid_p : bool, default False
        Count the chance of the observed numbers by half: p is smaller, and its level is no longer kept for certain.

    Returns
    -------
    SettledPValues
        Exact binomial p-values of P = metrics * pairs differences, metric by metric. Two-sided p is twice the smaller
        tail. Units without a difference are left out; `sign_counts` says how many. Without any, p is 1.

    Notes
    -----
    Exact where, in each unit with a difference, either system is ahead with probability one half; exchangeable outputs
    are. Misleads where the size of differences matters: it asks who is ahead more often, not whose mean is higher, and
    a system that gains little in most segments and loses much in a few comes out as the better one, against its score.
    On scores of 0 and 1 it is McNemar's exact test, and about the score. As p takes few values it rejects less often
    than its level says: at 5 % with 100 items of which 30 % differ in 3.1 % of cases, with mid-p in 4.5 %; with 500
    items in 4.1 and 4.9 %.

    References
    ----------
    Dixon and Mood 1946, "The statistical sign test", doi:10.1080/01621459.1946.10501898.
    McNemar 1947, "Note on the sampling error of the difference between correlated proportions or percentages",
    doi:10.1007/BF02295996.
    Fagerland, Lydersen and Laake 2013, "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better
    than exact conditional", doi:10.1186/1471-2288-13-91.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import sign_test
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> sign_test([mean], [(0, 1)]).p_values("two-sided").tolist()  # ahead in 4 of 5: 2 * 6 / 32
    [0.375]
    """
    better, worse = sign_tails(sign_counts(measurements, pairs), mid_p=mid_p)
    observed = observe(measurements, pairs).differences
    return SettledPValues.from_tails(observed, better, worse, measurements[0].statistics.n_units)


SIGN = register(
    SignificanceTest(
        name="sign",
        summary="sign test without the units that do not differ (Dixon and Mood 1946)",
        validity="exact",
        run=sign_test,
        is_resampled=False,
        needs_means=True,
        has_joint_null=False,
        is_about_scores=False,
    )
)

MID_P = register(
    SignificanceTest(
        name="mid-p",
        summary="sign test with mid-p, for scores of 0 and 1 McNemar's test (Fagerland, Lydersen and Laake 2013)",
        validity="asymptotic",
        run=partial(sign_test, mid_p=True),
        is_resampled=False,
        needs_means=True,
        has_joint_null=False,
        is_about_scores=False,
    )
)
