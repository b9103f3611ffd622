"""Statistics files: what was counted, without the texts, as Parquet or as JSON lines with the same content."""

import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError, needs_extra
from steelyard.lines import decode_lines, read_content

__all__ = ["StatisticsFile", "StoredMetric", "read_statistics_file", "write_statistics_file"]

_COLUMNS = ("system", "segment", "document", "metric", "statistics")
_KEY, _FORMAT, _VERSION = "steelyard", "steelyard statistics", 1
_LINES = (".jsonl", ".jsonl.gz")
_MOST_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class StoredMetric:
    """The statistics of one metric as a file holds them.

    Attributes
    ----------
    metric, label, signature : str
        As in `Measurement`.
    higher_is_better, is_mean : bool
        As in `Measurement`.
    scale : int or None
        As in `Measurement`.
    is_outside : bool
        Segment scores of another tool.
    bits : tuple of int
        The value of statistic k is ``values[..., k] * 2.0**-bits[k]``.
    scores : tuple of float or None
        Of each system, as they were where the statistics were written; None where a score is no finite number.
    values : array of int64, shape (S, N, K)
        Systems, segments, statistics.
    """

    metric: str
    label: str
    signature: str
    higher_is_better: bool
    is_mean: bool
    scale: int | None
    is_outside: bool
    bits: tuple[int, ...]
    scores: tuple[float | None, ...]
    values: NDArray[np.int64] = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsFile:
    """What a statistics file says.

    Attributes
    ----------
    systems : tuple of str
        Names, in the order of rows.
    documents : tuple of str or None
        Document id of each segment.
    reference_words : tuple of int
        Words of each segment's first reference.
    metrics : tuple of StoredMetric
        With their statistics.
    references_sha256 : str
        Of the references' lines: files with the same one are about the same segments.
    systems_sha256 : tuple of str
        Of the lines of each system.
    inputs, score_inputs : tuple of dict
        Role, name and SHA-256 of the texts, and of outside scores.
    reading : mapping of str to str
        How the texts were read.
    versions : mapping of str to str
        Of the programs that counted.
    path, sha256 : str
        Of the file, where it was read from one.
    """

    systems: tuple[str, ...]
    documents: tuple[str, ...] | None
    reference_words: tuple[int, ...]
    metrics: tuple[StoredMetric, ...]
    references_sha256: str
    systems_sha256: tuple[str, ...]
    inputs: tuple[dict[str, str], ...]
    score_inputs: tuple[dict[str, str], ...]
    reading: Mapping[str, str]
    versions: Mapping[str, str]
    path: str = ""
    sha256: str = ""

    @property
    def n_segments(self) -> int:
        """N."""
        return len(self.reference_words)


@dataclass(frozen=True, slots=True, eq=False)
class _Rows:
    """The rows of one metric."""

    systems: Sequence[str]
    segments: NDArray[np.int64]
    documents: Sequence[str | None]
    statistics: NDArray[np.int64]  # (rows, K)


def write_statistics_file(path: str | os.PathLike[str], stored: StatisticsFile) -> None:
    """Write statistics as the name says: ``.parquet``, ``.jsonl`` or ``.jsonl.gz``.

    Parameters
    ----------
    path : path-like
        Written anew. Parquet needs Polars (extra `tables`), the others nothing.
    stored : StatisticsFile
        What to write.

    Raises
    ------
    SpecError
        The name ends otherwise.
    MissingExtraError
        Polars is not installed.
    DataError
        The file cannot be written.
    """
    name = os.fspath(path)
    metadata = json.dumps(_metadata(stored), ensure_ascii=False, allow_nan=False)
    try:
        if name.endswith(".parquet"):
            _write_parquet(name, stored, metadata)
        elif name.endswith(_LINES):
            content = "".join([metadata, "\n", *_lines(stored)]).encode()
            with open(name, "wb") as file:
                file.write(gzip.compress(content, 6, mtime=0) if name.endswith(".gz") else content)
        else:
            raise SpecError(f"Cannot write {name}: its name must end in .parquet, .jsonl.gz or .jsonl.")
    except OSError as error:
        raise DataError(f"Cannot write {name}: {error.strerror or error}.") from error


def _metadata(stored: StatisticsFile) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "format_version": _VERSION,
        "versions": dict(stored.versions),
        "systems": list(stored.systems),
        "n_segments": stored.n_segments,
        "metrics": [
            {name: getattr(metric, name) for name in StoredMetric.__slots__ if name != "values"}
            for metric in stored.metrics
        ],
        "references_sha256": stored.references_sha256,
        "systems_sha256": list(stored.systems_sha256),
        "inputs": list(stored.inputs),
        "score_inputs": list(stored.score_inputs),
        "reading": dict(stored.reading),
        "reference_words": list(stored.reference_words),
    }


def _lines(stored: StatisticsFile) -> Iterator[str]:
    documents = [None] * stored.n_segments if stored.documents is None else stored.documents
    tails = [json.dumps(document, ensure_ascii=False) for document in documents]
    for metric in stored.metrics:
        spelling = json.dumps(metric.metric, ensure_ascii=False)
        for system, block in zip(stored.systems, metric.values.tolist(), strict=True):
            start = f'{{"system": {json.dumps(system, ensure_ascii=False)}, "segment": '
            for i, row in enumerate(block):
                yield f'{start}{i + 1}, "document": {tails[i]}, "metric": {spelling}, "statistics": {row}}}\n'


def _write_parquet(name: str, stored: StatisticsFile, metadata: str) -> None:
    with needs_extra("tables", f"{name}, as a Parquet file,"):
        import polars
    n_systems, n = len(stored.systems), stored.n_segments
    documents = polars.Series("document", stored.documents or [None] * n, dtype=polars.String)
    frames = [
        polars.DataFrame(
            [
                polars.Series("system", np.repeat(np.array(stored.systems, dtype=object), n), dtype=polars.String),
                polars.Series("segment", np.tile(np.arange(1, n + 1), n_systems), dtype=polars.Int64),
                polars.concat([documents] * n_systems),
                polars.Series("metric", [metric.metric], dtype=polars.String).new_from_index(0, n_systems * n),
                polars.Series("statistics", metric.values.reshape(n_systems * n, -1)).arr.to_list(),
            ]
        )
        for metric in stored.metrics
    ]
    polars.concat(frames).write_parquet(name, metadata={_KEY: metadata})


def read_statistics_file(path: str | os.PathLike[str]) -> StatisticsFile:
    """Read what `write_statistics_file` wrote; rows may stand in any order.

    Parameters
    ----------
    path : path-like
        ``.parquet``, or JSON lines, plain or packed.

    Returns
    -------
    StatisticsFile
        Checked: every system has statistics of every segment under every metric, once.

    Raises
    ------
    DataError
        It is no statistics file, is of a later format, or is damaged.
    AlignmentError
        A row is missing, or stands twice.
    MissingExtraError
        It is Parquet, and Polars is not installed.
    """
    file = read_content(path)
    is_parquet = file.content.startswith(b"PAR1")
    metadata, rows = _parquet(file.content, file.path) if is_parquet else _json_lines(file.content, file.path)
    try:
        return _build(metadata, rows, file.path, file.sha256)
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{file.path} is damaged: its metadata lack {error}, or hold it in another form.") from error


def _parquet(content: bytes, path: str) -> tuple[dict[str, Any], dict[str, _Rows]]:
    with needs_extra("tables", f"{path}, as a Parquet file,"):
        import polars
    try:
        metadata = _checked(polars.read_parquet_metadata(io.BytesIO(content)).get(_KEY), path)
        frame = polars.read_parquet(io.BytesIO(content))
    except polars.exceptions.PolarsError as error:
        raise DataError(f"{path} is no Parquet file that can be read: {str(error).splitlines()[0]}.") from error
    if set(frame.columns) != set(_COLUMNS) or frame["statistics"].dtype != polars.List(polars.Int64):
        raise DataError(f"{path} must have the columns {', '.join(_COLUMNS)}, the last with lists of whole numbers.")
    found = {}
    for (metric,), part in frame.partition_by("metric", maintain_order=True, as_dict=True).items():
        lengths = part["statistics"].list.len().unique().to_list()
        values = part["statistics"].explode()
        if len(lengths) != 1 or lengths[0] is None or values.null_count() or part["segment"].null_count():
            raise DataError(f"{path} is damaged: rows of {metric} differ in length, or a cell is empty.")
        found[str(metric)] = _Rows(
            part["system"].to_list(),
            part["segment"].to_numpy().astype(np.int64),
            part["document"].to_list(),
            values.to_numpy().reshape(-1, lengths[0]),
        )
    return metadata, found


def _json_lines(content: bytes, path: str) -> tuple[dict[str, Any], dict[str, _Rows]]:
    first, *lines = decode_lines(content, path) or ("",)
    metadata = _checked(first, path)
    by_metric: dict[str, list[tuple[str, int, str | None, list[int]]]] = {}
    for number, entry in enumerate(_entries(lines, path), 2):
        try:
            system, segment, document, metric, statistics = (entry[column] for column in _COLUMNS)
        except (KeyError, TypeError) as error:
            raise DataError(f"{path}, line {number}: an object with {', '.join(_COLUMNS)} is expected.") from error
        by_metric.setdefault(str(metric), []).append((system, segment, document, statistics))
    found = {}
    for metric, rows in by_metric.items():
        systems, segments, documents, statistics = zip(*rows, strict=True)
        try:
            numbers, values = np.array(segments), np.array(statistics)
        except (ValueError, OverflowError):
            numbers = values = np.empty(0)
        if numbers.dtype != np.int64 or values.dtype != np.int64 or values.ndim != 2:
            raise DataError(f"{path} is damaged: rows of {metric} differ in length, or hold other than whole numbers.")
        found[metric] = _Rows(systems, numbers, documents, values)
    return metadata, found


def _entries(lines: Sequence[str], path: str) -> list[Any]:
    """Read an object a line: all at once, which is several times as fast, and one by one to find what is wrong."""
    try:
        entries: list[Any] = json.loads(f"[{','.join(lines)}]")
        if len(entries) == len(lines):
            return entries
    except (ValueError, RecursionError):
        pass
    entries = []
    for number, line in enumerate(lines, 2):
        try:
            entries.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise DataError(f"{path}, line {number}: no JSON object that can be read: {error}.") from error
    return entries


def _checked(text: str | None, path: str) -> dict[str, Any]:
    """Read the metadata, of this format and a version that is known."""
    try:
        metadata = json.loads(text or "null")
    except (ValueError, RecursionError):
        metadata = None
    if not isinstance(metadata, dict) or metadata.get("format") != _FORMAT:
        raise DataError(f"{path} is no statistics file: `steelyard stats REF -i SYS -o FILE` writes one.")
    if metadata.get("format_version") != _VERSION:
        raise DataError(
            f"{path} has version {metadata.get('format_version')} of the format, but this is Steelyard for version "
            f"{_VERSION}: read it with the Steelyard that wrote it, or a newer one."
        )
    return metadata


def _build(metadata: Mapping[str, Any], rows: Mapping[str, _Rows], path: str, sha256: str) -> StatisticsFile:
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
    if len(words) != n or len(metadata["systems_sha256"]) != len(systems):
        raise DataError(f"{path} is damaged: its metadata do not fit its systems and segments.")
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
    )


def _order(part: _Rows, systems: Sequence[str], n: int, place: str) -> NDArray[np.int64]:
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
