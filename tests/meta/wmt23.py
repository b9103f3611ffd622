"""The WMT23 en-de ratings (MQM) and the scores of 68 metric variants, as matrices."""

import csv
import gzip
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["WMT23", "golden", "wmt23"]


@dataclass(frozen=True, eq=False)
class WMT23:
    """Systems in the order of the file of ratings; NaN where a line was not rated."""

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    ratings: NDArray[np.float64]
    scores: NDArray[np.float64]
    system_ratings: NDArray[np.float64]
    system_scores: NDArray[np.float64]

    def of(self, metric: str, systems: list[str] | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the scores of one metric and the ratings, both (S, N)."""
        rows = [self.systems.index(name) for name in systems or self.systems]
        return self.scores[self.metrics.index(metric)][rows], self.ratings[rows]

    def by_system(self, metric: str, systems: list[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the task's own system scores of one metric, and of people."""
        rows = [self.systems.index(name) for name in systems]
        return self.system_scores[self.metrics.index(metric)][rows], self.system_ratings[rows]


def golden(folder: Path, file: str) -> dict[str, dict[str, Any]]:
    """Return the recorded cases of a tool by their id."""
    return {case["id"]: case for case in json.loads((folder / "golden" / file).read_text(encoding="utf-8"))["cases"]}


@cache
def wmt23(folder: Path) -> WMT23:
    """Read the set from the folder that holds `data/`."""
    root = folder / "data" / "wmt23-en-de"
    rated = _rows(root / "human" / "mqm.seg.tsv")
    systems = tuple(dict.fromkeys(row["system"] for row in rated))
    n_lines = max(int(row["line"]) for row in rated)
    place = {name: i for i, name in enumerate(systems)}
    ratings = np.full((len(systems), n_lines), np.nan)
    for row in rated:
        if row["score"] != "NA":
            ratings[place[row["system"]], int(row["line"]) - 1] = float(row["score"])
    scored = [row for row in _rows(root / "metrics" / "seg.tsv.gz") if row["system"] in place]
    metrics = tuple(name for name in scored[0] if name not in ("system", "line"))
    scores = np.full((len(metrics), len(systems), n_lines), np.nan)
    for row in scored:
        values = [_number(row[name]) for name in metrics]
        scores[:, place[row["system"]], int(row["line"]) - 1] = values
    system_ratings, system_scores = np.full(len(systems), np.nan), np.full((len(metrics), len(systems)), np.nan)
    for row in _rows(root / "human" / "mqm.sys.tsv"):
        system_ratings[place[row["system"]]] = _number(row["score"])
    for row in _rows(root / "metrics" / "sys.tsv"):
        if row["system"] in place:
            system_scores[:, place[row["system"]]] = [_number(row[name]) for name in metrics]
    return WMT23(systems, metrics, ratings, scores, system_ratings, system_scores)


def _rows(path: Path) -> list[dict[str, str]]:
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    return list(csv.DictReader(text.split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE))


def _number(text: str) -> float:
    return float("nan") if text in ("", "NA", "None") else float(text)
