"""A system's AutoRank: several metrics, scaled and averaged."""

from dataclasses import dataclass

from steelyard.short_repr import short_repr

__all__ = ["AutoRankRow", "auto_rank_text"]

_WAYS = {
    "robust": "scaled by its median and the distance from its lower quartile to its largest score, as WMT25 does",
    "range": "scaled between its worst and its best score, as WMT24 does",
}


@dataclass(frozen=True, slots=True)
class AutoRankRow:
    """A system by several metrics at once.

    Attributes
    ----------
    system : str
        Its name.
    rank : float or None
        From 1 to the number of systems; over tasks the mean of its ranks. None where it lacks a task.
    by_task : tuple of float or None
        On each task, where there are several.

    Examples
    --------
    >>> from steelyard.results import AutoRankRow
    >>> AutoRankRow("ours", 1.5, (1.0, 2.0)).rank
    1.5
    """

    system: str
    rank: float | None
    by_task: tuple[float | None, ...] = ()

    __repr__ = short_repr


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
