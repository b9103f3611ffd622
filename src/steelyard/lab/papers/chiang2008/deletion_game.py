"""The game of deletions: how much of a system's output may be thrown away under BLEU, sentence by sentence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import get_test
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.metrics import Metric, measure
from steelyard.types import Measurement, TestSet

__all__ = ["deletion_order", "deletion_tables"]

_ALPHA = 0.05
_MOST_SYSTEMS = 5
_EQUAL = 1e-12

Integers = NDArray[np.int64]


def deletion_order(measured: Measurement, outputs: Integers, empty: Integers) -> tuple[Integers, NDArray[np.float64]]:
    """Delete outputs one by one, each time the one whose loss leaves the best score: order, scores after each.

    Statistics of the outputs and of empty ones have shape (N, K); the first score is that of all outputs. Half of the
    outputs are deleted at most.
    """
    sign = 1 if measured.higher_is_better else -1
    change = (empty - outputs).astype(np.float64)
    sums = outputs.sum(axis=0).astype(np.float64)
    left = np.arange(len(outputs))
    order, scores = [], [float(measured.scores(sums))]
    for _ in range(len(outputs) // 2):
        after = sign * measured.scores(sums + change[left])
        best = int(after.argmax())
        sums = sums + change[left[best]]
        order.append(int(left[best]))
        scores.append(float(sign * after[best]))
        left = np.delete(left, best)
    return np.array(order, dtype=np.int64), np.array(scores)


@dataclass(frozen=True, slots=True, eq=False)
class _Players:
    """Statistics of systems and of empty outputs under all metrics, and how differences are tested."""

    measurements: Sequence[Measurement]
    empty: Sequence[Integers]
    n_resamples: int
    seed: int
    n_threads: int

    def scores(self, s: int, deleted: Integers) -> list[float]:
        """Score a system without some of its outputs, by all metrics."""
        found = []
        for one, empty in zip(self.measurements, self.empty, strict=True):
            values = one.statistics.values[s]
            sums = values.sum(axis=0) + (empty[deleted] - values[deleted]).sum(axis=0)
            found.append(float(one.scores(sums.astype(np.float64))))
        return found

    def p_value(self, m: int, s: int, deleted: Integers) -> float:
        """Test the difference that deletions make under a metric."""
        if not len(deleted):
            return 1.0
        measured = self.measurements[m]
        values = measured.statistics.values[s]
        after = values.copy()
        after[deleted] = self.empty[m][deleted]
        statistics = replace(measured.statistics, values=np.stack([values, after]))
        outcome = get_test("paired-bootstrap")(
            [replace(measured, statistics=statistics, systems=("given", "deleted"))],
            [(1, 0)],
            n_resamples=self.n_resamples,
            rng=self.seed,
            n_threads=self.n_threads,
        )
        return float(outcome.p_values("two-sided")[0])

    def hidden(self, m: int, s: int, order: Integers, free: int) -> int:
        """Find the most deletions that are not significant, in whole percents of the outputs, or what was free."""
        n = len(self.empty[m])
        for percent in range(100 * len(order) // n, 100 * free // n, -1):
            if self.p_value(m, s, order[: percent * n // 100]) > _ALPHA:
                return max(percent * n // 100, free)
        return free


def deletion_tables(
    test_set: TestSet,
    measurements: Sequence[Measurement],
    metrics: Sequence[Metric],
    place: int,
    *,
    n_resamples: int,
    seed: int,
    n_threads: int,
) -> list[PaperTable]:
    """Delete while the metric at this place is no lower, and while it is not significantly so; score that by all."""
    nothing = TestSet(test_set.references, {"nothing": [""] * test_set.n_segments})
    counted = _measured_alike(nothing, metrics, measurements, n_threads)
    players = _Players(measurements, [one.statistics.values[0] for one in counted], n_resamples, seed, n_threads)
    game, n = measurements[place], test_set.n_segments
    sign = 1 if game.higher_is_better else -1
    best = np.argsort(-sign * game.scores(game.statistics.totals()), kind="stable")[:_MOST_SYSTEMS].tolist()
    scored, tested = list[tuple[object, ...]](), list[tuple[object, ...]]()
    for s in best:
        order, path = deletion_order(game, game.statistics.values[s], players.empty[place])
        free = int(np.flatnonzero(sign * (path - path[0]) >= -_EQUAL * max(1.0, abs(path[0]))).max())
        hidden = players.hidden(place, s, order, free)
        scored.append((game.systems[s], "as given", 0.0, *players.scores(s, order[:0])))
        for k, kind in ((free, "no lower"), (hidden, "not significantly lower")):
            share = 100 * k / n
            scored.append(("", kind, share, *players.scores(s, order[:k])))
            p_values = (players.p_value(m, s, order[:k]) for m in range(len(measurements)))
            tested.append((game.systems[s] if kind == "no lower" else "", kind, share, *p_values))
    columns = ("system", f"{game.label} is", "deleted %", *(one.label for one in measurements))
    return [_scores_table(game, measurements, columns, scored), _tests_table(measurements, columns, tested)]


def _scores_table(
    game: Measurement, measurements: Sequence[Measurement], columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]
) -> PaperTable:
    return PaperTable(
        "Tables 6 to 8",
        f"outputs deleted, one whole segment after the other, as many as {game.label} does not notice",
        columns,
        tuple(rows),
        f"Each time the output goes whose loss leaves the best {game.label}. The paper's system learned to delete 8 to "
        "10% of its sentences, without a look at the references of the test set, which this takes: it bounds what can "
        "be deleted. Not significantly: at .05, in whole percents.",
        (None, None, 1, *(2 if one.scale == 100 else 4 for one in measurements)),
    )


def _tests_table(
    measurements: Sequence[Measurement], columns: tuple[str, ...], rows: Sequence[tuple[object, ...]]
) -> PaperTable:
    return PaperTable(
        "Table 7",
        "p of the difference that the deletions make, under each metric (paired bootstrap, two-sided)",
        columns,
        tuple(rows),
        decimals=(None, None, 1, *[4] * len(measurements)),
    )


def _measured_alike(
    test_set: TestSet, metrics: Sequence[Metric], measurements: Sequence[Measurement], n_threads: int
) -> list[Measurement]:
    """Count outputs of nothing on the grid of what was counted before."""
    found = []
    for one, before in zip(measure(test_set, metrics, n_threads=n_threads), measurements, strict=True):
        shift = (before.statistics.bits - one.statistics.bits).astype(np.float64)
        values = np.rint(np.ldexp(one.statistics.values.astype(np.float64), shift.astype(np.int32))).astype(np.int64)
        found.append(replace(one, statistics=replace(before.statistics, values=values)))
    return found
