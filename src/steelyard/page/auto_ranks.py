"""The table of AutoRanks, of one test set or several tasks."""

from collections.abc import Sequence
from functools import partial

from steelyard.page.blocks import Titled
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.columns import Term, table
from steelyard.results.table import clean

__all__ = ["auto_rank_table"]


def auto_rank_table(rows: Sequence[AutoRankRow], n_metrics: int, tasks: Sequence[str] = ()) -> Titled:
    """Lay out systems, the best first."""
    ordered = sorted(rows, key=lambda row: (row.rank is None, row.rank or 0.0, row.system))
    by_task = ((Term("", f">{clean(task)}", ".2f"), partial(_of_task, place)) for place, task in enumerate(tasks))
    after = "1 is best, the largest number worst. Adding a system changes all numbers. No difference is tested."
    return Titled(
        f"AutoRank: {n_metrics} metrics, scaled and averaged", table(ordered, ("rank", "system", *by_task)), after=after
    )


def _of_task(place: int, row: AutoRankRow) -> float | None:
    return row.by_task[place]
