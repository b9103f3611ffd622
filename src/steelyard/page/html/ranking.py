"""The rows of a ranking on a page: ranks, scores, intervals and what stands beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.page.html.intervals import Axis
from steelyard.page.html.text import with_minus
from steelyard.results.numbers import interval_text
from steelyard.results.score_rows import ScoreRow

__all__ = ["DETAILS", "Ranked", "range_text", "ranked_rows"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row of a ranking."""

    rank: str
    system: str
    score: str
    interval: str
    cluster: int | None
    starts_cluster: bool
    low: float | None
    at: float
    high: float | None
    details: tuple[str, ...]


DETAILS = {"bp": "brevity penalty", "ratio": "length ratio"}


def ranked_rows(ordered: Sequence[ScoreRow], axis: Axis, decimals: int, details: Sequence[str]) -> list[Ranked]:
    """Lay out the rows of a ranking, the best first; details are names of parts of a score that stand beside it."""
    rows = []
    for i, row in enumerate(ordered):
        low, high = row.interval or (None, None)
        rank_low, rank_high = row.rank_low, row.rank_high
        rows.append(
            Ranked(
                rank=str(row.rank) if rank_low is None else range_text(rank_low, rank_high or rank_low),
                system=row.system,
                score=with_minus(f"{row.score:.{decimals}f}"),
                interval=with_minus(interval_text(row.interval, decimals)),
                cluster=row.cluster,
                starts_cluster=i > 0 and row.cluster is not None and row.cluster != ordered[i - 1].cluster,
                low=None if low is None else axis.place(low),
                at=axis.place(row.score),
                high=None if high is None else axis.place(high),
                details=tuple(f"{row.details[key]:.3f}" for key in details),
            )
        )
    return rows


def range_text(low: int, high: int) -> str:
    """Write a range of ranks."""
    return str(low) if low == high else f"{low}–{high}"
