"""Document ids that cannot be meant as they stand."""

from collections import Counter
from collections.abc import Iterator

from steelyard.text.inspection.base import InspectedSet, Observation, check, in_words

_FEW = 10
_MANY = 20  # segments: so many with an id each are no documents; a few may be
_LARGE = 0.25


@check("documents", "document ids that are empty, interleaved, one for all, one for each, or few and unequal")
def documents(data: InspectedSet) -> Iterator[Observation]:
    """Look at runs of equal ids."""
    ids = data.documents
    if ids is None or not ids.lines:
        return
    blank = [row for row, line in enumerate(ids.lines) if not line.strip()]
    if blank:
        yield Observation(
            "error", ids, f"{in_words(len(blank), 'segment')} without a document",
            "Give every segment the id of its document.", blank,
        )  # fmt: skip
    counts = Counter(ids.lines)
    starts = [row for row, line in enumerate(ids.lines) if not row or line != ids.lines[row - 1]]
    seen: set[str] = set()
    again = []
    for row in starts:
        if ids.lines[row] in seen:
            again.append(row)
        seen.add(ids.lines[row])
    if again:
        yield Observation(
            "warning", ids, f"{in_words(len(again), 'time')} a document continues after another document",
            "Segments of a document should stand together: look whether ids and lines fit, or whether two documents "
            "share an id.",
            again,
        )  # fmt: skip
    tabs = ids.rows_with("\t")
    if tabs:
        yield Observation(
            "error", ids, f"{in_words(len(tabs), 'id')} with a tab",
            "These are rows of a table: name the column of documents, as in `--documents docs.tsv:doc`.", tabs,
        )  # fmt: skip
    same = next((text for text in data.texts if text.lines == ids.lines), None)
    if same is not None:
        yield Observation(
            "error", ids, f"the same text as {same.name}", "Give the id of each segment's document, a line each."
        )
    n, largest = len(counts), counts.most_common(1)[0]
    if n == 1 and len(ids.lines) > 1:
        yield Observation(
            "error", ids, "one document only",
            "Leave --documents out: nothing can be tested on one unit.",
        )  # fmt: skip
    elif n == len(ids.lines) > 1:
        yield Observation(
            "error" if n >= _MANY else "note", ids, "every segment is a document of its own",
            "Check whether these are ids of segments: then they have no effect.",
        )  # fmt: skip
    elif 1 < n < _FEW:
        yield Observation(
            "warning", ids, in_words(n, "document"),
            "Tests of so few documents have low power: `steelyard check dependence` shows whether a test of segments "
            "is valid here.",
        )  # fmt: skip
    elif n > 1 and largest[1] > _LARGE * len(ids.lines):
        yield Observation(
            "warning", ids, f"{largest[0]} holds {largest[1] / len(ids.lines):.0%} of the segments",
            "This document dominates results: see `steelyard explain influence`.",
        )  # fmt: skip
