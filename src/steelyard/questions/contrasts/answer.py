"""Which errors metrics see, and which they miss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from steelyard.results.base import Result
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.short_repr import short_repr

__all__ = ["AcesRow", "ContrastExampleRow", "ContrastRow", "Contrasts", "ContrastsMethod"]


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """How often a metric prefers the good translation, among items of a kind.

    Attributes
    ----------
    level : str
        ``"phenomenon"``, ``"category"``, ``"langpair"``, ``"items"`` (all of them), or ``"mean"`` over phenomena.
    name : str
        Of the phenomenon, category or language pair.
    category : str
        That a phenomenon is of; empty where there are none.
    metric, label : str
        Spelling and short name of the metric.
    n_items : int
        How many there are.
    n_right, n_tied, n_wrong : int
        Items where the good translation has the better score, where both have the same, and where the wrong one has.
    accuracy : float
        Share of right ones, ties as was asked for, from 0 to 1; of a category, and of ``"mean"``, the mean over its
        phenomena.
    interval : (float, float)
        Of the accuracy.
    tau : float
        Twice the accuracy less 1.
    n_phenomena : int
        That the row is of.

    Examples
    --------
    >>> from steelyard.results import ContrastRow
    >>> ContrastRow("phenomenon", "addition", "", "chrf", "chrF2", 4, 3, 0, 1, 0.75, (0.3, 0.95), 0.5, 1).tau
    0.5
    """

    level: str
    name: str
    category: str
    metric: str
    label: str
    n_items: int
    n_right: int
    n_tied: int
    n_wrong: int
    accuracy: float
    interval: tuple[float, float]
    tau: float
    n_phenomena: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class AcesRow:
    """The ACES score of a metric.

    Attributes
    ----------
    metric, label : str
        Spelling and short name.
    score : float
        Sum of the weighted taus of the ten categories, from -29.1 to 29.1.
    interval : (float, float)
        Of the score.

    Examples
    --------
    >>> from steelyard.results import AcesRow
    >>> AcesRow("bleu", "BLEU", -2.79, (-3.1, -2.5)).score
    -2.79
    """

    metric: str
    label: str
    score: float
    interval: tuple[float, float]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class ContrastExampleRow:
    """An item that some metric gets wrong.

    Attributes
    ----------
    phenomenon : str
        Of the item.
    item : int
        Its number from 1, in the order of the files.
    id, langpair : str
        As the file has them; the id is the number where it has none, the language pair may be empty.
    source, reference, good, wrong : str
        Texts; empty where there is none.
    scores : mapping of str to (float, float)
        By label, of the good and of the wrong translation.
    missed_by : tuple of str
        Labels of the metrics that do not prefer the good one.

    Examples
    --------
    >>> from steelyard.results import ContrastExampleRow
    >>> row = ContrastExampleRow("number", 1, "1", "", "", "2", "two", "three", {"BLEU": (0.0, 0.0)}, ("BLEU",))
    >>> row.missed_by
    ('BLEU',)
    """

    phenomenon: str
    item: int
    id: str
    langpair: str
    source: str
    reference: str
    good: str
    wrong: str
    scores: Mapping[str, tuple[float, float]]
    missed_by: tuple[str, ...]

    __repr__ = short_repr


class ContrastsMethod(MethodOfUnits, Provenance, Told):
    """How metrics were put to the test.

    Attributes
    ----------
    ties : str
        What ties count as: ``"wrong"`` or ``"half"``.
    n_left_out : dict of str to int
        Items that were left out, by why.
    alpha, confidence_level : float
        Family-wise error rate, and level of the intervals.
    n_resamples, seed : int
        Of the tests over several phenomena.
    n_phenomenon_tests, n_phenomenon_tests_told, n_mean_tests : int
        Sizes of the two families; of the first also how many differences could have been told apart at all.
    notes : list of str
        What must not be overlooked.
    sentence : str
        The same for the paper.
    """

    ties: str
    n_left_out: dict[str, int]
    alpha: float
    confidence_level: float
    n_resamples: int
    seed: int
    n_phenomenon_tests: int
    n_phenomenon_tests_told: int
    n_mean_tests: int
    notes: list[str]
    sentence: str


@dataclass(frozen=True)
class Contrasts(Result):
    """Which errors metrics see, and which they miss.

    Attributes
    ----------
    rates : tuple of ContrastRow
        All items, the mean over phenomena, categories, phenomena and language pairs; each with a row per metric.
    pairs : tuple of ItemPairRow
        Every two metrics, by label, on the mean over phenomena, the ACES score (level ``"aces"``), the categories, and
        every phenomenon.
    aces : tuple of AcesRow
        Of every metric; empty where the items do not have ACES's ten categories.
    examples : tuple of ContrastExampleRow
        By phenomenon, items that metrics get wrong.
    method : mapping
        How it was done, versions and the SHA-256 of every input.

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

    rates: tuple[ContrastRow, ...]
    pairs: tuple[ItemPairRow, ...]
    aces: tuple[AcesRow, ...]
    examples: tuple[ContrastExampleRow, ...]
    method: ContrastsMethod

    def __str__(self) -> str:
        """Return how many items and metrics there are, and how many differences were found."""
        n_metrics = len({row.metric for row in self.rates})
        size = f"Contrasts: {self.method['n_segments']:,} items, {n_metrics} metric{'s' * (n_metrics != 1)}"
        if not self.pairs:
            return size
        n = sum(pair.verdict in ("better", "worse") for pair in self.pairs)
        return f"{size}\n{n} of {len(self.pairs)} differences are significant at {self.method['alpha']:g}"
