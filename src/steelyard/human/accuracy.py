"""How often a significance test on a metric concludes what people do."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import binomial_tail, chi_squared_above, clopper_pearson_interval
from steelyard.reprs import short_repr

__all__ = ["McNemar", "VerdictAccuracy", "accuracy_chi_square", "mcnemar", "verdict_accuracy"]


@dataclass(frozen=True, slots=True, eq=False)
class VerdictAccuracy:
    """Verdicts of a test beside those of people.

    Attributes
    ----------
    n_correct, n_pairs : int
        Pairs of systems with the same verdict, and all.
    accuracy : float
        Their share.
    interval : (float, float)
        Clopper and Pearson's; too short, as pairs share systems.
    confusion : array of int, shape (3, 3)
        Rows: people say worse, no difference, better; columns: the test does.
    n_decided : int
        Pairs for which both say that one system is better.
    n_decided_correct : int
        Those of them for which they name the same one.
    is_correct : array of bool, shape (P,)
        Per pair, for `mcnemar`.

    Examples
    --------
    >>> from steelyard.human import verdict_accuracy
    >>> verdict_accuracy([1, 0, -1], [1, 0, 1]).confusion.tolist()
    [[0, 0, 0], [0, 1, 0], [1, 0, 1]]
    """

    n_correct: int
    n_pairs: int
    accuracy: float
    interval: tuple[float, float]
    confusion: NDArray[np.int64]
    n_decided: int
    n_decided_correct: int
    is_correct: NDArray[np.bool_]

    __repr__ = short_repr


def verdict_accuracy(verdicts: ArrayLike, gold: ArrayLike, *, confidence_level: float = 0.95) -> VerdictAccuracy:
    """Count how often a test says of a pair of systems what people say.

    Parameters
    ----------
    verdicts, gold : array of int, shape (P,)
        Of the same unordered pairs, in the same direction: 1 the first system is better, -1 it is worse, 0 no
        difference was shown. Of a matrix of verdicts take ``verdicts[np.triu_indices(S, 1)]``. The levels behind them
        are the caller's; Graham et al. do not say whether theirs for people follows that of the test.
    confidence_level : float, default 0.95
        Of the interval.

    Returns
    -------
    VerdictAccuracy
        Accuracy with interval, the table of both, and agreement on decided pairs.

    Raises
    ------
    AlignmentError
        The two have different lengths.
    DataError
        A verdict is none of 1, 0 and -1, or there is none.

    Notes
    -----
    The interval takes pairs for independent trials. S systems make S (S - 1) / 2 pairs that share systems, so it is
    too short; it is there to compare with published ones. Accuracy falls with every pair that only one side decides,
    so it rewards a test whose level suits the number of judgements people happened to give.

    References
    ----------
    Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", W14-3333, tables 1 and 2.

    Examples
    --------
    >>> from steelyard.human import verdict_accuracy
    >>> found = verdict_accuracy([1, 0, -1, 1], [1, 0, 1, 0])
    >>> found.n_correct, [round(bound, 3) for bound in found.interval], (found.n_decided_correct, found.n_decided)
    (2, [0.068, 0.932], (1, 2))
    """
    said, right = _verdicts("verdicts", verdicts), _verdicts("gold", gold)
    if said.shape != right.shape:
        raise AlignmentError(f"There are {len(said)} verdicts and {len(right)} of people: they must be the same pairs.")
    if not len(said):
        raise DataError("There is no pair of systems.")
    is_correct = said == right
    both = (said != 0) & (right != 0)
    n_correct, n_pairs = int(is_correct.sum()), len(said)
    return VerdictAccuracy(
        n_correct=n_correct,
        n_pairs=n_pairs,
        accuracy=n_correct / n_pairs,
        interval=clopper_pearson_interval(n_correct, n_pairs, confidence_level),
        confusion=np.bincount(3 * (right + 1) + said + 1, minlength=9).reshape(3, 3),
        n_decided=int(both.sum()),
        n_decided_correct=int((both & is_correct).sum()),
        is_correct=is_correct,
    )


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two tests on the same pairs.

    Attributes
    ----------
    n_only_a, n_only_b : int
        Pairs that only A, only B has right.
    p_value : float
        Exact two-sided binomial p.

    Examples
    --------
    >>> from steelyard.human import mcnemar
    >>> mcnemar([True, True, False], [True, False, False]).n_only_a
    1
    """

    n_only_a: int
    n_only_b: int
    p_value: float


def mcnemar(is_correct_a: ArrayLike, is_correct_b: ArrayLike) -> McNemar:
    """Test whether two tests are right equally often, on the pairs that only one of them has right.

    Parameters
    ----------
    is_correct_a, is_correct_b : array of bool, shape (P,)
        Whether each is right about each pair, as in `VerdictAccuracy`.

    Returns
    -------
    McNemar
        p is 1 where no pair tells them apart.

    Raises
    ------
    AlignmentError
        The two have different lengths.

    Notes
    -----
    The right test for accuracies on the same pairs, where `accuracy_chi_square` takes them for different ones. It still
    takes the pairs for independent, which pairs that share systems are not: p is too small.

    References
    ----------
    McNemar 1947, "Note on the sampling error of the difference between correlated proportions or percentages",
    doi:10.1007/BF02295996.

    Examples
    --------
    >>> from steelyard.human import mcnemar
    >>> mcnemar([True] * 6 + [False], [False] * 6 + [True]).p_value
    0.125
    """
    a, b = np.asarray(is_correct_a, dtype=np.bool_), np.asarray(is_correct_b, dtype=np.bool_)
    if a.ndim != 1 or a.shape != b.shape:
        raise AlignmentError(f"Both tests must be about the same pairs, not shapes {a.shape} and {b.shape}.")
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    n = only_a + only_b
    # Given the discordant pairs, each is A's with chance one half.
    p_value = 1.0 if n == 0 else min(1.0, 2 * binomial_tail(max(only_a, only_b), n, 0.5))
    return McNemar(only_a, only_b, p_value)


def accuracy_chi_square(
    n_correct_a: int, n_a: int, n_correct_b: int, n_b: int, *, continuity: bool = False
) -> tuple[float, float]:
    """Test whether two accuracies differ as if they were of different pairs, to repeat published comparisons.

    Parameters
    ----------
    n_correct_a, n_a, n_correct_b, n_b : int
        Right ones and all, of tests A and B.
    continuity : bool, default False
        Yates's correction.

    Returns
    -------
    (float, float)
        Chi-square with one degree of freedom, and p; (0, 1) where all are right or all wrong.

    Raises
    ------
    SpecError
        More are right than there are.

    Examples
    --------
    >>> from steelyard.human import accuracy_chi_square
    >>> [round(number, 3) for number in accuracy_chi_square(54, 66, 52, 66)]
    [0.192, 0.662]
    """
    for right, n in ((n_correct_a, n_a), (n_correct_b, n_b)):
        if not 0 <= right <= n or n < 1:
            raise SpecError(f"An accuracy needs at least one pair and from 0 to all of them right, not {right} of {n}.")
    n, right = n_a + n_b, n_correct_a + n_correct_b
    if right in (0, n):
        return 0.0, 1.0
    # The determinant of the 2 x 2 table, on which the shortcut formula of Pearson's chi-square rests.
    distance: float = abs(n_correct_a * (n_b - n_correct_b) - n_correct_b * (n_a - n_correct_a))
    if continuity:
        distance = max(0.0, distance - n / 2)
    chi_square = n * distance**2 / (n_a * n_b * right * (n - right))
    return chi_square, chi_squared_above(chi_square, 1)


def _verdicts(name: str, values: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.ndim != 1 or not np.isin(array, (-1, 0, 1)).all():
        raise DataError(f"{name} must be a column of 1, 0 and -1.")
    return array.astype(np.int64)
