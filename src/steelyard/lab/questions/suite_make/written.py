"""The words that references are compared in, and which of them each word of a parse or an alignment became."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.types import ANYTHING

__all__ = ["Written", "text_of", "write_words"]


@dataclass(frozen=True, slots=True)
class Written:
    """A segment of a reference."""

    tokens: Sequence[str]  # words as the tokenizer gives them, which outputs are compared in
    spans: Sequence[tuple[int, int]]  # first token of each word of the parse or alignment, and the one past its last

    def places(self, words: Sequence[int]) -> list[int]:
        """Return the tokens of some words, ascending."""
        return sorted({token for word in words for token in range(*self.spans[word])})


def write_words(words: Sequence[str], tokens: Sequence[str]) -> Written:
    """Find the tokens of every word by its letters; where letters differ, words are taken as they are.

    A word inside a token, such as the two of "don't", becomes all of it: outputs have nothing smaller.
    """
    if "".join("".join(words).split()) != "".join(tokens):
        return Written(words, [(place, place + 1) for place in range(len(words))])
    owner = [place for place, token in enumerate(tokens) for _ in token]
    spans, at = [], 0
    for word in words:
        n = len("".join(word.split()))
        spans.append((owner[at], owner[at + n - 1] + 1) if n else (0, 0))
        at += n
    return Written(tokens, spans)


def text_of(tokens: Sequence[str], places: Sequence[int | None]) -> str:
    """Write the tokens at some places, with a star for a gap; empty without a letter or digit."""
    words = [ANYTHING if place is None else tokens[place] for place in places]
    kept: list[str] = []
    for word in words:
        if word != ANYTHING or (kept and kept[-1] != ANYTHING):
            kept.append(word)
    while kept and kept[-1] == ANYTHING:
        kept.pop()
    return " ".join(kept) if any(map(str.isalnum, "".join(kept))) else ""
