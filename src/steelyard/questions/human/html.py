"""What a page shows of people's ratings beside scores and pairs: raters, agreement, kinds of errors, wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, Beside, systems_page
from steelyard.page.html.text import with_minus
from steelyard.page.rows import percent_text
from steelyard.questions.human.answer import CategoryRow, RatingsAnalysis
from steelyard.questions.human.page import summary
from steelyard.results.numbers import interval_text, p_text
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


def fill(analysis: RatingsAnalysis, beside: Beside = NOTHING) -> Filled:
    """Lay out the page, with what was collected beside the analysis."""
    return systems_page(analysis, beside, summary(analysis), ratings=rating_tables(analysis))


def rating_tables(analysis: RatingsAnalysis) -> list[TitledTable]:
    """Lay out what a ratings analysis has; empty columns are left out."""
    tables = [*_wins(analysis), *_errors(analysis), *_raters(analysis), *_agreement(analysis)]
    tables += _categories(analysis, "category", "Kinds of errors", "Penalty per segment")
    tables += _categories(analysis, "severity", "Severity of errors", "Marks of all raters")
    return tables


def _kept(columns: dict[str, list[str]]) -> Table:
    kept = {header: cells for header, cells in columns.items() if any(cells)}
    return Table(tuple(kept), list(zip(*kept.values(), strict=True)))


def _number(value: float | None, decimals: int, sign: str = "") -> str:
    return "" if value is None else with_minus(f"{value:{sign}.{decimals}f}")


def _wins(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    rows = analysis.wins
    if rows:
        columns: dict[str, list[str]] = {
            "A": [row.system_a for row in rows],
            "B": [row.system_b for row in rows],
            ">A preferred": [f"{row.n_wins:,}" for row in rows],
            ">B preferred": [f"{row.n_losses:,}" for row in rows],
            ">neither": [f"{row.n_ties:,}" for row in rows],
            ">p": ["" if row.p_value is None else p_text(row.p_value) for row in rows],
            ">adjusted p": ["" if row.p_adjusted is None else p_text(row.p_adjusted) for row in rows],
            "A is": [str(row.verdict or "") for row in rows],
        }
        yield TitledTable("Judgements of pairs", "How often people preferred a system.", _kept(columns))


def _errors(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    deltas = {(row.metric, row.system_a, row.system_b): row.delta for row in analysis.pairs}
    for scale in dict.fromkeys(row.scale for row in analysis.errors):
        rows = [row for row in analysis.errors if row.scale == scale]
        columns = {
            "pair": [f"{row.system_a} less {row.system_b}" for row in rows],
            ">difference": [_number(deltas[scale, row.system_a, row.system_b], 3, "+") for row in rows],
            ">these raters": [_number(row.these_raters, 3) for row in rows],
            ">any like them": [_number(row.raters_like_these, 3) for row in rows],
            ">df": [_number(row.degrees_of_freedom, 1) for row in rows],
        }
        caption = (
            "Standard errors of differences with other texts, judged by these raters, or by any like them; verdicts "
            "and intervals rest on the second, with Student’s t of so many degrees of freedom (df)."
        )
        yield TitledTable(f"Errors of {scale}", caption, _kept(columns))


def _raters(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    for scale in dict.fromkeys(row.scale for row in analysis.raters):
        rows = [row for row in analysis.raters if row.scale == scale]
        columns = {
            "rater": [row.rater for row in rows],
            ">judgements": [f"{row.n_judgements:,}" for row in rows],
            ">mean": [_number(row.mean, 2) for row in rows],
            ">sd": [_number(row.deviation, 2) for row in rows],
            ">with others": [_number(row.with_others, 2) for row in rows],
            ">again": [_number(row.repeat_difference, 2) for row in rows],
            ">damaged": [_number(row.degraded_difference, 2, "+") for row in rows],
            ">reference": [_number(row.reference_difference, 2, "+") for row in rows],
            ">p": ["" if row.p_control is None else p_text(row.p_control) for row in rows],
            "counts": ["yes" if row.is_kept else "no" for row in rows],
        }
        caption = (
            "With others: Pearson’s r with the mean of the other raters. Again: mean size of the difference when an "
            "output was shown again. Damaged, reference: how much lower damaged outputs were scored than the outputs "
            "themselves, and how much higher references; p is one-sided."
        )
        yield TitledTable(f"Raters of {scale}", caption, _kept(columns))


def _agreement(analysis: RatingsAnalysis) -> Iterator[TitledTable]:
    rows = analysis.agreement
    if rows:
        columns = {
            "coefficient": [row.coefficient for row in rows],
            "scale": [row.scale for row in rows],
            "between": [row.between for row in rows],
            ">value": [_number(row.value, 3) for row in rows],
            f">{percent_text(analysis.method)} interval": [interval_text(row.interval, 3) for row in rows],
            ">outputs": [f"{row.n_items:,}" for row in rows],
        }
        yield TitledTable("Agreement", "1 is perfect, 0 is chance.", _kept(columns))


def _categories(analysis: RatingsAnalysis, kind: str, title: str, measure: str) -> Iterator[TitledTable]:
    rows = [row for row in analysis.categories if row.kind == kind]
    if rows:
        names = sorted(dict.fromkeys(row.name for row in rows), key=lambda name: _size(rows, name), reverse=True)
        cells = {(row.system, row.name): row for row in rows}
        systems = list(dict.fromkeys(score.system for score in sorted(analysis.scores, key=lambda score: score.rank)))
        columns = {"system": systems}
        for name in names:
            found = [cells.get((system, name)) for system in systems]
            columns[f">{name}"] = [
                "0" if row is None else f"{row.n_marks:,}" if kind == "severity" else _number(row.penalty, 2)
                for row in found
            ]
        decimals = 0 if kind == "severity" else 2
        sizes = {(row.system, row.name): float(row.n_marks if kind == "severity" else abs(row.penalty)) for row in rows}
        bars = _stacked(systems, [name for name in names if name not in _NO_ERROR], sizes, measure, decimals)
        yield TitledTable(title, f"{measure}.", _kept(columns), bars)


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
