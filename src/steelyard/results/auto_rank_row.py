"""A system's AutoRank: several metrics, scaled and averaged."""

from steelyard.results import terms
from steelyard.results.columns import column, row

__all__ = ["AutoRankRow", "auto_rank_text"]

_WAYS = {
    "robust": "scaled by its median and the distance from its lower quartile to its largest score, as WMT25 does",
    "range": "scaled between its worst and its best score, as WMT24 does",
}


@row
class AutoRankRow:
    """A system by several metrics at once."""

    system: str = column(terms.SYSTEM)
    rank: float | None = column(
        "from 1 to the number of systems; over tasks the mean of its ranks. None if it lacks a task", ">AutoRank", ".2f"
    )
    by_task: tuple[float | None, ...] = column("on each task, if there are several", default=())


def auto_rank_text(scaling: str, n_tasks: int = 1) -> str:
    """Say how ranks came about.

    Parameters
    ----------
    scaling : {"robust", "range"}
        Of the metrics.
    n_tasks : int, default 1
        Over which ranks are averaged.

    Returns
    -------
    str
        A sentence, with a space before.

    Examples
    --------
    >>> from steelyard.results import auto_rank_text
    >>> auto_rank_text("range").partition(",")[0]
    ' AutoRank is the mean of all metrics'
    """
    over = " and averaged over tasks" if n_tasks > 1 else ""
    return f" AutoRank is the mean of all metrics, each {_WAYS[scaling]}, turned into ranks{over}."
