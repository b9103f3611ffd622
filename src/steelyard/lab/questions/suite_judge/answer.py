"""Which items of a test suite every system gets right."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.numbers import significant_text
from steelyard.results.table import clean

__all__ = ["SuiteAgreementRow", "JudgedSuite", "SuiteExampleRow", "SuiteMethod", "SuiteRankRow", "SuiteRow"]


@row
class SuiteRow:
    """How many items of a kind a system gets right."""

    level: str = column(
        '``"items"`` (all of them), ``"phenomena"`` and ``"categories"`` (means over these), ``"category"`` '
        'or ``"phenomenon"``'
    )
    name: str = column("name of the category or phenomenon")
    category: str = column("category of a phenomenon")
    system: str = column(terms.SYSTEM)
    n_items: int = column("number of items")
    n_right: int = column("those whose output is right", ">right", ",")
    n_wrong: int = column("those whose output is wrong", ">wrong", ",")
    n_both: int = column("those that are undecided, as patterns of both sides are found")
    n_neither: int = column("those that are undecided, as no pattern is found")
    n_listed: int = column(
        "those that people's lists decide", ">listed", ",", "decided outputs that people had judged before"
    )
    n_used: int = column("items that the rate is of: decided for every system; with bounds all of them")
    rate: float | None = column(
        "share of right ones among those used, or the mean of such shares; None where none is used, and with bounds"
    )
    interval: tuple[float, float] | None = column("of the rate; with bounds it holds whatever the undecided ones are")
    lowest: float = column("share of right ones among all, if all undecided ones are wrong")
    highest: float = column("share of right ones among all, if all undecided ones are right")


@row
class SuiteRankRow:
    """The place of a system."""

    level: str = column('``"items"``, ``"phenomena"`` or ``"categories"``, as in `SuiteRow`')
    system: str = column(terms.SYSTEM)
    rank: int = column("1 + systems with a higher rate")
    rank_low: int = column("1 + systems that are significantly better")
    rank_high: int = column("number of systems less those that are significantly worse")


@row
class SuiteAgreementRow:
    """What patterns alone say of outputs that people judged."""

    category: str = column("category of the items; empty for all", "items of", lambda name: clean(name) or "all")
    people: Literal["right", "wrong"] = column("what people said", "people say")
    n: int = column("different outputs that they said it of", ">outputs", ",")
    n_right: int = column("those that patterns find right", ">pattern right", ",")
    n_wrong: int = column("those that patterns find wrong", ">pattern wrong", ",")
    n_both: int = column("those in which patterns of both sides are found", ">both", ",")
    n_neither: int = column("those in which no pattern is found", ">neither", ",")


@row
class SuiteExampleRow:
    """An output that is wrong, or that somebody has to look at."""

    phenomenon: str = column("phenomenon of the item")
    system: str = column(terms.SYSTEM)
    item: str = column("what the suite calls it, or the number of its line")
    segment: int = column("its line, from 1")
    verdict: Literal["wrong", "undecided"] = column("of the output")
    reason: str = column("what decides it, or leaves it open: one of `steelyard.analysis.VERDICT_REASONS`")
    n_right: int = column("systems that get the item right")
    source: str = column("the source")
    output: str = column("the output")
    right: tuple[str, ...] = column("patterns of a right output")
    wrong: tuple[str, ...] = column("patterns of a wrong output")


@documented
class SuiteMethod(MethodOfUnits, Provenance, WithRecipe):
    """How a suite was judged."""

    undecided: Annotated[str, "the rule for items that are not decided"]
    n_items: Annotated[int, "number of items"]
    n_used: Annotated[int, "those that rates are of"]
    alpha: Annotated[float, "family-wise error rate"]
    confidence_level: Annotated[float, "level of the intervals"]
    n_resamples: Annotated[int, "draws of the tests of means"]
    seed: Annotated[int, "of these draws"]
    n_tests: Annotated[list[int], "sizes of the families: phenomena, all items with categories, means"]
    n_tests_told: Annotated[list[int], "of the first two, tests that could have told anything"]
    notes: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class JudgedSuite(Result):
    """Which items of a test suite every system gets right.

    Examples
    --------
    >>> import steelyard as sy
    >>> items = [sy.types.SuiteItem(1, "negation", right=["not"]), sy.types.SuiteItem(2, "number", wrong=["ten"])]
    >>> found = sy.lab.judge_suite(items, {"x": ["I did not", "ten"], "y": ["I did not", "ten cats"]})
    >>> [(row.system, row.n_right, row.n_wrong) for row in found.rates if row.level == "items"]
    [('x', 1, 1), ('y', 1, 1)]
    """

    schema: ClassVar[str] = "steelyard.suite/1"
    tables: ClassVar[tuple[str, ...]] = ("rates", "pairs", "ranks", "agreement", "examples")

    rates: Annotated[tuple[SuiteRow, ...], "all items, means, categories, phenomena; each with a row per system"]
    pairs: Annotated[tuple[ItemPairRow, ...], "every two systems on all of these"]
    ranks: Annotated[tuple[SuiteRankRow, ...], "by all items, and by means"]
    agreement: Annotated[
        tuple[SuiteAgreementRow, ...],
        "what patterns say of outputs that people judged: all, then by category; empty where nobody judged any",
    ]
    examples: Annotated[tuple[SuiteExampleRow, ...], "by phenomenon and system"]
    method: Annotated[SuiteMethod, "how it was done"]

    def __str__(self) -> str:
        """Return how many items and systems there are, and how many differences were found."""
        n_systems = len({row.system for row in self.rates})
        size = f"Suite: {self.method['n_items']:,} items, {n_systems} system{'s' * (n_systems != 1)}"
        return size + significant_text(self.pairs, self.method["alpha"])
