"""Statistics files: what was counted, without the texts, as Parquet or as JSON lines with the same content."""

import io
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.errors import DataError, SpecError, needs_extra
from steelyard.files import write_file
from steelyard.files.names import in_order
from steelyard.files.parquet import PARQUET, check_size, reading_parquet
from steelyard.files.parsing import parse_json
from steelyard.files.reading import decode_lines, read_content, read_earlier_output
from steelyard.reading.stored_statistics import StatisticsFile, StatisticsRows, StoredMetric, checksum, file_of_rows

if TYPE_CHECKING:
    import polars

__all__ = ["files_in", "holds_statistics", "read_statistics_file", "read_statistics_metadata", "write_statistics_file"]

_COLUMNS = ("system", "segment", "document", "metric", "statistics")
_KEY, _FORMAT, _VERSION = "steelyard", "steelyard statistics", 1
_LINES = (".jsonl", ".jsonl.gz")
_PIECE = 2**20  # bytes that are packed at a time
_AT_ONCE = 32_768  # lines that are Python's objects at a time: these take many times the memory of their numbers


def write_statistics_file(path: str | os.PathLike[str], stored: StatisticsFile) -> None:
    """Write statistics as the name says: ``.parquet``, ``.jsonl`` or ``.jsonl.gz``.

    `path`: written anew. Parquet needs Polars (extra `tables`), the others nothing.
    """
    name = os.fspath(path)
    said = _metadata(stored)
    said |= checksum(said, stored.documents or [None] * stored.n_segments, stored.metrics)
    metadata = json.dumps(said, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
    if name.endswith(".parquet"):
        content = _parquet_content(name, stored, metadata.decode())
    elif name.endswith(_LINES):
        content = b"\n".join([metadata, "".join(_lines(stored)).encode("utf-8", "backslashreplace")])
        if name.endswith(".gz"):
            content = _packed(content)
    else:
        raise SpecError(f"Cannot write {name}: its name must end in .parquet, .jsonl.gz or .jsonl.")
    write_file(path, content, [*stored.inputs, *stored.score_inputs])


def _packed(content: bytes) -> bytes:
    """Pack by gzip, in pieces: an interrupt waits for one, where it waited seconds for the whole."""
    packer = zlib.compressobj(6, wbits=31)  # 31: with gzip's header, which says no time
    pieces = [packer.compress(content[start : start + _PIECE]) for start in range(0, len(content), _PIECE)]
    return b"".join([*pieces, packer.flush()])


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
        **({} if stored.items is None else {"items": list(stored.items)}),
        **({} if stored.rows == "segment" else {"rows": stored.rows}),
        **({"segments_sha256": stored.segments_sha256} if stored.segments_sha256 else {}),
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


def _parquet_content(name: str, stored: StatisticsFile, metadata: str) -> bytes:
    with needs_extra("tables", f"{name}, as a Parquet file,"):
        import polars
    n_systems, n = len(stored.systems), stored.n_segments
    for text in (*stored.systems, *(metric.metric for metric in stored.metrics), *set(stored.documents or ())):
        _check_unicode(text, name)
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
    packed = io.BytesIO()
    polars.concat(frames).write_parquet(packed, metadata={_KEY: metadata})
    return packed.getvalue()


def _check_unicode(text: str, name: str) -> None:
    """Refuse half characters, such as bytes of file names become: Polars does not take them."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DataError(
            f"Cannot write {name}: Parquet cannot hold the name {text!r}. Rename it, or write .jsonl."
        ) from error


def read_statistics_file(path: str | os.PathLike[str]) -> StatisticsFile:
    """Read what `write_statistics_file` wrote; rows may stand in any order.

    `path`: ``.parquet``, or JSON lines, plain or packed.
    Returns: checked: every system has statistics of every segment under every metric, once.
    """
    file = read_content(path)
    is_parquet = file.content.startswith(PARQUET)
    metadata, rows = _parquet(file.content, file.path) if is_parquet else _json_lines(file.content, file.path)
    try:
        return file_of_rows(metadata, rows, file.path, file.sha256)
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{file.path} is damaged: its metadata lack {error}, or hold it in another form.") from error


def files_in(path: str | os.PathLike[str]) -> list[str]:
    """Return the statistics files of a folder, by their names and numbers in them; a file as it is."""
    name = os.fspath(path)
    if not os.path.isdir(name):
        return [name]
    found = _statistics_in(name)
    if not found:
        raise DataError(f"The folder {name} has no statistics file: `steelyard score --shards` writes into one.")
    return [os.path.join(name, entry) for entry in found]


def holds_statistics(path: str | os.PathLike[str]) -> bool:
    """Whether this is a folder with statistics files."""
    return os.path.isdir(path) and bool(_statistics_in(os.fspath(path)))


def _statistics_in(folder: str) -> list[str]:
    return in_order(entry for entry in os.listdir(folder) if entry.endswith((".parquet", *_LINES)))


def read_statistics_metadata(path: str | os.PathLike[str]) -> dict[str, Any] | None:
    """Read what JSON lines of statistics begin with; None where there is nothing of the kind, or no whole file."""
    content = read_earlier_output(path)
    try:
        return None if content is None else _checked(content.partition(b"\n")[0].decode(), os.fspath(path))
    except ValueError:  # what DataError is, too
        return None


def _parquet(content: bytes, path: str) -> tuple[dict[str, Any], dict[str, StatisticsRows]]:
    with reading_parquet(path):
        import polars

        check_size(content, path)
        metadata = _checked(polars.read_parquet_metadata(io.BytesIO(content)).get(_KEY), path)
        return metadata, _parquet_rows(polars.read_parquet(io.BytesIO(content)), path)


def _parquet_rows(frame: "polars.DataFrame", path: str) -> dict[str, StatisticsRows]:
    import polars

    if set(frame.columns) != set(_COLUMNS) or frame["statistics"].dtype != polars.List(polars.Int64):
        raise DataError(f"{path} must have the columns {', '.join(_COLUMNS)}, the last with lists of whole numbers.")
    found = {}
    for (metric,), part in frame.partition_by("metric", maintain_order=True, as_dict=True).items():
        lengths = part["statistics"].list.len().unique().to_list()
        values = part["statistics"].explode()
        if len(lengths) != 1 or lengths[0] is None or values.null_count() or part["segment"].null_count():
            raise DataError(f"{path} is damaged: rows of {metric} differ in length, or a cell is empty.")
        found[str(metric)] = StatisticsRows(
            part["system"].to_list(),
            part["segment"].to_numpy().astype(np.int64),
            part["document"].to_list(),
            values.to_numpy().reshape(-1, lengths[0]),
        )
    return found


def _json_lines(content: bytes, path: str) -> tuple[dict[str, Any], dict[str, StatisticsRows]]:
    first, *lines = decode_lines(content, path) or ("",)
    metadata = _checked(first, path)
    parts: dict[str, list[StatisticsRows]] = {}
    names: dict[Any, Any] = {}  # one object for each name, however often it stands
    for start in range(0, len(lines), _AT_ONCE):
        for metric, part in _rows(lines[start : start + _AT_ONCE], start + 2, names, path).items():
            parts.setdefault(metric, []).append(part)
    return metadata, {metric: _joined(found, metric, path) for metric, found in parts.items()}


def _rows(lines: Sequence[str], first: int, names: dict[Any, Any], path: str) -> dict[str, StatisticsRows]:
    """Read some lines, of which the first has this number."""
    by_metric: dict[str, list[tuple[str, int, str | None, list[int]]]] = {}
    for number, entry in enumerate(_entries(lines, first, path), first):
        try:
            system, segment, document, metric, statistics = (entry[column] for column in _COLUMNS)
            system, document = names.setdefault(system, system), names.setdefault(document, document)
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
            raise _unlike_rows(metric, path)
        found[metric] = StatisticsRows(systems, numbers, documents, values)
    return found


def _joined(parts: Sequence[StatisticsRows], metric: str, path: str) -> StatisticsRows:
    if len({part.statistics.shape[1] for part in parts}) != 1:
        raise _unlike_rows(metric, path)
    return StatisticsRows(
        [system for part in parts for system in part.systems],
        np.concatenate([part.segments for part in parts]),
        [document for part in parts for document in part.documents],
        np.concatenate([part.statistics for part in parts]),
    )


def _unlike_rows(metric: str, path: str) -> DataError:
    return DataError(f"{path} is damaged: rows of {metric} differ in length, or hold other than whole numbers.")


def _entries(lines: Sequence[str], first: int, path: str) -> list[Any]:
    """Read an object per line: all at once, which is several times as fast, and one by one to find what is wrong."""
    try:
        entries: list[Any] = parse_json(f"[{','.join(lines)}]", is_ours=True)
        if len(entries) == len(lines):
            return entries
    except ValueError:
        pass
    entries = []
    for number, line in enumerate(lines, first):
        try:
            entries.append(parse_json(line, is_ours=True))
        except ValueError as error:
            raise DataError(f"{path}, line {number}: no JSON object that can be read: {error}.") from error
    return entries


def _checked(text: str | None, path: str) -> dict[str, Any]:
    """Read the metadata, of this format and a version that is known."""
    try:
        metadata = parse_json(text or "null", is_ours=True)
    except ValueError:
        metadata = None
    if not isinstance(metadata, dict) or metadata.get("format") != _FORMAT:
        raise DataError(f"{path} is no statistics file; `steelyard score REF -i SYS --keep FILE` writes one.")
    if metadata.get("format_version") != _VERSION:
        raise DataError(
            f"{path} has version {metadata.get('format_version')} of the format, but this is Steelyard for version "
            f"{_VERSION}: read it with the Steelyard that wrote it, or a newer one."
        )
    return metadata
