"""How good word alignments are, and which of them differ."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.questions.compare.answer import CompareMethod
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.numbers import significant_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["AlignmentRow", "Alignments", "AlignmentsMethod", "PhraseRow"]


@row
class AlignmentRow:
    """What an alignment links."""

    system: str = column('its name; ``"gold"`` is the one that people made', "alignment")
    n_links: int = column("links", ">links", ",")
    n_sure: int = column("those that gold has as sure", ">sure", ",")
    n_possible: int = column("those that gold has only as possible", ">possible", ",")
    n_wrong: int = column("those that gold does not have", ">wrong", ",")
    n_missing: int = column("sure links of gold that it does not have", ">sure missing", ",")
    unlinked_source: float = column(
        "share of the source words without a link",
        ">unlinked source",
        ".1%",
        "share of the source words without a link; target: of the target words",
    )
    unlinked_target: float = column("share of the target words without a link", ">target", ".1%")
    format: str = column('``"links"``, ``"naacl"``, ``"giza"``; ``"made"`` of two directions')
    first_number: int = column("of the first word in the file")


@row
class PhraseRow:
    """Phrase pairs of an alignment, by the words of their source side."""

    system: str = column("name of the alignment", "alignment")
    longest: int = column("words of a phrase on either side, at most")
    n_words: int | None = column("words of the source side; None for all phrases together")
    n_phrases: int = column("phrases of the alignment", ">phrases", ",")
    n_gold: int = column("phrases of gold", ">gold", ",")
    n_shared: int = column("phrases of both", ">shared", ",")
    coverage: float = column(
        "share of the source words that lie in such a phrase of the alignment",
        ">covered",
        ".1%",
        "share of the source words that lie in such a phrase; by 1: in one of a single source word",
    )


@documented
class AlignmentsMethod(CompareMethod):
    """How alignments were scored and compared; the rest is as in a comparison, without tests where there is one."""

    notes: Annotated[list[str], "what must not be overlooked"]


@documented
@dataclass(frozen=True)
class Alignments(Result):
    """Word alignments against gold links, and which of them differ.

    Examples
    --------
    >>> import steelyard as sy
    >>> found = sy.lab.score_alignments([[(0, 0), (1, 1)]], {"mine": [[(0, 0)]]}, metrics=["aer"])
    >>> round(found.scores[0].score, 1), found.alignments[1].n_missing
    (33.3, 1)
    """

    schema: ClassVar[str] = "steelyard.alignments/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "alignments", "phrases")

    scores: Annotated[tuple[ScoreRow, ...], "measure by measure, alignments in the given order"]
    pairs: Annotated[tuple[PairRow, ...], "every two of them, measure by measure"]
    alignments: Annotated[tuple[AlignmentRow, ...], "what each links; gold first"]
    phrases: Annotated[tuple[PhraseRow, ...], "by alignment and length; none where phrase error rate was not asked for"]
    method: Annotated[AlignmentsMethod, "how it was done"]

    def __str__(self) -> str:
        """Return how many alignments there are, and how many differences are significant."""
        size = f"Alignments: {len(self.alignments) - 1} of {self.method['n_segments']:,} sentence pairs"
        return size + significant_text(self.pairs, self.method["alpha"])
