"""The texts that people rated, with the errors that they marked in them."""

from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.questions.report_page.answer import MarkedError, ShownSegments
from steelyard.scored.single_segments import segment_rows
from steelyard.types import ErrorMarks, Measurement

__all__ = ["marked_segments"]


def marked_segments(
    measurements: Sequence[Measurement],
    segments: Sequence[int],
    marks: ErrorMarks | None,
    texts: Mapping[str, Sequence[str]],
    sources: Sequence[str] | None = None,
) -> ShownSegments:
    """Put rated outputs, by system, beside what people gave them and marked in them; a system may be without texts.

    Segments are lines of the texts, from 0.
    """
    systems = measurements[0].systems
    unknown = [name for name in texts if name not in systems]
    if unknown:
        raise SpecError(f"Nobody rated the system {unknown[0]!r}: the ratings have {', '.join(systems)}.")
    n_needed = max(segments, default=-1) + 1
    given = {f"texts of {name!r}": lines for name, lines in texts.items()}
    for what, lines in given.items() if sources is None else [*given.items(), ("sources", sources)]:
        if len(lines) < n_needed:
            raise AlignmentError(
                f"The {what} are {len(lines)} lines, and line {n_needed} was rated: give the file whole."
            )
    return ShownSegments(
        numbers=tuple(int(i) + 1 for i in segments),
        systems=systems,
        references=(),
        outputs=tuple(tuple(texts[name][i] if name in texts else None for i in segments) for name in systems),
        scores=tuple(segment_rows(measurements)),
        sources=() if sources is None else tuple(sources[i] for i in segments),
        lower_is_better=tuple(m.metric for m in measurements if not m.higher_is_better),
        errors=() if marks is None else tuple(_errors(marks, set(systems), set(segments))),
    )


def _errors(marks: ErrorMarks, systems: set[str], segments: set[int]) -> list[MarkedError]:
    columns = (marks.systems, marks.severities, marks.categories, marks.raters, marks.places)
    names = [[column.names[code] if code >= 0 else "" for code in column.codes] for column in columns]
    spans = np.stack([marks.segments, marks.starts, marks.ends], axis=1).tolist()
    found = []
    for system, severity, category, rater, place, (segment, start, end) in zip(*names, spans, strict=True):
        if system in systems and segment in segments and severity != "no-error":
            is_placed = place in ("hypothesis", "source") and start >= 0
            first, last = (start, end) if is_placed else (None, None)
            in_source = place == "source"
            found.append(MarkedError(system, segment + 1, severity, category, rater, first, last, in_source=in_source))
    return found
