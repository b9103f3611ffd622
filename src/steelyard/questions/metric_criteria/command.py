"""Criteria beside correlation: flags and run of `steelyard meta --criteria`."""

import argparse
from dataclasses import replace

from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_counted
from steelyard.cli.misfits import refuse_misfits, refuse_options
from steelyard.cli.parser import add_first
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.meta.question import MetaQuestion
from steelyard.questions.metric_criteria.question import CRITERIA, OF_RATINGS, OF_TEXTS, MetricCriteriaQuestion

__all__ = ["add_criteria", "check_no_criteria", "run_criteria"]

_SHARED = ("confidence_level",)


def add_criteria(parser: argparse.ArgumentParser) -> None:
    """Add the flags of criteria, all of which go with --criteria."""
    group = parser.add_argument_group("criteria beside correlation")
    add_first(
        group, "--criteria", nargs="+", choices=CRITERIA, metavar="CRITERION",
        help="judge metrics by likeness to people, of texts alone (queen, king, jack), or with --ratings by their "
        "plain mean (ulc), best sum (weights), pairs told apart (significance), extremes, decrease (--aided), choice",
    )  # fmt: skip
    add_options(group, MetricCriteriaQuestion)


def check_no_criteria(arguments: argparse.Namespace) -> None:
    """Refuse flags of criteria where none is named."""
    why = "is about criteria beside correlation: it goes with --criteria"
    refuse_options(arguments, MetricCriteriaQuestion, why, but=("criteria", *_SHARED))


def run_criteria(arguments: argparse.Namespace) -> str:
    """Judge the metrics, and return what the command prints."""
    why = "does not go with --criteria, which has measures of its own"
    refuse_options(arguments, MetaQuestion, why, but=_SHARED)
    refuse_misfits(arguments, {"plots": None, "buckets": None}, "does not go with --criteria")
    of_ratings = [name for name in arguments.criteria if name in OF_RATINGS]
    of_texts = [name for name in arguments.criteria if name in OF_TEXTS]
    if of_ratings and not arguments.ratings:
        raise SpecError(f"{of_ratings[0]} asks what people say: name their ratings with --ratings.")
    if arguments.ratings and not of_ratings:
        raise SpecError(f"{of_texts[0]} looks at texts alone: --ratings goes with {', '.join(OF_RATINGS)}.")
    if of_texts and not (arguments.refs or arguments.test_set or arguments.table):
        raise SpecError(f"{of_texts[0]} compares texts: name references, and systems with -i.")
    question = question_of_arguments(arguments, MetricCriteriaQuestion)
    from steelyard.questions.meta.command import read_rated
    from steelyard.questions.metric_criteria.compute import compute

    counted = None
    if of_texts:
        counted = read_counted(argparse.Namespace(**{**vars(arguments), "scores": [], "lower_is_better": []}))
    rated = read_rated(arguments) if of_ratings else None
    with progress_bar(arguments) as progress:
        found = compute(rated, None if counted is None else replace(counted, progress=progress), question)
    write_page(arguments, found)
    return write_result(arguments, found, width=arguments.width)
