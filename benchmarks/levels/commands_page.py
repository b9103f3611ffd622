"""Tables of docs/explanation/calibration.md about whole commands, and their CSV file."""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

from levels.commands import cells
from levels.shares import down, shown, wrong

__all__ = ["COLUMNS", "lines", "tables"]

Row = dict[str, Any]
ALPHA, LEAST = 0.05, 0.93
MOST_SAID = 0.5  # of the sets: a cell whose answers warn more often counts as one that warns
COLUMNS = ("command", "cell", "measure", "share", "low", "high", "count", "sets", "warned", "refused", "found")
_RESULTS = {
    "n", "coverage", "lengths", "refusal", "ms", "false", "cautioned", "false and cautioned", "refused", "found",
    "true differences",
}  # fmt: skip
_KINDS = {"difference": "each difference", "all differences": "all at once", "score": "a score", "all ranks": "ranks"}
_NONE = "none"


def tables(rows: Sequence[Row], peers: Sequence[Row]) -> Iterator[tuple[str, list[str], list[tuple[str, ...]]]]:
    """Yield the name, columns and lines of each table."""
    sizes = sorted({int(row["n"]) for row in rows})
    measured = (f"{len(rows)}", f"{len(list(cells()))}", f"{sizes[0]} to {sizes[-1]}")
    yield "cells", ["cells measured", "of", "answers a cell"], [measured]
    columns = ["command", "cells", "warn", "false verdicts, worst cell", *_KINDS.values(), "power, median"]
    commands = list(dict.fromkeys(row["command"] for row in rows))
    yield "every command", columns, [_line(name, [row for row in rows if row["command"] == name]) for name in commands]
    yield "cells that miss", ["command", "cell", "what", "share in %"], list(_missed(rows)) or [(_NONE, "", "", "")]
    columns = ["program", "items", "scores", "systems", "false differences", "intervals of scores hold"]
    yield "programs on scores", columns, list(map(_peer, sorted(peers, key=lambda row: (row["peer"], row["units"]))))


def lines(rows: Iterable[Row]) -> Iterator[tuple[object, ...]]:
    """Yield the lines of the CSV file: false verdicts and every kind of interval of each cell."""
    for row in rows:
        n = _n(row)
        further = (down(_warned(row)), row.get("refused", 0), _power(row))
        if n and _has_verdicts(row):
            yield (row["command"], cell_text(row), "false verdicts", *wrong(row["false"], n), row["false"], n, *further)
        for kind, one in row["coverage"].items():
            low, high = (100 * min(1.0, max(0.0, one["share"] + side * 1.96 * one["error"])) for side in (-1, 1))
            share = (down(one["share"]), f"{low:.1f}", f"{high:.1f}")
            yield (row["command"], cell_text(row), kind, *share, "", one["n"], *further)


def cell_text(row: Row) -> str:
    """Name a cell by its levels."""
    return ", ".join(
        f"{name} {level}" for name, level in row.items() if name not in {*_RESULTS, "command"} and level != ""
    )


def _line(name: str, rows: Sequence[Row]) -> tuple[str, ...]:
    quiet = [row for row in rows if _warned(row) < MOST_SAID and _n(row)]
    tested = [row for row in quiet if _has_verdicts(row)]
    worst = max(tested, key=lambda row: row["false"] / _n(row), default=None)
    false = _NONE if worst is None else shown(wrong(worst["false"], _n(worst)))
    least = []
    for kind in _KINDS:
        shares = [row["coverage"][kind]["share"] for row in quiet if kind in row["coverage"]]
        least.append(down(min(shares)) if shares else "")
    powers = sorted(float(power) for row in rows if (power := _power(row)))
    return (
        f"`{name}`",
        str(len(rows)),
        str(len(rows) - len(quiet)),
        false,
        *least,
        f"{powers[len(powers) // 2]:.1f}" if powers else "",
    )


def _missed(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    """Name cells that say nothing of their limits, and miss a goal by more than two standard errors."""
    for row in rows:
        n = _n(row)
        if _warned(row) >= MOST_SAID or not n:
            continue
        most = ALPHA + 2 * sqrt(ALPHA * (1 - ALPHA) / n)
        if _has_verdicts(row) and row["false"] / n > most:
            yield f"`{row['command']}`", cell_text(row), "false verdicts", shown(wrong(row["false"], n))
        for kind, one in row["coverage"].items():
            if one["share"] + 2 * max(one["error"], sqrt(LEAST * (1 - LEAST) / one["n"])) < LEAST:
                yield f"`{row['command']}`", cell_text(row), f"interval: {kind}", down(one["share"])


def _peer(row: Row) -> tuple[str, ...]:
    n = row["n"] - row["refused"]
    if not n:
        return row["peer"], str(row["units"]), row["scores"], str(row["systems"]), "", ""
    share = shown(wrong(row["false"], n))
    return row["peer"], str(row["units"]), row["scores"], str(row["systems"]), share, down(row["coverage"])


def _n(row: Row) -> int:
    return int(row["n"]) - int(row.get("refused", 0))


def _warned(row: Row) -> float:
    return float(row.get("cautioned", 0)) / max(1, _n(row))


def _has_verdicts(row: Row) -> bool:
    return "score -ci" not in row["command"]


def _power(row: Row) -> str:
    total = row.get("true differences", 0)
    return down(row["found"] / total) if total else ""
