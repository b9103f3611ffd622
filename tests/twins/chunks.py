"""IMPACT and AILE, slowly: list every longest common subsequence of what is left, and take the best by the rules."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import atan, log10, sqrt

from tests.twins.ngrams import Words

Pairs = tuple[tuple[int, int], ...]
DIVISORS = {"log10": log10, "sqrt": sqrt, "arctan": atan}


def passes(
    hypothesis: Words, reference: Words, beta: float, *, collapse: bool = False, leftmost: bool = False
) -> list[list[tuple[int, int, int]]]:
    """Return the chunks of each pass: place in the hypothesis, place in the reference, length."""
    left = [list(range(len(hypothesis))), list(range(len(reference)))]
    found = []
    while True:
        # what is left, with the place of each word for what is adjacent and for gaps
        slots = [{place: slot if collapse else place for slot, place in enumerate(side)} for side in left]
        sizes = [len(side) for side in left] if collapse else [len(hypothesis), len(reference)]
        candidates = list(longest([hypothesis[i] for i in left[0]], [reference[j] for j in left[1]]))
        subsequences = [tuple((left[0][a], left[1][b]) for a, b in pairs) for pairs in candidates]
        if subsequences == [()]:
            return found

        def badness(pairs: Pairs, slots: Sequence[dict[int, int]] = slots, sizes: Sequence[int] = sizes) -> object:
            if leftmost:
                return pairs
            worth = sum(Fraction(float(length) ** beta) for _, _, length in chunks(pairs, slots))
            return -worth, gaps(pairs, slots, sizes), pairs

        best = min(subsequences, key=badness)
        found.append(chunks(best, slots))
        left = [[place for place in side if place not in {pair[s] for pair in best}] for s, side in enumerate(left)]


def longest(hypothesis: Words, reference: Words) -> Iterator[Pairs]:
    """Yield every longest common subsequence, as pairs of places."""

    @cache
    def length(i: int, j: int) -> int:
        if i == len(hypothesis) or j == len(reference):
            return 0
        return max(length(i + 1, j), length(i, j + 1), length(i + 1, j + 1) + (hypothesis[i] == reference[j]))

    def extend(i: int, j: int) -> Iterator[Pairs]:
        if length(i, j) == 0:
            yield ()
            return
        for a in range(i, len(hypothesis)):
            for b in range(j, len(reference)):
                if hypothesis[a] == reference[b] and 1 + length(a + 1, b + 1) == length(i, j):
                    for rest in extend(a + 1, b + 1):
                        yield ((a, b), *rest)

    return extend(0, 0)


def chunks(pairs: Pairs, slots: Sequence[dict[int, int]]) -> list[tuple[int, int, int]]:
    """Cut a subsequence where the next pair is not adjacent on both sides."""
    found: list[tuple[int, int, int]] = []
    for at, (i, j) in enumerate(pairs):
        before = pairs[at - 1] if at else None
        if before and slots[0][before[0]] + 1 == slots[0][i] and slots[1][before[1]] + 1 == slots[1][j]:
            first_i, first_j, length = found[-1]
            found[-1] = (first_i, first_j, length + 1)
        else:
            found.append((i, j, 1))
    return found


def gaps(pairs: Pairs, slots: Sequence[dict[int, int]], sizes: Sequence[int]) -> Fraction:
    m, n = sizes
    return sum((abs(Fraction(slots[0][i], m) - Fraction(slots[1][j], n)) for i, j in pairs), Fraction(0))


def best_values(hypothesis: Words, reference: Words, beta: float) -> tuple[int, float, Fraction]:
    """Return length, worth and gaps of the best first pass, by trying every length of a last chunk at every place."""
    m, n = len(hypothesis), len(reference)
    nothing = (0, Fraction(0), Fraction(0))
    rows = [[nothing] * (n + 1) for _ in range(m + 1)]
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            best = max(rows[i - 1][j], rows[i][j - 1])
            gap, k = Fraction(0), 0
            while k < min(i, j) and hypothesis[i - k - 1] == reference[j - k - 1]:
                k += 1
                gap += abs(Fraction(i - k, m) - Fraction(j - k, n))
                length, worth, less = rows[i - k][j - k]
                best = max(best, (length + k, worth + Fraction(float(k) ** beta), less - gap))
            rows[i][j] = best
    length, worth, less = rows[m][n]
    return length, float(worth), -less


def score(
    hypothesis: Words,
    reference: Words,
    alpha: float,
    beta: float,
    *,
    delta: float = 0.0,
    divisor: str = "log10",
    gamma: str = "ratio",
    collapse: bool = False,
    leftmost: bool = False,
) -> float:
    """Return the score of one pair."""
    m, n = len(hypothesis), len(reference)
    if m == n == 0:
        return 1.0
    taken = passes(hypothesis, reference, beta, collapse=collapse, leftmost=leftmost)
    if not taken:
        return 0.0
    total = sum(alpha**i * sum(float(k) ** beta for _, _, k in chunks) for i, chunks in enumerate(taken))
    weight = (delta / DIVISORS[divisor](m + n)) ** beta
    precision, recall = (((total + weight) / (float(length) ** beta + weight)) ** (1 / beta) for length in (m, n))
    square = (precision / recall) ** 2 if gamma == "ratio" else 1.0
    return float((1 + square) * recall * precision / (recall + square * precision))
