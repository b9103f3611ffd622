"""The population: real systems on many documents of real test sets, taken for all text there is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.metrics import measure_segment_scores
from steelyard.types import Measurement

__all__ = ["MEANS", "METRICS", "PAIRS", "SYSTEMS", "Pool", "read_lines", "read_pool"]

SETS = ("wmt21-news-is-en", "wmt22-general-ja-en", "wmt22-general-uk-en")  # into English, with document ids
SYSTEMS = ("Online-A", "Online-B", "Online-G", "Online-Y")  # took part in all three
PAIRS = {"alike": ("Online-A", "Online-Y"), "unlike": ("Online-B", "Online-G")}
METRICS = ("BLEU", "chrF2", "TER", "segment mean")
MEANS = ("segment mean",)
_FEWEST_SEGMENTS = 5  # of a document: shorter ones say little about dependence


@dataclass(frozen=True, eq=False)
class Pool:
    """What test sets are drawn from.

    Attributes
    ----------
    measurements : dict
        By metric, over segments; the last is the mean of segment chrF.
    documents : array
        Code of each segment's document, from 0, in blocks.
    words : array
        Words of each segment's reference.
    """

    measurements: dict[str, Measurement]
    documents: NDArray[np.int64]
    words: NDArray[np.int64]

    def of(self, metric: str, systems: Sequence[str]) -> Measurement:
        """Return one metric of some systems, the first as A."""
        measurement = self.measurements[metric]
        rows = [measurement.systems.index(name) for name in systems]
        values = measurement.statistics.values[rows]
        return replace(measurement, statistics=replace(measurement.statistics, values=values), systems=tuple(systems))


@cache
def read_pool(folder: Path) -> Pool:
    """Read the sets and count."""
    lines: dict[str, list[str]] = {name: [] for name in ("reference", "documents", *SYSTEMS)}
    for name in SETS:
        root = folder / "data" / name
        ids = [line.split("\t")[1] for line in read_lines(root / "docs.tsv")[1:]]
        sizes = {id_: ids.count(id_) for id_ in set(ids)}
        keep = [i for i, id_ in enumerate(ids) if sizes[id_] >= _FEWEST_SEGMENTS]
        texts = {system: read_lines(root / "sys" / f"{system}.en") for system in SYSTEMS}
        texts["reference"] = read_lines(root / "ref.A.en")
        texts["documents"] = [f"{name} {id_}" for id_ in ids]
        for part, kept in lines.items():
            kept += [texts[part][i] for i in keep]
    data = sy.TestSet(
        references=[lines["reference"]], systems={name: lines[name] for name in SYSTEMS}, documents=lines["documents"]
    )
    evaluation = sy.evaluate(data, metrics=["bleu", "chrf", "ter"])
    measurements = dict(zip(METRICS, evaluation.measurements, strict=False))
    by_segment = measurements["chrF2"]
    scores = by_segment.scores(by_segment.statistics.values.astype(np.float64))
    measurements["segment mean"] = measure_segment_scores(
        "segment mean", dict(zip(by_segment.systems, scores.tolist(), strict=True)), data
    )
    codes = {document: code for code, document in enumerate(dict.fromkeys(lines["documents"]))}
    words = np.array([len(line.split()) for line in lines["reference"]])
    return Pool(measurements, np.array([codes[document] for document in lines["documents"]]), words)


def read_lines(path: Path) -> list[str]:
    """Split a file at its line feeds."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]
