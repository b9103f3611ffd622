"""What a page shows of people's ratings beside scores and pairs: raters, agreement, kinds of errors, wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, PageExtras, systems_page
from steelyard.page.html.text import with_minus
from steelyard.questions.human.answer import CategoryRow, RatingsAnalysis
from steelyard.questions.human.page import agreement_table, rater_table, summary, win_table
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import Table

__all__ = ["Stacked", "TitledTable", "fill", "rating_tables"]

_COLOURS = 7  # of the style sheet
_NO_ERROR = ("no-error", "none", "(none)")  # names of what is no error, and has no place in a bar of errors


@dataclass(frozen=True, slots=True)
class TitledTable:
    """A table under a heading, with what there is to know of its columns."""

    title: str
    caption: str
    table: Table
    bars: "Stacked | None" = None


@dataclass(frozen=True, slots=True)
class Stacked:
    """Bars of one system each, in parts that add up; places are per cent of the longest."""

    measure: str
    names: tuple[str, ...]  # of the parts, one colour each
    rows: tuple[tuple[str, str, tuple[tuple[float, float, str], ...]], ...]  # system, total; left, width, what it is


def fill(analysis: RatingsAnalysis, beside: PageExtras = NOTHING) -> Filled:
    """Lay out the page, with what was collected beside the analysis."""
    return systems_page(analysis, beside, summary(analysis), ratings=rating_tables(analysis))


def rating_tables(analysis: RatingsAnalysis) -> list[TitledTable]:
    """Lay out what a ratings analysis has."""
    tables = [*_wins(analysis), *_errors(analysis), *_raters(analysis), *_agreement(analysis)]
    tables += _categories(analysis, "category", "Kinds of errors", "Penalty per segment")
    tables += _categories(analysis, "severity", "Severity of errors", "Marks of all raters")
    return [replace(one, table=_with_minus(one.table)) for one in tables]


def _with_minus(shown: Table) -> Table:
    numbers = [header.startswith(">") for header in shown.headers]
    return replace(
        shown,
        rows=[
            tuple(with_minus(cell) if is_number else cell for cell, is_number in zip(row, numbers, strict=True))
            for row in shown.rows
        ],
    )


def _wins(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    if analysis.wins:
        yield TitledTable(
            "Judgements of pairs", "Number of times people preferred each system.", win_table(analysis.wins)
        )


def _errors(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    deltas = {(row.metric, row.system, row.against): row.difference for row in analysis.pairs}
    columns: tuple[Shown, ...] = (
        ("pair", lambda row: f"{row.system} minus {row.against}"),
        (Term("", ">difference", "+.3f"), lambda row: deltas[row.scale, row.system, row.against]),
        *("these_raters", "raters_like_these", "degrees_of_freedom"),
    )
    caption = (
        "Standard errors of differences on new texts, judged by these raters or by new raters like them. Verdicts "
        "and intervals use the second, with Student’s t (df: degrees of freedom)."
    )
    for scale in dict.fromkeys(row.scale for row in analysis.errors):
        rows = [row for row in analysis.errors if row.scale == scale]
        yield TitledTable(f"Errors of {scale}", caption, table(rows, columns))


def _raters(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    for scale in dict.fromkeys(row.scale for row in analysis.raters):
        shown = rater_table([row for row in analysis.raters if row.scale == scale])
        caption = " ".join(f"{name.capitalize()}: {meaning}." for name, meaning in shown.meanings)
        yield TitledTable(f"Raters of {scale}", caption, shown)


def _agreement(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    if analysis.agreement:
        shown = agreement_table(analysis.agreement, analysis.method)
        yield TitledTable("Agreement", "1 is perfect, 0 is chance.", shown)


def _categories(analysis: RatingsAnalysis, kind: str, title: str, measure: str) -> Iterator[TitledTable]:
    rows = [row for row in analysis.categories if row.kind == kind]
    if rows:
        names = sorted(dict.fromkeys(row.name for row in rows), key=lambda name: _size(rows, name), reverse=True)
        cells = {(row.system, row.name): row for row in rows}
        systems = list(dict.fromkeys(score.system for score in sorted(analysis.scores, key=lambda score: score.rank)))
        lines = [(system, *(_cell(cells.get((system, name)), kind) for name in names)) for system in systems]
        decimals = 0 if kind == "severity" else 2
        sizes = {(row.system, row.name): float(row.n_marks if kind == "severity" else abs(row.penalty)) for row in rows}
        bars = _stacked(systems, [name for name in names if name not in _NO_ERROR], sizes, measure, decimals)
        yield TitledTable(title, f"{measure}.", Table(("system", *(f">{name}" for name in names)), lines), bars)


def _cell(row: CategoryRow | None, kind: str) -> str:
    return "0" if row is None else f"{row.n_marks:,}" if kind == "severity" else f"{row.penalty:.2f}"


def _size(rows: Sequence[CategoryRow], name: str) -> tuple[float, int]:
    own = [row for row in rows if row.name == name]
    return sum(abs(row.penalty) for row in own), sum(row.n_marks for row in own)


def _stacked(
    systems: Sequence[str], names: Sequence[str], sizes: Mapping[tuple[str, str], float], measure: str, decimals: int
) -> Stacked | None:
    """Lay out a bar for each system; kinds beyond the colours are one, and kinds that cost nothing are left out."""
    shown = [name for name in names if any(sizes.get((system, name)) for system in systems)]
    kept, rest = (shown, []) if len(shown) <= _COLOURS else (shown[: _COLOURS - 1], shown[_COLOURS - 1 :])
    groups = [(name, [name]) for name in kept] + ([(f"{len(rest)} other kinds", rest)] if rest else [])
    totals = [sum(sizes.get((system, name), 0.0) for name in shown) for system in systems]
    longest = max(totals, default=0.0)
    if len(groups) < 2 or not longest:
        return None
    rows = []
    for system, total in zip(systems, totals, strict=True):
        parts, left = [], 0.0
        for label, members in groups:
            size = sum(sizes.get((system, name), 0.0) for name in members)
            width = 100 * size / longest
            parts.append((round(left, 3), round(width, 3), f"{label}: {size:,.{decimals}f}"))
            left += width
        rows.append((system, f"{total:,.{decimals}f}", tuple(parts)))
    return Stacked(measure, tuple(label for label, _ in groups), tuple(rows))
