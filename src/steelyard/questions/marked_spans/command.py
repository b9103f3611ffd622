"""`steelyard human spans`: how far two sides mark the same spans of the same outputs."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_rating_files, rated_texts, read_flagged_judgements
from steelyard.cli.texts import read_documents
from steelyard.errors import SpecError
from steelyard.questions.marked_spans.question import MarkedSpansQuestion

if TYPE_CHECKING:
    from steelyard.reading import Judgements
    from steelyard.types import ErrorMarks

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MarkedSpansQuestion)
    group = add_rating_files(parser)
    add_first(
        group, "--second", nargs="+", metavar="FILE",
        help="compare with this second campaign on the same outputs; or give two --only-raters of one campaign",
    )  # fmt: skip
    add_first(
        group, "--texts", nargs="+", metavar="FILE", required=True,
        help="the systems' outputs, each file named as its system in the ratings (SYSTEM.txt)",
    )  # fmt: skip
    add_options(parser.add_argument_group("agreement on marked errors"), MarkedSpansQuestion)
    add_formats(parser)
    add_look(parser, has_width=True, width="set the decimals of scores", quiet="hide warnings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    if not arguments.second and arguments.raters is None:
        raise SpecError("Give a second campaign with --second, or two raters with --only-raters.")
    question = question_of_arguments(arguments, MarkedSpansQuestion)
    documents = read_documents(arguments)
    from steelyard.questions.marked_spans.compute import compute

    sides = [arguments.ratings] + ([arguments.second] if arguments.second else [])
    judged = [read_flagged_judgements(arguments, paths, documents, as_lines=True) for paths in sides]
    texts = rated_texts(arguments.texts, *judged)
    marks = [_marks(found, ", ".join(paths)) for found, paths in zip(judged, sides, strict=True)]
    report = compute(marks[0], marks[1] if len(marks) > 1 else None, texts, question)
    return write_result(arguments, report, width=arguments.width)


def _marks(judgements: "Judgements", name: str) -> "ErrorMarks":
    if judgements.marks is None:
        raise SpecError(f"{name} has no marked errors, and `human spans` needs them.")
    return judgements.marks
