"""Pass or fail, and the comparison or the scores that it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from steelyard.questions.compare.answer import CompareMethod, Comparison, RunRow
from steelyard.questions.score.answer import ScoreMethod, ScoreTable
from steelyard.results.base import Result
from steelyard.results.columns import documented
from steelyard.results.gate_outcome import GateOutcome, GateVerdict
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["Gate"]


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

    verdict: Annotated[GateVerdict, "``fail`` where one outcome fails, ``pass`` where all pass"]
    outcomes: Annotated[tuple[GateOutcome, ...], "one for each difference and each score that is limited"]
    scores: Annotated[tuple[ScoreRow, ...], "as in a `Comparison`; of one system alone as in a `ScoreTable`"]
    method: Annotated[Mapping[str, Any], "as there"]
    pairs: Annotated[tuple[PairRow, ...], "as in a `Comparison`; empty of one system alone"] = ()
    runs: Annotated[tuple[RunRow, ...], "likewise, where systems have several runs"] = ()

    @property
    def basis(self) -> Comparison | ScoreTable:
        """What the verdict rests on: a comparison, or the scores of one system."""
        if not self.pairs:
            return ScoreTable(self.scores, cast("ScoreMethod", self.method))
        return Comparison(self.pairs, self.scores, cast("CompareMethod", self.method), self.runs)

    def __str__(self) -> str:
        """Return the verdict, and how many outcomes fail."""
        n_failed = sum(one.verdict == "fail" for one in self.outcomes)
        return f"Gate: {self.verdict}, {n_failed} of {len(self.outcomes)} outcomes fail"
