"""How the words of a vocabulary are spelled, as arrays: for kernels that look into words."""

from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from steelyard.text import Corpus

__all__ = ["UNREAD", "spell_words"]

UNREAD = (np.empty(0, dtype=np.int32), np.zeros(1, dtype=np.int64))  # a spelling for costs that need none


def spell_words(corpus: Corpus) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the code points of every word that a corpus has met so far, so encode its texts first; and the offsets.

    Word w is ``points[offsets[w]:offsets[w + 1]]``. Made once for a vocabulary.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.metrics.parts.spelling import spell_words
    >>> from steelyard.text import Corpus, Reading
    >>> corpus = Corpus(sy.TestSet(references=[["ab c"]], systems={"x": ["c"]}))
    >>> encoded = corpus.encode(Reading())
    >>> [array.tolist() for array in spell_words(corpus)]
    [[97, 98, 99], [0, 2, 3]]
    """
    return corpus.once(("spelling", len(corpus.vocabulary)), lambda: _spell(corpus.vocabulary.words()))


def _spell(words: list[str]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    points = np.frombuffer("".join(words).encode("utf-32-le"), dtype="<i4").astype(np.int32)
    return points, np.fromiter(accumulate(map(len, words), initial=0), dtype=np.int64, count=len(words) + 1)
