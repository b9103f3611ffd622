"""Make check-points from parses, word alignments and lists."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from steelyard.analysis import Term, TextUnit, find_phrases
from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError, SpecError
from steelyard.lab.questions.suite_make.answer import MadeCheckPoints, MadeRow
from steelyard.lab.questions.suite_make.inputs import GivenTexts
from steelyard.lab.questions.suite_make.method_text import make_notes, make_sentence
from steelyard.lab.questions.suite_make.question import MakeCheckPointsQuestion
from steelyard.lab.questions.suite_make.segment import Points, Segment
from steelyard.lab.questions.suite_make.written import text_of, write_words
from steelyard.scored.provenance import provenance
from steelyard.text import get_tokenizer, settle_tokenizer
from steelyard.types import ANYTHING, Alignment, CheckPoint, CountedSet, Parse

__all__ = ["compute", "make_checkpoints"]

_GROUPS = ("word", "phrase", "sentence")
_Cut = Callable[[list[str]], list[list[str]]]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A list, by the first words of its phrases, with the words of its translations."""

    name: str
    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], int]]]
    targets: Sequence[Sequence[tuple[str, ...]]]

    @classmethod
    def of(cls, name: str, terms: Sequence[Term], given: GivenTexts, cut_source: _Cut, cut: _Cut) -> "_Listed":
        """Index a list; phrases without a translation need links."""
        phrases: dict[str, list[tuple[tuple[str, ...], int]]] = {}
        targets = []
        for number, term in enumerate(terms):
            if not term.allowed and not given.alignments:
                raise SpecError(
                    f"The list {name!r} has {term.source!r} without a translation: give --alignments, or a tab and its "
                    "translations behind it."
                )
            words = tuple(cut_source([term.source.lower()])[0])
            phrases.setdefault(words[0], []).append((words, number))
            targets.append([tuple(row) for row in cut([one.lower() for one in term.allowed])])
        for same in phrases.values():
            same.sort(key=lambda entry: -len(entry[0]))
        return cls(name, phrases, targets)

    def add(self, segment: Segment, found: Points) -> None:
        """Add the phrases of the list that the source has, by their forms, then by their lemmas."""
        taken: set[int] = set()
        for words in self._views(segment):
            for place, number in find_phrases(words, self.phrases):
                span = place, place + self._length(words, place, number)
                if taken.isdisjoint(range(*span)):
                    taken.update(range(*span))
                    self._add(segment, span, number, found)

    def _length(self, words: Sequence[str], place: int, number: int) -> int:
        return next(len(phrase) for phrase, own in self.phrases[words[place]] if own == number)

    @staticmethod
    def _views(segment: Segment) -> list[list[str]]:
        forms = [word.lower() for word in segment.source]
        if not segment.given.source_parses:
            return [forms]
        parsed = segment.given.source_parses[0][segment.number].words
        lemmas = [(word.lemma or word.form).lower() for word in parsed]
        return [forms] if lemmas == forms else [forms, lemmas]

    def _add(self, segment: Segment, span: tuple[int, int], number: int, found: Points) -> None:
        if not self.targets[number]:
            unit = TextUnit(self.name, "word", tuple(range(*span)), (span[0],))
            segment.add(unit, found)
            return
        references: dict[str, float] = {}
        for text in segment.written:
            lower = [token.lower() for token in text.tokens]
            for target in self.targets[number]:
                n = len(target)
                first = next((k for k in range(len(lower) - n + 1) if tuple(lower[k : k + n]) == target), None)
                if n and first is not None:
                    references[text_of(text.tokens, range(first, first + n))] = 1.0
        segment.add_listed(self.name, span, references, found)


@asks("lab suite make")
def make_checkpoints(
    references: Sequence[Sequence[str]],
    *,
    sources: Sequence[str] | None = None,
    alignments: "Sequence[Sequence[Alignment]]" = (),
    source_parses: "Sequence[Sequence[Parse]]" = (),
    parses: "Sequence[Sequence[Parse]]" = (),
    lists: "Mapping[str, Sequence[Term]] | None" = None,
    dictionary: "Mapping[str, Collection[str]] | None" = None,
    **options: Any,
) -> MadeCheckPoints:
    r"""Make check-points: units of the source, with what stands for them in the references.

    When it misleads: errors of parsers and aligners become wrong points. Phrases that two parsers agree on are right
    more often, a dictionary's trust makes wrong links count less, and whoever looks through the file finds the rest.

    Parameters
    ----------
    references : sequence of sequence of str
        One or more, each with a text for every segment.
    sources : sequence of str, optional
        Needed where the source is not parsed. Links count words that spaces part.
    alignments : sequence of sequence of sequence of (int, int), optional
        For each reference, of every segment the links (source word, reference word), from 0. Words are those of the
        parse where there is one, else what spaces part.
    source_parses : sequence of sequence of Parse, optional
        Of the source, by one or more parsers: of phrases those are taken that all of them find.
    parses : sequence of sequence of Parse, optional
        Of the first reference: its words are those that links count, and its units need no alignment.
    lists : mapping of str to sequence of Term, optional
        By category: words and phrases of the source, such as ambiguous words; with translations, those count that a
        reference has, otherwise links give them.
    dictionary : mapping of str to collection of str, optional
        As `steelyard.analysis.read_dictionary` gives it: says how far a linked translation is trusted.
    {options}

    Returns
    -------
    MadeCheckPoints
        The points, and rows by category.

    Raises
    ------
    AlignmentError
        Texts have different lengths.
    DataError
        Links go beyond the words, parses are of another text, or nothing is found.
    SpecError
        Something is missing that points are made from.

    References
    ----------
    Zhou et al. 2008, "Diagnostic evaluation of machine translation systems using automatically constructed linguistic
    check-points", C08-1141.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.analysis import read_glossary
    >>> words = read_glossary(["Bank\tbank|bench"])
    >>> texts = {"references": [["She sat on a bench."]], "sources": ["Sie saß auf einer Bank ."]}
    >>> made = sy.lab.make_checkpoints(**texts, lists={"ambiguous": words})
    >>> made.points[0].references
    ('bench',)
    """
    given = GivenTexts(
        references=references,
        sources=sources,
        alignments=alignments,
        source_parses=source_parses,
        parses=parses,
        lists=lists or {},
        dictionary=dictionary or {},
    )
    return compute(given, question_from(MakeCheckPointsQuestion, options))


def compute(given: GivenTexts, question: MakeCheckPointsQuestion) -> MadeCheckPoints:
    """Make the points, segment by segment."""
    given.check_words()
    question = replace(question, tokenize=settle_tokenizer(question.tokenize, given.references))
    sides = _sides(given, question.side)
    tokenizer = get_tokenizer(question.tokenize)
    written = [
        [write_words(*pair) for pair in zip(given.reference_words(r), tokenizer.tokenize(list(text)), strict=True)]
        for r, text in enumerate(given.references)
    ]
    is_counted = bool(given.source_parses or given.alignments)  # else nothing says what a word of the source is
    cut_source: _Cut = _split if is_counted else tokenizer.tokenize
    source = given.source_words() if is_counted else cut_source(list(given.sources or [""] * given.n_segments))
    lists = [_Listed.of(name, terms, given, cut_source, tokenizer.tokenize) for name, terms in given.lists.items()]
    found = Points()
    for i in range(given.n_segments):
        segment = Segment(i, source[i], [text[i] for text in written], [links[i] for links in given.alignments], given)
        segment.add_units(found, sides)
        for one in lists:
            one.add(segment, found)
    if not question.categories:
        points = found.points
    else:
        points = [point for point in found.points if {point.category, point.group} & {*question.categories}]
    _check_found(found.points, question.categories)
    rows = _rows(points, found)
    layout = CountedSet((), given.n_segments, None, (1,) * given.n_segments, tuple(given.inputs))
    return MadeCheckPoints(
        tuple(rows),
        tuple(points),
        {
            **provenance(layout),
            "n_references": len(given.references),
            "n_parsers": len(given.source_parses),
            "notes": make_notes(given, rows),
            "sentence": make_sentence(given, question, sides, points),
        },
    )


def _split(lines: list[str]) -> list[list[str]]:
    return [line.split() for line in lines]


def _sides(given: GivenTexts, asked: str | None) -> tuple[str, ...]:
    """Say whose units are made."""
    if asked is None:
        return ("source",) if given.source_parses or given.lists else ("reference",)
    sides = ("source", "reference") if asked == "both" else (asked,)
    if "reference" in sides and not given.parses:
        raise SpecError("Units of the reference (--side) are those of its parse: give --parses.")
    if "source" in sides and not (given.source_parses or given.lists):
        raise SpecError("Units of the source (--side) are those of its parse, or of lists: give --source-parses.")
    return sides


def _check_found(points: Sequence[CheckPoint], categories: Sequence[str]) -> None:
    if not points:
        raise DataError("No check-point was found. Check that parses have tags, and that links belong to these texts.")
    known = dict.fromkeys(name for point in points for name in (point.category, point.group))
    for name in categories:
        if name not in known:
            raise DataError(f"There is no check-point of {name!r} (--categories): there are {', '.join(known)}.")


def _rows(points: Sequence[CheckPoint], found: Points) -> list[MadeRow]:
    """Count the points of every category, group by group, the most frequent ones first."""
    rows = []
    for category, members in groupby(sorted(points, key=lambda point: point.category), lambda point: point.category):
        own = list(members)
        weights = [weight for point in own for weight in point.weights]
        shown = next((point for point in own if point.references), own[0])
        gaps = sum(any(ANYTHING in text.split() for text in point.references) for point in own)
        rows.append(
            MadeRow(
                category,
                own[0].group,
                len(own),
                len({point.segment for point in own}),
                found.unlinked[category],
                found.disputed[category],
                sum(not point.references for point in own),
                gaps,
                sum(weights) / len(weights) if weights else 0.0,
                shown.source,
                shown.references[0] if shown.references else "",
            )
        )
    return sorted(rows, key=lambda row: (_GROUPS.index(row.group), -row.n_points))
