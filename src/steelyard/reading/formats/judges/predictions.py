"""Scores of one system without its name: ``{"scores": [...]}``, as ``model.predict`` returns, or a number per line."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import decode_lines, read_content
from steelyard.reading.formats.judges.error_spans import error_spans
from steelyard.reading.logged_scores import HowScored, as_score, plain_json
from steelyard.reading.resemblance import NUMBER, every_line, json_keys
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

_NUMBER_LINE = re.compile(rf"\s*(?:{NUMBER}|None|NA|NaN|nan)\s*")
_NUMBER_LIST = re.compile(rf"\s*\[\s*(?:{NUMBER}|null|NaN)\s*[,\]].*", re.DOTALL)

_KEYS = {"scores", "system_score", "metadata", "error_spans"}
_KEYS |= {"src_scores", "ref_scores", "unified_scores", "mqm_scores"}  # of xCOMET


def _is_prediction(lines: Sequence[str]) -> bool:
    keys = set(json_keys(lines))
    return lines[0].lstrip().startswith("{") and "scores" in keys and keys <= _KEYS


def _is_list(lines: Sequence[str]) -> bool:
    return bool(_NUMBER_LIST.match("\n".join(lines)))


RESEMBLES = (
    ("scores as model.predict returns them", "read_output_scores", _is_prediction),
    ("a list of numbers", "read_output_scores", _is_list),
    ("a number per line", "read_output_scores", every_line(_NUMBER_LINE)),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read one system's scores, one for each segment in their order; the system is called after the file.

    None, NA and null are missing. The errors that xCOMET marked stand beside its scores.
    """
    content = read_content(path)
    files = ((content.path, content.sha256),)
    lines = [line.strip() for line in decode_lines(content.content, path)]
    if next(filter(None, lines), "").startswith(("{", "[")):
        numbers, spans, mean = _stored(plain_json(path)[0], path)
    else:
        numbers, spans, mean = lines, None, None
        while numbers and not numbers[-1]:
            numbers.pop()
    values = []
    for i, number in enumerate(numbers, 1):
        value = as_score(number, f"{path}, segment {i}")
        if value is None:
            raise DataError(f"{path}, segment {i}: {number!r} where a number should be.")
        values.append(value)
    array = np.array([values], np.float64)
    if mean is not None and values and np.isfinite(array).all() and abs(array.mean() - mean) > 1e-3 * max(1, abs(mean)):
        raise DataError(
            f"{path} has a system_score of {mean:.4f}, but its {len(values):,} scores have the mean {array.mean():.4f}."
        )
    errors = tuple(error_spans(options.unnamed, spans or (), path))
    name = "" if spans is None else "XCOMET"
    return [OutputScores(name, (options.unnamed,), array, files=files, errors=errors)]


def _stored(stored: Any, path: str) -> tuple[list[Any], list[Any] | None, float | None]:
    """Return scores, what was marked in each segment, None where the file has none, and the mean."""
    if isinstance(stored, list):
        return stored, None, None
    numbers, told = stored["scores"], stored.get("metadata") or {}
    if not isinstance(numbers, list):
        raise DataError(f"{path}: scores should be a list, a number for each segment.")
    spans = stored.get("error_spans", told.get("error_spans") if isinstance(told, dict) else None)
    if spans is not None and not isinstance(spans, list):
        raise DataError(f"{path}: error_spans should be a list, with a list for each segment.")
    if spans is not None and len(spans) != len(numbers):
        raise AlignmentError(f"{path} has {len(numbers):,} scores, but the error spans of {len(spans):,} segments.")
    mean = stored.get("system_score")
    return numbers, spans, None if mean is None else float(mean)
