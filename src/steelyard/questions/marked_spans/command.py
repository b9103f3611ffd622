"""Marked spans of two sides: flags and run of `steelyard human --spans`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.misfits import refuse_options
from steelyard.cli.parser import add_first
from steelyard.cli.ratings_flags import read_flagged_judgements
from steelyard.errors import SpecError
from steelyard.questions.marked_spans.question import MarkedSpansQuestion

if TYPE_CHECKING:
    from steelyard.data import Judgements
    from steelyard.files.reading import TextFile
    from steelyard.types import ErrorMarks

__all__ = ["add_spans", "asks_spans", "check_no_spans", "run_spans"]

_SHARED = ("confidence_level",)


def add_spans(parser: argparse.ArgumentParser) -> None:
    """Add the flags of agreement on spans."""
    group = parser.add_argument_group("agreement on marked errors")
    add_first(
        group, "--spans", nargs="+", metavar="FILE",
        help="another campaign on the same outputs: how far both mark the same spans of --texts; or name --span-raters",
    )  # fmt: skip
    add_options(group, MarkedSpansQuestion)


def asks_spans(arguments: argparse.Namespace) -> bool:
    """Say whether spans are asked about."""
    return arguments.spans is not None or arguments.raters is not None


def check_no_spans(arguments: argparse.Namespace) -> None:
    """Refuse flags of spans where they are not asked about."""
    why = "is about marked spans: it goes with --spans FILE or --span-raters"
    refuse_options(arguments, MarkedSpansQuestion, why, but=_SHARED)


def run_spans(arguments: argparse.Namespace, texts: "Mapping[str, TextFile]", documents: "TextFile | None") -> str:
    """Compare the marks, and return what is printed."""
    if not texts:
        raise SpecError("Spans are counted in characters of the outputs: name their files with --texts, as SYSTEM.txt.")
    question = question_of_arguments(arguments, MarkedSpansQuestion)
    from steelyard.questions.marked_spans.compute import compute

    sides = [arguments.ratings] + ([arguments.spans] if arguments.spans else [])
    judged = [read_flagged_judgements(arguments, paths, documents, as_lines=True) for paths in sides]
    marks = [_marks(found, ", ".join(paths)) for found, paths in zip(judged, sides, strict=True)]
    report = compute(marks[0], marks[1] if len(marks) > 1 else None, texts, question)
    return write_result(arguments, report, width=arguments.width)


def _marks(judgements: "Judgements", name: str) -> "ErrorMarks":
    if judgements.marks is None:
        raise SpecError(f"{name} holds no marked errors, which --spans compares.")
    return judgements.marks
