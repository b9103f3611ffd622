"""Metrics over several language pairs, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.questions.metrics_task.answer import MetricsTask
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import number_text, ranks_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_DECIMALS = 3
_MOST_PAIRS = 15  # whose tests are shown one by one
_MOST_BESIDE = 2  # language pairs that stand beside the averages
_TITLES = {
    "soft-accuracy": "Soft pairwise accuracy (SPA), and WMT's cluster on that language pair",
    "calibrated-accuracy": "Accuracy within segments (acc_eq), and WMT's cluster on that language pair",
}
_SHORT = {"soft-accuracy": "SPA", "calibrated-accuracy": "acc_eq"}
_RANK = Term("possible ranks of a metric, from tests corrected for all pairs", ">rank", legend=True)
_STATISTICS = (
    ("SPA", "soft pairwise accuracy of systems: 1 minus the mean difference of the metric's and the ratings' p-values"),
    (
        "acc_eq",
        "accuracy within segments: share of pairs of outputs with the same order or tie as in the ratings, ties "
        "calibrated",
    ),
)


def to_page(answer: MetricsTask, *, width: int | None = None) -> Page:
    """Lay out averages, tests of pairs where they are few, and the method."""
    method, decimals = answer.method, _DECIMALS if width is None else width
    blocks: list[Block] = [Paragraph(_found(answer)), *cautions(method)]
    pairs = list(dict.fromkeys(task["languages"] for task in method["tasks"]))
    shown = range(len(method["tasks"])) if len(pairs) <= _MOST_BESIDE else ()
    blocks.append(Titled(f"Metrics over {counted(len(pairs), 'language pair')}", _averages(answer, shown, decimals)))
    for statistic, title in () if shown else _TITLES.items():
        blocks.append(Titled(title, _of_statistic(answer, statistic, decimals)))
    if 0 < len(answer.pairs) <= _MOST_PAIRS:
        blocks.append(Titled("Differences of averages", table(answer.pairs, decimals=decimals)))
    return Page((*blocks, Legend.below(blocks, _STATISTICS), MethodText(clean(method["sentence"]))))


def _found(answer: MetricsTask) -> str:
    """Say which metrics may be the best."""
    first, *others = [clean(row.metric) for row in answer.averages if row.rank_from == 1]
    best = answer.averages[0]
    n_tasks = len(answer.method["tasks"])
    start = f"{clean(best.metric)} has the highest average over {n_tasks} tasks, {best.average:.{_DECIMALS}f}"
    if not others:
        return f"{start}, significantly higher than every other metric."
    told = ", ".join(others[:5]) + (f" and {len(others) - 5} more" if len(others) > 5 else "")
    return f"{start}, not significantly higher than {told}." if first == clean(best.metric) else f"{start}."


def _averages(answer: MetricsTask, shown: Sequence[int], decimals: int) -> Table:
    """Set averages, beside them the values on some tasks."""
    tasks = answer.method["tasks"]
    columns: tuple[Shown, ...] = (
        (_RANK, lambda row: ranks_text((row.rank_from, row.rank_to))),
        *("metric", "mark", "average", "cluster", "published_cluster"),
        *(_on(i, f"{tasks[i]['languages']} {_SHORT[tasks[i]['statistic']]}", decimals) for i in shown),
    )
    return table(answer.averages, columns, decimals=decimals)


def _of_statistic(answer: MetricsTask, statistic: str, decimals: int) -> Table:
    """Set the values of a statistic, a column for each language pair."""
    tasks = answer.method["tasks"]
    places = [i for i, task in enumerate(tasks) if task["statistic"] == statistic]
    return table(answer.averages, ("metric", *(_on(i, tasks[i]["languages"], decimals) for i in places)))


def _on(task: int, name: str, decimals: int) -> Shown:
    return f">{clean(name)}", lambda row: f"{number_text(row.values[task], decimals)} {row.task_clusters[task]}"
