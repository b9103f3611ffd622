"""The files of mt-metrics-eval: scores of segments and systems, marked spans, and whole folders of a test set."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import read_lines
from steelyard.reading.formats.seg_score import read_seg_scores, read_sys_scores
from steelyard.reprs import short_repr
from steelyard.types import TestSet

__all__ = ["MetricsEvalSet", "read_metrics_eval"]


@dataclass(frozen=True, slots=True)
class MetricsEvalSet:
    """A language pair of a test set of mt-metrics-eval."""

    test_set: TestSet  # sources, documents, references and outputs
    reference_names: tuple[str, ...]  # such as ``refA``
    domains: tuple[str, ...]  # of each segment
    # segment_scores, system_scores: people's, by the name of the score, such as ``mqm``; systems in the order of the
    # file, with NaN where nothing was rated. References that were rated count as systems.
    segment_scores: Mapping[str, Mapping[str, NDArray[np.float64]]]
    system_scores: Mapping[str, Mapping[str, float]]

    __repr__ = short_repr


def read_metrics_eval(folder: str | os.PathLike[str], languages: str) -> MetricsEvalSet:
    """Read the folder of a test set, such as ``mt-metrics-eval-v2/wmt23``, for one language pair.

    `folder`: with ``sources/LP.txt``, ``references/LP.NAME.txt``, ``system-outputs/LP/SYSTEM.txt``,
    ``documents/LP.docs`` and ``human-scores/LP.NAME.seg.score`` and ``.sys.score``.
    Returns: everything of this pair but the scores of metrics.
    """
    root = Path(folder)
    sources = read_lines(root / "sources" / f"{languages}.txt")
    references = {
        path.name[len(languages) + 1 : -4]: path for path in _files(root / "references", f"{languages}.", ".txt")
    }
    systems = {path.name[:-4]: path for path in _files(root / "system-outputs" / languages, "", ".txt")}
    if not references or not systems:
        missing = "system-outputs" if references else "references"
        raise DataError(f"{root} has no {missing} of {languages}.")
    names = read_lines(root / "documents" / f"{languages}.docs")
    rows = [line.split("\t") for line in names.lines]
    odd = next((number for number, row in enumerate(rows, 1) if len(row) != 2), None)
    if odd is not None:
        raise DataError(f"{names.path}, line {odd}: a domain and a document are expected, separated by a tab.")
    test_set = TestSet.from_files(
        references=list(references.values()),
        systems=dict(systems),
        sources=root / "sources" / f"{languages}.txt",
        documents=replace(names, lines=tuple(document for _, document in rows)),
    )
    n = len(sources.lines)
    segment_scores = {}
    for path in _files(root / "human-scores", f"{languages}.", ".seg.score"):
        scores = read_seg_scores(path)
        length = len(next(iter(scores.values())))
        if length != n:
            raise AlignmentError(f"{path} has {length} segments, but the sources have {n}.")
        segment_scores[path.name[len(languages) + 1 : -len(".seg.score")]] = scores
    system_scores = {
        path.name[len(languages) + 1 : -len(".sys.score")]: read_sys_scores(path)
        for path in _files(root / "human-scores", f"{languages}.", ".sys.score")
    }
    return MetricsEvalSet(
        test_set, tuple(references), tuple(domain for domain, _ in rows), segment_scores, system_scores
    )


def _files(folder: Path, start: str, end: str) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.name.startswith(start) and path.name.endswith(end))
