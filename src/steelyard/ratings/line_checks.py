"""Whether ratings and scores can be of the same lines."""

from collections.abc import Sequence

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.types import OutputScores

__all__ = ["check_lengths", "check_lines", "check_rated_lines", "check_same_text", "check_whole"]

_MOST_OUTPUTS = 200_000_000  # systems times lines, for which there is a cell each


def check_rated_lines(last: int, n_segments: int, n_systems: int, where: str) -> None:
    """Refuse a rated line, from 0, that no test set has, or that this one has not."""
    if n_segments * n_systems > _MOST_OUTPUTS:
        raise DataError(f"{where}: line {last + 1:,} is rated, too many to be lines of a test set.")
    if last >= n_segments:
        raise DataError(f"{where}: line {last + 1} is rated, but the test set has {n_segments} lines.")


def check_lines(people: OutputScores, n_segments: int) -> None:
    """Refuse ratings of another test set, where their file lists every line, rated or not."""
    if people.n_lines is not None and people.n_lines != n_segments:
        where = ", ".join(path for path, _ in people.files) or f"The file of {people.name}"
        raise AlignmentError(
            f"{where} lists {people.n_lines:,} lines, rated or not, but the test set has {n_segments:,}: these are "
            "ratings of other texts, even where systems are named alike. If they are of its first lines, leave out the "
            "rows without a score."
        )


def check_lengths(
    scales: Sequence[OutputScores], metrics: Sequence[OutputScores], documents: Sequence[str] | None, n_lines: int
) -> None:
    """Refuse ratings beyond the test set, and scores or documents that are not of all of it."""
    for scale in scales:
        if scale.n_segments > n_lines:
            raise AlignmentError(f"People rated line {scale.n_segments:,}, but the test set has {n_lines:,} lines.")
    whole = next((f"{scale.name} by people" for scale in scales if scale.n_segments == n_lines), "the test set")
    for metric in metrics:
        if metric.n_segments != n_lines:
            raise AlignmentError(
                f"{metric.name} has {metric.n_segments:,} segments, but {whole} has {n_lines:,}. Both must count the "
                "same lines."
            )
    if documents is not None and len(documents) != n_lines:
        raise AlignmentError(f"There are {len(documents):,} document ids for {n_lines:,} segments.")


def check_same_text(people: OutputScores, metric: OutputScores) -> None:
    """Refuse segments that stand together for people and apart for the metric, and the other way round.

    Names may be spelled otherwise, and documents may be parts of others; no line of the same name and both kinds of
    disagreement mean another text.
    """
    if people.documents is None or metric.documents is None:
        return
    both = {(a, b) for a, b in zip(people.documents, metric.documents, strict=True) if a and b}
    n_documents = [len(set(names)) for names in zip(*both, strict=True)]
    if both and all(a != b for a, b in both) and len(both) > max(n_documents):
        a, b = min(both)
        raise AlignmentError(
            f"People's ratings and {metric.name} are of different texts: their documents (such as {a!r} and {b!r} on "
            "the same line) neither have the same names nor hold the same segments."
        )


def check_whole(metrics: Sequence[OutputScores]) -> None:
    """Refuse a metric that has no score of some output."""
    for metric in metrics:
        missing = np.argwhere(np.isnan(metric.values))
        if len(missing):
            system, line = missing[0]
            raise DataError(
                f"{metric.name or 'The metric'} has no score for system {metric.systems[system]!r} at line {line + 1}: "
                "it must be there for all lines, rated or not."
            )
