"""Places of systems by their averages: ours, and as the general task of WMT24 counts them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.fixed_order import product
from steelyard.inference import auto_rank, check_auto_rank, domains_p_value, rank_ranges, ranks_as_published
from steelyard.inference.differences import unit_differences
from steelyard.questions.campaign.answer import CampaignPairRow, CampaignScoreRow
from steelyard.questions.campaign.joined import Joined
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.scored.shards.rows import require_segments

__all__ = ["auto_ranks", "with_published_p", "with_ranks"]


def with_published_p(joined: Joined, rows: Sequence[CampaignPairRow]) -> list[CampaignPairRow]:
    """Add Wilcoxon's p of segments within tasks, put together over tasks."""
    for task in joined.tasks:
        require_segments(task.counted.test_set, "campaign --as-published")
    found = []
    for number in range(len(joined.metrics)):
        for place in range(len(joined.pairs)):
            row = rows[number * len(joined.pairs) + place]
            found.append(replace(row, p_published=_published_p(joined, number, row)))
    return found


def _published_p(joined: Joined, metric: int, row: CampaignPairRow) -> float:
    differences, slack = [], 0
    for number, task in enumerate(joined.tasks):
        if row.system in task.systems and row.against in task.systems:
            pair = task.systems.index(row.system), task.systems.index(row.against)
            units = unit_differences(joined.measurement(number, metric), [pair], "as-published")
            differences.append(units.steps[0])
            slack = units.slack
    return domains_p_value(differences, slack)


def with_ranks(
    joined: Joined, scores: Sequence[CampaignScoreRow], pairs: Sequence[CampaignPairRow], alpha: float
) -> list[CampaignScoreRow]:
    """Add places where every pair of systems was compared on every task."""
    n, found = len(joined.systems), list(scores)
    is_whole = len(joined.pairs) == n * (n - 1) // 2 and all(len(task.systems) == n for task in joined.tasks)
    if not is_whole:
        if any(row.p_published is not None for row in pairs):
            raise SpecError(
                "Ranks of the general task (--as-published) need every pair of systems on every task: leave out "
                "--pairs, and systems that some task lacks."
            )
        return found
    for number, metric in enumerate(joined.metrics):
        mine = [i for i, row in enumerate(found) if row.metric == metric]
        of_pairs = pairs[number * len(joined.pairs) : (number + 1) * len(joined.pairs)]
        is_better, p_values = _matrices(joined, of_pairs)
        for i, (first, last) in zip(mine, rank_ranges(is_better), strict=True):
            found[i] = replace(found[i], rank_from=first, rank_to=last)
        if of_pairs[0].p_published is None:
            continue
        sign = 1 if joined.measurement(0, number).higher_is_better else -1
        averages = np.array([found[i].average or 0.0 for i in mine])
        for i, places in zip(mine, ranks_as_published(p_values, sign * averages, alpha), strict=True):
            first, last, cluster = places
            found[i] = replace(found[i], published_from=first, published_to=last, published_cluster=cluster)
    return found


def auto_ranks(
    joined: Joined, scores: Sequence[CampaignScoreRow], question: CampaignQuestion
) -> tuple[AutoRankRow, ...]:
    """Rank systems by all metrics at once on each task, and average over tasks."""
    if question.auto_rank is None:
        return ()
    scaling = check_auto_rank(question.auto_rank, len(joined.metrics))
    is_up = [joined.measurement(0, number).higher_is_better for number in range(len(joined.metrics))]
    of_systems: list[dict[str, float]] = []
    for number, task in enumerate(joined.tasks):
        of_task = {(row.metric, row.system): row.scores[number] for row in scores}
        table = np.array([[of_task[metric, system] for system in task.systems] for metric in joined.metrics])
        ranks = auto_rank(table, higher_is_better=is_up, scaling=scaling)
        of_systems.append(dict(zip(task.systems, ranks.tolist(), strict=True)))
    rows = []
    weights = np.array([task.weight for task in joined.tasks])
    for system in joined.systems:
        by_task = tuple(found.get(system) for found in of_systems)
        known = [one for one in by_task if one is not None]
        mean = float(product(weights, np.array(known)) / weights.sum()) if len(known) == len(by_task) else None
        rows.append(AutoRankRow(system, mean, by_task))
    return tuple(rows)


def _matrices(joined: Joined, rows: Sequence[CampaignPairRow]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Set verdicts and published p-values of all pairs out as matrices."""
    n = len(joined.systems)
    is_better, p_values = np.zeros((n, n), dtype=np.bool_), np.ones((n, n))
    for row, (a, b) in zip(rows, joined.pairs, strict=True):
        is_better[a, b], is_better[b, a] = row.verdict == "better", row.verdict == "worse"
        p_values[a, b] = p_values[b, a] = 1.0 if row.p_published is None else row.p_published
    return is_better, p_values
