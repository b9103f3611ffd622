"""Tables of the pages of docs/explanation from what was measured: each stands between two comments that name it."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import ceil, floor
from pathlib import Path
from statistics import median
from typing import Any

from calibration.coverage import DOCUMENTS
from calibration.data_sets import DESIGNS, SIZES
from calibration.false_alarms import ALPHAS
from calibration.families import EQUAL
from calibration.figures import figures
from calibration.made_up import UNITS as MADE_UP_UNITS
from calibration.pool import METRICS, PAIRS
from calibration.predictions_page import tables as prediction_tables
from calibration.unequal_documents import SIZES as UNEQUAL_SIZES
from steelyard import plot
from steelyard.inference import wilson_interval

__all__ = ["pages", "write"]

_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "explanation"
PAGES = tuple(
    _FOLDER / f"{name}.md" for name in ("calibration", "calibration-tables", "intervals", "prediction-powered")
)
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
    """Write the pages and their figures again."""
    for path, text in pages(measured).items():
        path.write_text(text, encoding="utf-8")
    plot.save(figures(measured), _FOLDER / "figures", ("svg",))


def pages(measured: Path) -> dict[Path, str]:
    """Return the pages with every block filled; a block that nothing was measured for is a KeyError."""
    tables = dict(_tables(measured))
    return {path: _filled(path.read_text(encoding="utf-8"), tables) for path in PAGES}


def _filled(text: str, tables: Mapping[str, str]) -> str:
    return re.sub(
        r"(<!-- measured: (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}",
        text,
        flags=re.DOTALL,
    )


def _tables(measured: Path) -> Iterator[tuple[str, str]]:
    rows = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in measured.glob("*.json")}
    alarms = rows["false-alarms"]
    for design in DESIGNS:
        chosen = _where(alarms, kind="equal scores", pair="alike", drawn=design.drawn, unit=design.unit)
        yield f"{design.drawn}s by {design.unit}", _by_size(chosen, ALPHAS.index(0.05))
        if design.drawn == design.unit:
            power = _where(alarms, kind="difference", drawn=design.drawn, unit=design.unit)
            yield f"power of {design.unit}s", _by_size(power, ALPHAS.index(0.05), _found)
        for (place, alpha), kind, pair in product(enumerate(ALPHAS), ("exchanged", "equal scores"), PAIRS):
            part = _where(alarms, kind=kind, pair=pair, drawn=design.drawn, unit=design.unit)
            yield f"{design.drawn}s by {design.unit}, {kind}, {pair}, {alpha:g}", _by_size(part, place)
    yield "made up", _made_up(rows["made-up"])
    yield "peers", _peers(rows["peers"], alarms)
    for what in ("score", "difference"):
        yield f"coverage of a {what}", _coverage(_where(rows["coverage"], of=what))
    yield "unequal documents", _unequal(rows["unequal-documents"])
    yield "documents taken apart", _taken_apart(_where(rows["coverage"], drawn="document", unit="segment"))
    for truth in EQUAL:
        yield f"families, {truth}", _families(_where(rows["families"], truth=truth, metric="BLEU"))
        for metric in METRICS:
            yield f"families, {truth}, {metric}", _families(_where(rows["families"], truth=truth, metric=metric))
    for name, columns, lines in prediction_tables(rows["predictions"]):
        yield name, _markdown(columns, lines)


def _where(rows: Iterable[Row], **wanted: object) -> list[Row]:
    return [row for row in rows if wanted.items() <= row.items()]


def _by_size(rows: Sequence[Row], place: int, printed: Callable[[int, int], str] | None = None) -> str:
    """One line a metric and test, one column a size."""
    show = printed or _share
    lines = []
    for metric, test in product(METRICS, _TESTS):
        found = {row["size"]: row for row in _where(rows, metric=metric, test=test)}
        if found:
            cells = (show(found[size]["rejected"][place], found[size]["n"]) for size in SIZES)
            lines.append((metric, f"`{test}`", *cells))
    return _markdown(("metric", "test", *(f"{size:,} segments" for size in SIZES)), lines)


def _made_up(rows: Sequence[Row]) -> str:
    """One line a situation and test, one column a number of units."""
    lines = []
    for situation, test in dict.fromkeys((row["situation"], row["test"]) for row in rows):
        found = {row["n_units"]: row for row in _where(rows, situation=situation, test=test)}
        show = _found if situation.startswith("better") else _share
        lines.append((situation, f"`{test}`", *(show(found[n]["rejected"], found[n]["n"]) for n in MADE_UP_UNITS)))
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
    shares = (_share(count, row["n"]) for count in row["rejected"])
    return (f"{row['drawn']}s", row["metric"], test, *shares)


def _coverage(rows: Sequence[Row]) -> str:
    lines = []
    for metric, kind in product(METRICS, _KINDS):
        found = _where(rows, metric=metric, kind=kind)
        cells = []
        for drawn, unit, size in _COVERED:
            one = _where(found, drawn=drawn, unit=unit, size=size)
            cells.append(_covered(one[0]) if one else "")
        if found:
            lines.append((metric, kind, *cells))
    columns = [f"{size:,} {drawn}s" for drawn, _, size in _COVERED]
    return _markdown(("metric", "interval", *columns), lines)


def _taken_apart(rows: Sequence[Row]) -> str:
    lines = []
    for metric, what in product(METRICS, ("score", "difference")):
        found = {row["size"]: row for row in _where(rows, metric=metric, of=what, kind="percentile")}
        lines.append((metric, what, *(_covered(found[size]) for size in DOCUMENTS)))
    return _markdown(("metric", "of a", *(f"{size} documents" for size in DOCUMENTS)), lines)


def _unequal(rows: Sequence[Row]) -> str:
    """One line per interval and rule, one column per number of documents: median and least over sets and metrics."""
    lines = []
    whats = {"score": "a score", "difference": "a difference", "together": "all differences at once"}
    rules = {"documents": "documents - 1", "effective": "documents in effect - 1"}
    for (what, shown), (rule, degrees) in product(whats.items(), rules.items()):
        cells = []
        for size in UNEQUAL_SIZES:
            held = [row[what] for row in _where(rows, rule=rule, size=size)]
            cells.append(f"{_down(median(held))}, {_down(min(held))}")
        lines.append((shown, degrees, *cells))
    return _markdown(("of", "degrees of freedom", *(f"{size} documents" for size in UNEQUAL_SIZES)), lines)


_COVERED = [("segment", "segment", size) for size in SIZES]
_COVERED += [("document", "document", size) for size in DOCUMENTS]


def _covered(row: Row) -> str:
    return _found(row["n"] - row["too_high"] - row["too_low"], row["n"])


def _families(rows: Sequence[Row]) -> str:
    lines = []
    for test, correction in dict.fromkeys((row["test"], row["correction"]) for row in rows):
        found = _where(rows, test=test, correction=correction)
        cells, power = [], ""
        for design in DESIGNS:
            one = _where(found, drawn=design.drawn, unit=design.unit, size=300)
            cells.append(_share(one[0]["wrong"], one[0]["n"]) if one else "")
            if one and design.drawn == design.unit == "document" and one[0]["n_different"]:
                power = _down(one[0]["found"] / one[0]["n_different"])
        name = f"`{test}`" + (f" with `{correction}`" if correction else "")
        lines.append((name, *cells, *((power,) if any(row["n_different"] for row in rows) else ())))
    columns = ("test and correction", *(f"{design.drawn}s by {design.unit}" for design in DESIGNS))
    if any(row["n_different"] for row in rows):
        columns = (*columns, "true differences found, documents by document")
    return _markdown(columns, lines)


def _share(count: int, n: int) -> str:
    """Print a share of alarms in %, rounded up, with its 95 % interval."""
    low, high = wilson_interval(count, n)
    return f"{_up(count / n)} [{_down(low)}, {_up(high)}]"


def _found(count: int, n: int) -> str:
    """Print a share that should be large in %, rounded down, with its 95 % interval."""
    low, high = wilson_interval(count, n)
    return f"{_down(count / n)} [{_down(low)}, {_up(high)}]"


def _up(share: float) -> str:
    return f"{ceil(share * 1000 - 1e-9) / 10:.1f}"


def _down(share: float) -> str:
    return f"{floor(share * 1000 + 1e-9) / 10:.1f}"


def _markdown(columns: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    table = [columns, ["---"] * len(columns), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in table) + "\n"
