"""How often significance tests on metrics conclude of pairs of systems what people do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, NotRequired, TypedDict

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import MethodOfGold, MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import p_text

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


@row
class TestAccuracyRow:
    """One test on one metric at one level, held against people."""

    __test__ = False  # pytest: not a test class

    test: str = column("the test")
    metric: str = column("the metric's spelling")
    label: str = column("the metric's short name for tables")
    alpha: float = column("level of the test; one-sided, in both directions")
    gold_alpha: float = column("level of people's verdicts")
    n_correct: int = column("pairs of systems on which both say the same: better, worse, or no difference")
    n_pairs: int = column("pairs of systems")
    accuracy: float = column("share of pairs on which both say the same")
    low: float = column("lower end of its 95 % interval (Clopper and Pearson)")
    high: float = column("upper end of its 95 % interval")
    confusion: tuple[tuple[int, ...], ...] = column(
        "three rows, people say worse, no difference, better; three columns, the test does"
    )
    n_decided: int = column("pairs for which both name a better system")
    n_decided_correct: int = column("those of them for which they name the same")

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


@row
class TestDifferenceRow:
    """Two tests on one metric, or two metrics under one test, on the same pairs of systems at the same level."""

    __test__ = False  # pytest: not a test class

    between: str = column("what differs: tests or metrics")
    given: str = column("metric of both tests, or test of both metrics", "given", legend=True)
    name: str = column("the test or metric that is compared", "name")
    against: str = column("the test or metric that it is compared with", "against")
    alpha: float = column("level of the tests", "level", "g")
    n_only: int = column("pairs that only this one has correct", ">correct alone", ",")
    n_only_against: int = column("pairs that only the other one has correct", ">against alone", ",")
    p_value: float = column("mcNemar's exact test; too small, as pairs share systems", ">McNemar p", p_text)
    p_adjusted: float = column("by Holm's correction over all rows of the same kind", ">by Holm", p_text)
    chi_square_p: float = column(
        "p-value of Graham et al., which assumes different pairs",
        ">chi-square p",
        p_text,
        "test of the paper, which assumes different pairs",
        1,
    )


@row
class PeopleRow:
    """What people conclude of the pairs."""

    alpha: float = column("level of the tests", "level", "g")
    gold_alpha: float = column("level of people's verdicts", "level of people", "g")
    n_pairs: int = column("pairs of systems")
    n_different: int = column("pairs of which people find one better", ">significant", ",")
    n_by_second: int = column(
        "those of them that the first scale left open and the second decided", ">of them by the second", ","
    )


@row
class Conclusions:
    """What people, or a test on a metric, conclude of every pair at one level."""

    test: str = column("the test; of people how they were tested")
    metric: str = column('the metric\'s spelling; of people "people"')
    label: str = column("the metric's short name; of people the scale")
    alpha: float = column("level of the test, or of the test that people are held against")
    verdicts: tuple[str, ...] = column(
        'A line per system, in the order of ``method["systems"]``, a character per system: ``+`` the system of the '
        "line is better than that of the column, ``-`` it is worse, ``.`` no difference was shown"
    )

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


@documented
class PeopleVerdicts(TypedDict):
    """How people's verdicts came about."""

    people_test: Annotated[str, 'how their ratings were tested: "randomization" or "rank-sum"']
    people_unit: NotRequired[Annotated[str, "of randomization, what was exchanged"]]
    people_n_units: NotRequired[Annotated[int, "of randomization, units that hold a rating"]]
    people_n_draws: NotRequired[Annotated[int, "of randomization, draws"]]
    people_n_ratings: Annotated[int, "mean ratings, or single judgements"]
    people_n_raters: NotRequired[Annotated[int, "of single judgements"]]


@documented
class AccuracyMethod(Provenance, PeopleVerdicts, MethodOfUnits, MethodOfGold, WithRecipe):
    """How tests were held against people."""

    systems: Annotated[list[str], "best first by people's mean"]
    left_out: Annotated[list[str], "systems without a rating"]
    tests: Annotated[list[str], "those asked for"]
    validity: Annotated[dict[str, str], "by test, how far its level holds"]
    correction: Annotated[str, "of tests and people's verdicts, over the pairs"]
    alphas: Annotated[list[float], "levels of the tests"]
    gold_alpha: Annotated[float | None, "of people's verdicts; None where it is that of the test"]
    scales: Annotated[list[str], "one, or two of which the second decides where the first does not"]
    n_resamples: Annotated[int, "draws of each test that were asked for"]
    n_draws: Annotated[dict[str, int], "by test, those made"]
    seed: Annotated[int, "of all draws"]
    notes: Annotated[list[str], "what must be known when reading the counts"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class TestAccuracy(Result):
    """Significance tests on metrics held against what people conclude.

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

    schema: ClassVar[str] = "steelyard.test-accuracy/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "differences", "people", "conclusions")
    __test__ = False  # pytest: not a test class

    rows: Annotated[tuple[TestAccuracyRow, ...], "level by level, metric by metric, test by test"]
    differences: Annotated[tuple[TestDifferenceRow, ...], "between tests, then between metrics"]
    people: Annotated[tuple[PeopleRow, ...], "one per level"]
    conclusions: Annotated[
        tuple[Conclusions, ...], "people first, then metric by metric and test by test; level by level"
    ]
    method: Annotated[
        AccuracyMethod,
        "systems, best first by people's mean; tests, levels, how people's verdicts came about, unit, draws, seed, "
        "versions and the SHA-256 of every input",
    ]
