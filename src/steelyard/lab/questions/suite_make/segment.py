"""Check-points of a segment: what its units are linked to, and those of its own parse."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.analysis import TextUnit, dictionary_match, find_units, project, with_gaps
from steelyard.lab.questions.suite_make.inputs import GivenTexts
from steelyard.lab.questions.suite_make.written import Written, text_of
from steelyard.types import CheckPoint, Word

__all__ = ["Points", "Segment"]

_OF_REFERENCE = " of the reference"  # after a category, where both sides are parsed
Links = Sequence[tuple[int, int]]


@dataclass(slots=True)
class Points:
    """Points of a segment, and by category what was left out."""

    points: list[CheckPoint] = field(default_factory=list)
    unlinked: Counter[str] = field(default_factory=Counter)
    disputed: Counter[str] = field(default_factory=Counter)


class Segment:
    """A segment with its words, and links to the tokens of each reference."""

    def __init__(
        self, number: int, source: Sequence[str], written: Sequence[Written], links: Sequence[Links], given: GivenTexts
    ) -> None:
        self.number, self.source, self.written, self.given = number, source, written, given
        self.word_links = links
        self.links = [
            [(s, token) for s, t in own for token in range(*text.spans[t])]
            for own, text in zip(links, written, strict=False)
        ]

    def add_units(self, found: Points, sides: Collection[str]) -> None:
        """Add the units of the parsed source, and of the parsed reference."""
        parses = [own[self.number].words for own in self.given.source_parses if "source" in sides]
        for unit in _agreed(parses, found.disputed):
            self.add(unit, found)
        parses = [own[self.number].words for own in self.given.parses if "reference" in sides]
        for unit in _agreed(parses, found.disputed):
            text = self.written[0]
            reference = text_of(text.tokens, with_gaps(text.places(unit.words)))
            if reference:
                linked = {s for links in self.word_links[:1] for s, t in links if t in unit.words}
                category = f"{unit.category}{_OF_REFERENCE if 'source' in sides else ''}"
                self._point(found, category, unit.group, sorted(linked), {reference: 1.0})

    def add(self, unit: TextUnit, found: Points) -> None:
        """Add a unit of the source with what it is linked to; all of every reference for a sentence."""
        if unit.group == "sentence":
            whole = [text_of(text.tokens, range(len(text.tokens))) for text in self.written]
            references = {text: 1.0 for text in whole if text}
        else:
            references = self.linked(unit)
        if references:
            self._point(found, unit.category, unit.group, unit.words, references)
        else:
            found.unlinked[unit.category] += 1

    def linked(self, unit: TextUnit) -> dict[str, float]:
        """Return what a unit is linked to in each reference, and how far it is trusted."""
        references: dict[str, float] = {}
        for text, links in zip(self.written, self.links, strict=False):
            if {*unit.keys} <= {s for s, _ in links}:
                reference = text_of(text.tokens, project({*unit.words}, links))
                if reference:
                    references[reference] = max(references.get(reference, 0.0), self._trust(unit.words, reference))
        return references

    def _trust(self, words: Sequence[int], reference: str) -> float:
        if not self.given.dictionary:
            return 1.0
        return dictionary_match([self.source[word] for word in words], reference.split(), self.given.dictionary)

    def _point(
        self, found: Points, category: str, group: str, words: Sequence[int], references: Mapping[str, float]
    ) -> None:
        source = " ".join(self.source[word] for word in words)
        weights = tuple(references.values())
        found.points.append(CheckPoint(self.number + 1, category, tuple(references), group, source, weights))

    def add_listed(self, name: str, span: tuple[int, int], references: Mapping[str, float], found: Points) -> None:
        """Add a phrase of a list, with the translations that references have of it."""
        self._point(found, name, "word", range(*span), references)


def _agreed(parses: Sequence[Sequence[Word]], disputed: Counter[str]) -> Iterator[TextUnit]:
    """Find units by the first parser; phrases must be found by all of them."""
    if not parses:
        return
    others = [{(unit.category, unit.words) for unit in find_units(words)} for words in parses[1:]]
    for unit in find_units(parses[0]):
        if unit.group == "phrase" and not all((unit.category, unit.words) in other for other in others):
            disputed[unit.category] += 1
        else:
            yield unit
