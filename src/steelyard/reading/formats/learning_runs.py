"""Scores over the size of the training data: a table with a row per run."""

import os

import numpy as np

from steelyard.errors import DataError, unknown_name
from steelyard.files.separators import is_missing
from steelyard.reading.delimited import numbers, open_table
from steelyard.types import LearningRuns

__all__ = ["read_learning_runs"]


def read_learning_runs(path: str | os.PathLike[str], *, metric: str = "") -> LearningRuns:
    r"""Read the runs of one metric.

    `path`: a table with a header: TSV, CSV, JSON Lines or Parquet, with the columns ``system``, ``size`` and ``score``,
    and, where there are several runs of a size, ``replicate`` (or ``seed``, ``run``). A column ``metric`` is needed
    where there are several.
    `metric`: which one to take. In a file without that column it is what the scores are called.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_learning_runs
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "runs.tsv")
    ...     _ = path.write_text("system\tsize\tscore\nbase\t1000\t20.1\nbase\t2000\t22.0\n")
    ...     runs = read_learning_runs(path)
    >>> runs.sizes.tolist(), runs.scores.tolist(), runs.metric
    ([1000.0, 2000.0], [20.1, 22.0], 'score')
    """
    table = open_table(path)
    by_system = table.column("system", ["system"])
    by_size = table.column("size", ["size"])
    by_score = table.column("score", ["score"])
    by_replicate = table.column("replicate", ["replicate", "seed", "run"], is_needed=False)
    by_metric = table.column("metric", ["metric"], is_needed=False)
    systems: list[str] = []
    replicates: list[str] = []
    metrics: list[str] = []
    sizes, scores = [np.empty(0)], [np.empty(0)]
    lines: list[int] = []
    for block in table.blocks:
        for column in filter(None, (by_system, by_replicate, by_metric)):
            cells = block.columns[column]
            missing = next((i for i, cell in enumerate(cells) if is_missing(cell)), None)
            if missing is not None:
                raise DataError(f"{table.path}, line {block.lines[missing]}, column {column!r}: the cell is empty.")
        systems += block.columns[by_system]
        replicates += block.columns[by_replicate] if by_replicate else [""] * len(block)
        metrics += block.columns[by_metric] if by_metric else [metric or "score"] * len(block)
        sizes.append(numbers(block, by_size, table.path))
        scores.append(numbers(block, by_score, table.path))
        lines += block.lines
    if not lines:
        raise DataError(f"{table.path} has a header and no rows.")
    known = list(dict.fromkeys(metrics))
    if not metric and len(known) > 1:
        raise DataError(f"{table.path} has several metrics ({', '.join(known)}): choose one (--metric).")
    chosen = metric or known[0]
    if chosen not in known:
        raise unknown_name("metric", chosen, known)
    kept = [i for i, name in enumerate(metrics) if name == chosen]
    return LearningRuns(
        tuple(systems[i] for i in kept),
        np.concatenate(sizes)[kept],
        np.concatenate(scores)[kept],
        tuple(replicates[i] for i in kept),
        chosen,
        ((table.path, table.sha256),),
        lambda i: f"{table.path}, line {lines[kept[i]]}",
    )
