"""What a test set must be: each check raises the error that says what is wrong and what to do."""

import math
import re  # patterns are compiled when they are first used: importing this file should cost nothing
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError

__all__ = [
    "BACKWARD", "as_references", "as_segments", "as_shares", "check_containers", "check_documents", "check_lengths",
    "check_references", "check_surrogates",
]  # fmt: skip

BACKWARD = "backward "
"""Before the name of a text: links from an aligner that was run in the other direction, from the text to the source."""

_SURROGATE = "[\ud800-\udfff]"


def as_references(references: Any) -> Any:
    """Make a tuple of an array or a generator of references, which can be gone through once; others stay."""
    is_other = isinstance(references, Sequence | Mapping | Set) or not isinstance(references, Iterable)
    return references if is_other or getattr(references, "ndim", 1) == 0 else tuple(references)


def check_containers(references: object, systems: object, *, has_sources: bool = False) -> None:
    """Refuse references and systems that are not containers of texts at all."""
    if isinstance(references, str | bytes) or not isinstance(references, Sequence):
        raise AlignmentError(
            "references must be a list with one list of strings per reference, [reference][segment]: "
            f"got {type(references).__name__}. For a single reference pass [reference]."
        )
    if not references and not (systems and has_sources):
        raise DataError("There is no reference: give at least one; or sources, for what needs no reference.")
    if isinstance(systems, Mapping) and not all(isinstance(name, str) and name for name in systems):
        raise AlignmentError("Every system needs a name: a string that is not empty.")
    if not isinstance(systems, Mapping):
        raise AlignmentError(f"systems must map a name to a list of strings: got {type(systems).__name__}.")


def as_segments(text: Any, name: str, *, allow_missing: bool = False) -> tuple[str, ...]:
    """Freeze a text as a tuple of strings (None only where `allow_missing`), or say what it is instead."""
    if isinstance(text, str | bytes):
        raise AlignmentError(f"{name} is a bare string where a list with one string per segment is expected.")
    if isinstance(text, Mapping | Set):
        raise AlignmentError(f"{name} must be a list with one string per segment, not a {type(text).__name__}.")
    try:
        segments = tuple(text)
    except TypeError as error:
        raise AlignmentError(
            f"{name} must be a list with one string per segment, not {type(text).__name__}."
        ) from error
    if set(map(type, segments)) <= {str}:
        return segments
    for number, segment in enumerate(segments, 1):
        if not isinstance(segment, str) and not (allow_missing and segment is None):
            what = "None" if segment is None else f"a {type(segment).__name__}"
            raise AlignmentError(f"{name}, segment {number}: expected a string, found {what}.")
    return tuple(None if segment is None else str(segment) for segment in segments)  # type: ignore[misc]  # NumPy's


def as_shares(weights: NDArray[np.float64] | None, n_evidence: int) -> NDArray[np.float64]:
    """Scale the weights of evidence to sum 1; by default all are equal."""
    given = np.ones(n_evidence) if weights is None else np.asarray(weights, dtype=np.float64)
    if given.shape != (n_evidence,):
        raise AlignmentError(f"There are {n_evidence} pieces of evidence, but weights of shape {given.shape}.")
    total = float(given.sum())
    if not (math.isfinite(total) and total > 0 and (given >= 0).all()):
        raise DataError("Weights of evidence must be 0 or more, and one of them more.")
    shares: NDArray[np.float64] = given / total
    return shares


def check_surrogates(segments: Sequence[object], name: str) -> None:
    """Refuse half a surrogate pair: it cannot be written as UTF-8, and so is no text."""
    for number, segment in enumerate(segments, 1):
        if isinstance(segment, str) and not segment.isascii() and (bad := re.search(_SURROGATE, segment)):
            raise DataError(
                f"{name}, segment {number}: U+{ord(bad[0]):04X} is half of a surrogate pair, which is no character. "
                "Decode the text it came from as UTF-8 or UTF-16."
            )


def check_lengths(texts: Mapping[str, tuple[object, ...]], n_references: int, name_of: Callable[[str], str]) -> None:
    """Refuse texts of different lengths, and none at all; `name_of` gives the name to show for a key."""
    keys = list(texts)
    first = keys[0]
    n_segments = len(texts[first])
    if all(len(text) == n_segments for text in texts.values()):
        if n_segments == 0:
            raise DataError("There is no segment: the texts are empty.")
        return
    is_from_files = name_of(first) != first  # a file cannot be transposed
    others = {len(texts[key]) for key in keys[n_references:]}
    are_even = len({len(texts[key]) for key in keys[:n_references]}) == 1
    if n_references > 1 and are_even and others == {n_references} and not is_from_files:
        raise AlignmentError(
            f"The references look transposed: {n_references} lists of {n_segments}, for systems with {n_references} "
            "segments. Pass [reference][segment]: list(zip(*references))."
        )
    key = next(key for key in keys if len(texts[key]) != n_segments)
    longer, shorter = (key, first) if len(texts[key]) > n_segments else (first, key)
    first_extra = len(texts[shorter]) + 1
    extra = str(texts[longer][first_extra - 1])
    shown = extra if len(extra) <= 60 else extra[:59] + "…"
    counts = (
        f"{_both(longer, name_of)} has {len(texts[longer])} lines but {_both(shorter, name_of)} has "
        f"{len(texts[shorter])}."
    )
    error = AlignmentError(
        f"{counts} The first extra one is line {first_extra}: {shown!r}. Check for blank, missing or wrapped lines."
    )
    error.unequal = (counts, key, texts[key], texts[first])
    raise error


def _both(key: str, name_of: Callable[[str], str]) -> str:
    name = name_of(key)
    return key if name == key else f"{key} ({name})"


def check_references(references: Sequence[Sequence[str | None]]) -> None:
    """Refuse a segment without any reference."""
    if not references or any(None not in reference for reference in references):
        return
    for number, segment in enumerate(zip(*references, strict=True), 1):
        if all(reference is None for reference in segment):
            raise AlignmentError(
                f"Segment {number} has no reference: give it one, or leave the segment out everywhere."
            )


def check_documents(documents: Sequence[str] | None, name: str) -> None:
    """Refuse a document id that is empty."""
    for number, document in enumerate(documents or (), 1):
        if not document.strip():
            raise DataError(f"{name}, line {number}: the document id is empty. Every segment needs one.")
