"""Errors that a metric marked beside its scores: xCOMET's, from `model.predict` and ``comet-score --to_json``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.parsing import parse_json
from steelyard.files.reading import TextFile
from steelyard.reading.ratings.severities import SEVERITIES, severity_named
from steelyard.reading.score_matrix.same_items import check_same_texts
from steelyard.types import ErrorSpan

__all__ = ["comet_errors", "comet_texts", "error_spans"]


def error_spans(system: str, by_segment: Sequence[Any], path: str) -> Iterator[ErrorSpan]:
    """Read a list for each segment of objects with severity, start, end and confidence; the end is not included."""
    for i, found in enumerate(by_segment):
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise DataError(f"{path}, segment {i + 1}: a list of marked errors is expected, such as [] for none.")
        for entry in found:
            yield _span(system, i, entry, f"{path}, segment {i + 1}")


def comet_errors(file: TextFile, systems: Sequence[str]) -> tuple[ErrorSpan, ...]:
    """Read what stands under ``errors`` beside the score ``COMET``, of some systems."""
    if not any('"errors"' in line for line in file.lines):
        return ()
    stored = _objects(file)
    return tuple(
        span
        for system in systems
        for span in error_spans(system, [row.get("errors") or [] for row in stored[system]], file.path)
    )


def _objects(file: TextFile) -> dict[str, list[dict[str, Any]]]:
    """Return what stands beside each score, by system; a score alone has nothing."""
    stored = parse_json("\n".join(file.lines))
    return {system: [row if isinstance(row, dict) else {} for row in rows] for system, rows in stored.items()}


def comet_texts(file: TextFile, systems: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the sources and references that stand beside the scores, by place from 1: every system has the same."""
    if not any('"src"' in line or '"ref"' in line for line in file.lines):
        return {}
    stored = _objects(file)
    parts = [
        {
            kind: {str(i): row[key] for i, row in enumerate(stored[system], 1) if isinstance(row.get(key), str)}
            for key, kind in (("src", "source"), ("ref", "reference"))
        }
        for system in systems
    ]
    check_same_texts((f"{file.path}, {system}", texts) for system, texts in zip(systems, parts, strict=True))
    return parts[0] if parts else {}


def _span(system: str, segment: int, entry: Mapping[str, Any], place: str) -> ErrorSpan:
    severity = severity_named(entry.get("severity"))
    if severity is None:
        raise DataError(f"{place}: unknown severity {entry.get('severity')!r}. Known: {', '.join(SEVERITIES)}.")
    start, end, confidence = entry.get("start"), entry.get("end"), entry.get("confidence")
    if type(start) is not int or type(end) is not int or not 0 <= start <= end < 2**31:
        raise DataError(f"{place}: the span from {start!r} to {end!r} is none. Characters count from 0.")
    is_number = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    return ErrorSpan(system, segment, start, end, severity, confidence if is_number else None)
