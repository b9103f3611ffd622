"""What a tokenizer is."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.types import Tokens, Vocabulary

__all__ = ["Tokenizer"]


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A way to cut a line into words.

    White space, by Python's `str.isspace`, ends a token and is never part of one; trailing white space is ignored.

    Attributes
    ----------
    name : str
        As in ``--tokenize`` and in signatures (``tok:13a``).
    summary : str
        What it does, in one sentence.
    native : {"none", "13a", "char"}
        The kernel that does it.

    Examples
    --------
    >>> from steelyard.text import get_tokenizer
    >>> get_tokenizer("char").tokenize(["a bc"])
    [['a', 'b', 'c']]
    """

    name: str
    summary: str
    native: str

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Tokens:
        """Tokenise lines to word ids of a vocabulary."""
        return vocabulary.encode(lines, self.native)

    def tokenize(self, lines: Sequence[str]) -> list[list[str]]:
        """Tokenise lines to strings, for reading and for tests."""
        vocabulary = Vocabulary()
        tokens = self.encode(lines, vocabulary)
        words = vocabulary.words()
        return [[words[i] for i in row] for row in tokens]
