"""The first look at texts: flags, what is said; and what a result keeps of it, and of how files were read."""

import argparse
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.cli.metric_flags import spell_metrics
from steelyard.cli.streams import say
from steelyard.errors import AlignmentError, DataError
from steelyard.files.names import some_of
from steelyard.files.told import told_so_far

if TYPE_CHECKING:
    from steelyard.results.method import TextFinding
    from steelyard.types import TestSet

__all__ = ["FILE_FLAGS", "add_first_look", "look_first", "say_where_shifted", "with_what_was_read"]

R = TypeVar("R")

_MOST = 5  # lines that are said; the others are counted
_NAMES = 3  # systems that a line names
_LONGEST = 160  # characters of a command that is spelled out
FILE_FLAGS = {  # what says which texts there are, in every command and in `check files`
    "-t": "test_set",
    "-l": "language_pair",
    "--table": "table",
    "--reference": "reference_columns",
    "--systems": "system_columns",
    "--field": "output_column",
    "--id-field": "id_column",
    "--columns": "table_columns",
    "-i": "input",
    "--names": "names",
    "--sources": "sources",
    "--documents": "documents",
}


def add_first_look(group: argparse._ActionsContainer) -> None:
    """Add what becomes of the findings."""
    group.add_argument(
        "--checks", choices=("error", "warn", "off"), default="error",
        help="treat a mistake in the texts as an error, as a warning, or do not check (error); warn also accepts text "
        "that looks tokenised",
    )  # fmt: skip


def look_first(arguments: argparse.Namespace, data: "TestSet") -> None:
    """Say what could turn the verdict, and keep it for the result; a mistake is an error or a warning, by --checks.

    A mistake that is an error raises DataError with the first of them.
    """
    if arguments.checks == "off" or not data.systems:
        return
    from steelyard.scored.sanity_checks import look_at

    metrics = spell_metrics(arguments) if hasattr(arguments, "metrics") else []
    found = [one for one in look_at(data, metrics) if not (arguments.raw and one["check"] == "columns")]
    if not found:
        return
    arguments.findings = found
    lines, lint = _lines(found), lint_command(arguments)
    stops = found[0]["severity"] == "error" and arguments.checks == "error"
    if not getattr(arguments, "quiet", False):
        told = lines[1:] if stops else lines
        for severity, text in told[:_MOST]:
            say(f"steelyard: {severity}: {text}")
        if len(told) > _MOST:
            say(f"steelyard: {len(told) - _MOST} more: {lint} says all.")
    if stops:
        raise DataError(f"{lines[0][1]} (--checks warn goes on; {lint} says where.)")


def lint_command(arguments: argparse.Namespace) -> str:
    """Spell the command that looks closer at the files of this one; in words where there are many."""
    import shlex  # not needed where nothing is wrong

    words = ["steelyard", "check", "files", *(arguments.refs or ())]
    for flag, name in FILE_FLAGS.items():
        given = getattr(arguments, name, None)
        words += [flag, *([given] if isinstance(given, str) else given)] if given else []
    spelled = shlex.join(words)
    is_piped = not (arguments.input or arguments.table)
    return "`steelyard check files` on the same files" if is_piped or len(spelled) > _LONGEST else f"`{spelled}`"


def _lines(found: "list[TextFinding]") -> list[tuple[str, str]]:
    """Return a severity and a text for each kind of finding: the first system in words, others by name."""
    lines = []
    for (severity, _), group in groupby(found, key=lambda one: (one["severity"], one["check"])):
        alike = list(group)
        first, others = alike[0], [one["system"] for one in alike[1:]]
        also = f" The same check finds fault with {some_of(others, _NAMES)}." if others else ""
        lines.append((severity, f"{first['system']}: {first['message']}. {first['fix']}{also}"))
    return lines


def with_what_was_read(arguments: argparse.Namespace, result: R) -> R:
    """Return a result whose method says what was found in the texts, and what the columns of files were taken for."""
    shown: Any = result
    for part in ("comparison", "difference"):
        if getattr(shown, part, None) is not None:  # a page of it
            shown = replace(shown, **{part: with_what_was_read(arguments, getattr(shown, part))})
    method = getattr(shown, "method", {})
    more = {"findings": found} if (found := getattr(arguments, "findings", None)) else {}
    taken = {one.path: one.said for one in told_so_far() if one.roles}
    if taken and method.get("inputs"):
        more["inputs"] = [  # what stands in several columns of a file has one line
            {**one, "taken": said} if said and "taken" not in one else one
            for one in method["inputs"]
            for said in [taken.pop(one["name"].partition(", column ")[0], "")]
        ]
    told: R = replace(shown, method={**method, **more}) if more else shown
    return told


def say_where_shifted(arguments: argparse.Namespace, error: AlignmentError) -> AlignmentError:
    """Say of texts of unequal length from where on their lines do not fit, where that can be told."""
    if error.unequal is None:
        return error
    counts, role, lines, reference = error.unequal
    if not role.startswith(("system ", "reference ")):
        return error
    from steelyard.scored.sanity_checks import find_shift

    where = find_shift([str(line or "") for line in lines], [str(line or "") for line in reference])
    if not where:
        return error
    return AlignmentError(
        f"{counts} The lines of {role} are {where}. Just before it a line is missing or one is too many; "
        f"{lint_command(arguments)} says more."
    )
