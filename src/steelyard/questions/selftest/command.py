"""`steelyard check installation`: whether this installation computes what it should."""

import argparse

from steelyard.cli.arguments import add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.questions.selftest.question import SelftestQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, SelftestQuestion)
    add_options(parser.add_argument_group("selftest"), SelftestQuestion)
    add_formats(parser)
    add_first(
        output_of(parser), "--json", action="store_const", const="json", dest="format", help="the same as -f json"
    )
    add_look(parser, quiet="")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.questions.selftest.compute import compute

    found = compute(question_of_arguments(arguments, SelftestQuestion))
    arguments.status = 0 if found.is_right else 1
    return write_result(arguments, found)
