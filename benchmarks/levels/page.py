"""Tables of the pages of docs/explanation from what was measured: each stands between two comments that name it.

Pages show the main ones; every number is in CSV files beside them.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from levels.commands_page import tables as command_tables
from levels.coverage import DOCUMENTS
from levels.csv_files import csv_files
from levels.data_sets import DESIGNS, SIZES
from levels.false_alarms import ALPHAS
from levels.families import EQUAL
from levels.figures import figures
from levels.made_up import UNITS as MADE_UP_UNITS
from levels.pool import METRICS
from levels.predictions_page import tables as prediction_tables
from levels.shares import Share, down, found, shown, wrong
from levels.unequal_documents import SIZES as UNEQUAL_SIZES
from steelyard import plot

__all__ = ["pages", "write"]

_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "explanation"
PAGES = tuple(_FOLDER / f"{name}.md" for name in ("calibration", "intervals", "prediction-powered"))
Row = dict[str, Any]
_KINDS = ("percentile", "basic", "normal", "bca", "jackknife", "delta", "student")
_TESTS = (
    "randomization",
    "studentized-randomization",
    "paired-bootstrap",
    "shifted-bootstrap",
    "t",
    "wilcoxon",
    "sign",
    "moses",
)


def write(measured: Path) -> None:
    """Write the pages, the CSV files and the figures again."""
    for path, text in pages(measured).items():
        path.write_text(text, encoding="utf-8")
    plot.save(figures(measured), _FOLDER / "figures", ("svg",))


def pages(measured: Path) -> dict[Path, str]:
    """Return CSV files, and pages with every block filled; a block that nothing was measured for is a KeyError."""
    rows = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in measured.glob("*.json")}
    tables = dict(_tables(rows))
    filled = {path: _filled(path.read_text(encoding="utf-8"), tables) for path in PAGES}
    return filled | {_FOLDER / "calibration" / name: text for name, text in csv_files(rows)}


def _filled(text: str, tables: Mapping[str, str]) -> str:
    return re.sub(
        r"(<!-- measured: (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}",
        text,
        flags=re.DOTALL,
    )


def _tables(rows: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, str]]:
    alarms = rows["false-alarms"]
    for design in DESIGNS:
        chosen = _where(alarms, kind="equal scores", pair="alike", drawn=design.drawn, unit=design.unit)
        yield f"{design.drawn}s by {design.unit}", _by_size(chosen, wrong)
        if design.drawn == design.unit:
            power = _where(alarms, kind="difference", drawn=design.drawn, unit=design.unit)
            yield f"power of {design.unit}s", _by_size(power, found)
    yield "made up", _made_up(rows["made-up"])
    yield "peers", _peers(rows["peers"], alarms)
    for what in ("score", "difference"):
        yield f"coverage of a {what}", _coverage(_where(rows["coverage"], of=what))
    yield "unequal documents", _unequal(rows["unequal-documents"])
    yield "documents taken apart", _taken_apart(_where(rows["coverage"], drawn="document", unit="segment"))
    for truth in EQUAL:
        yield f"families, {truth}", _families(_where(rows["families"], truth=truth, metric="BLEU"))
    for name, columns, lines in prediction_tables(rows["predictions"]):
        yield name, _markdown(columns, lines)
    for name, columns, lines in command_tables(rows["commands"], rows["score-peers"]):
        yield name, _markdown(columns, lines)


def _where(rows: Iterable[Row], **wanted: object) -> list[Row]:
    return [row for row in rows if wanted.items() <= row.items()]


def _of_first_metric(rows: Sequence[Row], **wanted: object) -> tuple[str, list[Row]]:
    """Return the first metric for which something was measured, with its rows: BLEU but for tests of means."""
    measured = _where(rows, **wanted)
    metric = next(metric for metric in METRICS if _where(measured, metric=metric))
    return metric, _where(measured, metric=metric)


def _by_size(rows: Sequence[Row], share: Callable[[int, int], Share]) -> str:
    """Lay out one line per test, one column per size, at 0.05."""
    place = ALPHAS.index(0.05)
    lines = []
    for test in _TESTS:
        metric, measured = _of_first_metric(rows, test=test)
        of_size = {row["size"]: row for row in measured}
        cells = (shown(share(of_size[size]["rejected"][place], of_size[size]["n"])) for size in SIZES)
        lines.append((f"`{test}`", metric, *cells))
    return _markdown(("test", "metric", *(f"{size:,} segments" for size in SIZES)), lines)


def _made_up(rows: Sequence[Row]) -> str:
    """Lay out one line per situation and test, one column per number of units."""
    lines = []
    for situation, test in dict.fromkeys((row["situation"], row["test"]) for row in rows):
        of_size = {row["n_units"]: row for row in _where(rows, situation=situation, test=test)}
        share = found if situation.startswith("better") else wrong
        cells = (shown(share(of_size[n]["rejected"], of_size[n]["n"])) for n in MADE_UP_UNITS)
        lines.append((situation, f"`{test}`", *cells))
    return _markdown(("situation", "test", *(f"{n} units" for n in MADE_UP_UNITS)), lines)


def _peers(peers: Sequence[Row], alarms: Sequence[Row]) -> str:
    lines = []
    for drawn, metric in product(("segment", "document"), METRICS):
        cell = {"kind": "equal scores", "pair": "alike", "metric": metric, "drawn": drawn, "unit": "segment"}
        for row in _where(peers, **cell):
            lines.append(_peer_line(row))
        size = 300
        ours = _where(alarms, **cell, size=size, test="randomization") if _where(peers, **cell) else []
        if drawn == "document" and ours:
            ours += _where(alarms, **cell | {"unit": "document"}, size=size, test="randomization")
        lines += [_peer_line(row) for row in ours]
    columns = ("drawn", "metric", "test", *(f"at {alpha:g}" for alpha in ALPHAS))
    return _markdown(columns, lines)


def _peer_line(row: Row) -> tuple[str, ...]:
    test = row["test"]
    if " " not in test and test != "compare-mt":
        test = f"Steelyard `{test}`, by {row['unit']}"
    shares = (shown(wrong(count, row["n"])) for count in row["rejected"])
    return (f"{row['drawn']}s", row["metric"], test, *shares)


def _coverage(rows: Sequence[Row]) -> str:
    lines = []
    for kind in _KINDS:
        metric, measured = _of_first_metric(rows, kind=kind)
        cells = (_where(measured, drawn=drawn, unit=unit, size=size) for drawn, unit, size in _COVERED)
        lines.append((kind, metric, *(_covered(cell[0]) if cell else "" for cell in cells)))
    columns = [f"{size:,} {drawn}s" for drawn, _, size in _COVERED]
    return _markdown(("interval", "metric", *columns), lines)


def _taken_apart(rows: Sequence[Row]) -> str:
    lines = []
    for metric, what in product(METRICS, ("score", "difference")):
        of_size = {row["size"]: row for row in _where(rows, metric=metric, of=what, kind="percentile")}
        lines.append((metric, what, *(_covered(of_size[size]) for size in DOCUMENTS)))
    return _markdown(("metric", "of a", *(f"{size} documents" for size in DOCUMENTS)), lines)


def _unequal(rows: Sequence[Row]) -> str:
    """One line per interval and rule, one column per number of documents: median and least over sets and metrics."""
    lines = []
    whats = {"score": "a score", "difference": "a difference", "together": "all differences at once"}
    rules = {"documents": "documents - 1", "effective": "documents in effect - 1"}
    for (what, of), (rule, degrees) in product(whats.items(), rules.items()):
        cells = []
        for size in UNEQUAL_SIZES:
            held = [row[what] for row in _where(rows, rule=rule, size=size)]
            cells.append(f"{down(median(held))}, {down(min(held))}")
        lines.append((of, degrees, *cells))
    return _markdown(("of", "degrees of freedom", *(f"{size} documents" for size in UNEQUAL_SIZES)), lines)


_COVERED = [("segment", "segment", size) for size in SIZES]
_COVERED += [("document", "document", size) for size in DOCUMENTS]


def _covered(row: Row) -> str:
    return shown(found(row["n"] - row["too_high"] - row["too_low"], row["n"]))


def _families(rows: Sequence[Row]) -> str:
    lines = []
    for test, correction in dict.fromkeys((row["test"], row["correction"]) for row in rows):
        measured = _where(rows, test=test, correction=correction)
        cells, power = [], ""
        for design in DESIGNS:
            [one] = _where(measured, drawn=design.drawn, unit=design.unit, size=300)
            cells.append(shown(wrong(one["wrong"], one["n"])))
            if design.drawn == design.unit == "document" and one["n_different"]:
                power = down(one["found"] / one["n_different"])
        name = f"`{test}`" + (f" with `{correction}`" if correction else "")
        lines.append((name, *cells, *((power,) if any(row["n_different"] for row in rows) else ())))
    columns = ("test and correction", *(f"{design.drawn}s by {design.unit}" for design in DESIGNS))
    if any(row["n_different"] for row in rows):
        columns = (*columns, "true differences found, documents by document")
    return _markdown(columns, lines)


def _markdown(columns: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    table = [columns, ["---"] * len(columns), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in table) + "\n"
