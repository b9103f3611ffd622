"""What a row of a statistics file sums: a segment, a document, or a block of segments."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.files.parsing import is_whole
from steelyard.scored.reference_words import words_of_reference
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["SEGMENT", "SummedRows", "check_rows", "require_segments", "summed_rows"]

SEGMENT = "segment"
_BLOCK = "block:"


@dataclass(frozen=True, slots=True, eq=False)
class SummedRows:
    """The rows of a statistics file: R of them."""

    measurements: tuple[Measurement, ...]  # with R units
    # Of each row; None where there are no documents, and for blocks, which may hold several.
    documents: tuple[str, ...] | None
    reference_words: tuple[int, ...]  # words of the first references


def check_rows(rows: str) -> None:
    """Refuse what is no kind of row."""
    is_block = isinstance(rows, str) and rows.startswith(_BLOCK) and is_whole(rows.removeprefix(_BLOCK), 1)
    if rows not in (SEGMENT, "document") and not is_block:
        raise SpecError(f"A row is a segment, a document or block:K, K consecutive segments, not {rows!r}.")


def require_segments(data: object, command: str) -> None:
    """Refuse sums of segments where a question is about segments."""
    rows = getattr(data, "rows", SEGMENT)
    if rows != SEGMENT:
        raise SpecError(
            f"`steelyard {command}` is about segments, and the statistics are sums, a row for each {rows}: count with "
            "rows of segments."
        )


def summed_rows(data: TestSet | CountedSet, measurements: tuple[Measurement, ...], rows: str = SEGMENT) -> SummedRows:
    """Add segments up to rows; sums are exact, so that no score depends on what a row is."""
    check_rows(rows)
    words = words_of_reference(data)
    if rows == SEGMENT or data.n_segments == 0:
        documents = None if data.documents is None else tuple(data.documents)
        return SummedRows(measurements, documents, tuple(words.tolist()))
    codes = _codes(data, rows)
    of_rows = np.bincount(codes, weights=words).astype(np.int64)
    return SummedRows(
        tuple(measurement.by_document(codes) for measurement in measurements),
        tuple(dict.fromkeys(data.documents or ())) if rows == "document" else None,
        tuple(of_rows.tolist()),
    )


def _codes(data: TestSet | CountedSet, rows: str) -> NDArray[np.int64]:
    """Return the row of each segment."""
    if rows.startswith(_BLOCK):
        return np.arange(data.n_segments, dtype=np.int64) // int(rows.removeprefix(_BLOCK))
    codes = data.document_codes()
    if codes is None:
        raise SpecError("Rows are to be documents, but no documents are given: name them, or take block:K.")
    return codes
