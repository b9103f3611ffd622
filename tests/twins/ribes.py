"""RIBES, slowly: count every run of words in both texts, one window after the other, and compare all pairs."""

from math import exp

from tests.twins.ngrams import Words


def places(hypothesis: Words, reference: Words, *, is_right_first: bool) -> list[tuple[int, int, int, bool]]:
    """Return each word that has a place, the place, the length of the run that shows it, and whether it begins it."""
    found = []
    for i in range(len(hypothesis)):
        for window in range(len(hypothesis)):
            sides = {True: (i, i + window + 1), False: (i - window, i + 1)}
            order = [True, False] if is_right_first or window == 0 else [False, True]
            hits = [
                (i, starts[0] if is_right else starts[0] + window, window + 1, is_right)
                for is_right in order
                if (starts := unique_start(hypothesis, reference, *sides[is_right]))
            ]
            if hits:
                found.append(hits[0])
                break
    return found


def unique_start(hypothesis: Words, reference: Words, first: int, last: int) -> list[int]:
    """Return where a run of the hypothesis starts in the reference, if both texts have it exactly once."""
    if first < 0 or last > len(hypothesis):
        return []
    run = list(hypothesis[first:last])
    starts = [occurrences(run, text) for text in (hypothesis, reference)]
    return starts[1] if len(starts[0]) == len(starts[1]) == 1 else []


def occurrences(run: Words, text: Words) -> list[int]:
    return [at for at in range(len(text) - len(run) + 1) if list(text[at : at + len(run)]) == list(run)]


def score(hypothesis: Words, reference: Words, alpha: float, beta: float, *, is_right_first: bool) -> float:
    """Return the score of one pair."""
    if not hypothesis and not reference:
        return 1.0
    if not hypothesis or not reference:
        return 0.0
    ranks = [place for _, place, _, _ in places(hypothesis, reference, is_right_first=is_right_first)]
    pairs = [(a, b) for at, b in enumerate(ranks) for a in ranks[:at]]
    is_one_word = len(ranks) == len(reference) == 1
    nkt = sum(a < b for a, b in pairs) / len(pairs) if pairs else float(is_one_word)
    bp = min(1.0, exp(1 - len(reference) / len(hypothesis)))
    return float(nkt * (len(ranks) / len(hypothesis)) ** alpha * bp**beta)
