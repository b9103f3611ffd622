"""In how many pairs of systems each metric finds a significant difference, and in which of them people do."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.questions.test_accuracy.answer import PeopleVerdicts
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.method import MethodOfGold, MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import p_text

__all__ = ["InstrumentPairRow", "InstrumentRow", "Instruments", "InstrumentsMethod"]


@row
class InstrumentRow(MetricRow):
    """What a test on one metric says of all pairs of systems."""

    alpha: float = column("level of the test, and of people's; half of it in each direction")
    n_pairs: int = column("pairs of systems")
    n_significant: int = column("pairs that differ significantly by the metric", ">significant", ",")
    share: float = column("of all pairs", ">share", ".1%")
    n_same: int = column("those that differ in the same direction by people", ">same", ",", legend=True)
    n_opposite: int = column("those that differ in the other direction by people", ">opposite", ",", legend=True)
    n_metric_alone: int = column("those that do not differ significantly by people", ">metric alone", ",", legend=True)
    n_people_alone: int = column("pairs that differ significantly by people alone", ">people alone", ",", legend=True)
    n_nulls: int = column("data sets without a difference")
    n_false: int = column("of these, those in which the test found one")
    false_rate: float = column("share of these")
    low: float = column("lower end of its 95 % interval (Clopper and Pearson)")
    high: float = column("upper end of its 95 % interval")

    @property
    def n_people(self) -> int:
        """Pairs that differ significantly by people."""
        return self.n_same + self.n_opposite + self.n_people_alone


@row
class InstrumentPairRow:
    """Two metrics on the same pairs of systems; the first is ahead in more of them."""

    what: str = column('"same", significant as by people, or "significant" at all', "pairs")
    metric: str = column("the spelling of the first metric")
    against: str = column("the spelling of the second one")
    label: str = column("the short name of the first metric", "metric")
    against_label: str = column("the short name of the second one", "against")
    n_only: int = column("such pairs of the first one alone", ">alone", ",")
    n_only_against: int = column("such pairs of the second one alone", ">against alone", ",")
    p_value: float = column("of McNemar's exact test of these pairs, which share systems", ">McNemar p", p_text)
    p_adjusted: float = column("by Holm's correction over all pairs of metrics", ">by Holm", p_text)


@documented
class InstrumentsMethod(Provenance, PeopleVerdicts, MethodOfUnits, MethodOfGold, WithRecipe):
    """How pairs were tested."""

    systems: Annotated[list[str], "best first by people's mean"]
    left_out: Annotated[list[str], "systems without a rating"]
    test: Annotated[str, "the same for all metrics"]
    alpha: Annotated[float, "level of the test and of people's; half of it in each direction"]
    scales: Annotated[list[str], "one, or two of which the second decides where the first does not"]
    n_resamples: Annotated[int, "draws of the test that were asked for"]
    n_draws: Annotated[int, "those made"]
    seed: Annotated[int, "of all draws"]
    notes: Annotated[list[str], "what must be known when reading the counts"]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class Instruments(Result):
    """Which metric finds most significant differences, and how many of its verdicts people share.

    McNemar's test takes pairs of systems for independent. They share systems, so that its p-values describe these
    pairs; for other systems they are too small. `meta` resamples systems.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import OutputScores
    >>> data = sy.TestSet(references=[["a b c", "d e", "f g"]], systems={"x": ["a b", "d", "g"], "y": ["c", "h", "i"]})
    >>> people = OutputScores("da", ("x", "y"), np.array([[80.0, 70, 60], [10, 20, 10]]))
    >>> found = sy.evaluate(data, metrics=["wer"]).instruments([people], alpha=0.5, n_repetitions=20)
    >>> [(row.n_significant, row.n_same, row.n_pairs) for row in found.rows]
    [(1, 1, 1)]
    """

    schema: ClassVar[str] = "steelyard.instruments/1"
    tables: ClassVar[tuple[str, ...]] = ("rows", "differences")

    rows: Annotated[tuple[InstrumentRow, ...], "metric by metric"]
    differences: Annotated[
        tuple[InstrumentPairRow, ...], "every two metrics: pairs significant as by people, then significant pairs"
    ]
    method: Annotated[
        InstrumentsMethod,
        "systems, test, level, how people's verdicts came about, unit, draws, seed, versions and the SHA-256 of every "
        "input",
    ]
