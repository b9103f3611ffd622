"""What metrics of parses and word alignments share: take the annotation of a text, or say that it lacks."""

from collections.abc import Callable, Sequence
from functools import cache

from steelyard.errors import DataError
from steelyard.text import Reading, prepare
from steelyard.types import Alignment, Parse, TestSet

__all__ = ["alignments_of", "parses_of", "word_reader"]


def parses_of(test_set: TestSet, text: str, metric: str, *, heads: bool = False) -> Sequence[Sequence[Parse]]:
    """Return the parses of a text, by segment.

    Parameters
    ----------
    test_set : TestSet
        Where they are.
    text : str
        ``"reference 1"``, ``"system x"`` or ``"sources"``.
    metric : str
        Who asks, for the message.
    heads : bool, default False
        Whether words must have heads.

    Returns
    -------
    sequence
        One or more parses a segment, best first.

    Raises
    ------
    DataError
        There are none, or no heads; the message says how to give them.
    """
    found = (test_set.parses or {}).get(text)
    if found is None:
        raise DataError(
            f"{metric} needs parses of {text}. Give CoNLL-U files of every reference and system with --parses, or "
            "TestSet(parses=...); plain strings have none."
        )
    if heads:
        for number, segment in enumerate(found, 1):
            if not all(parse.is_parsed for parse in segment):
                name = test_set.names.get(f"parses of {text}", f"parses of {text}")
                raise DataError(
                    f"{metric} needs dependencies, but {name}, segment {number} has words without a head. Parse the "
                    "text; tags alone are not enough."
                )
    return found


def alignments_of(test_set: TestSet, text: str, metric: str) -> Sequence[Alignment]:
    """Return the links of a text to the words of the source, by segment.

    Parameters
    ----------
    test_set : TestSet
        Where they are.
    text : str
        ``"reference 1"`` or ``"system x"``.
    metric : str
        Who asks, for the message.

    Returns
    -------
    sequence
        Pairs (source word, word of the text) a segment.

    Raises
    ------
    DataError
        There are none; the message says how to give them.
    """
    found = (test_set.alignments or {}).get(text)
    if found is None:
        raise DataError(
            f"{metric} needs word alignments of {text} with the source. Give files of every reference and system with "
            "--alignments, or TestSet(alignments=...); plain strings have none."
        )
    return found


def word_reader(reading: Reading) -> Callable[[str], str]:
    """Return a function that brings a single word into the form that a reading compares; its view has no effect.

    Parameters
    ----------
    reading : Reading
        Unicode form, casing and punctuation.

    Returns
    -------
    callable
        From word to word, ``""`` where nothing of it is left.

    Examples
    --------
    >>> from steelyard.metrics.annotations import word_reader
    >>> from steelyard.text import Reading
    >>> word_reader(Reading(lowercase=True))("John")
    'john'
    """
    return cache(lambda word: prepare([word], reading)[0])
