"""Which language texts are in, by their frequent letter sequences: enough to see that it is another one."""

from collections import Counter
from collections.abc import Iterable, Sequence

from steelyard.errors import DataError

__all__ = ["check_language", "letter_sequences"]

_LENGTH, _MOST = 3, 100
_FEWEST = 20_000  # letters: of fewer the frequent sequences are those of the topic
# Of 57 texts in nine languages, those in one language shared .52 of their sequences or more at this length, and .67 as
# a whole, those in two .31 and .35 at most (Czech and Croatian); two Japanese texts shared .22 at this length.
_LEAST = 0.4
_SPACED = (
    10  # sequences with a space: where there are fewer, words are not parted, and little is shared by any two texts
)


def letter_sequences(texts: Iterable[str | None]) -> tuple[str, ...]:
    """Return the most frequent sequences of three letters, by which the language of texts is known again.

    Parameters
    ----------
    texts : iterable of str or None
        Lines; None is left out.

    Returns
    -------
    tuple of str
        A hundred, the most frequent first; none of texts with fewer than 20,000 letters, which say little.

    Examples
    --------
    >>> from steelyard.types import letter_sequences
    >>> letter_sequences(["The cat sat on the mat."])
    ()
    >>> letter_sequences(["the cat and the dog"] * 2000)[:3]
    ('he ', 'the', ' th')
    """
    text = " ".join(" ".join(line.lower().split()) for line in texts if line)
    if len(text) < _FEWEST:
        return ()
    counts = Counter(text[i : i + _LENGTH] for i in range(len(text) - _LENGTH + 1))
    return tuple(sorted(counts, key=lambda one: (-counts[one], one))[:_MOST])


def check_language(learned: Sequence[str], texts: Iterable[str | None], model: str) -> None:
    """Refuse texts in another language than that a model learned from, as far as either tells."""
    here = letter_sequences(texts)
    if not learned or not here or max(_spaced(learned), _spaced(here)) < _SPACED:
        return
    shared = len({*learned} & {*here})
    if shared < _LEAST * _MOST:
        raise DataError(
            f"{model} learned from texts in another language: of the {_MOST} most frequent sequences of three letters "
            f"there, {shared} are frequent in these references. Train one on ratings in this language."
        )


def _spaced(sequences: Sequence[str]) -> int:
    return sum(" " in one for one in sequences)
