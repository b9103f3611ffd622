"""Flags and the call that give every result every format."""

import argparse
from typing import TYPE_CHECKING, Any

from steelyard.cli.parser import add_first, output_of
from steelyard.cli.sanity_checks import with_what_was_read

if TYPE_CHECKING:
    from steelyard.results.base import Result

__all__ = ["add_formats", "write_result"]

FORMATS = ("text", "json", "csv", "markdown", "latex")


def add_formats(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add the choice of a format, with what only some commands have."""
    group = output_of(parser)
    add_first(group, "-f", "--format", choices=(*FORMATS, *more), default="text", help="of the result (text)")
    group.add_argument("--csv-table", metavar="NAME", help="of csv: which table, as the JSON names it (the main one)")


def write_result(arguments: argparse.Namespace, result: "Result", **look: Any) -> str:
    """Write a result as the flags say: as text, or in a format that all results have."""
    from steelyard import report

    result = with_what_was_read(arguments, result)
    if arguments.format == "text":
        from steelyard.cli.terminal import console

        return report.text(result, console=console(arguments), **look)
    if arguments.format == "github":
        from steelyard.cli.github import write_github_page

        return write_github_page(result)
    return report.in_format(result, arguments.format, table=arguments.csv_table, **look)
