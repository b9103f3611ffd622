"""Correlations of metrics with people, and their table, as several papers print them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.meta import correlate
from steelyard.types import OutputScores

__all__ = ["correlation_table", "of_outputs"]


def of_outputs(
    scores: NDArray[np.float64], people: Sequence[OutputScores], chosen: NDArray[np.bool_] | None = None
) -> list[float]:
    """Correlate scores of outputs with each scale by Kendall's tau-b, all at once.

    Scores have shape (S, N), with NaN where there is none; the outputs that are looked at are by default all. NaN where
    fewer than two are left.
    """
    values = []
    for one in people:
        is_used = np.isfinite(one.values) & np.isfinite(scores)
        if chosen is not None:
            is_used &= chosen
        enough = is_used.sum() > 1
        values.append(
            correlate(scores[is_used], one.values[is_used], coefficient="kendall") if enough else float("nan")
        )
    return values


def correlation_table(
    name: str,
    title: str,
    people: Sequence[OutputScores],
    lines: Sequence[tuple[str, list[float]]],
    *,
    label: str = "metric",
    total: Sequence[float] | None = None,
    note: str = "",
) -> PaperTable:
    """Lay correlations out, with their mean where there are several scales; None for what could not be computed.

    A line is what it is about, and its correlation with each scale. With `total`, every line has a last column ``Total
    Avg.``
    """
    several = len(people) > 1
    columns = [label, *(scores.name for scores in people)]
    rows = [[*values, *([float(np.mean(values))] if several else [])] for _, values in lines]
    if several:
        columns.append("Avg.")
    if total is not None:
        columns.append("Total Avg.")
        rows = [[*row, value] for row, value in zip(rows, total, strict=True)]
    cells = tuple(
        (line, *(value if np.isfinite(value) else None for value in row))
        for (line, _), row in zip(lines, rows, strict=True)
    )
    return PaperTable(name, title, tuple(columns), cells, note, (None, *[4] * (len(columns) - 1)))
