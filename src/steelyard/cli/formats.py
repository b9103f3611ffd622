"""Flags and the call that give every result every format."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from steelyard.cli.parser import add_first, output_of
from steelyard.cli.sanity_checks import with_what_was_read

if TYPE_CHECKING:
    from steelyard.results.base import Result
    from steelyard.results.shown import FirstLook

__all__ = ["add_formats", "pairs_of", "write_result"]

_MOST_PAIRS = 12  # of a metric

FORMATS = ("text", "json", "csv", "markdown", "latex")
PARTS = {
    "details": "further tables, and columns that do not fit into 80 characters",
    "method": "how the result was computed, in sentences for a paper",
    "legend": "what the columns mean",
}


def add_formats(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add the choice of a format, with what only some commands have."""
    group = output_of(parser)
    add_first(
        group,
        "-f",
        "--format",
        choices=(*FORMATS, *more),
        default="text",
        help="choose the format of the result (text)",
    )
    for part, what in PARTS.items():
        group.add_argument(f"--{part}", action="store_true", help=f"show {what} (text only)")
    group.add_argument(
        "--csv-table", metavar="NAME", help="choose the table of csv, by its name in the JSON (the main table)"
    )


def write_result(arguments: argparse.Namespace, result: "Result", **look: Any) -> str:
    """Write a result as the flags say: as text, or in a format that all results have."""
    from steelyard import report

    result = with_what_was_read(arguments, result)
    if arguments.format == "text":
        from steelyard.cli.terminal import console

        return report.text(result, console=console(arguments), first=_first_look(arguments), **look)
    if arguments.format == "github":
        from steelyard.cli.github import write_github_page

        return write_github_page(result)
    return report.in_format(result, arguments.format, table=arguments.csv_table, **look)


def pairs_of(arguments: argparse.Namespace) -> int | None:
    """Return how many pairs text shows at most: a screen of them, but all that --pairs names, and with details more."""
    if getattr(arguments, "pairs", None) is not None:
        return sys.maxsize
    return None if arguments.details else _MOST_PAIRS


def _first_look(arguments: argparse.Namespace) -> "FirstLook":
    """Show what fits the terminal, and what flags ask for; a pipe is 80 characters wide, or as COLUMNS says."""
    from shutil import get_terminal_size

    from steelyard.results.shown import FirstLook

    shown = frozenset(part for part in PARTS if getattr(arguments, part))
    more = ("page: --report FILE",) if hasattr(arguments, "report") else ()
    return FirstLook(get_terminal_size().columns, shown, () if getattr(arguments, "quiet", False) else more)
