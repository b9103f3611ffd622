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
    candidate: int = column("its place among the source's candidates, from 1; of equal texts the first")
    system: str = column("who wrote it; empty where that is not known")
    text: str = column("the output")
    gain: float | None = column("what it was chosen by: its expected utility, quality estimate or score")
    margin: float | None = column("by how much that is more than the next other text has; None for a single one")
    n_candidates: int = column("candidates of the source")
    n_distinct: int = column("different texts among them")
    n_effective: float | None = column("as many pieces of evidence of equal weight")


@row
class CombinedRow:
    """What was made of the words of a source's candidates."""

    source: int = column("from 1")
    text: str = column("the combination")
    score: float = column(
        "votes for its words and NULLs, with what NULLs bring; where logarithms of shares of votes are added "
        "up, with those of the backbone's prior and of a language model too"
    )
    n_nulls: int = column("columns in which no word was chosen")
    backbone: int = column("the candidate that gave the order of words, from 1")
    system: str = column("who wrote the backbone; empty where that is not known")


@row
class SelectionRow:
    """One way to take an output for every source."""

    selection: str = column('``"baseline"``, ``"chosen"``, ``"combined"``, ``"random"``, or such as ``"best by BLEU"``')
    about: str = column("what it is: a system's name, or a rule")
    gain: float | None = column("mean of what choices were made by, as for `PickRow`")
    characters: float = column("mean length in characters", ">characters", ".1f")
    length_ratio: float | None = column(
        "characters of all outputs by those of the first references", ">length ratio", ".3f"
    )
    same_as_baseline: float = column(
        "share of the sources for which the text is the baseline's", ">as baseline", ".0%", legend=True
    )


@row
class ChosenRow:
    """How often outputs of a system, or of a place in the lists, were taken."""

    name: str = column('the system, or such as ``"candidate 3"``', "taken from")
    n_chosen: int = column("sources for which it was taken", ">sources", ",")
    share: float = column("share of these", ">share", ".1%")
    agreement: float | None = column(
        "mean utility of the system's outputs against those of the others", ">agreement", "score", True, default=None
    )
    alone: float | None = column(
        "score of all of the system's outputs, by people where they rated them, else by the first judge that is not "
        "the utility",
        default=None,
    )


@row
class UtilityRow:
    """Mean utility of a system's outputs where another's are the truth."""

    system: str = column("the system whose outputs are scored")
    against: str = column("the system against whose outputs they are scored")
    utility: float = column("mean over sources")


@row
class PoolRow:
    """What the choice from a smaller pool is worth."""

    pools: str = column(
        '``"random"``; ``"best first"``: the best single systems; ``"greedy"``: each time the system joins '
        'that makes the best pool; ``"unlike"``: each time the one that is good and unlike those before it'
    )
    n_candidates: int = column("of each source")
    metric: str = column("spelling of the metric that judges, or the name of people's ratings")
    label: str = column("its short name")
    score: float = column("of what was chosen, the mean over the pools")
    low: float = column("the least over the pools")
    high: float = column("the largest over the pools")
    n_pools: int = column("how many there were")
    added: str = column("the system that joined; empty in random pools", default="")


@documented
class ChoiceMethod(Provenance, MethodOfUnits, WithRecipe):
    """How outputs were chosen and judged."""

    by: Annotated[str, "consensus, qe, oracle or oracle-people"]
    utility: Annotated[str, "spelling of what choices were made by"]
    utility_label: Annotated[str, "its short name"]
    decoder: Annotated[str, "how the expected utility was found"]
    n_pairs: Annotated[int, "utilities that were computed"]
    baseline: Annotated[str, 'what the choice was compared with: a system, or ``"the first candidate"``']
    warnings: Annotated[list[str], "what must not be overlooked"]
    confidence_level: Annotated[float, "of the intervals"]
    guide: NotRequired[
        Annotated[
            str,
            "label of the scores that order the candidates; missing without references and ratings",
        ]
    ]
    n_rated: NotRequired[
        Annotated[int, "sources whose candidates people rated, all of them; scores of people are of these"]
    ]
    higher_is_better: Annotated[bool, "of the utility"]
    sentence: Annotated[str, "for the paper"]


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
        tuple[SelectionRow, ...], "the baseline, what was chosen, a random candidate, the best and the worst there are"
    ]
    scores: Annotated[tuple[ScoreRow, ...], "of each selection, metric by metric; people's last"] = ()
    pairs: Annotated[
        tuple[PairRow, ...],
        "what was chosen, or combined, against the baseline, and what was combined against what was chosen, "
        "metric by metric",
    ] = ()
    chosen: Annotated[tuple[ChosenRow, ...], "which systems or places were taken how often"] = ()
    agreement: Annotated[tuple[UtilityRow, ...], "of every two systems"] = ()
    pools: Annotated[tuple[PoolRow, ...], "what smaller pools would have given"] = ()
    picks: Annotated[tuple[PickRow, ...], "source by source"] = ()
    combined: Annotated[tuple[CombinedRow, ...], "likewise; empty where nobody asked for combinations"] = ()
    method: Annotated[ChoiceMethod, "how it was done"] = field(kw_only=True)

    @property
    def texts(self) -> tuple[str, ...]:
        """What was combined for every source where that was asked for, else what was taken."""
        return tuple(row.text for row in self.combined or self.picks)

    def __str__(self) -> str:
        """Return how many sources there are, and by what outputs were chosen."""
        label = self.method["utility_label"]
        return f"Choice: {len(self.picks):,} outputs of {sum(row.n_candidates for row in self.picks):,}, by {label}"
