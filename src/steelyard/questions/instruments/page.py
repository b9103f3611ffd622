"""Significant differences by metrics and by people, as text for a terminal or a pipe."""

from collections.abc import Iterator, Sequence

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled, filled
from steelyard.page.cautions import cautions
from steelyard.page.summary import scope_text
from steelyard.questions.instruments.answer import InstrumentRow, Instruments
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import clean

__all__ = ["to_page"]

_MOST_DIFFERENCES = 12
_FALSE = Term(
    "differences that the test finds in % of pairs whose outputs were exchanged at random, so that there is none, with "
    "a 95% interval",
    ">false in %",
    legend=True,
)
_ROWS: tuple[Shown, ...] = (
    ("metric", "label"),
    "n_significant",
    "share",
    "n_same",
    "n_opposite",
    "n_metric_alone",
    "n_people_alone",
    (_FALSE, lambda row: f"{100 * row.false_rate:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"),
)


def to_page(found: Instruments) -> Page:
    """Lay out the counts of each metric, most verdicts as people's first, and how metrics differ."""
    first = found.rows[0]
    rows = sorted(found.rows, key=lambda row: (-row.n_same, row.n_opposite, row.n_metric_alone))
    title = (
        f"Pairs with a significant difference at {first.alpha:g}, of {first.n_pairs:,}; by people {first.n_people:,}; "
        f"false: of {first.n_nulls:,} pairs without a difference"
    )
    blocks: list[Block] = [Paragraph(" ".join(_summary(found))), Titled(filled(title), table(rows, _ROWS))]
    differing = sorted((row for row in found.differences if row.n_only), key=lambda row: row.p_value)
    if differing:
        blocks.append(
            Titled("Pairs that are significant by one of two metrics alone", table(differing[:_MOST_DIFFERENCES]))
        )
    return Page((*blocks, Legend.below(blocks), MethodText(found.method["sentence"]), *cautions(found.method)))


def _summary(found: Instruments) -> Iterator[str]:
    """Say which metric finds most differences, how many of these people share, and which has most of those."""
    rows, alpha, n_people = found.rows, found.rows[0].alpha, found.rows[0].n_people
    n_significant, n_same = (max(getattr(row, name) for row in rows) for name in ("n_significant", "n_same"))
    most = [row for row in rows if row.n_significant == n_significant]
    raters = scope_text({"raters": found.method.get("raters", "")})
    of = f"{rows[0].n_pairs:,} pairs of systems{f' ({raters})' if raters else ''}"
    if not n_significant:
        yield f"At level {alpha:g} no metric finds a significant difference in {of}."
        return
    yield (
        f"At level {alpha:g}, {_listed(most, len(rows))} find{'s' if len(most) == 1 else ''} the largest "
        f"number of significant differences: {n_significant:,} in {of}."
    )
    for row in most:
        yield (
            f"Of those by {clean(row.label)}, {row.n_same:,} are the same by people, {row.n_opposite:,} the opposite, "
            f"and {row.n_metric_alone:,} not significant."
        )
    best = [row for row in rows if row.n_same == n_same]
    significant = [row for row in found.differences if row.what == "same" and row.p_adjusted <= alpha]
    behind = {row.against for row in significant if row.metric in {one.metric for one in best}}
    beaten = [row for row in rows if row.metric in behind]
    compared = (
        f"significantly more than {_listed(beaten)}" if beaten else "not significantly more than any other metric"
    )
    yield (
        f"People find {n_people:,}; {_listed(best, len(rows))} find{'s' if len(best) == 1 else ''} {n_same:,} of these"
        f"{f', {compared}' if len(best) < len(rows) else ''}."
    )


def _listed(rows: Sequence[InstrumentRow], n_all: int = 0) -> str:
    if len(rows) == n_all > 1:
        return "all metrics alike"
    names = [clean(row.label) for row in rows]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
