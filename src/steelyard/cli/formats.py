"""Flags and the call that give every result every format."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.results import Result

__all__ = ["add_formats", "check_formats", "write_result"]

FORMATS = ("text", "json", "csv", "markdown", "latex")


def add_formats(group: argparse._ActionsContainer, *more: str) -> None:
    """Add the choice of a format, with what only some commands have."""
    group.add_argument("-f", "--format", choices=(*FORMATS, *more), default="text", help="of the result (text)")
    group.add_argument("--table", metavar="NAME", help="of csv: which table, as the JSON names it (the main one)")


def check_formats(arguments: argparse.Namespace) -> None:
    """Refuse a choice of table where there is none to make, before anything is computed."""
    if getattr(arguments, "table", None) is not None and arguments.format != "csv":
        raise SpecError("--table chooses what --format csv writes: the other formats have every table.")


def write_result(arguments: argparse.Namespace, result: "Result", text: Callable[[], str], **look: Any) -> str:
    """Write a result as the flags say: by its own text, or in a format that all results have."""
    if arguments.format == "text":
        return text()
    from steelyard import report

    return report.in_format(result, arguments.format, table=arguments.table, **look)
