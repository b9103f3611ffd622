"""Metrics over several language pairs, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.questions.metrics_task.answer import MetricAverageRow, MetricsTask
from steelyard.results.numbers import number_text, p_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_MARGIN = 12
_DECIMALS = 3
_MOST_PAIRS = 15  # whose tests are shown one by one
_MOST_BESIDE = 2  # language pairs that stand beside the averages
_TITLES = {
    "soft-accuracy": "Soft pairwise accuracy (SPA), and WMT's cluster on that language pair",
    "calibrated-accuracy": "Accuracy within segments (acc_eq), likewise",
}
_SHORT = {"soft-accuracy": "SPA", "calibrated-accuracy": "acc_eq"}
_LEGEND = (
    ("rank", "the places a metric may have: what is significantly better comes before it, corrected for all pairs"),
    ("cluster", "every metric of it is significantly worse than every metric of the clusters before, corrected"),
    ("WMT", "clusters as the metrics task counts them: one-sided, not corrected; behind a number, on that task alone"),
    ("SPA", "soft pairwise accuracy, of systems: 1 less the mean distance of the metric's and people's p-values"),
    ("acc_eq", "accuracy within segments: share of pairs of outputs ordered, or tied, as people do, ties calibrated"),
)


def lay_out(answer: MetricsTask, *, width: int | None = None) -> Page:
    """Lay out averages, tests of pairs where they are few, and the method."""
    method, decimals = answer.method, _DECIMALS if width is None else width
    blocks: list[Block] = [Paragraph(_found(answer))]
    if method["notes"]:
        blocks.append(Items(tuple(map(clean, method["notes"]))))
    pairs = list(dict.fromkeys(task["languages"] for task in method["tasks"]))
    shown = range(len(method["tasks"])) if len(pairs) <= _MOST_BESIDE else ()
    blocks.append(Titled(f"Metrics over {counted(len(pairs), 'language pair')}", _averages(answer, shown, decimals)))
    for statistic, title in () if shown else _TITLES.items():
        blocks.append(Titled(title, _of_statistic(answer, statistic, decimals)))
    if len(answer.pairs) <= _MOST_PAIRS:
        blocks.append(Titled("Differences of averages", _pairs(answer, decimals)))
    return Page((*blocks, Legend.of(_LEGEND, _MARGIN), Paragraph(clean(method["sentence"]))))


def _found(answer: MetricsTask) -> str:
    """Say which metrics may be the best."""
    first, *others = [clean(row.metric) for row in answer.averages if row.rank_from == 1]
    best = answer.averages[0]
    n_tasks = len(answer.method["tasks"])
    start = f"{clean(best.metric)} has the highest average over {n_tasks} tasks, {best.average:.{_DECIMALS}f}"
    if not others:
        return f"{start}, and is better than every other metric."
    told = ", ".join(others[:5]) + (f" and {len(others) - 5} more" if len(others) > 5 else "")
    return f"{start}; it cannot be told from {told}." if first == clean(best.metric) else f"{start}."


def _averages(answer: MetricsTask, shown: Sequence[int], decimals: int) -> Table:
    """Set averages, beside them the values on some tasks."""
    tasks = [answer.method["tasks"][i] for i in shown]
    has_marks = any(row.mark for row in answer.averages)
    headers = (
        ">rank", "metric", *(["mark"] if has_marks else []), ">average", ">cluster", ">WMT",
        *(f">{clean(task['languages'])} {_SHORT[task['statistic']]}" for task in tasks),
    )  # fmt: skip
    rows = [
        (
            _range(row.rank_from, row.rank_to),
            clean(row.metric),
            *([row.mark] if has_marks else []),
            number_text(row.average, decimals),
            str(row.cluster),
            str(row.published_cluster),
            *(_value(row, i, decimals) for i in shown),
        )
        for row in answer.averages
    ]
    return Table(headers, rows)


def _of_statistic(answer: MetricsTask, statistic: str, decimals: int) -> Table:
    """Set the values of a statistic, a column for each language pair."""
    tasks = answer.method["tasks"]
    places = [i for i, task in enumerate(tasks) if task["statistic"] == statistic]
    headers = ("metric", *(f">{clean(tasks[i]['languages'])}" for i in places))
    rows = [(clean(row.metric), *(_value(row, i, decimals) for i in places)) for row in answer.averages]
    return Table(headers, rows)


def _value(row: MetricAverageRow, task: int, decimals: int) -> str:
    return f"{number_text(row.values[task], decimals)} {row.task_clusters[task]}"


def _pairs(answer: MetricsTask, decimals: int) -> Table:
    headers = ("A", "B", ">delta", ">p", ">p adjusted", "verdict")
    rows = [
        (
            clean(row.metric_a),
            clean(row.metric_b),
            number_text(row.delta, decimals, "+"),
            p_text(row.p_value),
            p_text(row.p_adjusted),
            row.verdict,
        )
        for row in answer.pairs
    ]
    return Table(headers, rows, styled=headers.index("verdict"))


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
