"""What the tokenizers that use MeCab share."""

from collections.abc import Sequence
from typing import Any

from steelyard.errors import DataError

__all__ = ["cut_lines"]


def cut_lines(tagger: Any, lines: Sequence[str]) -> list[str]:
    """Put spaces between the words of lines.

    The tagger, with ``-Owakati``, is of this call alone, as two threads cannot share one. As in sacreBLEU, it reads up
    to a NUL.
    """
    cut = []
    for line in lines:
        words = tagger.parse(line.strip())
        if words is None:
            raise DataError(f"MeCab cannot cut the line {line[:40]!r}…, {len(line):,} characters: {tagger.what()}")
        cut.append(words)
    return cut
