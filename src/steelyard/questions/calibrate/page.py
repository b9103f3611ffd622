"""Measured error rates as text for a terminal or a pipe."""

from collections.abc import Sequence

from steelyard.page.blocks import Block, Page, Paragraph, Titled
from steelyard.questions.calibrate.answer import Calibration, RejectionRow
from steelyard.results.plurals import SINGLE_UNITS
from steelyard.results.table import Table, clean

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
    return Page((*blocks, Paragraph(calibration.method["sentence"])))


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
    has_difference = any(row.situation == "difference" for row in rows)
    levels = list(dict.fromkeys(row.alpha for row in rows))
    headers = ["metric", "test", ">difference" if has_difference else "made by"]
    headers += [f">at {alpha:g}" for alpha in levels] + ([] if has_difference else ["verdict"])
    lines = []
    for start in range(0, len(rows), len(levels)):  # two mixtures can come to one difference: its value is no key
        members = rows[start : start + len(levels)]
        first = members[0]
        made = f"{first.difference:+.3f}" if has_difference else _made_by(first)
        cells = tuple(f"{100 * row.rate:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]" for row in members)
        verdicts = () if has_difference else (_verdict(members),)
        lines.append((clean(first.label), clean(first.test), made, *cells, *verdicts))
    return Table(tuple(headers), lines)


def _made_by(row: RejectionRow) -> str:
    return f"{row.situation}, by {row.drawn}"


def _verdict(rows: Sequence[RejectionRow]) -> str:
    """Name the levels that were broken, if any."""
    broken = [f"{row.alpha:g}" for row in rows if row.verdict == "too many"]
    return f"too many at {', '.join(broken)}" if broken else rows[0].verdict
