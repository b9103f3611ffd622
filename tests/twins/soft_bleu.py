"""Soft matches of n-grams, slowly: all n-grams against all n-grams, the best pairs first."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product

from tests.twins.ngrams import Words

Gram = tuple[str, ...]


def matches(output: Words, references: Sequence[Words], order: int, similarity: Callable[[str, str], float]) -> float:
    """Return the matched n-grams; a pair is as similar as its least similar words, and equal ones come first."""
    ours = Counter(grams(output, order))
    theirs: Counter[Gram] = Counter()
    for reference in references:
        theirs |= Counter(grams(reference, order))
    found = {}
    for reference in references:
        for one, other in product(grams(output, order), grams(reference, order)):
            if value := min(map(similarity, one, other)):
                found[one, other] = value
    total = 0.0
    for (one, other), value in sorted(found.items(), key=lambda entry: (-entry[1], entry[0][0] != entry[0][1])):
        count = min(ours[one], theirs[other])
        ours[one] -= count
        theirs[other] -= count
        total += count * value
    return total


def grams(words: Words, order: int) -> list[Gram]:
    return [tuple(words[i : i + order]) for i in range(len(words) - order + 1)]
