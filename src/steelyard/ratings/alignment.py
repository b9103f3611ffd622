"""Ratings, and scores beside them, on the same systems and segments of one test set."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import RATING_SEGMENTS
from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.ratings.line_checks import check_lengths, check_whole
from steelyard.ratings.outputs import padded
from steelyard.ratings.shared_systems import LeftOut
from steelyard.types import Labels, OutputScores

__all__ = ["Aligned", "align"]

Bools = NDArray[np.bool_]
Counted = Literal["rated", "pairs", "together", "shared"]
Segments = Literal["auto", "common", "all", "every"]

_MOSTLY_COMMON = 0.9
_MOST_PARTLY = 0.1  # of rated lines: more are no accident


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Aligned:
    """What people said of outputs, and what metrics say of the same; a layout, in place of a test set."""

    system_names: tuple[str, ...]  # those that take part
    segments: NDArray[np.int64]  # shape (N,): segments of the test set, from 0
    n_lines: int  # segments of the test set
    documents: tuple[str, ...] | None = None  # document of each segment that is here
    # By people, on these systems and segments, larger is better; NaN where an output does not count. System scores are
    # those of all segments.
    scales: tuple[OutputScores, ...] = ()
    metrics: tuple[OutputScores, ...] = ()  # by metrics, the same
    left_out: LeftOut = ()  # systems that do not take part, and why
    n_partly: int = 0  # segments that are left out, as they were rated for some systems only
    n_unscored: int = 0  # rated outputs of these systems that do not count, as some metric has no score of them

    @property
    def n_segments(self) -> int:
        """Segments that are here."""
        return len(self.segments)

    @property
    def ratings(self) -> NDArray[np.float64]:
        """Those on the first scale, shape (S, N)."""
        return self.scales[0].values

    @property
    def is_rated(self) -> Bools:
        """Whether each segment was rated on the first scale, shape (N,)."""
        is_rated: Bools = np.asarray(np.isfinite(self.ratings).any(axis=0))
        return is_rated

    @property
    def codes(self) -> NDArray[np.int64]:
        """Documents as codes, shape (N,); without documents each segment is its own."""
        codes = self.document_codes()
        return np.arange(self.n_segments) if codes is None else codes

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the document of each segment as a code from 0, by first appearance; None without documents."""
        return None if self.documents is None else Labels.of(self.documents).codes.astype(np.int64)

    def inputs(self) -> list[dict[str, str]]:
        """Return nothing: the files of scores are told beside (`steelyard.ratings.recipe.score_inputs`)."""
        return []


def align(
    scales: Sequence[OutputScores],
    metrics: Sequence[OutputScores] = (),
    *,
    systems: Sequence[str] | None = None,
    count: Counted = "rated",
    segments: Segments = "all",
    documents: Sequence[str] | None = None,
    n_lines: int | None = None,
    left_out: LeftOut = (),
) -> Aligned:
    """Put ratings and scores on the same systems and segments; larger numbers are for what is better.

    Ratings may end before the test set does; metrics have all of its segments. The systems that take part, such as
    `shared_systems`, are by default those of the ratings, the same on every scale; `left_out` says of others why.

    Which rated outputs `count`: all (``"rated"``); those of segments that were rated for two systems at least
    (``"pairs"``); those of segments that were rated for every system, where few others were rated (``"together"``);
    those that every metric scored (``"shared"``).

    Which `segments` are taken, of those with outputs that count: for every system on every scale (``"common"``), or for
    any (``"all"``); ``"auto"`` takes the common ones where they are nine tenths of all or more. Or ``"every"`` one of
    the test set, but those that were rated for some systems only and do not count.

    By default documents are what scores and ratings say, and the test set has as many lines as the first metric, or as
    far as ratings and documents reach. What does not fit is refused: ratings beyond the test set, a system without an
    output that counts, scales about different systems, a metric that lacks a score, documents of some segments only.
    """
    systems = _same_systems(scales) if systems is None else systems
    if n_lines is None:
        ends = [*(scale.n_segments for scale in scales), len(documents or ())]
        n_lines = metrics[0].n_segments if metrics else max(ends)
    check_lengths(scales, metrics, documents, n_lines)
    people = [_turned(padded(scale.select(systems), n_lines)) for scale in scales]
    scored = [_turned(metric.select(systems)) for metric in metrics]
    is_rated = np.isfinite([scale.values for scale in people])
    is_counted = _counted(is_rated, scored, count, systems)
    is_left = np.zeros(n_lines, dtype=np.bool_)
    if count == "together":
        is_left = np.asarray(is_rated.any(axis=(0, 1)) & ~is_counted.any(axis=(0, 1)))
    kept = _chosen(is_counted, is_left, segments)
    named = _documents(people, scored, documents, kept, may_lack=count == "shared")
    if count != "shared":
        check_whole(scored)
    masks = [*is_counted, *([is_counted[0] if count == "shared" else np.ones_like(is_counted[0])] * len(scored))]
    parts = [_part(scores, kept, mask, named) for scores, mask in zip((*people, *scored), masks, strict=True)]
    return Aligned(
        system_names=tuple(systems),
        scales=tuple(parts[: len(people)]),
        metrics=tuple(parts[len(people) :]),
        segments=kept,
        n_lines=n_lines,
        documents=named,
        left_out=left_out,
        n_partly=int(is_left.sum()),
        n_unscored=int((is_rated & ~is_counted).sum()) if count == "shared" else 0,
    )


def _same_systems(scales: Sequence[OutputScores]) -> tuple[str, ...]:
    """Return the systems, which all scales of a file must be about."""
    first = scales[0]
    for scale in scales:
        odd = sorted(set(scale.systems) ^ set(first.systems))
        if odd:
            raise DataError(f"{first.name} and {scale.name} are about different systems, such as {odd[0]!r}.")
    return first.systems


def _turned(scores: OutputScores) -> OutputScores:
    """Make larger numbers better; scores of systems stay those of all segments."""
    sign = 1.0 if scores.higher_is_better else -1.0
    system_scores = sign * scores.of_systems()
    return replace(scores, values=scores.better_is_more(), system_scores=system_scores, higher_is_better=True)


def _counted(is_rated: Bools, metrics: Sequence[OutputScores], count: Counted, systems: Sequence[str]) -> Bools:
    """Say which rated outputs count, by scale, shape (scales, S, N)."""
    if count == "pairs":
        is_rated = is_rated & (is_rated.sum(axis=1, keepdims=True) >= 2)
        what = "two systems"
    elif count == "together":
        is_rated = is_rated & ~_partly(is_rated, systems)
        what = "every system"
    elif count == "shared":
        is_rated = is_rated & np.all([np.isfinite(metric.values) for metric in metrics], axis=0)
        for name, row in zip(systems, np.asarray(is_rated.any(axis=(0, 2))), strict=True):
            if not row:
                raise AlignmentError(f"No output of {name!r} has a rating and the scores of all metrics.")
    if count in ("pairs", "together") and not is_rated.any():
        raise DataError(f"No line was rated for {what}.")
    return is_rated


def _partly(is_rated: Bools, systems: Sequence[str]) -> Bools:
    """Find the segments that were rated for some systems only, and refuse many."""
    is_any = np.asarray(is_rated.any(axis=(0, 1)))
    partly: Bools = is_any & ~np.asarray(is_rated.all(axis=(0, 1)))
    if partly.sum() > _MOST_PARTLY * is_any.sum():
        at = int(np.flatnonzero(partly)[0])
        missing = systems[int(np.flatnonzero(~is_rated[:, :, at].all(axis=0))[0])]
        raise DataError(
            f"{int(partly.sum())} of {int(is_any.sum())} rated lines were rated for some systems only: line {at + 1} "
            f"not for {missing!r}. Lines must be drawn for all systems together; leave out the systems of other lines."
        )
    return partly


def _chosen(is_counted: Bools, is_left: Bools, segments: Segments) -> NDArray[np.int64]:
    """Choose segments by the outputs that count on them."""
    if segments == "every":
        return np.flatnonzero(~is_left)
    if segments not in RATING_SEGMENTS:
        raise unknown_name("choice of segments", segments, RATING_SEGMENTS)
    is_common, is_any = is_counted.all(axis=(0, 1)), is_counted.any(axis=(0, 1))
    is_mostly_common = is_common.sum() >= _MOSTLY_COMMON * is_any.sum()
    kept = np.flatnonzero(is_common if segments == "common" or (segments == "auto" and is_mostly_common) else is_any)
    if not kept.size:
        raise DataError("No segment was rated for every system: compare them on all rated segments (--segments all).")
    return kept


def _documents(
    people: Sequence[OutputScores],
    metrics: Sequence[OutputScores],
    documents: Sequence[str] | None,
    kept: NDArray[np.int64],
    *,
    may_lack: bool,
) -> tuple[str, ...] | None:
    """Return the documents of segments from the first source that knows all; None where none knows any.

    Where they may lack, the first source that knows any decides, and a single document is none.
    """
    sources = [documents] if documents is not None else [scores.documents for scores in (*metrics, *people)]
    if may_lack and documents is None:
        sources = [scores.documents for scores in (*people, *metrics)]
    known = [[names[line] for line in kept] for names in sources if names is not None]
    if may_lack:
        first = known[0] if known else []
        return tuple(first) if all(first) and len(set(first)) > 1 else None
    whole = next((tuple(names) for names in known if all(names)), None)
    if whole is None and any(any(names) for names in known):
        line = int(kept[next(names.index("") for names in known if any(names))]) + 1
        raise DataError(
            f"Documents are known for some lines of the test set only, and not for line {line}: give the document of "
            "every line (--documents), or a file without documents, whose units are segments."
        )
    return whole


def _part(
    scores: OutputScores, kept: NDArray[np.int64], is_counted: Bools, documents: tuple[str, ...] | None
) -> OutputScores:
    """Keep these segments, and on them what counts."""
    values = np.where(is_counted, scores.values, np.nan)[:, kept]
    counts = None if scores.counts is None else scores.counts[:, kept]
    return replace(scores, values=values, counts=counts, documents=documents)
