"""Which errors metrics see, and which they miss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, Term, column, documented, row
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import significant_text

__all__ = ["AcesRow", "ContrastExampleRow", "ContrastRow", "Contrasts", "ContrastsMethod"]

ACES = Term("weighted sum of the taus of ACES's ten categories, from -29.1 to 29.1", ">ACES score", ".2f", legend=True)


@row
class ContrastRow:
    """How often a metric prefers the good translation, among items of a kind."""

    level: str = column(
        '``"phenomenon"``, ``"category"``, ``"langpair"``, ``"items"`` (all of them), or ``"mean"`` over phenomena'
    )
    name: str = column("name of the phenomenon, category or language pair")
    category: str = column("category of a phenomenon; empty where there are none")
    metric: str = column("the metric's spelling")
    label: str = column("the metric's short name for tables", "metric")
    n_items: int = column("number of items")
    n_right: int = column("items whose good translation has the better score", ">right", ",")
    n_tied: int = column(
        "items whose two translations have the same score",
        ">tied",
        ",",
        "items whose two translations have the same score: wrong, unless --ties half",
    )
    n_wrong: int = column("items whose wrong translation has the better score", ">wrong", ",")
    accuracy: float = column(
        "share of right items, ties as was asked for, from 0 to 1; of a category, and of the mean, over phenomena"
    )
    interval: tuple[float, float] = column("confidence interval of the accuracy")
    tau: float = column("2 x accuracy - 1, from -1 to 1")
    n_phenomena: int = column("number of phenomena")


@row
class AcesRow(MetricRow):
    """The ACES score of a metric."""

    score: float = column(ACES)
    interval: tuple[float, float] = column("confidence interval of the score")


@row
class ContrastExampleRow:
    """An item that some metric gets wrong."""

    phenomenon: str = column("phenomenon of the item")
    item: int = column("its number from 1, in the order of the files")
    id: str = column("its id in the file, or its number where it has none")
    langpair: str = column("its language pair, which may be empty")
    source: str = column("the source; empty where there is none")
    reference: str = column("the reference; empty where there is none")
    good: str = column("the good translation")
    wrong: str = column("the wrong translation")
    scores: Mapping[str, tuple[float, float]] = column("by label, of the good and of the wrong translation")
    missed_by: tuple[str, ...] = column("labels of the metrics that do not prefer the good one")


@documented
class ContrastsMethod(MethodOfUnits, Provenance, WithRecipe):
    """How metrics were put to the test."""

    ties: Annotated[str, 'what ties count as: ``"wrong"`` or ``"half"``']
    n_left_out: Annotated[dict[str, int], "items that were left out, by why"]
    alpha: Annotated[float, "family-wise error rate"]
    confidence_level: Annotated[float, "level of the intervals"]
    n_resamples: Annotated[int, "draws of the tests over several phenomena"]
    seed: Annotated[int, "of these draws"]
    n_phenomenon_tests: Annotated[int, "tests by phenomenon, a family"]
    n_phenomenon_tests_told: Annotated[int, "those of them that could have been significant at all"]
    n_mean_tests: Annotated[int, "tests over several phenomena, a family"]
    notes: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Contrasts(Result):
    """Which errors metrics see, and which they miss.

    Examples
    --------
    >>> import steelyard as sy
    >>> pairs = sy.types.ContrastivePairs(
    ...     good=["two cats sat", "a dog ran"], wrong=["ten cats sat", "a dog did not run"],
    ...     references=["two cats were sitting", "a dog was running"], phenomena=["number", "negation"],
    ... )
    >>> found = sy.lab.judge_contrasts(pairs, metrics=["chrf"])
    >>> [(row.name, row.n_right) for row in found.rates if row.level == "phenomenon"]
    [('number', 1), ('negation', 0)]
    """

    schema: ClassVar[str] = "steelyard.contrasts/1"
    tables: ClassVar[tuple[str, ...]] = ("rates", "pairs", "aces", "examples")

    rates: Annotated[
        tuple[ContrastRow, ...],
        "all items, the mean over phenomena, categories, phenomena and language pairs; each with a row per metric",
    ]
    pairs: Annotated[
        tuple[ItemPairRow, ...],
        'every two metrics, by label, on the mean over phenomena, the ACES score (level ``"aces"``), the '
        "categories, and every phenomenon",
    ]
    aces: Annotated[tuple[AcesRow, ...], "of every metric; empty where the items do not have ACES's ten categories"]
    examples: Annotated[tuple[ContrastExampleRow, ...], "by phenomenon, items that metrics get wrong"]
    method: Annotated[ContrastsMethod, "how it was done, versions and the SHA-256 of every input"]

    def __str__(self) -> str:
        """Return how many items and metrics there are, and how many differences were found."""
        n_metrics = len({row.metric for row in self.rates})
        size = f"Contrasts: {self.method['n_segments']:,} items, {n_metrics} metric{'s' * (n_metrics != 1)}"
        return size + significant_text(self.pairs, self.method["alpha"])
