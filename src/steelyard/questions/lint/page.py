"""What a look at a test set found, as text for a terminal or a pipe."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from steelyard.choices import SEVERITIES
from steelyard.page.blocks import Block, Page, Paragraph, Titled
from steelyard.page.terminal import render
from steelyard.questions.lint.answer import Finding, LintReport
from steelyard.results.columns import table
from steelyard.results.plurals import counted
from steelyard.results.table import Table

__all__ = ["checks_text", "to_page"]

_NUMBERS = 5


def to_page(report: LintReport) -> Page:
    """Lay out how many findings there are, and each kind with its texts and what to do."""
    method = report.method
    sizes = (
        counted(method["n_systems"], "system"),
        counted(method["n_references"], "reference"),
        counted(method["n_segments"], "segment"),
        counted(len(method["checks"]), "check"),
    )
    found = ", ".join(counted(report.count(severity), severity) for severity in SEVERITIES)
    unseen = method.get("needs_sources")
    more = f"; with --sources also {', '.join(unseen)}" if unseen else ""
    blocks: list[Block] = [Paragraph(f"{found}: {', '.join(sizes)}{more}")]
    by_kind = sorted(report.findings, key=lambda finding: SEVERITIES.index(finding.severity))
    for (severity, check), group in groupby(by_kind, key=lambda finding: (finding.severity, finding.check)):
        title, findings = f"{severity}: {check}", list(group)
        for fix in dict.fromkeys(finding.fix for finding in findings):
            alike = [finding for finding in findings if finding.fix == fix]
            by_noun = {
                noun: [finding for finding in alike if (finding.role == "system") == (noun == "system")]
                for noun in ("file", "system")
            }
            nouns = [noun for noun, members in by_noun.items() if members]
            for noun in nouns:
                blocks.append(
                    Titled(
                        title,
                        table(by_noun[noun], ((noun, "name"), ("lines", _numbers), "message")),
                        fix if noun == nouns[-1] else "",
                    )
                )
                title = ""  # the next table belongs to this one
    return Page(tuple(blocks))


def checks_text(checks: Mapping[str, str], *, console: Any = None) -> str:
    """Show the names of checks and what each looks for, from summaries by name.

    Examples
    --------
    >>> from steelyard.questions.lint.page import checks_text
    >>> print(checks_text({"empty": "outputs without text"}))
    check  looks for
    empty  outputs without text
    """
    return render(Table(("check", "looks for"), [*checks.items()]), console)


def _numbers(finding: Finding) -> str:
    """Show numbers of lines, runs of them as a range, and how many more there are."""
    if finding.count is None or not finding.lines:
        return ""
    runs: list[list[int]] = []
    for line in finding.lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    shown, n_shown = [], 0
    for run in runs[:_NUMBERS]:
        shown.append(f"{run[0]:,}" if len(run) == 1 else f"{run[0]:,}-{run[-1]:,}")
        n_shown += len(run)
    more = finding.count - n_shown
    return " ".join(shown) + (f" and {more:,} more" if more else "")
