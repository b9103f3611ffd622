"""Measured error rates as text for a terminal or a pipe."""

from collections.abc import Sequence
from functools import partial

from steelyard.page.blocks import Block, MethodText, Page, Paragraph, Titled
from steelyard.questions.calibrate.answer import Calibration, RejectionRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.plurals import SINGLE_UNITS
from steelyard.results.table import Table

__all__ = ["to_page"]

_USUAL = 0.05  # the level whose column a narrow terminal keeps


def to_page(calibration: Calibration) -> Page:
    """Lay out the false positives of each test, then its power."""
    n = calibration.method["n_repetitions"]
    of_what = "families with a significant result" if _is_family(calibration) else "significant results"
    title = f"False positives: {of_what} without a true difference, in % of {n:,} data sets"
    blocks: list[Block] = [
        Paragraph(_answer(calibration)),
        Titled(title, _table(calibration.false_alarms), is_apart=True),
    ]
    if calibration.power:
        title = f"Power: significant results with a true difference, in % of {n:,} data sets"
        blocks.append(Titled(title, _table(calibration.power), is_apart=True))
    return Page((*blocks, MethodText(calibration.method["sentence"])))


def _is_family(calibration: Calibration) -> bool:
    return "corrections" in calibration.method


def _answer(calibration: Calibration) -> str:
    """Name the tests with too many false positives, and what to do where documents are why."""
    broken = [row for row in calibration.false_alarms if row.verdict == "too many"]
    each = f"{calibration.method['n_repetitions']:,} data sets for each rate"
    if not broken:
        return f"No test has significantly too many false positives ({each})."
    cases = dict.fromkeys(f"{row.test} under {row.label} ({_made_by(row)})" for row in broken)
    warning = f"Too many false positives: {'; '.join(cases)} ({each})."
    if calibration.method["unit"] in SINGLE_UNITS and all(row.drawn == "document" for row in broken):
        warning += " Segments of a document are correlated: use --unit document."
    return warning


def _table(rows: Sequence[RejectionRow]) -> Table:
    """Show a line per test and situation, its levels side by side."""
    levels = list(dict.fromkeys(row.alpha for row in rows))
    # two mixtures can come to one difference: its value is no key
    lines = [rows[start : start + len(levels)] for start in range(0, len(rows), len(levels))]
    has_difference = any(row.situation == "difference" for row in rows)
    columns: list[Shown] = [("metric", lambda line: line[0].label), ("test", lambda line: line[0].test)]
    columns.append(
        (Term("", ">difference", "+.3f"), lambda line: line[0].difference) if has_difference else ("data sets", _made)
    )
    usual = min(levels, key=lambda alpha: abs(alpha - _USUAL))
    columns += [
        (Term("", f">at {alpha:g}", spare=2 * (alpha != usual)), partial(_rate, place=place))
        for place, alpha in enumerate(levels)
    ]
    return table(lines, columns if has_difference else (*columns, (Term("", "verdict", spare=1), _verdict)))


def _rate(line: Sequence[RejectionRow], place: int) -> str:
    row = line[place]
    return f"{100 * row.rate:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"


def _made(line: Sequence[RejectionRow]) -> str:
    return _made_by(line[0])


def _made_by(row: RejectionRow) -> str:
    return f"{row.situation}, by {row.drawn}"


def _verdict(rows: Sequence[RejectionRow]) -> str:
    """Name the levels with too many false positives, if any."""
    broken = [f"{row.alpha:g}" for row in rows if row.verdict == "too many"]
    return f"too many at {', '.join(broken)}" if broken else rows[0].verdict
