"""Alignments with the fewest edits and Hjerson's classes, word by word."""

from collections import Counter
from itertools import product

__all__ = ["all_alignments", "classes_of", "operations_of"]

Texts = tuple[list[str], list[str]]


def distances_of(reference: list[str], hypothesis: list[str]) -> dict[tuple[int, int], int]:
    table: dict[tuple[int, int], int] = {}
    for i, j in product(range(len(reference) + 1), range(len(hypothesis) + 1)):
        before = [(i - 1, j, 1), (i, j - 1, 1)]
        if i and j:
            before.append((i - 1, j - 1, int(reference[i - 1] != hypothesis[j - 1])))
        table[i, j] = min((table[a, b] + cost for a, b, cost in before if a >= 0 and b >= 0), default=0)
    return table


def all_alignments(reference: list[str], hypothesis: list[str]) -> list[tuple[list[int], list[int]]]:
    """Every alignment with the fewest edits, as operations of both sides; the one of `operations_of` first."""
    table = distances_of(reference, hypothesis)

    def walk(i: int, j: int) -> list[tuple[list[int], list[int]]]:
        if not (i or j):
            return [([], [])]
        found = []
        if i and j and table[i, j] == table[i - 1, j - 1] + (differs := int(reference[i - 1] != hypothesis[j - 1])):
            found += [([*a, differs], [*b, differs]) for a, b in walk(i - 1, j - 1)]
        if i and table[i, j] == table[i - 1, j] + 1:
            found += [([*a, 2], b) for a, b in walk(i - 1, j)]
        if j and table[i, j] == table[i, j - 1] + 1:
            found += [(a, [*b, 2]) for a, b in walk(i, j - 1)]
        return found

    return walk(len(reference), len(hypothesis))


def operations_of(reference: list[str], hypothesis: list[str]) -> tuple[list[int], list[int]]:
    return all_alignments(reference, hypothesis)[0]


def paired(ours: list[str | None], theirs: list[str | None]) -> list[bool]:
    """Say which of ours stand among theirs, each of these used once; None stands for none."""
    left = Counter(one for one in theirs if one is not None)
    found = []
    for one in ours:
        found.append(one is not None and left[one] > 0)
        left[one] -= 1
    return found


def classes_of(words: Texts, bases: Texts) -> tuple[list[int], list[int]]:
    """Class every word of the reference and of the output: -1 right, else the place in `ERROR_CLASSES`."""
    operations = operations_of(*words)
    alone = [[not has_one for has_one in paired(words[s], words[1 - s])] for s in (0, 1)]
    forms = [[b if a else None for b, a in zip(bases[s], alone[s], strict=True)] for s in (0, 1)]
    moved = [
        [w if done and not a else None for w, done, a in zip(words[s], operations[s], alone[s], strict=True)]
        for s in (0, 1)
    ]
    found: tuple[list[int], list[int]] = ([], [])
    for s in (0, 1):
        facts = zip(
            operations[s], alone[s], paired(forms[s], forms[1 - s]), paired(moved[s], moved[1 - s]), strict=True
        )
        for done, is_alone, is_inflected, is_moved in facts:
            is_wrong = is_alone and done
            kind = (2 + s if done == 2 else 4) if is_wrong else 1 if is_moved else -1
            found[s].append(0 if is_inflected else kind)
    return found
