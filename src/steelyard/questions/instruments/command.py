"""`steelyard meta instruments`: significant differences by metrics, beside those by people."""

import argparse
from dataclasses import replace

from steelyard.cli.formats import write_result
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.questions.instruments.question import InstrumentsQuestion
from steelyard.questions.meta.command import add_look_of_meta, add_rated, check_meta
from steelyard.questions.test_accuracy.command import add_judged, read_judged

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, InstrumentsQuestion)
    group = add_rated(parser, has_unit=True)
    add_options(group, InstrumentsQuestion)
    add_judged(group)
    add_look_of_meta(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_meta(arguments)
    question = question_of_arguments(arguments, InstrumentsQuestion)
    counted, ratings = read_judged(arguments)
    from steelyard.questions.instruments.compute import compute

    with progress_bar(arguments) as progress:
        found = compute(replace(counted, progress=progress), ratings, question)
    write_page(arguments, found)
    return write_result(arguments, found)
