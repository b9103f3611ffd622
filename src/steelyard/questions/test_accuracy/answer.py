"""How often significance tests on metrics conclude of pairs of systems what people do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.method import MethodOfGold, MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = [
    "AccuracyMethod",
    "Conclusions",
    "PeopleRow",
    "PeopleVerdicts",
    "TestAccuracy",
    "TestAccuracyRow",
    "TestDifferenceRow",
    "levels_of",
]

_VALUES = {"+": 1, ".": 0, "-": -1}


@dataclass(frozen=True, slots=True)
class TestAccuracyRow:
    """One test on one metric at one level, held against people.

    Attributes
    ----------
    test, metric, label : str
        The test, spelling and short name of the metric.
    alpha, gold_alpha : float
        Levels of the test, and of the verdicts of people; one-sided, in both directions.
    n_correct, n_pairs : int
        Pairs of systems of which both say the same (better, worse, or no difference), and all.
    accuracy, low, high : float
        Their share, and its 95 % interval (Clopper and Pearson).
    confusion : tuple of tuple of int
        Three rows, people say worse, no difference, better; three columns, the test does.
    n_decided, n_decided_correct : int
        Pairs for which both name a better system, and those for which they name the same.

    Examples
    --------
    >>> from steelyard.results import TestAccuracyRow
    >>> table = ((9, 1, 0), (1, 2, 1), (0, 1, 6))
    >>> TestAccuracyRow("t", "comet", "COMET", 0.05, 0.05, 17, 21, 0.81, 0.581, 0.946, table, 15, 15).counts
    {'same': 15, 'neither': 2, 'people alone': 2, 'test alone': 2, 'opposite': 0}
    """

    __test__ = False  # pytest: not a test class

    test: str
    metric: str
    label: str
    alpha: float
    gold_alpha: float
    n_correct: int
    n_pairs: int
    accuracy: float
    low: float
    high: float
    confusion: tuple[tuple[int, ...], ...]
    n_decided: int
    n_decided_correct: int

    __repr__ = short_repr

    @property
    def counts(self) -> dict[str, int]:
        """The confusion with both directions taken together, as which system comes first means nothing."""
        worse, neither, better = self.confusion
        return {
            "same": self.n_decided_correct,
            "neither": neither[1],
            "people alone": worse[1] + better[1],
            "test alone": neither[0] + neither[2],
            "opposite": self.n_decided - self.n_decided_correct,
        }


@dataclass(frozen=True, slots=True)
class TestDifferenceRow:
    """Two tests on one metric, or two metrics under one test, on the same pairs of systems at the same level.

    Attributes
    ----------
    between : {"tests", "metrics"}
        What differs.
    given : str
        The metric both tests are on, or the test both metrics are under.
    a, b : str
        The two.
    alpha : float
        Level of the tests.
    n_only_a, n_only_b : int
        Pairs that only A, only B has right.
    p_value : float
        McNemar's exact test; too small, as pairs share systems.
    p_adjusted : float
        By Holm's correction over all rows of the same kind.
    chi_square_p : float
        What Graham et al. take, as if the pairs were different ones.

    Examples
    --------
    >>> from steelyard.results import TestDifferenceRow
    >>> TestDifferenceRow("tests", "bleu", "randomization", "t", 0.05, 1, 0, 1.0, 1.0, 0.84).n_only_a
    1
    """

    __test__ = False  # pytest: not a test class

    between: str
    given: str
    a: str
    b: str
    alpha: float
    n_only_a: int
    n_only_b: int
    p_value: float
    p_adjusted: float
    chi_square_p: float


@dataclass(frozen=True, slots=True)
class PeopleRow:
    """What people conclude of the pairs.

    Attributes
    ----------
    alpha, gold_alpha : float
        Levels of the tests that they are held against, and of their own.
    n_pairs, n_different : int
        Pairs of systems, and those of which people find one better.
    n_by_second : int
        Those of them that the first scale left open and the second decided.

    Examples
    --------
    >>> from steelyard.results import PeopleRow
    >>> PeopleRow(0.05, 0.05, 66, 54, 3).n_different
    54
    """

    alpha: float
    gold_alpha: float
    n_pairs: int
    n_different: int
    n_by_second: int


@dataclass(frozen=True, slots=True)
class Conclusions:
    """What people, or a test on a metric, conclude of every pair at one level.

    Attributes
    ----------
    test, metric, label : str
        The test, spelling and short name of the metric; of people how they were tested, ``"people"`` and the scale.
    alpha : float
        Level of the test, or of the test that people are held against.
    verdicts : tuple of str
        A line per system, in the order of ``method["systems"]``, a character per system: ``+`` the system of the line
        is better than that of the column, ``-`` it is worse, ``.`` no difference was shown.

    Examples
    --------
    >>> from steelyard.results import Conclusions
    >>> Conclusions("t", "comet", "COMET", 0.05, (".+", "-.")).matrix()
    ((0, 1), (-1, 0))
    """

    test: str
    metric: str
    label: str
    alpha: float
    verdicts: tuple[str, ...]

    __repr__ = short_repr

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """Return the verdicts as 1, -1 and 0."""
        return tuple(tuple(_VALUES[character] for character in line) for line in self.verdicts)


def levels_of(conclusions: Sequence[Conclusions]) -> list[list[int]]:
    """Count, for every ordered pair, up to which level the first system is found better.

    Parameters
    ----------
    conclusions : sequence of Conclusions
        Of one test on one metric, or of people, at several levels.

    Returns
    -------
    list of list of int
        Entry (i, j): the place, from 1, of the smallest level at which system i is better than j, where levels are
        ordered from the largest; 0 where it is better at none. For `level_cells`.

    Examples
    --------
    >>> from steelyard.results import Conclusions, levels_of
    >>> loose = Conclusions("t", "comet", "COMET", 0.05, ("..+", "..+", "--."))
    >>> strict = Conclusions("t", "comet", "COMET", 0.01, ("..+", "...", "-.."))
    >>> levels_of([loose, strict])
    [[0, 0, 2], [0, 0, 1], [0, 0, 0]]
    """
    ordered = [one.matrix() for one in sorted(conclusions, key=lambda one: -one.alpha)]
    n = len(ordered[0])
    return [
        [max((place for place, said in enumerate(ordered, 1) if said[i][j] > 0), default=0) for j in range(n)]
        for i in range(n)
    ]


class PeopleVerdicts(TypedDict):
    """How people's verdicts came about.

    Attributes
    ----------
    people_test : {"randomization", "rank-sum"}
        How their ratings were tested.
    people_unit : str
        Of randomization, what was exchanged.
    people_n_units, people_n_draws : int
        Of randomization, units that hold a rating, and draws.
    people_n_ratings : int
        Mean ratings, or single judgements.
    people_n_raters : int
        Of single judgements.
    """

    people_test: str
    people_unit: NotRequired[str]
    people_n_units: NotRequired[int]
    people_n_draws: NotRequired[int]
    people_n_ratings: int
    people_n_raters: NotRequired[int]


class AccuracyMethod(Provenance, PeopleVerdicts, MethodOfUnits, MethodOfGold, Told):
    """How tests were held against people.

    Attributes
    ----------
    systems : list of str
        Best first by people's mean.
    left_out : list of str
        Systems without a rating.
    tests : list of str
        Those asked for.
    validity : dict of str to str
        By test, how far its level holds.
    correction : str
        Of tests and people's verdicts, over the pairs.
    alphas : list of float
        Levels of the tests.
    gold_alpha : float or None
        Of people's verdicts; None where it is that of the test.
    scales : list of str
        One, or two of which the second decides where the first does not.
    n_resamples : int
        Draws of each test that were asked for.
    n_draws : dict of str to int
        By test, those made.
    seed : int
        Of all draws.
    notes : list of str
        What must be known when reading the counts.
    sentence : str
        The same for the paper.
    """

    systems: list[str]
    left_out: list[str]
    tests: list[str]
    validity: dict[str, str]
    correction: str
    alphas: list[float]
    gold_alpha: float | None
    scales: list[str]
    n_resamples: int
    n_draws: dict[str, int]
    seed: int
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class TestAccuracy(Result):
    """Significance tests on metrics held against what people conclude.

    Attributes
    ----------
    rows : tuple of TestAccuracyRow
        Level by level, metric by metric, test by test.
    differences : tuple of TestDifferenceRow
        Between tests, then between metrics.
    people : tuple of PeopleRow
        One per level.
    conclusions : tuple of Conclusions
        People first, then metric by metric and test by test; level by level.
    method : AccuracyMethod
        Systems, best first by people's mean; tests, levels, how people's verdicts came about, unit, draws, seed,
        versions and the SHA-256 of every input.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "h", "i"]})
    >>> people = OutputScores("da", ("x", "y"), np.array([[80.0, 70, 60], [10, 20, 10]]))
    >>> found = sy.evaluate(data, metrics=["wer"]).test_accuracy([people], tests=["randomization"], alphas=[0.2])
    >>> [(row.test, row.n_correct, row.n_pairs) for row in found.rows]
    [('randomization', 1, 1)]
    """

    __test__ = False  # pytest: not a test class
    schema: ClassVar[str] = "steelyard.test-accuracy/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "differences", "people", "conclusions")

    rows: tuple[TestAccuracyRow, ...]
    differences: tuple[TestDifferenceRow, ...]
    people: tuple[PeopleRow, ...]
    conclusions: tuple[Conclusions, ...]
    method: AccuracyMethod
