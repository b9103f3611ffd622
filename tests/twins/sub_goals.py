"""Sub-goals, slowly: write down every skip n-gram of every text."""

from collections.abc import Sequence
from itertools import combinations

from tests.twins.ngrams import Words


def skip_ngrams(text: Words, n: int) -> set[tuple[str, ...]]:
    """Return all sequences of n different words in their order."""
    return {n_gram for n_gram in combinations(text, n) if len(set(n_gram)) == n}


def answers(hypothesis: Words, references: Sequence[Words], min_references: int) -> list[int]:
    """Return 1 for yes, -1 for no and 0 for no question, for n = 1, 2, 3."""
    if len(references) < min_references:
        return [0, 0, 0]
    found = []
    for n in (1, 2, 3):
        shared = set.intersection(*(skip_ngrams(reference, n) for reference in references))
        found.append(0 if not shared else 1 if shared <= skip_ngrams(hypothesis, n) else -1)
    return found
