"""Head-word chains, slowly: go down from every word, and cross out equal chains."""

from collections.abc import Sequence

from steelyard.types import Parse


def chains(parse: Parse, column: str, length: int) -> list[tuple[str, ...]]:
    """Return the paths down of a length, found from the top."""
    children = {
        n: [m for m, word in enumerate(parse.words, 1) if word.head == n] for n in range(1, len(parse.words) + 1)
    }

    def down(start: int, left: int) -> list[tuple[int, ...]]:
        if left == 1:
            return [(start,)]
        return [(start, *rest) for child in children[start] for rest in down(child, left - 1)]

    paths = [path for start in children for path in down(start, length)]
    return [tuple(getattr(parse.words[place - 1], column) for place in path) for path in paths]


def counts(hypothesis: Parse, references: Sequence[Parse], column: str, max_length: int) -> tuple[list[int], list[int]]:
    """Return matches and totals of each length."""
    matches, totals = [], []
    for length in range(1, max_length + 1):
        ours = chains(hypothesis, column, length)
        theirs = [chains(reference, column, length) for reference in references]
        totals.append(len(ours))
        matches.append(sum(min(ours.count(one), max(bag.count(one) for bag in theirs)) for one in set(ours)))
    return matches, totals


def score(matches: Sequence[int], totals: Sequence[int], *, skips: bool, reference_is_empty: bool) -> float:
    if not totals[0]:
        return float(reference_is_empty)
    precisions = [m / n if n else 0.0 for m, n in zip(matches, totals, strict=True) if n or not skips]
    return sum(precisions) / len(precisions)
