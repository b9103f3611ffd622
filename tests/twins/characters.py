"""CharacTER and EED, slowly: what their authors' programs compute, said once more.

Nothing here is clever or shared with the package; that is its use. Plain edit distances are RapidFuzz's.
"""

import re
from collections.abc import Sequence

import numpy as np
from rapidfuzz.distance.Levenshtein import distance

Words = Sequence[str]


def shifts(hypothesis: Words, reference: Words) -> list[list[str]]:
    """Return the hypothesis after each shift of a block to where the reference has the same words."""
    found = []
    for start in range(len(hypothesis)):
        for target in range(len(reference)):
            length = 0
            while hypothesis[start + length : start + length + 1] == reference[target + length : target + length + 1]:
                if start + length == len(hypothesis):
                    break
                length += 1
            if start != target and length:
                rest = [*hypothesis[:start], *hypothesis[start + length :]]
                found.append([*rest[:target], *hypothesis[start : start + length], *rest[target:]])
    return found


def cost_of_shifts(before: Words, after: Words) -> float:
    """Sum the mean word lengths of the blocks that stand further right than before, from left to right."""
    total, at = 0.0, 0
    while at < len(before):
        places = [place for place in range(at + 1, len(after)) if after[place] == before[at]]
        length = 1
        if before[at] != after[at] and places:
            while after[places[0] + length : places[0] + length + 1] == before[at + length : at + length + 1] != []:
                length += 1
            total += sum(map(len, before[at : at + length])) / length
        at += length
    return total


def character_ter(hypothesis: str, reference: str) -> float:
    """Return CharacTER of one pair."""
    words, wanted = hypothesis.split(), reference.split()
    before = list(words)
    if not words:
        return 1.0
    while tried := [(-distance(shifted, wanted), shifted) for shifted in shifts(words, wanted)]:
        if -max(tried)[0] >= distance(words, wanted):
            break
        words = max(tried)[1]
    edits = distance(" ".join(words), " ".join(wanted)) + cost_of_shifts(before, words)
    return min(1.0, edits / len(" ".join(words)))


def prepare_english(line: str) -> str:
    """Return what EED reads of an English line."""
    line = re.sub(r"([.!?,])", r" \1", line.rstrip())
    line = " ".join(re.split(r"\s+", line))
    line = re.sub(r"(\d) ([.,]) (\d)", r"\1\2\3", line)
    for title in re.findall(r"(?:Dr|Jr|Prof|Rev|Gen|Mrs|Mr|Mt|Ms) .", line):
        line = line.replace(title, title[:-2] + ".")
    return line.replace("e . g .", "e.g.").replace("i . e .", "e.g.").replace("U . S .", "U.S.")


def eed(hypothesis: str, reference: str, *, is_exact: bool = False, **costs: float) -> float:
    """Return EED of one pair of prepared lines: the compiled program's, or where `is_exact` the Python one's."""
    real = np.float64 if is_exact else np.float32
    defaults = {"alpha": 2.0, "rho": 0.3, "deletion": 0.2, "insertion": 1.0}
    alpha, rho, deletion, insertion = (real(costs.get(name, value)) for name, value in defaults.items())
    text, wanted = f" {hypothesis} ", f" {reference} "
    row = [real(0)] + [real(1)] * len(text)
    visits = [0] * len(row)
    for character in wanted:
        above, row = row, [row[0] + real(1)]
        for i, other in enumerate(text, 1):
            row.append(min(row[-1] + deletion, above[i - 1] + real(character != other), above[i] + insertion))
        nearest = 0
        for i, cost in enumerate(row):
            if cost < (row[nearest] if is_exact else np.trunc(row[nearest])):
                nearest = i
        visits[nearest] += 1
        if character == " ":
            row = [min(cost, alpha + row[nearest]) for cost in row]
    counted = visits if is_exact else visits[1:]
    extra = rho * real(sum(abs(n - 1) for n in counted))
    return min(1.0, float((row[-1] + extra) / (real(len(wanted)) + extra)))
