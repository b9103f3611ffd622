"""Dependency triples: what a parse says of a text, as a bag of statements, and how many two bags share."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from steelyard.types import Parse

__all__ = ["Bag", "Triple", "match_synonyms", "maximum_matching", "triples_of"]

_SKIPPED = ("root", "punct")  # they hold no word, or none that means something, to another


class Triple(NamedTuple):
    """One statement: a relation of two words, or a feature of one.

    Examples
    --------
    >>> from steelyard.metrics.parts.dependencies import Triple
    >>> str(Triple("nsubj", "resign", "john")), str(Triple("Number", "john", None, "Sing"))
    ('nsubj(resign, john)', 'Number(john, Sing)')
    """

    label: str  # the relation or feature; ``""`` where labels do not count
    # head, dependent: words; None is a variable, or a feature's second place
    head: str | None
    dependent: str | None
    value: str = ""  # of a feature

    def __str__(self) -> str:
        """Write it as the literature does."""
        return f"{self.label}({self.head or '_'}, {self.value or self.dependent or '_'})"


Bag = Counter[Triple]


def triples_of(
    parse: Parse,
    word: Callable[[str], str],
    *,
    features: Iterable[str],
    labelled: bool = True,
    partial: bool = False,
    once: bool = False,
) -> Bag:
    """Return the triples of a parse with heads, and how often each occurs; with `once` each counts once.

    A function brings lemmas into the form that is compared; ``""`` leaves a lemma's triples out. The features named are
    triples too. Relations lose what stands behind a colon; roots and punctuation have none. With `partial` each
    relation makes two triples, with a variable in place of the dependent and of the head.
    """
    words = [word(w.lemma or w.form) for w in parse.words]
    bag: Bag = Counter()
    for annotated, dependent in zip(parse.words, words, strict=True):
        if not dependent:
            continue
        values = dict(annotated.feats)
        for feature in features:
            if feature in values:
                bag[Triple(feature if labelled else "", dependent, None, values[feature])] += 1
        relation = annotated.deprel.partition(":")[0]
        if not annotated.head or relation in _SKIPPED or not (head := words[annotated.head - 1]):
            continue
        label = relation if labelled else ""
        if partial:
            bag.update([Triple(label, head, None), Triple(label, None, dependent)])
        else:
            bag[Triple(label, head, dependent)] += 1
    return Counter(dict.fromkeys(bag, 1)) if once else bag


def match_synonyms(
    hypothesis: Bag, reference: Bag, sets_of: Callable[[str], frozenset[int]]
) -> list[tuple[Triple, Triple]]:
    """Match as many triples as possible, where words are equal or in a common set of synonyms.

    The relation may not be transitive, so equal triples are not always matched with each other.
    """
    left, right = sorted(hypothesis.elements(), key=repr), sorted(reference.elements(), key=repr)
    places: dict[tuple[str, str, bool, bool], list[int]] = {}
    for j, triple in enumerate(right):
        places.setdefault(_kind(triple), []).append(j)

    def is_same(one: str | None, other: str | None) -> bool:
        return one == other or bool(one and other and sets_of(one) & sets_of(other))

    edges: list[Sequence[int]] = []
    for triple in left:
        near = [
            j
            for j in places.get(_kind(triple), ())
            if is_same(triple.head, right[j].head) and is_same(triple.dependent, right[j].dependent)
        ]
        edges.append(sorted(near, key=lambda j: right[j] != triple))  # equal ones first
    partners = maximum_matching(edges, len(right))
    return [(triple, right[j]) for triple, j in zip(left, partners, strict=True) if j >= 0]


def _kind(triple: Triple) -> tuple[str, str, bool, bool]:
    """What two triples must share, whatever their words."""
    return triple.label, triple.value, triple.head is None, triple.dependent is None


# Match things of two kinds with each other, each at most once: as many as possible.


def maximum_matching(edges: Sequence[Sequence[int]], n_right: int) -> list[int]:
    """Match as many things on the left as possible with one on the right each, by augmenting paths.

    Edges are, for each thing on the left, those on the right that it may be matched with, preferred ones first. Returns
    for each its partner, or -1. Time grows with the number of things times that of edges.

    Examples
    --------
    >>> from steelyard.metrics.parts.dependencies import maximum_matching
    >>> maximum_matching([[0, 1], [0]], 2)
    [1, 0]
    """
    of_left, of_right = [-1] * len(edges), [-1] * n_right
    # Berge: a matching is the largest when no augmenting path is left. A thing that has none now never will, so that
    # one search for each is enough.
    for start in range(len(edges)):
        came_from: dict[int, int] = {}  # right: the left that it was reached from, breadth first
        queue = [start]
        for left in queue:
            free = next((right for right in edges[left] if right not in came_from and of_right[right] < 0), None)
            if free is not None:
                came_from[free] = left
                _flip(free, came_from, of_left, of_right)
                break
            for right in edges[left]:
                if right not in came_from:
                    came_from[right] = left
                    queue.append(of_right[right])
    return of_left


def _flip(free: int, came_from: dict[int, int], of_left: list[int], of_right: list[int]) -> None:
    """Give every left on the path the right it reached, back to the start, which had none."""
    right = free
    while right >= 0:
        left = came_from[right]
        of_right[right], of_left[left], right = left, right, of_left[left]
