"""What metrics tell apart beside people, as text for a terminal or a pipe."""

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
    "n_apart",
    "share",
    "n_right",
    "n_wrong",
    "n_alone",
    "n_people_alone",
    (_FALSE, lambda row: f"{100 * row.false_rate:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"),
)


def to_page(found: Instruments) -> Page:
    """Lay out what each metric tells apart, most rightly first, and how metrics differ."""
    first = found.rows[0]
    rows = sorted(found.rows, key=lambda row: (-row.n_right, row.n_wrong, row.n_alone))
    title = (
        f"Pairs told apart at level {first.alpha:g}, of {first.n_pairs:,}; people tell {first.n_people:,} "
        f"apart; false: of {first.n_nulls:,} pairs without a difference"
    )
    blocks: list[Block] = [Paragraph(" ".join(_summary(found))), Titled(filled(title), table(rows, _ROWS))]
    differing = sorted((row for row in found.differences if row.n_only), key=lambda row: row.p_value)
    if differing:
        blocks.append(Titled("Pairs that one of two metrics alone tells apart", table(differing[:_MOST_DIFFERENCES])))
    return Page((*blocks, Legend.below(blocks), MethodText(found.method["sentence"]), *cautions(found.method)))


def _summary(found: Instruments) -> Iterator[str]:
    """Say which metric tells most pairs apart, how many of these people share, and which has most of those."""
    rows, alpha, n_people = found.rows, found.rows[0].alpha, found.rows[0].n_people
    n_apart, n_right = (max(getattr(row, name) for row in rows) for name in ("n_apart", "n_right"))
    most = [row for row in rows if row.n_apart == n_apart]
    raters = scope_text({"raters": found.method.get("raters", "")})
    yield (
        f"At level {alpha:g}, {_listed(most, len(rows))} tell{'s' if len(most) == 1 else ''} most pairs of systems "
        f"apart: {n_apart:,} of {rows[0].n_pairs:,} ({n_apart / rows[0].n_pairs:.1%})"
        f"{f' ({raters})' if raters else ''}."
    )
    for row in most if n_apart else ():
        whose = f"{clean(row.label)}'s" if len(most) > 1 else "these"
        yield (
            f"Of {whose} verdicts people share {row.n_right:,}, contradict {row.n_wrong:,}, and leave {row.n_alone:,} "
            "open."
        )
    best = [row for row in rows if row.n_right == n_right]
    significant = [row for row in found.differences if row.what == "rightly" and row.p_adjusted <= alpha]
    behind = {row.against for row in significant if row.metric in {one.metric for one in best}}
    beaten = [row for row in rows if row.metric in behind]
    compared = f"significantly more than {_listed(beaten)}" if beaten else "not significantly more than any other"
    yield (
        f"Of the {n_people:,} pairs that people tell apart, {_listed(best, len(rows))} "
        f"tell{'s' if len(best) == 1 else ''} {n_right:,} apart rightly"
        f"{f': {compared}' if len(best) < len(rows) else ''}."
    )


def _listed(rows: Sequence[InstrumentRow], n_all: int = 0) -> str:
    if len(rows) == n_all > 1:
        return "all metrics alike"
    names = [clean(row.label) for row in rows]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
