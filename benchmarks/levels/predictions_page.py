"""Tables of docs/explanation/prediction-powered.md."""

from collections.abc import Iterator, Sequence
from math import floor
from typing import Any

from levels.predictions import CHOSEN, METRICS, N_RATED

__all__ = ["tables"]

Row = dict[str, Any]
_WHAT = {"score": "mean of a system", "difference": "difference of two"}


def tables(rows: Sequence[Row]) -> Iterator[tuple[str, list[str], list[tuple[str, ...]]]]:
    """Yield the name, columns and lines of each table."""
    columns = ["of a", "rated", "chosen", "people alone: holds", "width", "with the metric: holds", "width"]
    for metric in METRICS:
        for target in ("set", "population"):
            chosen = _lines(rows, metric, target, CHOSEN[:3])
            yield f"predictions, {metric}, {target}", columns, chosen
        yield f"predictions, {metric}, no chance", columns, _lines(rows, metric, "set", CHOSEN[3:])


def _lines(rows: Sequence[Row], metric: str, target: str, chosen: Sequence[str]) -> list[tuple[str, ...]]:
    found = {(row["of"], row["n_rated"], row["chosen"]): row for row in rows if _is(row, metric, target)}
    lines = []
    for of, what in _WHAT.items():
        for n_rated in N_RATED:
            for how in chosen:
                row = found[of, n_rated, how]
                shares = (f"{floor(1000 * row[key] / row['n'] + 1e-9) / 10:.1f}" for key in ("held_classical", "held"))
                alone, helped = shares
                widths = f"{row['width_classical']:.2f}", f"{row['width']:.2f}"
                lines.append((what, f"{n_rated}", how, alone, widths[0], helped, widths[1]))
    return lines


def _is(row: Row, metric: str, target: str) -> bool:
    return bool(row["metric"] == metric and row["target"] == target)
