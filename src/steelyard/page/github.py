"""Results for GitHub: workflow commands, which annotate a run, and the summary of a job."""

import re
from collections.abc import Sequence

from steelyard.page.blocks import Page, Paragraph, Titled
from steelyard.page.formats import markdown_text, page_of
from steelyard.page.gate import allowed_text, outcome_interval, outcome_text
from steelyard.page.markdown import page_markdown
from steelyard.results.base import Result
from steelyard.results.gate_outcome import GateOutcome, gate_verdict
from steelyard.results.table import Table

__all__ = ["github_commands", "github_notices", "github_page", "github_summary"]

_COMMANDS = {"fail": "error", "cannot tell": "warning", "pass": "notice"}
_SAID = {
    "pass": "Every new system is certainly no worse than allowed.",
    "fail": "A system is worse than allowed.",
    "cannot tell": "A system may be worse than allowed: this test set cannot tell.",
}


def github_commands(outcomes: Sequence[GateOutcome]) -> str:
    """Write a line for each limit, as GitHub reads annotations from what a step prints.

    Parameters
    ----------
    outcomes : sequence of GateOutcome
        Of one gate or comparison.

    Returns
    -------
    str
        A ``::error``, ``::warning`` or ``::notice`` a line: fail, cannot tell, pass.

    Examples
    --------
    >>> from steelyard.report import github_commands
    >>> from steelyard.results import GateOutcome
    >>> github_commands([GateOutcome("bleu", "BLEU", "new", "old", -2.0, (-3.0, -1.0), 0.3, "fail")])
    '::error title=Steelyard%3A fail::new is 2.00 BLEU below old [-3.00, -1.00]; 0.3 is allowed.'
    """
    return "\n".join(map(_command, outcomes))


def github_summary(basis: Result, outcomes: Sequence[GateOutcome]) -> str:
    """Write the summary of a job as Markdown: the verdict, a row for each difference, and what it rests on, folded.

    Parameters
    ----------
    basis : Comparison or ScoreTable
        Fresh or stored.
    outcomes : sequence of GateOutcome
        Its differences and scores, beside what is allowed.

    Returns
    -------
    str
        With a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import github_summary
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> github_summary(sy.evaluate(data).compare(), []).splitlines()[0]
    '## Steelyard: cannot tell'
    """
    verdict = gate_verdict(list(outcomes))
    headers = ("metric", "new", "baseline", ">difference or score", "interval", ">allowed", "verdict")
    table = Table(headers, [_row(outcome) for outcome in outcomes])
    rows = page_markdown(Page((Titled("", table),)))
    whole = f"<details><summary>Details</summary>\n\n{markdown_text(basis)}\n\n</details>"
    return f"## Steelyard: {verdict}\n\n{_SAID[verdict]}\n\n{rows}\n\n{whole}\n"


def github_notices(result: Result, command: str = "notice") -> str:
    """Write a line for each sentence that a result begins with, as an annotation that neither warns nor fails.

    Parameters
    ----------
    result : Result
        Fresh or stored: a `Board` has a sentence for each metric, a `Campaign` two.
    command : {"notice", "error"}
        How GitHub shows it.

    Returns
    -------
    str
        A ``::notice`` or ``::error`` a line.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import github_notices
    >>> board = sy.evaluate_scores({"solved": {"x": [1] * 30, "y": [0, 1, 0] * 10}}).board()
    >>> github_notices(board)[:60]
    '::notice title=Steelyard%3A board::solved: x scores best, an'
    """
    first = page_of(result).blocks[0]
    lines = first.text.split("\n") if isinstance(first, Paragraph) else []
    title = _property(f"Steelyard: {_kind(result)}")
    return "\n".join(f"::{command} title={title}::{_data(line)}" for line in lines)


def github_page(result: Result) -> str:
    """Write the summary of a job for a result that has no gate: all of it, as Markdown under a heading.

    Parameters
    ----------
    result : Result
        Fresh or stored.

    Returns
    -------
    str
        With a line end.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import github_page
    >>> board = sy.evaluate_scores({"solved": {"x": [1] * 30, "y": [0, 1, 0] * 10}}).board()
    >>> github_page(board).splitlines()[0]
    '## Steelyard: board'
    """
    return f"## Steelyard: {_kind(result)}\n\n{markdown_text(result)}\n"


def _kind(result: Result) -> str:
    return result.schema.partition(".")[2].partition("/")[0].replace("-", " ")


def _command(outcome: GateOutcome) -> str:
    title = _property(f"Steelyard: {outcome.verdict}")
    return f"::{_COMMANDS[outcome.verdict]} title={title}::{_data(outcome_text(outcome))}."


def _row(outcome: GateOutcome) -> tuple[str, ...]:
    value = f"{outcome.value:{'+' if outcome.against else ''}.4g}"
    allowed = allowed_text(outcome)
    return outcome.label, outcome.system, outcome.against, value, outcome_interval(outcome), allowed, outcome.verdict


def _data(text: str) -> str:
    """Escape what would end a command, as GitHub's own toolkit does."""
    return re.sub(r"[%\r\n]", lambda found: f"%{ord(found[0]):02X}", text)


def _property(text: str) -> str:
    return re.sub(r"[:,]", lambda found: f"%{ord(found[0]):02X}", _data(text))
