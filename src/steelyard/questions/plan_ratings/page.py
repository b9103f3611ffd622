"""A plan of ratings as text for a terminal or a pipe."""

from collections.abc import Iterator
from itertools import groupby

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.questions.plan_ratings.answer import PlanRow, RatingPlan
from steelyard.results.columns import Shown, table
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lines_table", "to_page"]

_MOST_LINES = 20


def to_page(plan: RatingPlan) -> Page:
    """Lay out what a difference needs, the cheapest design first of all, and which lines to rate next."""
    blocks: list[Block] = [Paragraph("\n".join(_summaries(plan)))]
    for metric, rows in groupby(plan.rows, key=lambda row: row.metric):
        title = f"Designs with {clean(metric)} of all segments" if metric else "Designs with ratings alone"
        blocks.append(Titled(title, _design_table(list(rows), plan)))
    blocks.append(Titled("", _variance_table(plan)))
    blocks.append(Legend.below(blocks, _meanings(plan)))
    chosen = [row.line for row in plan.lines if row.status == "next"]
    if chosen:
        shown = ", ".join(map(str, chosen[:_MOST_LINES])) + (", ..." if len(chosen) > _MOST_LINES else "")
        blocks.append(Paragraph(f"Rate these {len(chosen):,} lines next: {shown}"))
    return Page((*blocks, MethodText(plan.method["sentence"])))


def lines_table(plan: RatingPlan) -> str:
    r"""Lay out every line of the test set with its chance as TSV, with a header, as `read_line_chances` reads it.

    Examples
    --------
    >>> from steelyard.questions.plan_ratings.page import lines_table
    >>> from steelyard.results import NextRow, RatingPlan
    >>> lines_table(RatingPlan((), (), (NextRow(1, "talk", "next", 0.25),), {"n_segments": 1}))
    'line\tdocument\tstatus\tprobability\n1\ttalk\tnext\t0.25\n'
    """
    rows = (f"{row.line}\t{row.document}\t{row.status}\t{row.probability:.12g}\n" for row in plan.lines)
    return "line\tdocument\tstatus\tprobability\n" + "".join(rows)


def _summaries(plan: RatingPlan) -> list[str]:
    method = plan.method
    often = f"with {100 * method['power']:g}% power"
    wanted = f"{method['difference']:g}"
    has_documents, kind = method["has_documents"], _kind(plan)
    found = []
    for metric in dict.fromkeys(row.metric for row in plan.rows):
        best = plan.cheapest(metric)
        helped = f" and {clean(metric)}" if metric else ""
        if best is not None:
            of_documents = (
                f"{counted(best.n_documents or 0, 'document')} of {counted(best.segments_per_document, 'segment')}, "
                if has_documents
                else ""
            )
            text = (
                f"A difference of {method['difference']:g} is detected {often} with {best.n_segments:,} "
                f"segments{helped}: {of_documents}{counted(best.ratings_per_segment, 'rating')} each, "
                f"{best.n_judgements:,} judgements of two systems."
            )
        elif metric:
            text = (
                f"The test set, with {clean(metric)}, is too small to detect a difference of {method['difference']:g}."
            )
        elif any(row.n_raters is None for row in plan.rows):
            text = f"A difference of {wanted} needs more than {_most(plan):,} {kind}s {often}."
        else:
            text = f"With so few raters, {_most(plan):,} {kind}s do not detect a difference of {wanted} {often}."
        found.append(text)
    return found


def _kind(plan: RatingPlan) -> str:
    return "document" if plan.method["has_documents"] else "segment"


def _most(plan: RatingPlan) -> int:
    most: int = plan.method.get("most_documents", 100_000)
    return most


def _design_table(rows: list[PlanRow], plan: RatingPlan) -> Table:
    too_few = "none is enough" if rows[0].metric else f"none up to {_most(plan):,}"
    columns: list[Shown] = ["ratings_per_segment"]
    if any(row.n_raters is not None for row in rows):
        columns.append((">raters", lambda row: "of the pilot" if row.n_raters is None else f"{row.n_raters:,}"))
    if plan.method["has_documents"]:
        columns.insert(0, "segments_per_document")
        columns += [(">documents", lambda row: _or(row.n_documents, too_few)), "n_segments"]
    else:
        columns.append((">segments", lambda row: _or(row.n_segments, too_few)))
    return table(rows, (*columns, "n_judgements", "power"))


def _or(n: int | None, too_few: str) -> str:
    return too_few if n is None else f"{n:,}"


def _variance_table(plan: RatingPlan) -> Table:
    columns: list[Shown] = [
        ("spread of differences", lambda row: f"after {row.metric}" if row.metric else "of ratings"),
        (">documents" if plan.method["has_documents"] else ">segments", lambda row: _told(row.document)),
        (">raters", lambda row: _told(row.rater)),
        (">single ratings", lambda row: _told(row.residual)),
    ]
    if plan.method["has_documents"]:
        columns.insert(2, (">segments", lambda row: _told(row.segment)))
    return table(plan.variances, columns)


def _told(spread: float | None) -> str:
    return "unknown" if spread is None else f"{spread:.3g}"


def _meanings(plan: RatingPlan) -> Iterator[tuple[str, str]]:
    yield "spread", "standard deviations of the difference between two systems"
    for i, why in enumerate(_not_told(plan)):
        yield "" if i else "unknown", why
    if any(row.n_raters is not None for row in plan.rows):
        yield "raters", "number of raters, as a sample of all possible raters, whose variance the test includes;"
        yield "", f"of the pilot: these raters alone, for a test over {_kind(plan)}s"


def _not_told(plan: RatingPlan) -> list[str]:
    """Say why a spread is unknown, and which one it is part of."""
    kind, rows = _kind(plan), plan.variances
    why = []
    if any(row.residual is None for row in rows):
        parts = "segments and single ratings are" if kind == "document" else "single ratings are"
        why.append(f"no {kind} was rated twice: {parts} part of {kind}s")
    elif kind == "document" and any(row.segment is None for row in rows):
        is_one = plan.method["n_rated"] == plan.method["n_rated_documents"]
        why.append(
            "every document is one segment: segments are part of documents"
            if is_one
            else "no segment was rated twice: segments are part of single ratings"
        )
    if any(row.rater is None for row in rows):
        why.append(f"raters did not share {kind}s, or have no names")
    return why
