"""Words and phrases of a list, where they stand in the source."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from steelyard.analysis import Term, TextUnit, find_phrases
from steelyard.errors import SpecError
from steelyard.lab.questions.suite_make.inputs import GivenTexts
from steelyard.lab.questions.suite_make.segment import Found, Segment
from steelyard.lab.questions.suite_make.written import text_of

__all__ = ["Cut", "Listed"]

Cut = Callable[[list[str]], list[list[str]]]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list, by the first words of its phrases, with the words of its translations."""

    name: str
    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], int]]]
    targets: Sequence[Sequence[tuple[str, ...]]]

    @classmethod
    def of(cls, name: str, terms: Sequence[Term], given: GivenTexts, cut_source: Cut, cut: Cut) -> "Listed":
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

    def add(self, segment: Segment, found: Found) -> None:
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

    def _add(self, segment: Segment, span: tuple[int, int], number: int, found: Found) -> None:
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
