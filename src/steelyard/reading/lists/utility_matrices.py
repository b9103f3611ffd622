"""Utilities that another metric gave: of every candidate of a source against every piece of evidence."""

import io
import tokenize
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.files.parsing import parse_json
from steelyard.files.reading import decode_lines, read_content

__all__ = ["UtilityMatrices", "read_utility_matrices"]

_NPY = b"\x93NUMPY"
_MATRIX = ("matrix", "utilities", "utility", "scores")
_PAIR = (("hypothesis", "reference", "prediction"), ("mt", "ref", "score"), ("hypothesis", "reference", "score"))
Rows = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True, eq=False)
class UtilityMatrices:
    """Utilities of every source; a matrix is made when it is asked for."""

    name: str  # of the metric
    files: tuple[tuple[str, str], ...]  # path and SHA-256
    lines: Sequence[tuple[str, str]] = ()  # where each line of numbers stands, and its text
    # Of all sources, shape (N, K, E); or a vector of each candidate, shape (C, D), whose cosines are the utilities.
    whole: NDArray[np.float64] | None = None
    pairs: Mapping[tuple[str, str], float] | None = None  # score of each pair of texts
    by_source: bool = False  # whether a line has the matrix of a source, and not a row of it
    sign: float = 1.0  # -1 for a metric of which lower scores are better: its scores are turned round

    def check(self, n_candidates: Sequence[int]) -> None:
        """Refuse a file of other sources, before any work; as many candidates as each source has are given."""
        path, wanted = self.files[0][0], len(n_candidates)
        n = None
        if self.whole is not None and self.whole.ndim == 2:
            if len(self.whole) != sum(n_candidates):
                raise AlignmentError(
                    f"{path} has {len(self.whole):,} vectors, but there are {sum(n_candidates):,} candidates."
                )
        elif self.whole is not None:
            n = len(self.whole)
        elif self.by_source:
            n = len(self.lines)
        elif self.pairs is None:
            wanted, n = sum(n_candidates), len(self.lines)
            if n != wanted:
                raise AlignmentError(f"{path} has {n:,} rows of utilities, but there are {wanted:,} candidates.")
        if n is not None and n != wanted:
            raise AlignmentError(f"{path} has matrices of {n:,} sources, but there are {wanted:,} sources.")

    def matrix(self, i: int, start: int, candidates: Sequence[str], evidence: Sequence[str]) -> NDArray[np.float64]:
        """Return the utilities of a source, shape (K, E).

        `start`: its first candidate among all.
        """
        path = self.files[0][0]
        place = f"{path}, source {i + 1:,}"
        if self.whole is not None and self.whole.ndim == 2:
            found = _cosines(np.array(self.whole[start : start + len(candidates)], np.float64))
        elif self.whole is not None:
            found = np.array(self.whole[i], np.float64)
        elif self.pairs is not None:
            found = np.array([[self._pair(place, text, other) for other in evidence] for text in candidates])
        elif self.by_source:
            found = _array(*self.lines[i])
        else:
            rows = [_array(*line) for line in self.lines[start : start + len(candidates)]]
            if len({row.shape for row in rows}) > 1:
                raise AlignmentError(f"{place}: rows of utilities have different lengths.")
            found = np.stack(rows)
        shape = (len(candidates), len(evidence))
        if found.shape != shape:
            raise AlignmentError(
                f"{place}: the matrix has shape {found.shape}, but there are {shape[0]} candidates (rows) and "
                f"{shape[1]} pieces of evidence (columns)."
            )
        if not are_computable(found).all():
            row, column = np.argwhere(~are_computable(found))[0]
            raise DataError(
                f"{place}: the utility of candidate {row + 1} against {column + 1} is {found[row, column]}, but each "
                "must be finite."
            )
        return self.sign * found

    def _pair(self, place: str, text: str, other: str) -> float:
        found = (self.pairs or {}).get((text, other))
        if found is None:
            raise DataError(f"{place}: the output {_short(text)} has no score against {_short(other)}.")
        return found


def read_utility_matrices(path: str, name: str = "", encoding: str = "utf-8") -> UtilityMatrices:
    r"""Read utilities, in the layouts that programs for minimum Bayes risk have.

    `path`: a NumPy array of shape (sources, candidates, evidence), or of shape (candidates, dimensions) with a vector
    for each of all candidates, such as a sentence embedding, for their cosines; JSON Lines with a matrix for each
    source, alone or under ``matrix``, ``utilities`` or ``scores``; JSON Lines with a row for each pair, as MetricX
    predicts them (``hypothesis``, ``reference``, ``prediction``) and COMET scores them (``mt``, ``ref``, ``score``); or
    text with a row of numbers for each candidate.
    `name`: of the metric; by default that of the file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.lists.utility_matrices import read_utility_matrices
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "comet.jsonl")
    ...     _ = path.write_text("[[1, 0.5], [0.25, 1]]\n")
    ...     read_utility_matrices(str(path)).matrix(0, 0, ["a", "b"], ["a", "b"]).tolist()
    [[1.0, 0.5], [0.25, 1.0]]
    """
    file = read_content(path)
    files = ((path, file.sha256),)
    name = name or path.replace("\\", "/").rpartition("/")[2].partition(".")[0]
    if file.content.startswith(_NPY) or path.endswith(".npy"):
        return UtilityMatrices(name, files, whole=_npy(file.content, path))
    lines = [
        (f"{path}, line {number}", line)
        for number, line in enumerate(decode_lines(file.content, path, encoding), 1)
        if line.strip()
    ]
    if not lines:
        raise DataError(f"{path} is empty: utilities were expected.")
    start = lines[0][1].lstrip()
    if start.startswith("{") and not any(f'"{key}"' in start for key in _MATRIX[:3]):
        pairs = _pairs(lines)
        if pairs is not None:
            return UtilityMatrices(name, files, pairs=pairs)
    is_matrix = start.startswith("{") or start.replace(" ", "").startswith("[[")
    return UtilityMatrices(name, files, lines, by_source=is_matrix)


def _npy(content: bytes, path: str) -> NDArray[np.float64]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of headers: of Python 2, or of shapes past all numbers
            found = np.load(io.BytesIO(content), allow_pickle=False)
    # A header may promise any size, and is Python to NumPy, which splits it into tokens where it is none.
    except (EOFError, OSError, ValueError, MemoryError, OverflowError, SyntaxError, tokenize.TokenError) as error:
        said = error.args[0] if isinstance(error, tokenize.TokenError) else error
        why = f" ({said})" if content.startswith(_NPY) else ", as its first bytes show"
        raise DataError(
            f"{path} is no NumPy array of numbers that can be read{why}: save it again with numpy.save."
        ) from error
    if found.ndim not in (2, 3) or found.dtype.kind not in "fiu":
        raise DataError(
            f"{path} has shape {found.shape} and type {found.dtype}: numbers of shape (sources, candidates, evidence), "
            "or of a vector for each candidate, were expected."
        )
    return np.asarray(found)


def _cosines(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cosines of all pairs; that of a vector of zeros is 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    found: NDArray[np.float64] = unit @ unit.T
    return found


def _pairs(lines: Sequence[tuple[str, str]]) -> dict[tuple[str, str], float] | None:
    """Read a pair a line; None where the first line is no pair."""
    first = _json(*lines[0])
    keys = next((keys for keys in _PAIR if isinstance(first, dict) and set(keys) <= first.keys()), None)
    if keys is None:
        return None
    found: dict[tuple[str, str], float] = {}
    for place, line in lines:
        row = _json(place, line)
        try:
            text, other, score = (row[key] for key in keys)
            found[str(text), str(other)] = float(score)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise DataError(f"{place}: {', '.join(keys)} were expected, the last a number.") from error
    return found


def _array(place: str, line: str) -> NDArray[np.float64]:
    """Read the numbers of a line: JSON, or separated by blanks."""
    try:
        if line.lstrip()[:1] not in ("[", "{"):
            return np.array([float(cell) for cell in line.split()])
        found = _json(place, line)
        if isinstance(found, dict):
            found = next((found[key] for key in _MATRIX if key in found), None)
        return np.array(found, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{place}: no matrix of numbers that can be read.") from error


def _json(place: str, line: str) -> Any:
    try:
        return parse_json(line)
    except ValueError as error:
        raise DataError(f"{place}: no JSON that can be read: {error}.") from error


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
