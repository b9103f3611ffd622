"""SIA, slowly: every pair looks at every earlier pair, and for one round every chain there is."""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from tests.twins.ngrams import Words

Similar = Mapping[tuple[str, str], float]
Pair = tuple[int, int]


def similarity(word: str, other: str, table: Similar) -> float:
    return 1.0 if word == other else table.get((word, other), 0.0)


def chains(pairs: Sequence[Pair], last: Pair = (0, 0)) -> Iterator[list[Pair]]:
    """Yield every chain of pairs that rise on both sides, the empty one too."""
    yield []
    for pair in pairs:
        if pair[0] > last[0] and pair[1] > last[1]:
            for rest in chains(pairs, pair):
                yield [pair, *rest]


def value(chain: Sequence[Pair], hypothesis: Words, reference: Words, table: Similar) -> float:
    """Return what a chain is worth; places count from 1."""
    total, last = 0.0, (0, 0)
    for i, j in chain:
        total += similarity(hypothesis[i - 1], reference[j - 1], table) / sqrt((i - last[0]) * (j - last[1]))
        last = i, j
    return total


def best_chain(
    hypothesis: Words, reference: Words, table: Similar, used: set[int], used_in_reference: set[int]
) -> tuple[float, list[Pair]]:
    """Return the best chain of free pairs; of equal ones the one that is nearest at its end."""
    found: dict[Pair, tuple[float, list[Pair]]] = {}
    for i in range(1, len(hypothesis) + 1):
        for j in range(1, len(reference) + 1):
            alike = similarity(hypothesis[i - 1], reference[j - 1], table)
            if alike == 0 or i in used or j in used_in_reference:
                continue
            best: tuple[float, list[Pair]] = (-1.0, [])
            for n in range(i - 1, -1, -1):
                for p in range(j - 1, -1, -1):
                    before = found.get((n, p), (0.0, []) if n == p == 0 else None)
                    if before is not None:
                        total = before[0] + alike * (1 / sqrt((i - n) * (j - p)))
                        if total > best[0] + 1e-12:
                            best = total, [*before[1], (i, j)]
            found[i, j] = best
    chosen: tuple[float, list[Pair]] = (0.0, [])
    for pair in sorted(found):
        if found[pair][0] > chosen[0] + 1e-12:
            chosen = found[pair]
    return chosen


def rounds(hypothesis: Words, references: Sequence[Words], table: Similar) -> list[tuple[int, float, list[Pair]]]:
    """Return reference, value and chain of every round."""
    used: set[int] = set()
    used_in: list[set[int]] = [set() for _ in references]
    done = []
    while True:
        best = (-1, 0.0, [])
        for r, reference in enumerate(references):
            total, chain = best_chain(hypothesis, reference, table, used, used_in[r])
            if total > best[1] + 1e-12:
                best = r, total, chain
        if best[0] < 0:
            return done
        done.append(best)
        used |= {i for i, _ in best[2]}
        used_in[best[0]] |= {j for _, j in best[2]}


def score(
    hypothesis: Words, references: Sequence[Words], table: Similar, decay: float, schedule: str, *, iterative: bool
) -> float:
    """Return the score of one segment."""
    if not hypothesis:
        return float(any(not reference for reference in references))
    mean_length = sum(map(len, references)) / len(references)
    done = rounds(hypothesis, references, table)[: None if iterative else 1]
    weights = [decay**t if schedule == "power" else decay ** (2**t) for t in range(len(done))]
    total = sum(weight * scored for weight, (_, scored, _) in zip(weights, done, strict=True))
    return total / len(hypothesis) * (min(1.0, len(hypothesis) / mean_length) if mean_length else 1.0)
