"""MAXSIM, slowly: equal n-grams crossed out from left to right, the rest matched by trying every way."""

from collections.abc import Callable, Sequence
from functools import cache

Item = tuple[str, str]  # lemma and tag
Synonymy = Callable[[str, str], bool]


def weight(one: Sequence[Item], other: Sequence[Item], synonyms: Synonymy) -> float:
    steps = [((a[1] == b[1]) + synonyms(a[0], b[0])) / 2 for a, b in zip(one, other, strict=True)]
    return 0.0 if len(steps) > 1 and 0 in steps else sum(steps) / len(steps)


def best_total(left: Sequence[object], right: Sequence[object], weigh: Callable[[object, object], float]) -> float:
    """Return the greatest total weight over all one-to-one pairings; what is left to pair is looked up once known."""
    if len(left) > len(right):
        return best_total(right, left, lambda a, b: weigh(b, a))
    weights = [[weigh(a, b) for b in right] for a in left]

    @cache
    def best(i: int, free: frozenset[int]) -> float:
        return max((weights[i][j] + best(i + 1, free - {j}) for j in free), default=0.0) if i < len(left) else 0.0

    return best(0, frozenset(range(len(right))))


def matched(hypothesis: Sequence[Item], reference: Sequence[Item], n: int, synonyms: Synonymy) -> float:
    """Return the matched weight of the n-grams."""
    ours, theirs = ([tuple(text[i : i + n]) for i in range(len(text) - n + 1)] for text in (hypothesis, reference))
    total = 0.0
    for same in (lambda a, b: a == b, lambda a, b: [x[0] for x in a] == [x[0] for x in b]):
        for gram in list(ours):
            partner = next((other for other in theirs if same(gram, other)), None)
            if partner is not None:
                ours.remove(gram)
                theirs.remove(partner)
                total += 1
    return total + best_total(ours, theirs, lambda a, b: weight(a, b, synonyms))


def f_mean(total: float, n_hyp: int, n_ref: int, alpha: float) -> float:
    if not total:
        return 0.0
    precision, recall = total / n_hyp, total / n_ref
    return precision * recall / (alpha * precision + (1 - alpha) * recall)


def average(scores: Sequence[float | None], *, strict: bool) -> float:
    """Average the components; None is one that neither text has."""
    there = [score for score in scores if score is not None]
    if not there:
        return 1.0
    return sum(there) / (len(scores) if strict else len(there))
