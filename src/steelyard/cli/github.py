"""What a step of GitHub Actions writes: annotations on standard output, and files that the runner names."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.errors import DataError

if TYPE_CHECKING:
    from steelyard.results.base import Result
    from steelyard.results.gate_outcome import GateOutcome

__all__ = ["write_github", "write_github_page"]


def write_github(basis: "Result", outcomes: Sequence["GateOutcome"]) -> str:
    """Append the summary and the verdict to the runner's files, and return the annotations.

    Away from a runner, which sets ``GITHUB_STEP_SUMMARY``, the summary is returned, too.
    """
    from steelyard.page.github import github_commands, github_summary
    from steelyard.results.gate_outcome import gate_verdict

    summary = github_summary(basis, outcomes)
    is_written = _append("GITHUB_STEP_SUMMARY", summary)
    _append("GITHUB_OUTPUT", f"verdict={gate_verdict(list(outcomes))}\n")
    commands = github_commands(outcomes)
    return commands if is_written else "\n\n".join(filter(None, [commands, summary.rstrip("\n")]))


def write_github_page(result: "Result", command: str = "notice") -> str:
    """Append a result that has no outcomes to the summary, and what it names to the outputs; return the annotations.

    Away from a runner the summary is returned, too.
    """
    from steelyard.page.formats import page_module
    from steelyard.page.github import github_notices, github_page

    summary = github_page(result)
    is_written = _append("GITHUB_STEP_SUMMARY", summary)
    outputs = getattr(page_module(result), "step_outputs", None)
    if outputs is not None:
        _append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in outputs(result).items()))
    notices = github_notices(result, command)
    return notices if is_written else "\n\n".join(filter(None, [notices, summary.rstrip("\n")]))


def _append(variable: str, text: str) -> bool:
    """Append to the file that a variable names; say whether there is one."""
    path = os.environ.get(variable)
    if not path:
        return False
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError as error:
        raise DataError(f"Cannot write {path}, which {variable} names: {error.strerror or error}.") from error
    return True
