"""Statistics as a file holds them, and what its rows must be for that: every system on every segment, once."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reprs import describe, listed, n_of, short_repr
from steelyard.types import word_for_rows

__all__ = ["StatisticsFile", "StatisticsRows", "StoredMetric", "checksum", "file_of_rows"]

_CHECKSUM = "content_sha256"

_MOST_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class StoredMetric:
    """The statistics of one metric as a file holds them."""

    # metric, label, signature: as in `Measurement`
    metric: str
    label: str
    signature: str
    # higher_is_better, is_mean: as in `Measurement`
    higher_is_better: bool
    is_mean: bool
    scale: int | None  # as in `Measurement`
    is_outside: bool  # segment scores of another tool
    bits: tuple[int, ...]  # the value of statistic k is ``values[..., k] * 2.0**-bits[k]``
    # Of each system, as they were where the statistics were written; None where a score is no finite number.
    scores: tuple[float | None, ...]
    values: NDArray[np.int64] = field(repr=False)  # shape (S, N, K): systems, segments, statistics

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsFile:
    """What a statistics file says."""

    systems: tuple[str, ...]  # names, in the order of rows
    documents: tuple[str, ...] | None  # document id of each segment
    reference_words: tuple[int, ...]  # words of each segment's first reference
    metrics: tuple[StoredMetric, ...]  # with their statistics
    references_sha256: str  # of the references' lines: files with the same one are about the same segments
    systems_sha256: tuple[str, ...]  # of the lines of each system
    # inputs, score_inputs: role, name and SHA-256 of the texts, and of outside scores
    inputs: tuple[dict[str, str], ...]
    score_inputs: tuple[dict[str, str], ...]
    reading: Mapping[str, str]  # how the texts were read
    versions: Mapping[str, str]  # of the programs that counted
    # path, sha256: of the file, where it was read from one
    path: str = ""
    sha256: str = ""
    items: tuple[str, ...] | None = None  # what scores without texts are called, if they are
    rows: str = "segment"  # what a row sums: ``"segment"``, ``"document"`` or ``"block:K"``, K consecutive segments
    segments_sha256: str = ""  # as in `CountedSet`; empty in files of earlier versions

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(self.n_segments, word_for_rows(self.rows)),
            listed("metrics", (metric.label for metric in self.metrics)),
            listed("systems", self.systems),
            n_of(len(set(self.documents or ())), "document"),
        )

    @property
    def n_segments(self) -> int:
        """N: rows, where they sum several."""
        return len(self.reference_words)


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsRows:
    """The rows of one metric."""

    systems: Sequence[str]
    segments: NDArray[np.int64]
    documents: Sequence[str | None]
    statistics: NDArray[np.int64]  # (rows, K)


def checksum(
    metadata: Mapping[str, Any], documents: Sequence[str | None], metrics: Iterable[StoredMetric]
) -> dict[str, str]:
    """Return the SHA-256 of what a file says, under the name that its metadata give it.

    It is of the numbers and names and not of bytes, so that rows may stand in any order, and a file may be packed, or
    written in the other form, by whoever likes to.
    """
    said = {key: value for key, value in metadata.items() if key != _CHECKSUM}
    digest = hashlib.sha256(json.dumps([said, documents], sort_keys=True).encode())
    for metric in metrics:
        digest.update(metric.values.astype("<i8").tobytes())
    return {_CHECKSUM: digest.hexdigest()}


def file_of_rows(
    metadata: Mapping[str, Any], rows: Mapping[str, StatisticsRows], path: str, sha256: str
) -> StatisticsFile:
    """Put the rows of each metric in order, after the metadata that a file begins with; what does not fit is an error.

    Where the metadata, which `formats.write_statistics_file` writes, lack something, or hold it in another form, that
    is a KeyError, TypeError or AttributeError.
    """
    systems, n = tuple(metadata["systems"]), metadata["n_segments"]
    spellings = [facts["metric"] for facts in metadata["metrics"]]
    if not systems or not spellings or set(rows) != set(spellings) or len({*systems}) != len(systems):
        raise DataError(f"{path} is damaged: its rows are not of the metrics and systems that its metadata name.")
    documents: tuple[str | None, ...] | None = None
    metrics = []
    for facts in metadata["metrics"]:
        part = rows[facts["metric"]]
        order = _order(part, systems, n, f"{path}, {facts['metric']}")
        bits = tuple(facts["bits"])
        if len(bits) != part.statistics.shape[-1] or any(bit not in range(_MOST_BITS + 1) for bit in bits):
            raise DataError(f"{path} is damaged: its metadata do not fit the statistics of {facts['metric']}.")
        found = [part.documents[i] for i in order]
        documents = documents or tuple(found[:n])
        if list(documents) * len(systems) != found:
            raise DataError(f"{path} is damaged: a segment has several documents.")
        values = part.statistics[order].reshape(len(systems), n, -1)
        metrics.append(StoredMetric(**{**facts, "bits": bits, "scores": tuple(facts["scores"]), "values": values}))
    words = tuple(metadata["reference_words"])
    items = None if metadata.get("items") is None else tuple(metadata["items"])  # files of texts have none
    named = metadata.get("segments_sha256", "")
    if (
        re.fullmatch("[0-9a-f]{64}|", named) is None
        or len(words) != n
        or len(metadata["systems_sha256"]) != len(systems)
        or (items and len(items) != n)
    ):
        raise DataError(f"{path} is damaged: its metadata do not fit its systems and segments.")
    if metadata.get(_CHECKSUM) != checksum(metadata, documents or (), metrics)[_CHECKSUM]:
        what = "has another checksum than it says" if _CHECKSUM in metadata else f"has lost its checksum, {_CHECKSUM}"
        raise DataError(
            f"{path} was changed or damaged after it was written: its content {what}. Delete it and count again, or "
            "get the file again."
        )
    return StatisticsFile(
        systems=systems,
        documents=_whole(documents or (), path),
        reference_words=words,
        metrics=tuple(metrics),
        references_sha256=metadata["references_sha256"],
        systems_sha256=tuple(metadata["systems_sha256"]),
        inputs=tuple(metadata["inputs"]),
        score_inputs=tuple(metadata["score_inputs"]),
        reading=metadata["reading"],
        versions=metadata["versions"],
        path=path,
        sha256=sha256,
        items=items,
        rows=metadata.get("rows", "segment"),
        segments_sha256=named,
    )


def _order(part: StatisticsRows, systems: Sequence[str], n: int, place: str) -> NDArray[np.int64]:
    """Return the rows in order of systems and segments; each must be there once."""
    codes = {system: i for i, system in enumerate(systems)}
    of_system = np.array([codes.get(system, -1) for system in part.systems], dtype=np.int64)
    if (of_system < 0).any():
        raise DataError(f"{place}: its metadata do not name the system {part.systems[int(np.argmin(of_system))]!r}.")
    if ((part.segments < 1) | (part.segments > n)).any():
        raise DataError(f"{place}: a segment is not from 1 to {n}.")
    cells = of_system * n + part.segments - 1
    counts = np.bincount(cells, minlength=len(systems) * n)
    if (counts != 1).any():
        cell = int(np.flatnonzero(counts != 1)[0])
        what = "stands twice" if counts[cell] else "is missing"
        raise AlignmentError(f"{place}: system {systems[cell // n]!r}, segment {cell % n + 1} {what}.")
    return np.argsort(cells)


def _whole(documents: Iterable[str | None], path: str) -> tuple[str, ...] | None:
    found = tuple(documents)
    present = tuple(document for document in found if document is not None)
    if present and len(present) != len(found):
        raise DataError(f"{path} is damaged: some segments have a document and others have none.")
    return present or None
