"""Another word in the place of each: case, stems and the like, found once for each distinct word."""

from collections.abc import Callable

import numpy as np

from steelyard.text.corpus import EncodedCorpus
from steelyard.types import Tokens, Vocabulary

__all__ = ["map_words"]


def map_words(
    encoded: EncodedCorpus, vocabulary: Vocabulary, change: Callable[[str], str]
) -> tuple[EncodedCorpus, list[str]]:
    """Put other words in the place of those that texts have.

    Parameters
    ----------
    encoded : EncodedCorpus
        Texts as ids of the vocabulary.
    vocabulary : Vocabulary
        Its words.
    change : callable
        Says which word stands for a word; asked once for each.

    Returns
    -------
    encoded : EncodedCorpus
        The same texts with ids of their own: equal words have equal ids.
    words : list of str
        The words of these ids.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.text import Corpus, Reading, map_words
    >>> corpus = Corpus(sy.TestSet(references=[["The cat"]], systems={"x": ["the CAT"]}))
    >>> encoded, words = map_words(corpus.encode(Reading()), corpus.vocabulary, str.lower)
    >>> encoded.references[0].tolist(), encoded.hypotheses[0].tolist(), words
    ([0, 1], [0, 1], ['the', 'cat'])
    """
    words = vocabulary.words()
    is_used = np.zeros(len(words), dtype=np.bool_)
    for tokens in (encoded.references, encoded.hypotheses):
        is_used[tokens.values] = True
    ids: dict[str, int] = {}
    table = np.zeros(len(words), dtype=np.int32)
    for i in np.flatnonzero(is_used):
        table[i] = ids.setdefault(change(words[i]), len(ids))
    references, hypotheses = (
        Tokens(table[tokens.values], tokens.offsets) for tokens in (encoded.references, encoded.hypotheses)
    )
    return EncodedCorpus(hypotheses, references, encoded.is_present), list(ids)
