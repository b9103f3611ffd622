"""Everything that was measured on the drawn test sets as CSV, for the folder beside docs/explanation/calibration.md."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from levels.commands_page import COLUMNS, lines
from levels.false_alarms import ALPHAS
from levels.shares import Share, down, found, wrong

__all__ = ["csv_files"]

Row = dict[str, Any]
Line = tuple[object, ...]
_SHARE = ("share", "low", "high", "count", "test_sets")


def csv_files(rows: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each file."""
    alarms = rows["false-alarms"]
    columns = ("drawn", "tested", "equality", "pair", "metric", "test", "segments", "level", *_SHARE)
    yield "false-alarms.csv", _csv(columns, _rejections([row for row in alarms if row["kind"] != "difference"], wrong))
    power = [row for row in alarms if row["kind"] == "difference"]
    columns = ("drawn", "tested", "metric", "test", "segments", "level", *_SHARE)
    yield "power.csv", _csv(columns, (line[:2] + line[4:] for line in _rejections(power, found)))
    yield "commands.csv", _csv(COLUMNS, lines(rows["commands"]))
    columns = ("of", "drawn", "resampled", "size", "metric", "interval", *_SHARE, "too_high", "too_low")
    yield "coverage.csv", _csv(columns, map(_coverage, rows["coverage"]))
    columns = ("truth", "drawn", "tested", "segments", "metric", "test", "correction", *_SHARE, "true_found")
    yield "families.csv", _csv(columns, map(_family, rows["families"]))


def _rejections(rows: Iterable[Row], share: Callable[[int, int], Share]) -> Iterator[Line]:
    keys = ("drawn", "unit", "kind", "pair", "metric", "test", "size")
    for row in rows:
        for alpha, count in zip(ALPHAS, row["rejected"], strict=True):
            yield (*(row[key] for key in keys), alpha, *share(count, row["n"]), count, row["n"])


def _coverage(row: Row) -> Line:
    keys = ("of", "drawn", "unit", "size", "metric", "kind")
    held = row["n"] - row["too_high"] - row["too_low"]
    share = (*found(held, row["n"]), held, row["n"])
    return (*(row[key] for key in keys), *share, row["too_high"], row["too_low"])


def _family(row: Row) -> Line:
    keys = ("truth", "drawn", "unit", "size", "metric", "test", "correction")
    true_found = down(row["found"] / row["n_different"]) if row["n_different"] else ""
    share = (*wrong(row["wrong"], row["n"]), row["wrong"], row["n"])
    return (*(row[key] for key in keys), *share, true_found)


def _csv(columns: Sequence[str], lines: Iterable[Line]) -> str:
    """Lay out a file, its lines in the order of their keys, which stand before the share."""
    n_keys = columns.index("share")
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(sorted(lines, key=lambda line: line[:n_keys]))
    return file.getvalue()
