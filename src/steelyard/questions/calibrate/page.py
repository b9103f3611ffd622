"""Measured error rates as text for a terminal or a pipe."""

from collections.abc import Sequence
from functools import partial

from steelyard.page.blocks import Block, MethodText, Page, Paragraph, Titled
from steelyard.questions.calibrate.answer import Calibration, RejectionRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import SINGLE_UNITS
from steelyard.results.table import Table

__all__ = ["lay_out"]


def lay_out(calibration: Calibration) -> Page:
    """Lay out how often each test was wrong where there is no difference, then how often it found one."""
    n = calibration.method["n_repetitions"]
    of_what = "families with any significant result" if _is_family(calibration) else "significant results"
    title = f"False alarms: {of_what} where there is no difference, in % of {n:,} data sets"
    blocks: list[Block] = [Titled(title, _table(calibration.false_alarms), is_apart=True)]
    if calibration.power:
        title = f"Power: significant results where there is a difference, in % of {n:,} data sets"
        blocks.append(Titled(title, _table(calibration.power), is_apart=True))
    blocks += map(Paragraph, _warnings(calibration))
    return Page((*blocks, MethodText(calibration.method["sentence"])))


def _is_family(calibration: Calibration) -> bool:
    return "corrections" in calibration.method


def _warnings(calibration: Calibration) -> list[str]:
    """Name the tests that broke their promise, and what to do where documents are why."""
    broken = [row for row in calibration.false_alarms if row.verdict == "too many"]
    if not broken:
        return []
    cases = dict.fromkeys(f"{row.test} under {row.label} ({_made_by(row)})" for row in broken)
    warning = f"More false alarms than promised: {'; '.join(cases)}."
    if calibration.method["unit"] in SINGLE_UNITS and all(row.drawn == "document" for row in broken):
        warning += " Segments of a document are alike: test by documents (--unit document)."
    return [warning]


def _table(rows: Sequence[RejectionRow]) -> Table:
    """Show a line per test and situation, its levels side by side."""
    levels = list(dict.fromkeys(row.alpha for row in rows))
    # two mixtures can come to one difference: its value is no key
    lines = [rows[start : start + len(levels)] for start in range(0, len(rows), len(levels))]
    has_difference = any(row.situation == "difference" for row in rows)
    columns: list[Shown] = [("metric", lambda line: line[0].label), ("test", lambda line: line[0].test)]
    columns.append(
        (Term("", ">difference", "+.3f"), lambda line: line[0].difference) if has_difference else ("made by", _made)
    )
    columns += [(f">at {alpha:g}", partial(_rate, place=place)) for place, alpha in enumerate(levels)]
    return table(lines, columns if has_difference else (*columns, ("verdict", _verdict)))


def _rate(line: Sequence[RejectionRow], place: int) -> str:
    row = line[place]
    return f"{100 * row.rate:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"


def _made(line: Sequence[RejectionRow]) -> str:
    return _made_by(line[0])


def _made_by(row: RejectionRow) -> str:
    return f"{row.situation}, by {row.drawn}"


def _verdict(rows: Sequence[RejectionRow]) -> str:
    """Name the levels that were broken, if any."""
    broken = [f"{row.alpha:g}" for row in rows if row.verdict == "too many"]
    return f"too many at {', '.join(broken)}" if broken else rows[0].verdict
