"""Which items of a test suite every system gets right."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.results.base import Result
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["SuiteAgreementRow", "JudgedSuite", "SuiteExampleRow", "SuiteMethod", "SuiteRankRow", "SuiteRow"]


@dataclass(frozen=True, slots=True)
class SuiteRow:
    """How many items of a kind a system gets right.

    Attributes
    ----------
    level : str
        ``"items"`` (all of them), ``"phenomena"`` and ``"categories"`` (means over these), ``"category"`` or
        ``"phenomenon"``.
    name, category : str
        Of the category or phenomenon, and the category that a phenomenon is of.
    system : str
        Name.
    n_items : int
        How many there are.
    n_right, n_wrong : int
        Those whose output is right, and wrong.
    n_both, n_neither : int
        Those that are undecided, as patterns of both sides are found, or none.
    n_listed : int
        Of the decided ones, those that people's lists decide.
    n_used : int
        Items that the rate is of: decided for every system; with bounds all of them.
    rate : float or None
        Share of right ones among those used, or the mean of such shares; None where none is used, and with bounds.
    interval : (float, float) or None
        Of the rate; with bounds it holds whatever the undecided ones are.
    lowest, highest : float
        The share of right ones among all, if all that are undecided are wrong, and if all are right.

    Examples
    --------
    >>> from steelyard.results import SuiteRow
    >>> SuiteRow("category", "Negation", "", "ours", 10, 6, 2, 0, 2, 1, 8, 0.75, (0.4, 0.93), 0.6, 0.8).n_neither
    2
    """

    level: str
    name: str
    category: str
    system: str
    n_items: int
    n_right: int
    n_wrong: int
    n_both: int
    n_neither: int
    n_listed: int
    n_used: int
    rate: float | None
    interval: tuple[float, float] | None
    lowest: float
    highest: float

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SuiteRankRow:
    """The place of a system.

    Attributes
    ----------
    level : str
        ``"items"``, ``"phenomena"`` or ``"categories"``, as in `SuiteRow`.
    system : str
        Name.
    rank : int
        1 + systems with a higher rate.
    rank_low, rank_high : int
        1 + systems that are better by the test, S - systems that are worse.

    Examples
    --------
    >>> from steelyard.results import SuiteRankRow
    >>> SuiteRankRow("items", "ours", 1, 1, 2).rank_high
    2
    """

    level: str
    system: str
    rank: int
    rank_low: int
    rank_high: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SuiteAgreementRow:
    """What patterns alone say of outputs that people judged.

    Attributes
    ----------
    category : str
        Of the items; empty for all.
    people : {"right", "wrong"}
        What people said.
    n : int
        Different outputs that they said it of.
    n_right, n_wrong : int
        Those that patterns find right, and wrong.
    n_both, n_neither : int
        Those that patterns leave open.

    Examples
    --------
    >>> from steelyard.results import SuiteAgreementRow
    >>> SuiteAgreementRow("", "right", 20, 12, 1, 0, 7).n_wrong
    1
    """

    category: str
    people: Literal["right", "wrong"]
    n: int
    n_right: int
    n_wrong: int
    n_both: int
    n_neither: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SuiteExampleRow:
    """An output that is wrong, or that somebody has to look at.

    Attributes
    ----------
    phenomenon, system : str
        Of the item, and whose output.
    item : str
        What the suite calls it, or the number of its line.
    segment : int
        Its line, from 1.
    verdict : {"wrong", "undecided"}
        Of the output.
    reason : str
        What decides it, or leaves it open: one of `steelyard.analysis.VERDICT_REASONS`.
    n_right : int
        Systems that get the item right.
    source, output : str
        Texts.
    right, wrong : tuple of str
        Patterns of the item.

    Examples
    --------
    >>> from steelyard.results import SuiteExampleRow
    >>> SuiteExampleRow("negation", "ours", "7", 7, "wrong", "pattern", 2, "nein", "yes", ("no",), ("yes",)).n_right
    2
    """

    phenomenon: str
    system: str
    item: str
    segment: int
    verdict: Literal["wrong", "undecided"]
    reason: str
    n_right: int
    source: str
    output: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]

    __repr__ = short_repr


class SuiteMethod(MethodOfUnits, Provenance, Told):
    """How a suite was judged.

    Attributes
    ----------
    undecided : str
        The rule for items that are not decided.
    n_items, n_used : int
        Items, and those that rates are of.
    alpha, confidence_level : float
        Family-wise error rate, and level of the intervals.
    n_resamples, seed : int
        Of the tests of means.
    n_tests : list of int
        Sizes of the families: phenomena, all items with categories, means.
    n_tests_told : list of int
        Of the first two, tests that could have told anything.
    notes : list of str
        What must not be overlooked.
    sentence : str
        The same for the paper.
    """

    undecided: str
    n_items: int
    n_used: int
    alpha: float
    confidence_level: float
    n_resamples: int
    seed: int
    n_tests: list[int]
    n_tests_told: list[int]
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class JudgedSuite(Result):
    """Which items of a test suite every system gets right.

    Attributes
    ----------
    rates : tuple of SuiteRow
        All items, means, categories, phenomena; each with a row per system.
    pairs : tuple of ItemPairRow
        Every two systems on all of these.
    ranks : tuple of SuiteRankRow
        By all items, and by means.
    agreement : tuple of SuiteAgreementRow
        What patterns say of outputs that people judged: all, then by category; empty where nobody judged any.
    examples : tuple of SuiteExampleRow
        By phenomenon and system.
    method : mapping
        How it was done.

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

    rates: tuple[SuiteRow, ...]
    pairs: tuple[ItemPairRow, ...]
    ranks: tuple[SuiteRankRow, ...]
    agreement: tuple[SuiteAgreementRow, ...]
    examples: tuple[SuiteExampleRow, ...]
    method: SuiteMethod

    def __str__(self) -> str:
        """Return how many items and systems there are, and how many differences were found."""
        n_systems = len({row.system for row in self.rates})
        size = f"Suite: {self.method['n_items']:,} items, {n_systems} system{'s' * (n_systems != 1)}"
        if not self.pairs:
            return size
        n = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        return f"{size}\n{n} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
