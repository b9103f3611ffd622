"""What tables of scores and of pairs share: ranked rows, and how numbers look."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Protocol, TypeVar

from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import ranks_text
from steelyard.results.score_rows import ScoreRow
from steelyard.results.signature import shorten_signature
from steelyard.results.table import Table, clean

__all__ = [
    "BY_RANGE", "CLUSTERS", "NOT_THE_BEST", "RANKS", "by_metric", "choose_decimals", "decimals_of",
    "detectable_text", "is_percentage", "metric_names", "percent_text", "rank_text", "ranked_table",
    "signature_text", "title_text",
]  # fmt: skip

RANKS = "range of possible ranks: only significant differences set an order"
CLUSTERS = "each system is significantly worse than every system of the clusters before it"
NOT_THE_BEST = "this is not the probability of being the best"
BY_RANGE = "simultaneous interval for any scores in the declared range, however rare the worst are"

_DETECTABLE = "minimum detectable difference at 80% power"


class _OfMetric(Protocol):
    @property
    def metric(self) -> str: ...


Row = TypeVar("Row", bound=_OfMetric)

_SHOWN_DETAILS = {"bp": "BP", "ratio": "length ratio"}


def signature_text(signature: str, short: bool) -> str:
    """Show a signature, or its short form."""
    return shorten_signature(signature) if short else signature


def rank_text(row: ScoreRow) -> str:
    """Show the places that a system may have; its place by score where nothing was tested."""
    return str(row.rank) if row.rank_low is None else ranks_text((row.rank_low, row.rank_high or row.rank_low))


def by_metric(rows: Sequence[Row]) -> Iterable[tuple[str, list[Row]]]:
    """Yield each metric with its rows."""
    for metric, members in groupby(rows, key=lambda row: row.metric):
        yield metric, list(members)


def metric_names(rows: Sequence[ScoreRow]) -> dict[str, str]:
    """Name metrics by their labels; one with options by its spelling, where another has the same label."""
    labels = {row.metric: row.label for row in rows}
    shared = {label for label, n in Counter(labels.values()).items() if n > 1}
    return {metric: metric if "(" in metric and label in shared else label for metric, label in labels.items()}


def title_text(name: str, rows: Sequence[ScoreRow], short: bool) -> str:
    """Head a table: the metric, its signature, and of scores that others computed which way they go."""
    is_higher = rows[0].higher_is_better if rows[0].signature.startswith("scores:") else None
    way = "" if is_higher is None else f"; {'higher' if is_higher else 'lower'} is better"
    return f"{clean(name)}  {signature_text(rows[0].signature, short)}{way}"


def percent_text(method: Any) -> str:
    """Show the confidence level."""
    return f"{round(100 * method.get('confidence_level', 0), 6):g}%"


def choose_decimals(rows: Sequence[ScoreRow], width: int | None) -> int:
    """Choose decimals for the scores of a metric."""
    return decimals_of(rows[0].scale, [row.score for row in rows], width)


def decimals_of(scale: int | None, values: Iterable[float | None], width: int | None) -> int:
    """Return the width, or 2 decimals for percentages and 4 for fractions."""
    if width is not None:
        return width
    return 2 if is_percentage(scale, values) else 4


def is_percentage(scale: int | None, values: Iterable[float | None]) -> bool:
    """Tell percentages from fractions, by size where the scale is unknown."""
    return scale == 100 if scale else max((abs(value or 0.0) for value in values), default=0.0) >= 10


def ranked_table(rows: Sequence[ScoreRow], decimals: int, method: Any, *, ranks: bool = False) -> Table:
    """Set systems in a table, the best first."""
    columns: list[Shown] = [
        (">rank", rank_text),
        "system",
        "score",
        (f"{percent_text(method)} interval", "interval"),
        "interval_by_range",
        "cluster",
        *((Term("", f">{title}", ".3f"), partial(_detail, key)) for key, title in _SHOWN_DETAILS.items()),
        *(("interval_rank", "share_best") if ranks else ()),
    ]
    return table(sorted(rows, key=lambda row: row.rank), columns, decimals=decimals)


def _detail(key: str, row: ScoreRow) -> float | None:
    return row.details.get(key)


def detectable_text(method: Mapping[str, Any]) -> str:
    """Explain the detectable difference, and how far it may be from the number in the table."""
    factors = method.get("detectable_range")
    if not factors:
        return f"{_DETECTABLE} (an estimate)"
    low, high = (f"{factor:.2g}" for factor in factors)
    return f"{_DETECTABLE} (an estimate; the true value is {low} to {high} times this, 95%)"
