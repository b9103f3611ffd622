"""One score per output: means of judgements on the lines of a test set."""

from dataclasses import replace

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.human import Judges, segment_means
from steelyard.ratings.counted_rows import COUNTED, is_kind, named_raters
from steelyard.ratings.line_checks import check_lines, check_rated_lines
from steelyard.types import OutputScores, Ratings

__all__ = ["extend", "output_scores", "padded"]


def output_scores(
    ratings: Ratings, *, lower_is_better: bool = False, n_segments: int | None = None, judges: Judges = "mean"
) -> tuple[OutputScores, ...]:
    """Average judgements by output.

    `ratings`: repeats count as further judgements; degraded, reference and other control items do not.
    `lower_is_better`: the scores are penalties: their sign is turned.
    `n_segments`: of the test set; by default up to the last one that was rated.
    `judges`: what stands for several judgements of one output.
    Returns: one per scale, in the order of the scales; larger is better.
    """
    is_counted = is_kind(ratings, COUNTED)
    last = int(ratings.segments[is_counted].max(initial=-1))
    n = last + 1 if n_segments is None else n_segments
    where = ", ".join(path for path, _ in ratings.files) or "The ratings"
    if last < 0:
        raise DataError(f"{where}: there is no judgement of an output.")
    check_rated_lines(last, n, len(ratings.systems.names), where)
    documents = _documents(ratings, n)
    found = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        rows = is_counted & ((ratings.scales.codes == scale) | (not ratings.scales.names))
        if not rows.any():
            continue
        signed = -ratings.scores[rows] if lower_is_better else ratings.scores[rows]
        systems = ratings.systems.codes[rows].astype(np.int64)
        means = segment_means(
            signed, systems, ratings.segments[rows], n_systems=len(ratings.systems.names), n_segments=n, judges=judges
        )
        has_any = np.flatnonzero(means.counts.sum(axis=1))
        found.append(
            OutputScores(
                name,
                tuple(ratings.systems.names[code] for code in has_any),
                means.means[has_any],
                documents=documents,
                counts=means.counts[has_any],
                files=ratings.files,
                n_lines=ratings.n_lines,
                n_raters=len(named_raters(ratings.take(rows))),
            )
        )
    return tuple(found)


def extend(scores: OutputScores, n_segments: int) -> OutputScores:
    """Give ratings that end before the test set does the segments that nobody rated."""
    check_lines(scores, n_segments)
    if scores.n_segments > n_segments:
        raise AlignmentError(
            f"People rated line {scores.n_segments:,}, but the metrics score {n_segments:,} lines only. Do both count "
            "the same lines?"
        )
    return padded(scores, n_segments)


def padded(scores: OutputScores, n_lines: int) -> OutputScores:
    """Add the segments after the last that was rated, as far as the test set goes."""
    n_more = n_lines - scores.n_segments
    if not n_more:
        return scores
    more = ((0, 0), (0, n_more))
    return replace(
        scores,
        values=np.pad(scores.values, more, constant_values=np.nan),
        counts=None if scores.counts is None else np.pad(scores.counts, more),
        documents=None if scores.documents is None else scores.documents + ("",) * n_more,
    )


def _documents(ratings: Ratings, n_segments: int) -> tuple[str, ...] | None:
    """Name the document of each segment, "" where none is known; None where no row names one."""
    codes = ratings.documents.codes
    if not (codes >= 0).any() or not any(ratings.documents.names):
        return None
    named = np.full(n_segments, -1, dtype=np.int64)
    rows = np.flatnonzero((codes >= 0) & (ratings.segments < n_segments))[::-1]  # so that the first row decides
    named[ratings.segments[rows]] = codes[rows]
    names = (*ratings.documents.names, "")
    return tuple(names[code] for code in named)
