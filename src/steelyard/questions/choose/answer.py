"""Which output of several was taken, and what that is worth."""

from dataclasses import dataclass, field
from typing import ClassVar, NotRequired

from steelyard.results.base import Result
from steelyard.results.method import MethodOfUnits, Provenance, Told
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.short_repr import short_repr

__all__ = ["UtilityRow", "Choice", "ChoiceMethod", "ChosenRow", "CombinedRow", "PickRow", "PoolRow", "SelectionRow"]


@dataclass(frozen=True, slots=True)
class PickRow:
    """What was taken for a source.

    Attributes
    ----------
    source : int
        From 1.
    candidate : int
        Its place among the source's candidates, from 1; of equal texts the first.
    system : str
        Who wrote it; empty where that is not known.
    text : str
        The output.
    gain : float or None
        What it was chosen by: its expected utility, quality estimate or score.
    margin : float or None
        By how much that is more than the next other text has; None for a single one.
    n_candidates, n_distinct : int
        Candidates of the source, and different texts among them.
    n_effective : float or None
        As many pieces of evidence of equal weight.

    Examples
    --------
    >>> from steelyard.results import PickRow
    >>> PickRow(1, 2, "ours", "a b", 0.6, 0.1, 3, 3, 3.0).candidate
    2
    """

    source: int
    candidate: int
    system: str
    text: str
    gain: float | None
    margin: float | None
    n_candidates: int
    n_distinct: int
    n_effective: float | None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class CombinedRow:
    """What was made of the words of a source's candidates.

    Attributes
    ----------
    source : int
        From 1.
    text : str
        The combination.
    score : float
        Votes for its words and NULLs, with what NULLs bring; where logarithms of shares of votes are added up, with
        those of the backbone's prior and of a language model too.
    n_nulls : int
        Columns in which no word was chosen.
    backbone : int
        The candidate that gave the order of words, from 1.
    system : str
        Who wrote the backbone; empty where that is not known.

    Examples
    --------
    >>> from steelyard.results import CombinedRow
    >>> CombinedRow(1, "a b", 5.0, 0, 2, "ours").backbone
    2
    """

    source: int
    text: str
    score: float
    n_nulls: int
    backbone: int
    system: str

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class SelectionRow:
    """One way to take an output for every source.

    Attributes
    ----------
    selection : str
        ``"baseline"``, ``"chosen"``, ``"combined"``, ``"random"``, or such as ``"best by BLEU"``.
    about : str
        What it is: a system's name, or a rule.
    gain : float or None
        Mean of what choices were made by, as for `PickRow`.
    characters : float
        Mean length.
    length_ratio : float or None
        Characters of all outputs by those of the first references.
    same_as_baseline : float
        Share of the sources for which the text is the baseline's.

    Examples
    --------
    >>> from steelyard.results import SelectionRow
    >>> SelectionRow("baseline", "ours", 41.5, 80.2, 0.97, 1.0).about
    'ours'
    """

    selection: str
    about: str
    gain: float | None
    characters: float
    length_ratio: float | None
    same_as_baseline: float


@dataclass(frozen=True, slots=True)
class ChosenRow:
    """How often outputs of a system, or of a place in the lists, were taken.

    Attributes
    ----------
    name : str
        The system, or such as ``"candidate 3"``.
    n_chosen : int
        Sources.
    share : float
        Of all.
    agreement : float or None
        Mean utility of the system's outputs against those of the others.
    alone : float or None
        Score of all of the system's outputs, by people where they rated them, else by the first judge that is not the
        utility.

    Examples
    --------
    >>> from steelyard.results import ChosenRow
    >>> ChosenRow("ours", 30, 0.25, 48.1).share
    0.25
    """

    name: str
    n_chosen: int
    share: float
    agreement: float | None = None
    alone: float | None = None


@dataclass(frozen=True, slots=True)
class UtilityRow:
    """Mean utility of a system's outputs where another's are the truth.

    Attributes
    ----------
    system_a, system_b : str
        Whose outputs are scored, and against whose.
    utility : float
        Mean over sources.

    Examples
    --------
    >>> from steelyard.results import UtilityRow
    >>> UtilityRow("ours", "theirs", 61.2).utility
    61.2
    """

    system_a: str
    system_b: str
    utility: float


@dataclass(frozen=True, slots=True)
class PoolRow:
    """What the choice from a smaller pool is worth.

    Attributes
    ----------
    pools : str
        ``"random"``; ``"best first"``: the best single systems; ``"greedy"``: each time the system joins that makes the
        best pool; ``"unlike"``: each time the one that is good and unlike those before it.
    n_candidates : int
        Of each source.
    metric : str
        Spelling of the metric that judges, or the name of people's ratings.
    label : str
        Its short name.
    score : float
        Of what was chosen, the mean over the pools.
    low, high : float
        The least and the largest over the pools.
    n_pools : int
        How many there were.
    added : str
        The system that joined; empty in random pools.

    Examples
    --------
    >>> from steelyard.results import PoolRow
    >>> PoolRow("random", 4, "bleu", "BLEU", 31.2, 30.8, 31.9, 10).n_candidates
    4
    """

    pools: str
    n_candidates: int
    metric: str
    label: str
    score: float
    low: float
    high: float
    n_pools: int
    added: str = ""

    __repr__ = short_repr


class ChoiceMethod(Provenance, MethodOfUnits, Told):
    """How outputs were chosen and judged.

    Attributes
    ----------
    by : str
        Consensus, qe, oracle or oracle-people.
    utility, utility_label : str
        Spelling and short name of what choices were made by.
    decoder : str
        How the expected utility was found.
    n_pairs : int
        Utilities that were computed.
    baseline : str
        What the choice was compared with: a system, or ``"the first candidate"``.
    warnings : list of str
        What must not be overlooked.
    confidence_level : float
        Of the intervals.
    guide : str
        By whose scores systems are ordered, and what they are worth alone; none without references and ratings.
    n_rated : int
        Sources whose candidates people rated, all of them; scores of people are of these.
    higher_is_better : bool
        Of the utility.
    sentence : str
        For the paper.
    """

    by: str
    utility: str
    utility_label: str
    decoder: str
    n_pairs: int
    baseline: str
    warnings: list[str]
    confidence_level: float
    guide: NotRequired[str]
    n_rated: NotRequired[int]
    higher_is_better: bool
    sentence: str


@dataclass(frozen=True)
class Choice(Result):
    """One output for every source, and what the choice is worth.

    Attributes
    ----------
    selections : tuple of SelectionRow
        The baseline, what was chosen, a random candidate, the best and the worst there are.
    scores : tuple of ScoreRow
        Of each selection, metric by metric; people's last.
    pairs : tuple of PairRow
        What was chosen, or combined, against the baseline, and what was combined against what was chosen, metric by
        metric.
    chosen : tuple of ChosenRow
        Which systems or places were taken how often.
    agreement : tuple of UtilityRow
        Of every two systems.
    pools : tuple of PoolRow
        What smaller pools would have given.
    picks : tuple of PickRow
        Source by source.
    combined : tuple of CombinedRow
        Likewise; empty where nobody asked for combinations.
    method : mapping
        How it was done.

    Examples
    --------
    >>> import steelyard as sy
    >>> choice = sy.lab.choose([["a b c", "a b d", "x"], ["e f", "e g"]])
    >>> choice.texts
    ('a b c', 'e f')
    """

    schema: ClassVar[str] = "steelyard.choice/1"
    tables: ClassVar[tuple[str, ...]] = ("selections", "picks")

    selections: tuple[SelectionRow, ...]
    scores: tuple[ScoreRow, ...] = ()
    pairs: tuple[PairRow, ...] = ()
    chosen: tuple[ChosenRow, ...] = ()
    agreement: tuple[UtilityRow, ...] = ()
    pools: tuple[PoolRow, ...] = ()
    picks: tuple[PickRow, ...] = ()
    combined: tuple[CombinedRow, ...] = ()
    method: ChoiceMethod = field(kw_only=True)

    @property
    def texts(self) -> tuple[str, ...]:
        """What was combined for every source where that was asked for, else what was taken."""
        return tuple(row.text for row in self.combined or self.picks)

    def __str__(self) -> str:
        """Return how many sources there are, and by what outputs were chosen."""
        label = self.method["utility_label"]
        return f"Choice: {len(self.picks):,} outputs of {sum(row.n_candidates for row in self.picks):,}, by {label}"
