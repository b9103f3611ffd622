"""`steelyard meta criteria`: metrics by criteria beside correlation."""

import argparse
from dataclasses import replace

from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_counted
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.meta.command import add_look_of_meta, add_rated, check_meta, read_rated
from steelyard.questions.metric_criteria.question import OF_RATINGS, OF_TEXTS, MetricCriteriaQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MetricCriteriaQuestion)
    add_options(add_rated(parser), MetricCriteriaQuestion)
    add_look_of_meta(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_meta(arguments, needs_ratings=False)
    question = question_of_arguments(arguments, MetricCriteriaQuestion)
    of_ratings = [name for name in question.criteria if name in OF_RATINGS]
    of_texts = [name for name in question.criteria if name in OF_TEXTS]
    if of_ratings and not arguments.ratings:
        raise SpecError(f"{of_ratings[0]} needs ratings: add --ratings FILE.")
    if arguments.ratings and not of_ratings:
        raise SpecError(f"{of_texts[0]} uses texts only: leave --ratings out, or choose {', '.join(OF_RATINGS)}.")
    if of_texts and not (arguments.refs or arguments.test_set or arguments.table):
        raise SpecError(f"{of_texts[0]} compares texts: give references, and systems after -i.")
    from steelyard.questions.metric_criteria.compute import compute

    counted = None
    if of_texts:
        counted = read_counted(argparse.Namespace(**{**vars(arguments), "scores": [], "lower_is_better": []}))
    rated = read_rated(arguments) if of_ratings else None
    with progress_bar(arguments) as progress:
        found = compute(rated, None if counted is None else replace(counted, progress=progress), question)
    write_page(arguments, found)
    return write_result(arguments, found, width=arguments.width)
