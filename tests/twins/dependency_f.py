"""Dependency triples, slowly: lists of triples, matched by trying every way where words have synonyms."""

from collections.abc import Callable, Sequence
from itertools import product

from steelyard.types import Parse

Row = tuple[str, ...]
ANY = " "  # a variable in the place of a word; no word is a blank


def triples(parse: Parse, features: Sequence[str], labelled: bool, partial: bool, once: bool) -> list[Row]:
    """Return the triples in order, with repeats unless `once`."""
    found: list[Row] = []
    for word in parse.words:
        lemma = (word.lemma or word.form).lower()
        found += [("feature", name, lemma, value) for name, value in word.feats if name in features]
        relation = word.deprel.split(":")[0]
        if word.head and relation not in ("root", "punct"):
            above = parse.words[word.head - 1]
            head = (above.lemma or above.form).lower()
            if partial:
                found += [("relation", relation, head, ANY), ("relation", relation, ANY, lemma)]
            else:
                found.append(("relation", relation, head, lemma))
    if not labelled:
        found = [(kind, "", one, other) for kind, _, one, other in found]
    return list(dict.fromkeys(found)) if once else found


def n_matched(hypothesis: Sequence[Row], reference: Sequence[Row]) -> int:
    """Cross out equal triples."""
    left = list(reference)
    for row in hypothesis:
        if row in left:
            left.remove(row)
    return len(reference) - len(left)


def most_matched(hypothesis: Sequence[Row], reference: Sequence[Row], same: Callable[[str, str], bool]) -> int:
    """Try every way to give triples of the output partners, each of the reference once."""
    if not hypothesis:
        return 0
    first, rest = hypothesis[0], hypothesis[1:]
    best = most_matched(rest, reference, same)
    for j, row in enumerate(reference):
        if fits(first, row, same):
            best = max(best, 1 + most_matched(rest, [*reference[:j], *reference[j + 1 :]], same))
    return best


def fits(one: Row, other: Row, same: Callable[[str, str], bool]) -> bool:
    if one[:2] != other[:2]:
        return False
    if one[0] == "feature":
        return one[3] == other[3] and same(one[2], other[2])
    return all(a == b or (a != ANY and b != ANY and same(a, b)) for a, b in zip(one[2:], other[2:], strict=True))


def measure(match: int, n_hyp: int, n_ref: int, name: str) -> float:
    if n_hyp == n_ref == 0:
        return 1.0
    part, whole = {"f": (2 * match, n_hyp + n_ref), "precision": (match, n_hyp), "recall": (match, n_ref)}[name]
    return part / whole if whole else 0.0


def best_counts(
    hypotheses: Sequence[Sequence[Row]], references: Sequence[Sequence[Row]], name: str
) -> tuple[int, int, int]:
    """Return the counts of the pair with the best score, the first of several."""
    pairs = [(n_matched(h, r), len(h), len(r)) for r, h in product(references, hypotheses)]
    return max(pairs, key=lambda counts: measure(*counts, name))
