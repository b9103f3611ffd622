"""Pass or fail, and the comparison or the scores that it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from steelyard.errors import SpecError
from steelyard.questions.compare.answer import CompareMethod, Comparison, RunRow
from steelyard.questions.score.answer import ScoreMethod, ScoreTable
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.gate_outcome import GateOutcome, GateVerdict
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["Gate", "GateLook"]


@row
class GateLook:
    """A look at a test set that a ledger counts."""

    line: str = column("hash of its line in the ledger")
    number: int = column("its number on this test set, from 1; looks on separate branches can share one")
    alpha: float = column("error rate of all looks together")
    level: float = column("share of this look")
    spent: float = column("shares of the looks before it; after a failed gate, of those since")
    is_guaranteed: bool = column("whether the level holds: no scores were shown at an earlier look")
    is_shown: bool = column("whether scores are shown")
    is_new: bool = column("whether this look is new in the ledger; the same gate run again costs nothing")
    can_fail: bool = column("whether any difference could be significant at this level", default=True)


@documented
@dataclass(frozen=True)
class Gate(Result):
    """Whether a system may take the place of the first.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> print(sy.evaluate(data, metrics=["wer"]).gate(min_score=0.1))
    Gate: fail, 1 of 1 outcomes fail
    """

    schema: ClassVar[str] = "steelyard.gate/1"
    tables: ClassVar[tuple[str, ...]] = ("outcomes", "scores")

    verdict: Annotated[
        GateVerdict, "``fail`` where one outcome fails, ``pass`` where all pass; ``open`` where no more is told"
    ]
    outcomes: Annotated[tuple[GateOutcome, ...], "one for each difference and each score that is limited"]
    scores: Annotated[tuple[ScoreRow, ...], "as in a `Comparison`; of one system alone as in a `ScoreTable`"]
    method: Annotated[Mapping[str, Any], "as there"]
    pairs: Annotated[tuple[PairRow, ...], "as in a `Comparison`; empty of one system alone"] = ()
    runs: Annotated[tuple[RunRow, ...], "likewise, where systems have several runs"] = ()
    looks: Annotated[tuple[GateLook, ...], "one, with a ledger; where it shows no scores, all above is empty"] = ()

    @property
    def basis(self) -> Comparison | ScoreTable:
        """The comparison behind the verdict, or the scores of one system."""
        if self.is_hidden:
            raise SpecError(
                "This gate has a verdict only, to keep the level of its ledger: use --show-scores for scores."
            )
        if not self.pairs:
            return ScoreTable(self.scores, cast("ScoreMethod", self.method))
        return Comparison(self.pairs, self.scores, cast("CompareMethod", self.method), self.runs)

    @property
    def is_hidden(self) -> bool:
        """Whether scores are hidden."""
        return any(not look.is_shown for look in self.looks)

    def __str__(self) -> str:
        """Return the verdict, and how many outcomes fail."""
        if self.is_hidden:
            return f"Gate: {self.verdict}, look {self.looks[0].number} at a level of {self.looks[0].level:g}"
        n_failed = sum(one.verdict == "fail" for one in self.outcomes)
        return f"Gate: {self.verdict}, {n_failed} of {len(self.outcomes)} outcomes fail"
