"""Text in another language than the references, told by the words that every text of a language is full of."""

import re
from collections import Counter
from collections.abc import Iterator

from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check

_FREQUENT = 40  # words: articles, pronouns, prepositions; a third to a half of a text
_FEWEST = 300  # words of a text, or shares are chance
_SAMPLE = 150  # lines
_CHARACTERS = 6_000  # of them: a thousand words
_SHARE = 0.5  # of the references' share; systems of real campaigns reach 0.89 and more, other languages 0.3 at most
_WORD = r"[^\W\d_]+"


def _words(text: InspectedText) -> list[str]:
    lines = text.lines[:: max(1, len(text.lines) // _SAMPLE)]
    joined = "\n".join(lines)
    if len(joined) > _CHARACTERS:  # from three places, each in one piece: texts may repeat themselves
        places, part = (0, len(joined) // 2, len(joined)), _CHARACTERS // 3
        joined = " ".join(joined[max(0, min(place, len(joined) - part)) :][:part] for place in places)
    return re.findall(_WORD, joined.lower())


@check("language", "a system without the most frequent words of the references", is_of_lines=True, only="references")
def language(data: InspectedSet) -> Iterator[Observation]:
    """Compare how much of a text the most frequent words of the first reference make up."""
    reference = data.references[0]
    words = _words(reference)
    if len(words) < _FEWEST or reference.is_spaceless:
        return
    frequent = {word for word, _ in Counter(words).most_common(_FREQUENT)}
    usual = sum(word in frequent for word in words) / len(words)
    for system in data.systems:
        own = _words(system)
        share = sum(word in frequent for word in own) / max(len(own), 1)
        if len(own) >= _FEWEST and share < _SHARE * usual:
            yield Observation(
                "error", system,
                f"the {_FREQUENT} most frequent words of the references are {share:.0%} of its words, and "
                f"{usual:.0%} of theirs",
                "Check whether this is the right file: it seems to be in another language, such as that of the source.",
            )  # fmt: skip
