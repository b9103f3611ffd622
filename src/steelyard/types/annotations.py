"""What other programs say of a text: tags, lemmas, dependencies, and links to the words of the source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import short_repr
from steelyard.types.checks import BACKWARD
from steelyard.types.parses.constituents import Constituent, check_constituents

__all__ = ["Alignment", "AnnotationFile", "Parse", "Parses", "Word", "check_alignments", "check_parses"]

T_co = TypeVar("T_co", covariant=True)

Alignment = tuple[tuple[int, int], ...]
"""Links of one segment: pairs (source word, word of the text), from 0."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its annotation, as CoNLL-U has it.

    Attributes
    ----------
    form, lemma, upos, xpos : str
        The word, its dictionary form, its universal and its language's part of speech; ``""`` where not annotated.
    feats, misc : tuple of (str, str)
        Names and values in their order, such as ``(("Number", "Sing"),)``; a name without a value has ``""``.
    head : int, optional
        Number of the word it depends on, from 1; 0 for a root, None where the text was not parsed.
    deprel : str
        Relation to the head, such as ``"nsubj"``.

    Examples
    --------
    >>> from steelyard.types import Word
    >>> Word("dogs", "dog", "NOUN", head=2, deprel="nsubj").lemma
    'dog'
    """

    form: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: tuple[tuple[str, str], ...] = ()
    head: int | None = None
    deprel: str = ""
    misc: tuple[tuple[str, str], ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Parse:
    """One analysis of a segment: its words, which may form several trees.

    Attributes
    ----------
    words : tuple of Word
        In order; none for an empty segment. A segment of several sentences has the words of all of them, and a root
        for each.
    score : float, optional
        What the parser gives the analysis.
    rank : int, default 1
        Place in a list of the n best, from 1.
    constituents : tuple of Constituent, default ()
        Phrases and parts of speech over the words, outer ones first; none where the text has no such analysis.

    Raises
    ------
    DataError
        A head is not a word of the parse, words depend on each other in a circle, or constituents are no trees.

    Examples
    --------
    >>> from steelyard.types import Parse, Word
    >>> parse = Parse((Word("dogs", head=2, deprel="nsubj"), Word("bark", head=0, deprel="root")))
    >>> parse.is_parsed, len(parse.words)
    (True, 2)
    """

    words: tuple[Word, ...] = ()
    score: float | None = None
    rank: int = 1
    constituents: tuple[Constituent, ...] = ()

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Freeze the words and check that heads and constituents form trees."""
        object.__setattr__(self, "words", tuple(self.words))
        object.__setattr__(self, "constituents", tuple(self.constituents))
        check_constituents(self.constituents, len(self.words))
        if fault := _fault_of_heads([word.head for word in self.words]):
            raise DataError(f"{fault[1]} Give every word the number of its head, and a root 0.")

    @property
    def is_parsed(self) -> bool:
        """Whether every word has a head; False where a text is only tagged."""
        return all(word.head is not None for word in self.words)


Parses = Sequence[Sequence[Parse]]
"""By segment: one or more analyses, best first."""


@dataclass(frozen=True, slots=True)
class AnnotationFile(Generic[T_co]):
    """Annotation of one text, with the file that it was read from.

    Attributes
    ----------
    path : str
        As given.
    segments : tuple
        One entry per segment.
    sha256 : str
        Of the file's bytes as stored.

    Examples
    --------
    >>> from steelyard.types import AnnotationFile
    >>> AnnotationFile("a.align", (((0, 0), (1, 2)),), "0" * 64).segments
    (((0, 0), (1, 2)),)
    """

    path: str
    segments: tuple[T_co, ...]
    sha256: str

    __repr__ = short_repr


def _fault_of_heads(heads: Sequence[int | None]) -> tuple[int, str] | None:
    """Return the first word (from 1) whose head cannot be, with a sentence; None where all heads form trees."""
    n = len(heads)
    is_safe = [True, *[False] * n]  # the root, and words whose chain of heads is known to end
    for number, head in enumerate(heads, 1):
        if head is not None and not 0 <= head <= n:
            return number, f"Word {number} has head {head}, but there are {n} words."
    for number in range(1, n + 1):
        chain: dict[int, None] = {}
        place: int | None = number
        while place is not None and not is_safe[place]:
            if place in chain:
                return number, f"Word {number} depends on itself, through {len(chain)} heads."
            chain[place] = None
            place = heads[place - 1]
        for passed in chain:
            is_safe[passed] = True
    return None


def check_parses(
    parses: Mapping[str, Any], texts: Mapping[str, Sequence[object]], names: Mapping[str, str]
) -> dict[str, tuple[tuple[Parse, ...], ...]]:
    """Freeze the parses of each text, or say which text or segment has none."""
    checked = {}
    for key, given in parses.items():
        name = _check_key("parses", key, texts, names)
        segments = []
        for number, segment in enumerate(_rows(name, given, len(texts["reference 1"])), 1):
            best = tuple(segment) if isinstance(segment, Sequence) else ()
            if not best or not all(isinstance(parse, Parse) for parse in best):
                raise AlignmentError(
                    f"{name}, segment {number}: give a list of one or more Parse, best first (an empty text has one "
                    f"without words), not {type(segment).__name__}."
                )
            segments.append(best)
        checked[key] = tuple(segments)
    return checked


def check_alignments(
    alignments: Mapping[str, Any], texts: Mapping[str, Sequence[object]], names: Mapping[str, str]
) -> dict[str, tuple[Alignment, ...]]:
    """Freeze the links of each text, or say which text or segment has none."""
    checked = {}
    for key, given in alignments.items():
        name = _check_key("alignments", key, texts, names)
        rows = _rows(name, given, len(texts["reference 1"]))
        checked[key] = tuple(_links(segment, name, number) for number, segment in enumerate(rows, 1))
    return checked


def _check_key(kind: str, key: str, texts: Mapping[str, Sequence[object]], names: Mapping[str, str]) -> str:
    """Return what messages call the annotation of a text that there is."""
    known = [text for text in texts if text != "documents" and (kind == "parses" or text != "sources")]
    if key not in known and not (kind == "alignments" and key.removeprefix(BACKWARD) in known):
        raise AlignmentError(f"There are {kind} of {key!r}, which is no text of the test set: {', '.join(known)}.")
    role = f"{kind} of {key}"
    return f"{role} ({names[role]})" if role in names else role


def _rows(name: str, given: Any, n_segments: int) -> tuple[Any, ...]:
    rows = tuple(given)
    if len(rows) != n_segments:
        raise AlignmentError(
            f"{name}: {len(rows)} segments are annotated, but the test set has {n_segments}. Annotate every segment, "
            "empty ones too; where segments have several sentences or none, number them."
        )
    return rows


def _links(segment: Any, name: str, number: int) -> Alignment:
    try:
        links = tuple((i, j) for i, j in segment)
    except (TypeError, ValueError):
        links = ((-1, -1),)
    if not all(type(place) is int and place >= 0 for link in links for place in link):
        raise AlignmentError(
            f"{name}, segment {number}: give pairs (source word, word of the text) of whole numbers from 0."
        )
    return links
