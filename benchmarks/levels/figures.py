"""Figures of docs/explanation/calibration.md from what was measured."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from levels.coverage import DOCUMENTS
from levels.data_sets import SIZES
from levels.false_alarms import ALPHAS
from steelyard.inference import wilson_interval
from steelyard.results import Figure, Mark, Series

__all__ = ["figures"]

_METRIC = "BLEU"
_EQUAL = {"kind": "equal scores", "pair": "alike", "metric": _METRIC}
_AT = ALPHAS.index(0.05)
_LINES = (  # name, what is drawn, what is tested, test
    ("randomization, segments drawn", "segment", "segment", "randomization"),
    ("randomization of segments, documents drawn", "document", "segment", "randomization"),
    ("randomization of documents, documents drawn", "document", "document", "randomization"),
    ("paired bootstrap of documents, drawn too", "document", "document", "paired-bootstrap"),
    ("moses (sacreBLEU's), segments drawn", "segment", "segment", "moses"),
)


def figures(measured: Path) -> list[Figure]:
    """Return false alarms by size, and coverage by number of documents."""
    alarms = json.loads((measured / "false-alarms.json").read_text(encoding="utf-8"))
    covered = json.loads((measured / "coverage.json").read_text(encoding="utf-8"))
    return [_false_alarms(alarms), _coverage(covered)]


def _false_alarms(rows: list[dict[str, Any]]) -> Figure:
    found = []
    for name, drawn, unit, test in _LINES:
        wanted = {
            "kind": "equal scores",
            "pair": "alike",
            "metric": _METRIC,
            "drawn": drawn,
            "unit": unit,
            "test": test,
        }
        by_size = {row["size"]: row for row in rows if wanted.items() <= row.items()}
        found.append(_series(name, SIZES, ((by_size[size]["rejected"][_AT], by_size[size]["n"]) for size in SIZES)))
    return Figure(
        "calibration-false-alarms",
        f"False alarms at 0.05 where two systems have equal {_METRIC}",
        "intervals",
        "segments",
        "false alarms (%)",
        tuple(found),
        (Mark("y", 5.0, "5 %"),),
        x_scale="log",
    )


def _coverage(rows: list[dict[str, Any]]) -> Figure:
    found = []
    for kind in ("percentile", "bca", "normal", "jackknife", "delta"):
        wanted = {"metric": _METRIC, "drawn": "document", "unit": "document", "kind": kind, "of": "difference"}
        by_size = {row["size"]: row for row in rows if wanted.items() <= row.items()}
        shares = ((row["n"] - row["too_high"] - row["too_low"], row["n"]) for row in map(by_size.get, DOCUMENTS) if row)
        found.append(_series(kind, DOCUMENTS, shares))
    return Figure(
        "calibration-coverage",
        f"How often a 95 % interval of a difference in {_METRIC} holds the truth",
        "intervals",
        "documents",
        "coverage (%)",
        tuple(found),
        (Mark("y", 95.0, "95 %"),),
        x_scale="log",
    )


def _series(name: str, sizes: Iterable[int], shares: Iterable[tuple[int, int]]) -> Series:
    counted = list(shares)
    bounds = [wilson_interval(count, n) for count, n in counted]
    return Series(
        name,
        tuple(float(size) for size in sizes),
        tuple(100 * count / n for count, n in counted),
        tuple(100 * low for low, _ in bounds),
        tuple(100 * high for _, high in bounds),
    )
