"""What a page shows of people's ratings beside scores and pairs: raters, agreement, kinds of errors, wins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from steelyard.page.html.render import Filled
from steelyard.page.html.systems import NOTHING, Beside, systems_page
from steelyard.page.html.text import with_minus
from steelyard.page.rows import interval_text, p_text, percent_text
from steelyard.page.table import Table
from steelyard.questions.human.answer import CategoryRow, RatingsAnalysis
from steelyard.questions.human.page import summary

__all__ = ["TitledTable", "fill", "rating_tables"]


@dataclass(frozen=True, slots=True)
class TitledTable:
    """A table under a heading, with what there is to know of its columns."""

    title: str
    caption: str
    table: Table


def fill(analysis: RatingsAnalysis, beside: Beside = NOTHING) -> Filled:
    """Lay out the page, with what was collected beside the analysis."""
    return systems_page(analysis, beside, summary(analysis), ratings=rating_tables(analysis))


def rating_tables(analysis: RatingsAnalysis) -> list[TitledTable]:
    """Lay out what a ratings analysis has; empty columns are left out."""
    tables = [*_wins(analysis), *_raters(analysis), *_agreement(analysis)]
    tables += _categories(analysis, "category", "Kinds of errors", "Penalty per segment.")
    tables += _categories(analysis, "severity", "Severity of errors", "Marks of all raters.")
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


def _categories(analysis: RatingsAnalysis, kind: str, title: str, caption: str) -> Iterator[TitledTable]:
    rows = [row for row in analysis.categories if row.kind == kind]
    if rows:
        names = sorted(dict.fromkeys(row.name for row in rows), key=lambda name: -_size(rows, name))
        cells = {(row.system, row.name): row for row in rows}
        systems = [score.system for score in sorted(analysis.scores, key=lambda score: score.rank)]
        columns = {"system": list(dict.fromkeys(systems))}
        for name in names:
            found = [cells.get((system, name)) for system in columns["system"]]
            columns[f">{name}"] = [
                "0" if row is None else f"{row.n_marks:,}" if kind == "severity" else _number(row.penalty, 2)
                for row in found
            ]
        yield TitledTable(title, caption, _kept(columns))


def _size(rows: Sequence[CategoryRow], name: str) -> float:
    return sum(abs(row.penalty) or row.n_marks for row in rows if row.name == name)
