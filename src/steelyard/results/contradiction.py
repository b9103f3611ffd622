"""Pairs of systems on which metrics say opposite things."""

from collections.abc import Sequence

from steelyard.results import terms
from steelyard.results.columns import column, row
from steelyard.results.pair_rows import PairRow

__all__ = ["Contradiction", "contradictions"]


@row
class Contradiction:
    """Two systems of which some metrics find the one better, and some the other, each significantly."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    better: tuple[str, ...] = column("spellings of the metrics that find the system better")
    worse: tuple[str, ...] = column("those that find it worse")


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
    [Contradiction(system='y', against='x', better=('judge',), worse=('bleu',))]
    """
    if len({row.metric for row in pairs}) < 2:
        return []
    found: dict[tuple[str, str], dict[str, list[str]]] = {}
    for pair in pairs:
        sides = found.setdefault((pair.system, pair.against), {"better": [], "worse": []})
        if pair.verdict in sides:
            sides[pair.verdict].append(pair.metric)
    return [
        Contradiction(a, b, tuple(sides["better"]), tuple(sides["worse"]))
        for (a, b), sides in found.items()
        if sides["better"] and sides["worse"]
    ]
