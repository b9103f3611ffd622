"""Homola's metric, word by word as the paper tells it: no shortcut for repeated words, a table for every distance."""

from collections.abc import Sequence
from functools import lru_cache

from tests.twins.ngrams import Words


@lru_cache(maxsize=100_000)
def edits(a: str, b: str) -> int:
    """Return the Levenshtein distance of two words."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(diagonal + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def align(text: Words, other: Words, threshold: float) -> list[tuple[int, float] | None]:
    """Return each word's partner and distance; a word that loses its partner goes on with its next candidate."""
    candidates = []
    for word in text:
        distances = [(edits(word, candidate) / len(word), i) for i, candidate in enumerate(other)]
        candidates.append(sorted(pair for pair in distances if pair[0] < threshold))
    partners: list[tuple[int, float] | None] = [None] * len(text)
    holders: dict[int, int] = {}

    def seek(j: int) -> None:
        partners[j] = None
        while candidates[j]:
            distance, i = candidates[j].pop(0)
            holder = holders.get(i)
            if holder is None or partners[holder][1] > distance:
                holders[i], partners[j] = j, (i, distance)
                if holder is not None:
                    seek(holder)
                return

    for j in range(len(text)):
        seek(j)
    return partners


def mean_similarity(partners: Sequence[tuple[int, float] | None]) -> float:
    return sum(1 - partner[1] for partner in partners if partner is not None) / len(partners)


def longest_rising(places: Sequence[int]) -> int:
    best: list[int] = []
    for at, place in enumerate(places):
        best.append(1 + max((best[i] for i in range(at) if places[i] < place), default=0))
    return max(best, default=0)


def score(hypothesis: Words, reference: Words, threshold: float, weight: float, operations: str) -> float:
    """Return the score of one pair."""
    if not hypothesis or not reference:
        return float(not hypothesis and not reference)
    partners = align(hypothesis, reference, threshold)
    similarity = min(mean_similarity(partners), mean_similarity(align(reference, hypothesis, threshold)))
    places = [partner[0] for partner in partners if partner is not None]
    if operations == "fewest":
        moved = len(places) - longest_rising(places)
    else:
        moved = sum(any(before > place for before in places[:at]) for at, place in enumerate(places))
    structure = 1 - (moved + len(hypothesis) - len(places)) / len(hypothesis)
    return weight * similarity + (1 - weight) * structure
