"""The table of AutoRanks, of one test set or several tasks."""

from collections.abc import Sequence

from steelyard.page.blocks import Titled
from steelyard.results.auto_rank_row import AutoRankRow
from steelyard.results.numbers import number_text
from steelyard.results.table import Table, clean

__all__ = ["auto_rank_table"]

_DECIMALS = 2


def auto_rank_table(rows: Sequence[AutoRankRow], n_metrics: int, tasks: Sequence[str] = ()) -> Titled:
    """Lay out systems, the best first."""
    ordered = sorted(rows, key=lambda row: (row.rank is None, row.rank or 0.0, row.system))
    cells = [
        (
            number_text(row.rank, _DECIMALS),
            clean(row.system),
            *(number_text(one, _DECIMALS) for one in row.by_task[: len(tasks)]),
        )
        for row in ordered
    ]
    headers = (">AutoRank", "system", *(f">{clean(task)}" for task in tasks))
    after = (
        "1 is the best system and the largest number the worst; another system would change all of them, and no "
        "difference is tested."
    )
    return Titled(f"AutoRank: {n_metrics} metrics, scaled and averaged", Table(headers, cells), after=after)
