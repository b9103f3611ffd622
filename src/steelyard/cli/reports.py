"""An HTML page beside what a command prints, where --report asks for it."""

import argparse
import os
from typing import TYPE_CHECKING, Any

from steelyard.asking import entry_named, question_class
from steelyard.cli.sanity_checks import with_what_was_read
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.results.base import Result

__all__ = ["PAGE", "check_page", "check_report", "write_page"]

PAGE = "compare --report"  # the question that collects what a page shows beside its numbers


def check_page(arguments: argparse.Namespace) -> None:
    """Refuse, before any work, a page that could not be written, and a missing package."""
    if arguments.report is not None:
        from steelyard.report import check_path

        check_path(arguments.report)
        shown: Any = {"languages": getattr(arguments, "language_pair", None)}
        question_class(entry_named(PAGE))(**shown)


def write_page(arguments: argparse.Namespace, result: "Result") -> None:
    """Write the page of a result, if it was asked for."""
    if arguments.report is not None:
        from steelyard.report import html

        html(with_what_was_read(arguments, result), arguments.report)


def check_report(arguments: argparse.Namespace) -> "dict[str, TextFile]":
    """Refuse, before any work, what could not be written or read; return the labels of segments by name."""
    if arguments.report is None:
        for flag, is_given in {"--labels": arguments.labels, "--no-texts": not arguments.texts}.items():
            if is_given:
                raise SpecError(f"{flag} is about the report: it goes with --report FILE.")
        return {}
    from steelyard.files.reading import read_lines

    check_page(arguments)
    labels = {}
    for argument in arguments.labels or ():
        name, separator, path = argument.partition("=")
        if not separator:
            name, path = os.path.splitext(os.path.basename(argument))[0], argument
        if not name or not path:
            raise SpecError(f"Cannot read --labels {argument!r}: write FILE or NAME=FILE.")
        if name in labels:
            raise SpecError(f"--labels names {name!r} twice.")
        labels[name] = read_lines(path, arguments.encoding)
    return labels
