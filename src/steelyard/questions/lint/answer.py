"""What is wrong, or odd, with the texts of a test set."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NotRequired

from steelyard.choices import SEVERITIES, Severity
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import WithRecipe

__all__ = ["Finding", "LintMethod", "LintReport"]


@row
class Finding:
    """One problem of one text."""

    check: str = column("name of the check, as in ``--only`` and ``--ignore``")
    severity: Severity = column(
        "error: scores would be wrong; warning: something is probably wrong; note: for information"
    )
    role: Literal["reference", "system", "sources", "documents"] = column("reference, system, sources or documents")
    name: str = column("name of the system, or path of the file")
    message: str = column("description of the finding", "found")
    fix: str = column("what to do")
    count: int | None = column("number of lines with the finding; None if it is about the whole text", default=None)
    share: float | None = column("share of the lines of the text", default=None)
    lines: tuple[int, ...] = column("numbers of the first of these lines, from 1", default=())


@documented
class LintMethod(WithRecipe):
    """What was looked at."""

    n_segments: Annotated[int, "number of lines of the first reference"]
    n_references: Annotated[int, "how many there are"]
    n_systems: Annotated[int, "how many there are"]
    checks: Annotated[list[str], "names of the checks that ran"]
    needs_sources: NotRequired[Annotated[list[str], "names of those that wanted sources, where none were given"]]
    versions: Annotated[dict[str, str], "of Steelyard, NumPy and Python"]
    inputs: Annotated[list[dict[str, object]], "role, name, SHA-256 and number of lines of every text"]


@documented
@dataclass(frozen=True)
class LintReport(Result):
    """What `steelyard check files` found, the worst first.

    Examples
    --------
    >>> import steelyard as sy
    >>> report = sy.lint(references=[["It is late.", "Good."]], systems={"mine": ["It is late.", ""]})
    >>> [(finding.check, finding.severity, finding.lines) for finding in report.findings]
    [('empty', 'warning', (2,))]
    """

    schema: ClassVar[str] = "steelyard.lint-report/1"
    tables: ClassVar[tuple[str, ...]] = ("findings",)

    findings: Annotated[tuple[Finding, ...], "by severity, then check, then text; empty if nothing was found"]
    method: Annotated[LintMethod, "sizes, the checks that ran, versions and the SHA-256 of every input"]

    def count(self, severity: str) -> int:
        """Return how many findings have a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def has(self, severity: str) -> bool:
        """Say whether a finding is at least so severe; ``"note"`` asks for any at all."""
        return any(map(self.count, SEVERITIES[: SEVERITIES.index(severity) + 1]))
