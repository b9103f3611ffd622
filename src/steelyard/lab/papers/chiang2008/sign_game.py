"""The sign test on composites (Collins, Koehn and Kucerova 2005), which Chiang et al. 2008 refute for BLEU."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import WinCounts, sign_tails
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.types import Measurement

__all__ = ["Substitution", "sign_tables", "substitute"]

_ALPHA = 0.05
_MOST_ROWS = 12
_EQUAL = 1e-12  # relative: scores that differ by less are the same

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Substitution:
    """What the sign test says of outputs that are put, one at a time, into those of another system."""

    wins: int  # and ties, losses: segments whose output raises the score, leaves it, and lowers it
    ties: int
    losses: int
    p_value: float  # two-sided

    @property
    def side(self) -> int:
        """1 if the system that is put in is significantly better, -1 if worse, else 0."""
        return int(np.sign(self.wins - self.losses)) if self.p_value <= _ALPHA else 0


def substitute(measured: Measurement, into: NDArray[np.int64], outputs: NDArray[np.int64]) -> Substitution:
    """Put each output into those of another system, alone, and count how often the score rises: statistics (N, K)."""
    whole = into.sum(axis=0)
    before = float(measured.scores(whole.astype(np.float64)))
    after = measured.scores((whole + outputs - into).astype(np.float64))
    change = (after - before) * (1 if measured.higher_is_better else -1)
    slack = _EQUAL * max(1.0, abs(before))
    wins, losses = int((change > slack).sum()), int((change < -slack).sum())
    better, worse = sign_tails(WinCounts(np.array([wins]), np.array([len(change) - wins - losses]), np.array([losses])))
    return Substitution(wins, len(change) - wins - losses, losses, min(1.0, 2 * float(min(better[0], worse[0]))))


def sign_tables(measurements: Sequence[Measurement], lengths: Measurement | None) -> list[PaperTable]:
    """Ask every pair of systems in both directions under every metric; the paper's Table 2 shows where that clashes.

    Lengths are those of BLEU's statistics. Beside the systems stand two that are made of them: of each segment the
    shortest output, and the longest one.
    """
    chosen = None if lengths is None else _extremes(lengths.statistics.values[..., 0])
    ratios = None if lengths is None else _ratios(lengths, chosen)
    counts: list[_Counts] = []
    made, others = list[_Row](), list[tuple[int, _Row]]()
    for measured in measurements:
        found = _both_ways(measured, chosen)
        pairs = found if chosen is None else found[:-1]
        counts.append(_counted(measured.label, pairs))
        others += [(abs(one.of_a.side + one.of_b.side), _row(one, ratios)) for one in pairs if one.is_against]
        made += [_row(one, ratios) for one in found[len(pairs) :]]
    return [_counts_table(counts), _clashes_table(made, others)]


_Counts = tuple[str, int, int, int, int, int]
_Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _BothWays:
    """Two systems, a and b: their names, scores, and what each of them does among the other's outputs."""

    label: str
    names: tuple[str, str]
    places: tuple[int, int]
    scores: tuple[float, float]
    lead: float
    of_a: Substitution
    of_b: Substitution

    @property
    def is_against(self) -> bool:
        """Whether a direction finds the system better whose score is worse."""
        return self.of_a.side * self.lead < 0 or -self.of_b.side * self.lead < 0


def _both_ways(measured: Measurement, chosen: Sequence[NDArray[np.int64]] | None) -> list[_BothWays]:
    """Ask every pair of systems in both directions, and last the two that are made of them."""
    values, names = measured.statistics.values, list(measured.systems)
    pairs = list(combinations(range(len(names)), 2))
    if chosen is not None:
        pairs.append((len(names), len(names) + 1))
        names += ["all shortest", "all longest"]
        values = np.concatenate([values, *(values[rows, np.arange(values.shape[1])][None] for rows in chosen)])
    scores = measured.scores(values.sum(axis=1).astype(np.float64))
    sign = 1 if measured.higher_is_better else -1
    return [
        _BothWays(
            measured.label,
            (names[a], names[b]),
            (a, b),
            (float(scores[a]), float(scores[b])),
            float(sign * (scores[a] - scores[b])),
            substitute(measured, values[b], values[a]),
            substitute(measured, values[a], values[b]),
        )
        for a, b in pairs
    ]


def _row(one: _BothWays, ratios: Array | None) -> _Row:
    lengths = (None, None) if ratios is None else tuple(float(ratios[place]) for place in one.places)
    told = ((f"{of.wins}:{of.losses}", of.p_value) for of in (one.of_a, one.of_b))
    return (one.label, *one.names, *one.scores, *lengths, *(cell for both in told for cell in both))


def _extremes(words: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Choose of each segment the system with the shortest output, and the one with the longest."""
    return words.argmin(axis=0), words.argmax(axis=0)


def _ratios(lengths: Measurement, chosen: Sequence[NDArray[np.int64]] | None) -> Array:
    """Divide words of outputs by those of references, for systems and for those made of them."""
    values = lengths.statistics.values[..., :2]
    made = [values[rows, np.arange(values.shape[1])] for rows in chosen or ()]
    sums = np.concatenate([values, *(rows[None] for rows in made)]).sum(axis=1)
    found: Array = sums[:, 0] / np.maximum(sums[:, 1], 1)
    return found


def _counted(label: str, pairs: Sequence[_BothWays]) -> _Counts:
    """Count pairs by what the two directions say of them."""
    sides = [(one.of_a.side, -one.of_b.side) for one in pairs]
    both = sum(bool(x) and x == y for x, y in sides)
    one_alone = sum(bool(x) != bool(y) for x, y in sides)
    opposite = sum(x * y < 0 for x, y in sides)
    return (label, len(sides), both, one_alone, opposite, sum(one.is_against for one in pairs))


def _counts_table(rows: Sequence[_Counts]) -> PaperTable:
    return PaperTable(
        "Section 3.1",
        f"sign tests of each pair of systems (two-sided, {_ALPHA:g}), where outputs of A replace those of B one at a "
        "time, and where those of B replace A's",
        ("metric", "pairs", "the same", "one alone", "opposite", "against the scores"),
        tuple(rows),
        "the same: both tests are significant, for the same system; one alone: only one test is significant; opposite: "
        "each system is significantly better than the other; against the scores: significant for the system with the "
        "lower score. Of a metric that is a sum over segments divided by the references' lengths both tests are the "
        "same. Only its last column can be above 0: many small gains can weigh less than a few losses.",
    )


def _clashes_table(made: Sequence[_Row], others: Sequence[tuple[int, _Row]]) -> PaperTable:
    """Show the two systems made of all, then the worst clashes."""
    worst = [row for _, row in sorted(others, key=lambda one: -one[0])]
    more = f" {len(others) - _MOST_ROWS} further clashes are left out." if len(others) > _MOST_ROWS else ""
    return PaperTable(
        "Table 2",
        "the sign test on outputs of all systems put together, and on pairs where it contradicts the scores",
        ("metric", "A", "B", "score A", "score B", "length A", "length B", "A into B", "p A", "B into A", "p B"),
        (*made, *worst[:_MOST_ROWS]),
        "length: words of the output for each of the reference's; A into B: segments where an output of A raises B's "
        "score, and where it lowers it. all shortest and all longest have of each segment the system with the shortest "
        f"and the longest output.{more}",
        (None, None, None, 2, 2, 3, 3, None, 4, None, 4),
    )
