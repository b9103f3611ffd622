"""How consistently repeated source words and terms are translated."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from steelyard.questions.compare.answer import CompareMethod
from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import MetricRow, column, documented, row
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

__all__ = [
    "Consistency",
    "ConsistencyMethod",
    "ConsistencyTextRow",
    "EnforcedRow",
    "RepeatedWordRow",
    "TermExampleRow",
    "TermRow",
]

Forms = tuple[tuple[str, int], ...]

_MOST_SEGMENTS = 5


def forms_text(forms: Iterable[tuple[str, int]]) -> str:
    """List forms with their counts."""
    return clean(", ".join(f"{form} ({n})" for form, n in forms))


def _segments(segments: tuple[int, ...]) -> str:
    more = ", ..." if len(segments) > _MOST_SEGMENTS else ""
    return ", ".join(map(str, segments[:_MOST_SEGMENTS])) + more


@row
class ConsistencyTextRow:
    """A reference or an output."""

    system: str = column("name of the text", "text")
    n_words: int = column("number of words", ">words", ",")
    n_types: int = column("number of different words")
    type_token_ratio: float = column(
        "different words by words: the more words, the lower",
        ">types/words",
        ".3f",
        "different words divided by words of the whole text; it falls with length",
    )
    n_occurrences: int = column("occurrences of repeated source words, or of terms", ">occurrences", ",")
    n_found: int = column("those of which it is known what the text has for them")
    found_rate: float = column(
        "share of these; with alignments alone, the share of occurrences that are linked",
        ">found",
        ".1%",
        "share of the occurrences with a known target",
    )
    n_repeated: int = column(
        "words or terms that a document repeats, two or more occurrences of which are known", ">repeated words", ","
    )
    n_compared: int = column("those of them that all texts have; what follows is about these", ">compared", ",")
    shares: tuple[float, float, float, float] = column("share of them with one form, two, three, and four or more")
    herfindahl: float = column(
        "mean sum of the squared shares of a word's forms: 1 for one form, 1/2 for two equal ones",
        ">Herfindahl",
        ".4f",
        legend=True,
    )
    agreement: float = column("mean probability that two occurrences have the same form")
    n_right: int | None = column("with a glossary, occurrences for which the text has an allowed target", ">right", ",")
    n_forbidden: int | None = column(
        "with a glossary, occurrences for which the text has a forbidden target", ">forbidden", ","
    )
    scores: Mapping[str, float] = column("by label, under the metrics that were asked for; empty for references")


@row
class RepeatedWordRow:
    """A source word that a document repeats, and that one of reference and system gives in one form alone."""

    consistent: Literal["reference", "system"] = column(
        "which of them does; where the reference does and the system does not, errors in the choice of words are likely"
    )
    system: str = column(terms.SYSTEM)
    document: str = column("the document; empty where none are given", "document")
    word: str = column("the word or term", "word")
    reference_forms: Forms = column(
        "forms of the reference with their counts, most frequent first", "reference", forms_text
    )
    system_forms: Forms = column("forms of the system likewise", "system", forms_text)
    segments: tuple[int, ...] = column("segments that have the word, from 1", "segments", _segments)


@row
class TermRow:
    """A term of the glossary in a text."""

    term: str = column("the term")
    system: str = column("name of the reference or system")
    n_occurrences: int = column("occurrences in the source")
    n_right: int = column("those for which the text has an allowed target")
    n_forbidden: int = column("those for which the text has a forbidden target")
    forms: Forms = column("what the text has for them as far as it is known, the most frequent first")


@row
class TermExampleRow:
    """A segment that lacks an allowed target of a term."""

    term: str = column("the term")
    system: str = column("name of the reference or system")
    segment: int = column("its number, from 1")
    allowed: tuple[str, ...] = column("allowed targets of the term")
    forbidden: str = column("the forbidden target that the text has; empty where it has none")
    source: str = column("the source")
    output: str = column("the output")


@row
class EnforcedRow(MetricRow):
    """What an output would score if each repeated word had one form in a document."""

    form: Literal["own", "reference"] = column(
        "which one: the most frequent one of the output, or of the first reference, which makes an oracle of it",
        "form",
        {"own": "the output's own", "reference": "the reference's"}.__getitem__,
    )
    system: str = column("name of the output", "text")
    n_words: int = column("repeated words that had another form somewhere", ">words", ",")
    n_exchanged: int = column("occurrences whose words were exchanged", ">exchanged", ",")
    score: float = column("score before, of words with spaces between", ">before", "score")
    enforced: float = column("score after", ">after", "score")
    gain: float = column("their difference", ">gain", "+score")
    interval: tuple[float, float] | None = column(
        "confidence interval of the gain; None for a single unit", "interval", "+score"
    )


@documented
class ConsistencyMethod(CompareMethod):
    """How forms were found and compared; the rest is as in a comparison."""

    notes: Annotated[list[str], "cautions"]
    has_glossary: Annotated[bool, "whether forms come from a glossary"]
    has_alignments: Annotated[bool, "whether forms come from alignments"]
    references: Annotated[list[str], "names of the texts that are references"]


@documented
@dataclass(frozen=True)
class Consistency(Result):
    r"""How consistently repeated source words and terms are translated.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["Die Fähre fuhr ab.", "Die Fähre kam an."]],
    ...     systems={"x": ["Die Fähre fuhr ab.", "Das Boot kam an."]},
    ...     sources=["The ferry left.", "The ferry arrived."],
    ... )
    >>> found = sy.lab.consistency(sy.evaluate(data), glossary=["ferry\tFähre"], n_resamples=50)
    >>> [(row.system, row.n_right) for row in found.terms]
    [('reference', 2), ('x', 1)]
    """

    schema: ClassVar[str] = "steelyard.consistency/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "texts", "words", "terms", "examples", "enforced")

    scores: Annotated[tuple[ScoreRow, ...], "measure by measure, references first"]
    pairs: Annotated[tuple[PairRow, ...], "every two texts, measure by measure"]
    texts: Annotated[tuple[ConsistencyTextRow, ...], "references, then systems"]
    words: Annotated[tuple[RepeatedWordRow, ...], "where the first reference and a system differ"]
    terms: Annotated[tuple[TermRow, ...], "with a glossary: term by term"]
    examples: Annotated[tuple[TermExampleRow, ...], "with a glossary: segments that lack a target"]
    method: Annotated[ConsistencyMethod, "method, versions and the SHA-256 of every input"]
    enforced: Annotated[
        tuple[EnforcedRow, ...], "what one form for each repeated word would bring, if that was asked for"
    ] = ()
