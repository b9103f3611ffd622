"""A plan of ratings as text for a terminal or a pipe."""

from itertools import groupby
from typing import Any

from steelyard.report.page import Block, Legend, Page, Paragraph, Titled, page_text
from steelyard.report.table import Table, clean
from steelyard.results import PlanRow, RatingPlan

__all__ = ["lines_table", "rating_plan_page", "rating_plan_text"]

_MOST_LINES = 20


def rating_plan_text(plan: RatingPlan, *, console: Any = None) -> str:
    """Show what a difference needs, the cheapest design first of all, and which lines to rate next.

    Parameters
    ----------
    plan : RatingPlan
        Stored or fresh.
    console : rich.console.Console, optional
        A terminal to colour for.

    Returns
    -------
    str
        Without a line end.

    Examples
    --------
    >>> from steelyard.report import rating_plan_text
    >>> from steelyard.workflows.plan_ratings import plan_ratings
    >>> from steelyard.workflows.ratings import read_people
    >>> people = read_people("examples/ratings.tsv")
    >>> plan = plan_ratings(people.ratings, people.scores[0], difference=5)
    >>> print(rating_plan_text(plan).splitlines()[0])
    A difference of 5 is found four times out of five with 80 segments: 80 documents of 1 segment, 1
    """
    return page_text(rating_plan_page(plan), console)


def rating_plan_page(plan: RatingPlan) -> Page:
    """Lay out what `rating_plan_text` shows."""
    blocks: list[Block] = [Paragraph("\n".join(_summaries(plan)))]
    for metric, rows in groupby(plan.rows, key=lambda row: row.metric):
        title = f"With {clean(metric)} of all segments" if metric else "From ratings alone"
        blocks.append(Titled(title, _design_table(list(rows))))
    blocks.append(Titled("", _variance_table(plan)))
    blocks.append(Legend(_legend(plan)))
    chosen = [row.line for row in plan.lines if row.status == "next"]
    if chosen:
        shown = ", ".join(map(str, chosen[:_MOST_LINES])) + (", ..." if len(chosen) > _MOST_LINES else "")
        blocks.append(Paragraph(f"Rate next {len(chosen):,} lines: {shown}"))
    return Page((*blocks, Paragraph(plan.method["sentence"])))


def lines_table(plan: RatingPlan) -> str:
    r"""Lay out every line of the test set with its chance as TSV, as `read_line_chances` reads it.

    Parameters
    ----------
    plan : RatingPlan
        With lines to rate next.

    Returns
    -------
    str
        With a header and a line end.

    Examples
    --------
    >>> from steelyard.report.rating_plan import lines_table
    >>> from steelyard.results import NextRow, RatingPlan
    >>> lines_table(RatingPlan((), (), (NextRow(1, "talk", "next", 0.25),), {"n_segments": 1}))
    'line\tdocument\tstatus\tprobability\n1\ttalk\tnext\t0.25\n'
    """
    rows = (f"{row.line}\t{row.document}\t{row.status}\t{row.probability!r}\n" for row in plan.lines)
    return "line\tdocument\tstatus\tprobability\n" + "".join(rows)


def _summaries(plan: RatingPlan) -> list[str]:
    method = plan.method
    often = "four times out of five" if method["power"] == 0.8 else f"{100 * method['power']:g} times out of 100"
    found = []
    for metric in dict.fromkeys(row.metric for row in plan.rows):
        best = plan.cheapest(metric)
        helped = f" and {clean(metric)}" if metric else ""
        if best is not None:
            text = (
                f"A difference of {method['difference']:g} is found {often} with {best.n_segments:,} segments{helped}: "
                f"{_count(best.n_documents or 0, 'document')} of {_count(best.segments_per_document, 'segment')}, "
                f"{_count(best.ratings_per_segment, 'rating')} each, {best.n_judgements:,} judgements of two systems."
            )
        elif metric:
            text = f"The test set, with {clean(metric)}, is too small to find a difference of {method['difference']:g}."
        else:
            text = f"No number of documents finds a difference of {method['difference']:g} {often}."
        found.append(text)
    return found


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'s' if n != 1 else ''}"


def _design_table(rows: list[PlanRow]) -> Table:
    has_raters = any(row.n_raters is not None for row in rows)
    headers = [">segments a document", ">ratings a segment", *([">raters"] if has_raters else [])]
    headers += [">documents", ">segments", ">judgements", ">power"]
    lines = []
    for row in rows:
        cells = [f"{row.segments_per_document:,}", f"{row.ratings_per_segment:,}"]
        if has_raters:
            cells.append("pilot's" if row.n_raters is None else f"{row.n_raters:,}")
        needed = (row.n_documents, row.n_segments, row.n_judgements)
        cells += [
            "none is enough" if i == 0 and n is None else "" if n is None else f"{n:,}" for i, n in enumerate(needed)
        ]
        cells.append("" if row.power is None else f"{row.power:.3f}")
        lines.append(tuple(cells))
    return Table(tuple(headers), lines)


def _variance_table(plan: RatingPlan) -> Table:
    headers = ("spread of differences", ">documents", ">segments", ">raters", ">single ratings")
    lines = [
        (
            f"left by {clean(row.metric)}" if row.metric else "of ratings",
            f"{row.document:.3g}",
            "not told" if row.segment is None else f"{row.segment:.3g}",
            "not told" if row.rater is None else f"{row.rater:.3g}",
            f"{row.residual:.3g}",
        )
        for row in plan.variances
    ]
    return Table(headers, lines)


def _legend(plan: RatingPlan) -> str:
    lines = [
        "judgements     of both systems together; every further system needs half as many again",
        "spread         standard deviations of the difference between two systems",
    ]
    if any(row.segment is None or row.rater is None for row in plan.variances):
        lines.append(
            "not told       no segment was rated twice, or raters did not share documents: part of single ratings"
        )
    if any(row.n_raters is not None for row in plan.rows):
        lines.append(
            "raters         so many, as a sample of all raters there could be; the pilot's stand for themselves"
        )
    return "\n".join(lines)
