"""Edits, slowly: the whole table of Wagner and Fischer 1974 (10.1145/321796.321811), and bags of words."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

Words = Sequence[object]


def table(hypothesis: Words, reference: Words) -> list[list[int]]:
    """Return the distances of all beginnings: [words of the reference][words of the hypothesis]."""
    rows = [list(range(len(hypothesis) + 1))]
    for j, other in enumerate(reference, 1):
        row = [j]
        for i, word in enumerate(hypothesis, 1):
            row.append(min(rows[-1][i] + 1, row[i - 1] + 1, rows[-1][i - 1] + (word != other)))
        rows.append(row)
    return rows


def distance(hypothesis: Words, reference: Words) -> int:
    """Return the fewest insertions, deletions and substitutions between two sequences."""
    return table(hypothesis, reference)[-1][-1]


def operations(hypothesis: Words, reference: Words) -> list[str]:
    """Return the operations of the alignment that rapidfuzz takes of those with the fewest edits, for short texts."""
    first, last_hyp, last_ref = 0, len(hypothesis), len(reference)
    while first < min(last_hyp, last_ref) and hypothesis[first] == reference[first]:
        first += 1
    while first < min(last_hyp, last_ref) and hypothesis[last_hyp - 1] == reference[last_ref - 1]:
        last_hyp, last_ref = last_hyp - 1, last_ref - 1
    middle_hyp, middle_ref = hypothesis[first:last_hyp], reference[first:last_ref]
    cells = table(middle_hyp, middle_ref)
    backwards = ["equal"] * (len(hypothesis) - last_hyp)
    i, j = len(middle_hyp), len(middle_ref)
    while i or j:
        if j and cells[j][i] == cells[j - 1][i] + 1:
            j -= 1
            backwards.append("delete")
        elif i and (j == 0 or cells[j][i - 1] < cells[j - 1][i - 1]):
            i -= 1
            backwards.append("insert")
        else:
            i, j = i - 1, j - 1
            backwards.append("equal" if middle_hyp[i] == middle_ref[j] else "substitute")
    return ["equal"] * first + backwards[::-1]


def counts(hypothesis: Words, reference: Words) -> list[int]:
    """Return hits, substitutions, deletions and insertions of that alignment."""
    used = Counter(operations(hypothesis, reference))
    return [used[name] for name in ("equal", "substitute", "delete", "insert")]


def lowest_rate(hypothesis: Words, references: Sequence[Words | None]) -> Words:
    """Return the reference with the lowest word error rate; ties go to fewer errors, then to the first."""

    def key(reference: Words) -> tuple[Fraction, int]:
        errors = distance(hypothesis, reference)
        return Fraction(errors, max(len(reference), 1)), errors

    return min((reference for reference in references if reference is not None), key=key)


def fewest_errors(hypothesis: Words, references: Sequence[Words | None]) -> Words:
    """Return the reference with the fewest errors, the first of several."""
    present = [reference for reference in references if reference is not None]
    return min(present, key=lambda reference: distance(hypothesis, reference))


def words_in_common(hypothesis: Words, reference: Words) -> int:
    """Count words that both bags have."""
    return (Counter(hypothesis) & Counter(reference)).total()
