"""ROUGE-W, -S and -SU, slowly: Lin 2004 (W04-1013), sections 3.3, 4 and 5."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tests.twins.ngrams import Words


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return the weighted harmonic mean, 0 where both are 0."""
    total = recall + beta**2 * precision
    return (1 + beta**2) * precision * recall / total if total else 0.0


def weighted_lcs(hypothesis: Words, reference: Words, weight: float) -> float:
    """Return the last cell of Lin's table of weights."""

    def f(k: int) -> float:
        return float(k**weight)

    rows, columns = len(reference) + 1, len(hypothesis) + 1
    weights = [[0.0] * columns for _ in range(rows)]
    runs = [[0] * columns for _ in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            if reference[i - 1] == hypothesis[j - 1]:
                k = runs[i - 1][j - 1]
                weights[i][j] = weights[i - 1][j - 1] + f(k + 1) - f(k)
                runs[i][j] = k + 1
            else:
                weights[i][j] = max(weights[i - 1][j], weights[i][j - 1])
    return weights[-1][-1]


def rouge_w(hypothesis: Words, reference: Words, weight: float) -> tuple[float, float]:
    """Return precision and recall."""
    share = weighted_lcs(hypothesis, reference, weight)
    precision, recall = (
        (share / len(words) ** weight) ** (1 / weight) if words else 0.0 for words in (hypothesis, reference)
    )
    return precision, recall


def skip_bigrams(words: Words, max_gap: int | None) -> Counter[Sequence[str]]:
    """Count pairs of words in order, with at most so many between them."""
    return Counter(
        (words[i], words[j]) for i, j in combinations(range(len(words)), 2) if max_gap is None or j - i - 1 <= max_gap
    )


def rouge_s(hypothesis: Words, reference: Words, max_gap: int | None, *, with_words: bool) -> tuple[float, float]:
    """Return precision and recall of skip-bigrams, and of words where these count too."""
    in_hypothesis, in_reference = skip_bigrams(hypothesis, max_gap), skip_bigrams(reference, max_gap)
    if with_words:
        in_hypothesis.update((word,) for word in hypothesis)
        in_reference.update((word,) for word in reference)
    hits = sum((in_hypothesis & in_reference).values())
    return hits / max(sum(in_hypothesis.values()), 1), hits / max(sum(in_reference.values()), 1)
