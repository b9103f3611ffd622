"""Order distances, slowly: look for every n-gram again, and compare every pair of words."""

from itertools import combinations
from math import exp, sqrt

from tests.twins.ngrams import Words


def occurrences(n_gram: Words, text: Words) -> list[int]:
    return [i for i in range(len(text) - len(n_gram) + 1) if list(text[i : i + len(n_gram)]) == list(n_gram)]


def links(text: Words, other: Words, max_order: int) -> dict[int, int]:
    """Link equal words by n-grams that occur once in both, then words left over equally often."""
    linked: dict[int, int] = {}
    for order in range(1, max_order + 1):
        for i in range(len(text) - order + 1):
            n_gram = text[i : i + order]
            if len(occurrences(n_gram, text)) == len(places := occurrences(n_gram, other)) == 1:
                for k in range(order):
                    if i + k not in linked and places[0] + k not in linked.values():
                        linked[i + k] = places[0] + k
    for word in set(text):
        left = [i for i in occurrences([word], text) if i not in linked]
        left_in_other = [j for j in occurrences([word], other) if j not in linked.values()]
        if len(left) == len(left_in_other):
            linked.update(zip(left, left_in_other, strict=True))
    return linked


def score(hypothesis: Words, reference: Words, max_order: int, distance: str, *, brevity_penalty: bool) -> float:
    """Return the score of one pair."""
    if not hypothesis or not reference:
        return float(not hypothesis and not reference)
    linked = links(hypothesis, reference, max_order)
    order = [linked[i] for i in sorted(linked)]
    n = len(order)
    if n < 2:
        similarity = float(n == 1 and len(reference) == 1)
    elif distance == "hamming":
        similarity = sum(a == b for a, b in zip(order, sorted(order), strict=True)) / n
    else:
        similarity = 1 - sqrt(sum(a > b for a, b in combinations(order, 2)) / (n * (n - 1) / 2))
    if brevity_penalty and len(hypothesis) < len(reference):
        similarity *= exp(1 - len(reference) / len(hypothesis))
    return similarity
