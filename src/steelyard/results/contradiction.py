"""Pairs of systems on which metrics say opposite things."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.results.pair_rows import PairRow
from steelyard.short_repr import short_repr

__all__ = ["Contradiction", "contradictions"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two systems of which some metrics find the one better, and some the other, each significantly.

    Attributes
    ----------
    system_a, system_b : str
        As in the rows of the pair.
    for_a, for_b : tuple of str
        Spellings of the metrics that find this system better.

    Examples
    --------
    >>> from steelyard.results import Contradiction
    >>> Contradiction("new", "old", ("COMET",), ("bleu",)).for_b
    ('bleu',)
    """

    system_a: str
    system_b: str
    for_a: tuple[str, ...]
    for_b: tuple[str, ...]

    __repr__ = short_repr


def contradictions(pairs: Sequence[PairRow]) -> list[Contradiction]:
    """Find the pairs on which verdicts of metrics are opposite.

    Parameters
    ----------
    pairs : sequence of PairRow
        Of a comparison; verdicts are those after correction.

    Returns
    -------
    list of Contradiction
        In the order of the pairs.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.results import contradictions
    >>> data = sy.TestSet(references=[["a b c d"] * 20], systems={"x": ["a b c d"] * 20, "y": ["a b x"] * 20})
    >>> judge = {"x": [0.1] * 20, "y": [0.9] * 20}
    >>> contradictions(sy.evaluate(data, segment_scores={"judge": judge}).compare().pairs)
    [Contradiction(system_a='y', system_b='x', for_a=('judge',), for_b=('bleu',))]
    """
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in pairs:
        sides = found.setdefault((row.system_a, row.system_b), {"better": [], "worse": []})
        if row.verdict in sides:
            sides[row.verdict].append(row.metric)
    return [
        Contradiction(a, b, tuple(sides["better"]), tuple(sides["worse"]))
        for (a, b), sides in found.items()
        if sides["better"] and sides["worse"]
    ]
