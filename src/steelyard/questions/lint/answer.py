"""What is wrong, or odd, with the texts of a test set."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.choices import SEVERITIES, Severity
from steelyard.results.base import Result
from steelyard.results.method import Told
from steelyard.short_repr import short_repr

__all__ = ["Finding", "LintMethod", "LintReport"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of one text.

    Attributes
    ----------
    check : str
        Name of the check, as in ``--only`` and ``--ignore``.
    severity : str
        error: scores would not mean what they say; warning: something is probably wrong; note: good to know.
    role : str
        reference, system, sources or documents.
    name : str
        Of the system, or the path of the file.
    message : str
        What was found.
    fix : str
        What to do.
    count : int or None
        Lines with the problem; None where it is the text as a whole.
    share : float or None
        Of the text's lines.
    lines : tuple of int
        Numbers of the first of these lines, from 1.

    Examples
    --------
    >>> from steelyard.results import Finding
    >>> Finding("empty", "error", "system", "mine", "2 outputs are empty", "Look.", 2, 0.5, (1, 3)).lines
    (1, 3)
    """

    check: str
    severity: Severity
    role: Literal["reference", "system", "sources", "documents"]
    name: str
    message: str
    fix: str
    count: int | None = None
    share: float | None = None
    lines: tuple[int, ...] = ()

    __repr__ = short_repr


class LintMethod(Told):
    """What was looked at.

    Attributes
    ----------
    n_segments : int
        Lines of the first reference.
    n_references, n_systems : int
        Texts.
    checks : list of str
        Names of those that ran.
    versions : dict
        Of Steelyard, NumPy and Python.
    inputs : list of dict
        Role, name, SHA-256 and number of lines of every text.
    """

    n_segments: int
    n_references: int
    n_systems: int
    checks: list[str]
    versions: dict[str, str]
    inputs: list[dict[str, object]]


@dataclass(frozen=True)
class LintReport(Result):
    """What `steelyard check files` found, the worst first.

    Attributes
    ----------
    findings : tuple of Finding
        By severity, then check, then text; empty if nothing was found.
    method : mapping
        Sizes, the checks that ran, versions and the SHA-256 of every input.

    Examples
    --------
    >>> import steelyard as sy
    >>> report = sy.lint(references=[["It is late.", "Good."]], systems={"mine": ["It is late.", ""]})
    >>> [(finding.check, finding.severity, finding.lines) for finding in report.findings]
    [('empty', 'warning', (2,))]
    """

    schema: ClassVar[str] = "steelyard.lint-report/1"
    tables: ClassVar[tuple[str, ...]] = ("findings",)

    findings: tuple[Finding, ...]
    method: LintMethod

    def count(self, severity: str) -> int:
        """Return how many findings have a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def has(self, severity: str) -> bool:
        """Say whether a finding is at least so severe; ``"note"`` asks for any at all."""
        return any(map(self.count, SEVERITIES[: SEVERITIES.index(severity) + 1]))
