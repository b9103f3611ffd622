"""The texts that a page shows, and the scores of single segments."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.questions.report_page.answer import MarkedError, ShownSegments
from steelyard.scored.single_segments import segment_rows
from steelyard.types import CountedSet, ErrorSpan, Measurement, TestSet

__all__ = ["errors_of_metrics", "oriented_scores", "shown_segments"]

_MOST_BYTES = 11_000_000  # of all texts together: a page below 15 MB, which opens at once
_MOST_SEGMENTS = 20_000


def oriented_scores(measurement: Measurement) -> NDArray[np.float64]:
    """Score every segment of every system, shape (S, N), so that higher is better."""
    scores = measurement.scores(measurement.statistics.values.astype(np.float64))
    return scores if measurement.higher_is_better else -scores


def shown_segments(
    test_set: TestSet | CountedSet,
    measurements: Sequence[Measurement],
    most_bytes: int = _MOST_BYTES,
    *,
    texts: bool = True,
    among: NDArray[np.int64] | None = None,
) -> ShownSegments:
    """Take the texts of all segments; where they are too many, of those that systems' scores differ on most.

    Segments are all, or those `among` which is chosen, in the order of the test set. They are too many where they take
    more than `most_bytes` in UTF-8. There is at least one segment, and they come in the order of the test set. Without
    `texts`, and of a CountedSet, which has none, there are scores and documents alone.
    """
    source = test_set if texts and isinstance(test_set, TestSet) else None
    own = np.arange(measurements[0].statistics.n_units, dtype=np.int64) if among is None else among
    kept = own[_choose(source, measurements[0], most_bytes, own)]
    return ShownSegments(
        numbers=tuple(int(i) + 1 for i in kept),
        systems=test_set.system_names,
        references=() if source is None else tuple(tuple(text[i] for i in kept) for text in source.references),
        outputs=() if source is None else tuple(tuple(text[i] for i in kept) for text in source.systems.values()),
        scores=tuple(segment_rows(measurements, kept)),
        sources=() if source is None or source.sources is None else tuple(source.sources[i] for i in kept),
        documents=() if test_set.documents is None else tuple(test_set.documents[i] for i in kept),
        items=tuple(test_set.items[i] for i in kept) if isinstance(test_set, CountedSet) and test_set.items else (),
        lower_is_better=tuple(m.metric for m in measurements if not m.higher_is_better),
    )


def errors_of_metrics(shown: ShownSegments, errors: Mapping[str, Sequence[ErrorSpan]]) -> ShownSegments:
    """Add what metrics marked in the shown outputs; spaces at which a span starts, as xCOMET's do, are not of it."""
    place, found = {number: i for i, number in enumerate(shown.numbers)}, []
    texts = dict(zip(shown.systems, shown.outputs, strict=False))
    for metric, spans in errors.items():
        for one in spans:
            at = place.get(one.segment + 1)
            text = None if at is None or one.system not in texts else texts[one.system][at]
            if text is not None:
                marked = text[one.start : one.end]
                start = min(one.start + len(marked) - len(marked.lstrip()), one.end)
                found.append(
                    MarkedError(
                        one.system, one.segment + 1, one.severity, "", "", start, one.end, metric, one.confidence
                    )
                )
    return replace(shown, errors=tuple(found))


def _choose(
    test_set: TestSet | None, measurement: Measurement, most_bytes: int, among: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Choose the segments that there is room for, by their places among these; without texts each takes none."""
    n = len(among)
    sizes = np.zeros(measurement.statistics.n_units, dtype=np.int64)
    if test_set is not None:
        texts = [*test_set.references, *test_set.systems.values(), *([test_set.sources] if test_set.sources else [])]
        sizes[:] = [sum(len((line or "").encode()) for line in lines) for lines in zip(*texts, strict=True)]
    sizes = sizes[among]
    if n <= _MOST_SEGMENTS and sizes.sum() <= most_bytes:
        return np.arange(n, dtype=np.int64)
    scores = np.nan_to_num(oriented_scores(measurement)[:, among])
    order = np.argsort(-(scores.max(axis=0) - scores.min(axis=0)), kind="stable")[:_MOST_SEGMENTS]
    n_kept = max(1, int(np.searchsorted(np.cumsum(sizes[order]), most_bytes, side="right")))
    return np.sort(order[:n_kept])
