"""Rows of a campaign: scores, pairs over tasks, and pairs on each task."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.fixed_order import product
from steelyard.inference import (
    clustered_sign_tails,
    clustered_wilcoxon_tails,
    holm,
    n_tasks_better,
    random_effects,
    relative_change,
    stouffer,
)
from steelyard.questions.campaign.answer import CampaignPairRow, CampaignScoreRow, CellRow
from steelyard.questions.campaign.joined import Differences, Joined
from steelyard.results.pair_rows import Verdict

__all__ = ["cell_rows", "pair_rows", "score_rows"]

Floats = NDArray[np.float64]
_SIDES: tuple[Literal["better"], Literal["worse"]] = ("better", "worse")


def score_rows(joined: Joined) -> list[CampaignScoreRow]:
    """Lay out the scores of every system under every metric."""
    weights = np.array([task.weight for task in joined.tasks])
    rows = []
    for number, metric in enumerate(joined.metrics):
        measured = [joined.measurement(task, number) for task in range(len(joined.tasks))]
        totals = [one.scores(one.statistics.totals()) for one in measured]
        for system in joined.systems:
            scores = tuple(
                float(of_task[task.systems.index(system)]) if system in task.systems else None
                for task, of_task in zip(joined.tasks, totals, strict=True)
            )
            known = [score for score in scores if score is not None]
            average = float(product(weights, np.array(known)) / weights.sum()) if len(known) == len(scores) else None
            label, scale = measured[0].label, measured[0].scale
            rows.append(CampaignScoreRow(metric, label, system, average, scores, len(known), scale))
    return rows


def cell_rows(joined: Joined, family: Differences, adjusted: Floats, alpha: float) -> list[CellRow]:
    """Lay out the differences on each task; one correction holds for all of them."""
    p_values = family.p_values("two-sided")
    rows, at = [], 0
    for number, (task, places, errors) in enumerate(zip(joined.tasks, joined.places, joined.errors, strict=True)):
        for (metric, pair), error in zip(places, errors, strict=True):
            measurement = joined.measurement(number, metric)
            verdict = _verdict(float(family.observed[at] * family.orientation[at]), float(adjusted[at]), alpha)
            rows.append(
                CellRow(
                    task.name,
                    joined.metrics[metric],
                    measurement.label,
                    *_names(joined, pair),
                    float(family.observed[at]),
                    float(error),
                    float(p_values[at]),
                    float(adjusted[at]),
                    verdict,
                )
            )
            at += 1
    return rows


def _names(joined: Joined, pair: int) -> tuple[str, str]:
    a, b = joined.pairs[pair]
    return joined.systems[a], joined.systems[b]


def _verdict(oriented: float, p_adjusted: float, alpha: float) -> Verdict:
    if p_adjusted > alpha:
        return "cannot tell"
    return "better" if oriented > 0 else "worse"


def pair_rows(
    joined: Joined,
    mean: Differences,
    adjusted: Floats,
    cells: Sequence[CellRow],
    scores: Sequence[CampaignScoreRow],
    alpha: float,
) -> list[CampaignPairRow]:
    """Lay out every pair over the tasks that have it."""
    table, p_values = joined.table(), mean.p_values("two-sided")
    of_side = [[null.p_values(side) for null in joined.tested] for side in _SIDES]
    verdicts: dict[tuple[str, str, str], list[Verdict]] = {}
    for cell in cells:
        verdicts.setdefault((cell.metric, cell.system, cell.against), []).append(cell.verdict)
    by_system = {(row.metric, row.system): row for row in scores}
    rows = []
    for place in range(table.shape[1]):
        number, pair = divmod(place, len(joined.pairs))
        metric, (name_a, name_b) = joined.metrics[number], _names(joined, pair)
        there = [(task, int(i)) for task, i in enumerate(table[:, place]) if i >= 0]
        deltas, errors = _of_tasks([null.observed for null in joined.tested], there), _of_tasks(joined.errors, there)
        orientation, delta = float(mean.orientation[place]), float(mean.observed[place])
        # Corrected for either side of every pair under every metric.
        at_least = [int(n_tasks_better(_of_tasks(p, there), alpha / (2 * table.shape[1]))) for p in of_side]
        n_better, n_worse = (verdicts[metric, name_a, name_b].count(side) for side in _SIDES)
        clusters = [joined.tasks[task].cluster or f"\0{joined.tasks[task].name}" for task, _ in there]
        base = np.array([by_system[metric, name_b].scores[task] for task, _ in there], dtype=np.float64)
        row = CampaignPairRow(
            metric,
            by_system[metric, name_b].label,
            name_a,
            name_b,
            len(there),
            delta,
            relative_change(orientation * deltas, base, _base_errors(joined, number, name_b, there)),
            float(p_values[place]),
            float(adjusted[place]),
            _verdict(orientation * delta, float(adjusted[place]), alpha),
            n_better,
            n_worse,
            at_least[0],
            at_least[1],
            *_wins(orientation * deltas),
            *_over_tasks(orientation * deltas, clusters),
            min(1.0, 2 * min(stouffer(_of_tasks(p, there)) for p in of_side)),
        )
        covariances = joined.shared_errors(number, pair, [task for task, _ in there])
        rows.append(_with_tasks_like_these(row, deltas, errors, 1 - alpha, *covariances))
    return _corrected(rows)


def _of_tasks(values: Sequence[Floats], there: Sequence[tuple[int, int]]) -> Floats:
    """Take from each task that has the pair what it has of it."""
    return np.array([values[task][i] for task, i in there])


def _base_errors(joined: Joined, number: int, name: str, there: Sequence[tuple[int, int]]) -> Floats:
    """Return the standard error of a system's score on each of the tasks."""
    places = [(task, joined.tasks[task].systems.index(name)) for task, _ in there]
    return np.array([np.sqrt(np.square(joined.contributions[task][number][i]).sum()) for task, i in places])


def _wins(oriented: Floats) -> tuple[int, int, int]:
    return int((oriented > 0).sum()), int((oriented == 0).sum()), int((oriented < 0).sum())


def _over_tasks(oriented: Floats, clusters: Sequence[str]) -> tuple[float, float]:
    """Return two-sided p-values of the sign test and of Wilcoxon's over tasks."""
    codes = np.unique(np.array(clusters), return_inverse=True)[1]
    signs, ranks = clustered_sign_tails(oriented, codes), clustered_wilcoxon_tails(oriented, codes)
    return min(1.0, 2 * min(signs)), min(1.0, 2 * min(ranks))


def _with_tasks_like_these(
    row: CampaignPairRow, deltas: Floats, errors: Floats, level: float, shared: Floats | None, n_units: float
) -> CampaignPairRow:
    if len(deltas) < 2:
        return row
    found = random_effects(deltas, errors, level=level, shared=shared, n_units=n_units)
    return replace(
        row,
        like_these=found.mean,
        like_these_interval=(found.low, found.high),
        like_these_p=found.p_value,
        predicted_interval=(found.predicted_low, found.predicted_high),
        between=found.between,
        share_between=found.share_between,
    )


def _corrected(rows: Sequence[CampaignPairRow]) -> list[CampaignPairRow]:
    """Correct what is said of tasks like these for all rows."""
    known = [i for i, row in enumerate(rows) if row.like_these_p is not None]
    found = list(rows)
    for i, p_value in zip(known, holm([rows[i].like_these_p or 0.0 for i in known]), strict=True):
        found[i] = replace(rows[i], like_these_p=float(p_value))
    return found
