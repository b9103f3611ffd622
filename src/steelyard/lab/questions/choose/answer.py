"""Which output of several was taken, and what that is worth."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, NotRequired

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import MethodOfUnits, Provenance, WithRecipe
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["UtilityRow", "Choice", "ChoiceMethod", "ChosenRow", "CombinedRow", "PickRow", "PoolRow", "SelectionRow"]


@row
class PickRow:
    """What was taken for a source."""

    source: int = column("from 1")
    candidate: int = column("number of the candidate, from 1; of equal texts the first")
    system: str = column("name of the system; empty if unknown")
    text: str = column("the output")
    gain: float | None = column("criterion of the choice: expected utility, quality estimate or score")
    margin: float | None = column("difference to the next best other text; None for a single text")
    n_candidates: int = column("number of candidates of the source")
    n_distinct: int = column("number of different texts")
    n_effective: float | None = column("effective number of pieces of evidence")


@row
class CombinedRow:
    """What was made of the words of a source's candidates."""

    source: int = column("from 1")
    text: str = column("the combination")
    score: float = column(
        "sum of votes for its words and NULLs, or of log vote shares, the log-prior of the backbone and the language "
        "model"
    )
    n_nulls: int = column("number of columns without a word")
    backbone: int = column("number of the candidate that gave the word order, from 1")
    system: str = column("system of the backbone; empty if unknown")


@row
class SelectionRow:
    """One way to take an output for every source."""

    selection: str = column('``"baseline"``, ``"chosen"``, ``"combined"``, ``"random"``, or such as ``"best by BLEU"``')
    about: str = column("name of the system, or the rule")
    gain: float | None = column("mean of the criterion of the choice, as in `PickRow`")
    characters: float = column("mean length in characters", ">characters", ".1f")
    length_ratio: float | None = column(
        "characters of all outputs divided by characters of the first references", ">length ratio", ".3f"
    )
    same_as_baseline: float = column(
        "share of the sources with the text of the baseline", ">as baseline", ".0%", legend=True
    )


@row
class ChosenRow:
    """How often outputs of a system, or of a place in the lists, were taken."""

    name: str = column('the system, or such as ``"candidate 3"``', "taken from")
    n_chosen: int = column("number of sources for which it was chosen", ">sources", ",")
    share: float = column("share of all sources", ">share", ".1%")
    agreement: float | None = column(
        "mean utility of the system's outputs against the outputs of the others",
        ">agreement",
        "score",
        True,
        default=None,
    )
    alone: float | None = column(
        "score of all of the system's outputs, by people where they rated them, else by the first judge that is not "
        "the utility",
        default=None,
    )


@row
class UtilityRow:
    """Mean utility of a system's outputs where another's are the truth."""

    system: str = column("system whose outputs are scored")
    against: str = column("system whose outputs are the references")
    utility: float = column("mean over sources")


@row
class PoolRow:
    """What the choice from a smaller pool is worth."""

    pools: str = column(
        '``"random"``; ``"best first"``: the best single systems; ``"greedy"``: each time the system joins '
        'that makes the best pool; ``"unlike"``: each time the one that is good and unlike those before it'
    )
    n_candidates: int = column("number of candidates of each source")
    metric: str = column("spelling of the metric of the evaluation, or the name of the ratings")
    label: str = column("its short name")
    score: float = column("score of the chosen outputs, mean over the pools")
    low: float = column("lowest over the pools")
    high: float = column("highest over the pools")
    n_pools: int = column("number of pools")
    added: str = column("system that was added; empty in random pools", default="")


@documented
class ChoiceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How outputs were chosen and judged."""

    by: Annotated[str, "consensus, qe, oracle or oracle-people"]
    utility: Annotated[str, "spelling of the criterion of the choice"]
    utility_label: Annotated[str, "its short name"]
    decoder: Annotated[str, "computation of the expected utility"]
    n_pairs: Annotated[int, "number of computed utilities"]
    baseline: Annotated[str, 'baseline: a system, or ``"the first candidate"``']
    warnings: Annotated[list[str], "cautions"]
    confidence_level: Annotated[float, "confidence level of the intervals"]
    guide: NotRequired[
        Annotated[str, "label of the scores that order the systems; missing without references and ratings"]
    ]
    n_rated: NotRequired[Annotated[int, "number of sources with ratings of all candidates"]]
    higher_is_better: Annotated[bool, "of the utility"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class Choice(Result):
    """One output for every source, and what the choice is worth.

    Examples
    --------
    >>> import steelyard as sy
    >>> choice = sy.lab.choose([["a b c", "a b d", "x"], ["e f", "e g"]])
    >>> choice.texts
    ('a b c', 'e f')
    """

    schema: ClassVar[str] = "steelyard.choice/1"
    tables: ClassVar[tuple[str, ...]] = ("selections", "picks")

    selections: Annotated[
        tuple[SelectionRow, ...], "baseline, chosen outputs, random candidates, the best and the worst candidates"
    ]
    scores: Annotated[tuple[ScoreRow, ...], "of each selection, metric by metric; ratings last"] = ()
    pairs: Annotated[
        tuple[PairRow, ...],
        "what was chosen, or combined, against the baseline, and what was combined against what was chosen, "
        "metric by metric",
    ] = ()
    chosen: Annotated[tuple[ChosenRow, ...], "how often systems or places were chosen"] = ()
    agreement: Annotated[tuple[UtilityRow, ...], "of every two systems"] = ()
    pools: Annotated[tuple[PoolRow, ...], "results of smaller pools"] = ()
    picks: Annotated[tuple[PickRow, ...], "source by source"] = ()
    combined: Annotated[tuple[CombinedRow, ...], "source by source; empty without combinations"] = ()
    method: Annotated[ChoiceMethod, "method, versions and the SHA-256 of every input"] = field(kw_only=True)

    @property
    def texts(self) -> tuple[str, ...]:
        """What was combined for every source where that was asked for, else what was taken."""
        return tuple(row.text for row in self.combined or self.picks)

    def __str__(self) -> str:
        """Return how many sources there are, and by what outputs were chosen."""
        label = self.method["utility_label"]
        return f"Choice: {len(self.picks):,} outputs of {sum(row.n_candidates for row in self.picks):,}, by {label}"
