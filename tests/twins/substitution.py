"""A reference rewritten with synonyms from the output, slowly: Kauchak and Barzilay 2006 where every context fits."""

import re
from collections.abc import Callable


def rewritten(reference: str, hypothesis: str, sets_of: Callable[[str], frozenset[int]]) -> str:
    """Put, from left to right, the first word of the output that is a synonym and still free in each word's place."""
    word = re.compile(r"\w+(?:['\u2019-]\w+)*")
    said, written = ([found.lower() for found in word.findall(text)] for text in (hypothesis, reference))
    free = [one for one in dict.fromkeys(said) if one not in written]

    def put(match: re.Match[str]) -> str:
        old = match[0].lower()
        for new in free if old not in said else []:
            if sets_of(old) & sets_of(new):
                free.remove(new)
                return new[0].upper() + new[1:] if match[0][0].isupper() else new
        return match[0]

    return word.sub(put, reference)
