"""What a view is: what is looked at in place of the words of a text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from steelyard.errors import DataError
from steelyard.reprs import short_repr
from steelyard.text.tokenizers import Tokenizer, get_tokenizer
from steelyard.types import Tokens, Vocabulary

__all__ = ["View", "ViewKind"]


@dataclass(frozen=True, slots=True)
class View:
    """A way to look at words, such as their stems.

    Attributes
    ----------
    signature : str
        What stands after ``view:`` in signatures: the spelling, and the version of a package that does the work.
    of_token : callable, optional
        Gives the part of a white-space separated token that is read at all, or None where it has no such part.
    of_word : callable, optional
        Gives what is seen in place of a word: one or more words, with a space between.
    makes_words : bool, default False
        Whether it says itself what a word is, so that texts need no spaces between words, or have them on purpose.

    Examples
    --------
    >>> from steelyard.text import get_tokenizer, parse_view
    >>> from steelyard.types import Vocabulary
    >>> vocabulary = Vocabulary()
    >>> parse_view("split:+").encode(["ev+ler"], get_tokenizer("none"), vocabulary)[0].tolist(), vocabulary.words()
    ([0, 1], ['ev', '+ler'])
    """

    signature: str
    of_token: Callable[[str], str | None] | None = None
    of_word: Callable[[str], str] | None = None
    makes_words: bool = False

    __repr__ = short_repr

    def pick(self, lines: list[str], name_of: Callable[[int], str]) -> list[str]:
        """Reduce lines to what is read of their tokens; `name_of` names a line for an error."""
        of_token = self.of_token
        if of_token is None:
            return lines
        lacking = set()

        def part(token: str) -> str:
            found = of_token(token)
            if not found:
                lacking.add(token)
            return found or ""

        picked = _look(lines, get_tokenizer("none"), part)
        if lacking:
            i, token = next((i, token) for i, line in enumerate(lines) for token in line.split() if token in lacking)
            raise DataError(
                f"{name_of(i)}: the token {token!r} has nothing for the view {self.signature!r} to read; every token "
                "needs it."
            )
        return picked

    def encode(self, lines: list[str], tokenizer: Tokenizer, vocabulary: Vocabulary) -> Tokens:
        """Tokenise lines to word ids, each distinct word looked at once.

        A tokenizer that makes characters tokens has no words: 13a's are looked at then, and what is seen of them, with
        a space between words, goes to that tokenizer.
        """
        if self.of_word is None:
            return tokenizer.encode(lines, vocabulary)
        if tokenizer.reads_characters:
            return tokenizer.encode(_look(lines, get_tokenizer("13a"), self.of_word), vocabulary)
        own = Vocabulary()
        tokens = tokenizer.encode(lines, own)
        return _gather(vocabulary.encode([self.of_word(word) for word in own.words()]), tokens)


@dataclass(frozen=True, slots=True)
class ViewKind:
    """A kind of view, which its argument makes a view.

    Attributes
    ----------
    spelling : str
        As in ``view=``, with the argument in capitals.
    summary : str
        What is looked at, in one phrase.
    make : callable
        Makes a view of the argument, which is empty for a kind that takes none.

    Examples
    --------
    >>> from steelyard.text import VIEWS
    >>> VIEWS["split"].spelling
    'split:MARK'
    """

    spelling: str
    summary: str
    make: Callable[[str], View]

    __repr__ = short_repr


def _look(lines: Sequence[str], tokenizer: Tokenizer, of_word: Callable[[str], str]) -> list[str]:
    """Put what is seen in the place of each word, with a space between."""
    vocabulary = Vocabulary()
    tokens = tokenizer.encode(lines, vocabulary)
    seen_of = np.array([of_word(word) for word in vocabulary.words()], dtype=object)
    seen = seen_of[tokens.values].tolist()
    return [" ".join(seen[first:last]) for first, last in pairwise(tokens.offsets.tolist())]


def _gather(seen: Tokens, tokens: Tokens) -> Tokens:
    """Put row i of what is seen, any number of words, in the place of each token i."""
    taken = seen.take(tokens.values)
    return Tokens(taken.values, taken.offsets[tokens.offsets])
