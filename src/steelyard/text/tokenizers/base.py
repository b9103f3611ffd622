"""What a tokenizer is."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from steelyard.errors import DataError
from steelyard.reprs import short_repr
from steelyard.types import Tokens, Vocabulary

__all__ = ["Tokenizer"]


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A way to cut a line into words.

    White space, by Python's `str.isspace`, ends a token and is never part of one; trailing white space is ignored.

    Attributes
    ----------
    name : str
        As in ``--tokenize``.
    summary : str
        What it does, in one sentence.
    native : {"none", "13a", "intl", "zh", "chrf", "char", "char+space", "space"}, default "none"
        The kernel that does it, or does the last step of it.
    rewrite : callable, optional
        Called before the kernel with all lines, less white space at their ends; returns as many, with a space where a
        line shall be cut.
    identify : callable, optional
        Returns what stands in signatures (``tok:13a``) where that is not the name: equal signatures mean equal tokens.
    scripts : tuple of str, default ()
        Those of the scripts without spaces that it cuts into words or characters; all, where a token is a character.

    Examples
    --------
    >>> from steelyard.text import get_tokenizer
    >>> get_tokenizer("char").tokenize(["a bc"])
    [['a', 'b', 'c']]
    """

    name: str
    summary: str
    native: str = "none"
    rewrite: Callable[[Sequence[str]], Sequence[str]] | None = None
    identify: Callable[[], str] | None = None
    scripts: tuple[str, ...] = ()

    __repr__ = short_repr

    @property
    def signature(self) -> str:
        """What stands after ``tok:`` in the signature of a metric."""
        return self.identify() if self.identify else self.name

    @property
    def reads_characters(self) -> bool:
        """True where a token is a character, so that there are no words to look at."""
        return self.native.startswith("char")

    @property
    def makes_characters(self) -> bool:
        """True where its words are characters, at least those of Chinese."""
        return self.reads_characters or self.native == "zh"

    def cuts(self, scripts: Iterable[str]) -> bool:
        """Say whether it makes words of all these scripts, which have no spaces between words."""
        return self.reads_characters or set(scripts) <= set(self.scripts)

    def encode(self, lines: Sequence[str], vocabulary: Vocabulary) -> Tokens:
        """Tokenise lines to word ids of a vocabulary."""
        if self.rewrite is not None:
            lines = [line.rstrip() for line in lines]
            _check_encodable(lines)  # the packages that rewrite fail in ways of their own
            lines = self.rewrite(lines)
        return vocabulary.encode(lines, self.native)

    def tokenize(self, lines: Sequence[str]) -> list[list[str]]:
        """Tokenise lines to strings, for reading and for tests."""
        vocabulary = Vocabulary()
        tokens = self.encode(lines, vocabulary)
        words = vocabulary.words()
        return [[words[i] for i in row] for row in tokens]


def _check_encodable(lines: Sequence[str]) -> None:
    for line in lines:
        try:
            line.encode()
        except UnicodeEncodeError as error:
            raise DataError(f"{line!r} holds half of a surrogate pair, which is no character.") from error
