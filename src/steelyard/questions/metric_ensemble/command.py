"""`steelyard meta ensemble`: the weighted sum of metrics that agrees best with people."""

import argparse
from dataclasses import replace

from steelyard.cli.formats import write_result
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.questions.meta.command import add_look_of_meta, add_rated, check_meta, read_rated
from steelyard.questions.metric_ensemble.question import MetricEnsembleQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MetricEnsembleQuestion)
    add_options(add_rated(parser), MetricEnsembleQuestion)
    add_look_of_meta(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_meta(arguments)
    question = question_of_arguments(arguments, MetricEnsembleQuestion)
    rated = read_rated(arguments)
    from steelyard.questions.metric_ensemble.compute import compute

    with progress_bar(arguments) as progress:
        fit = compute(replace(rated, progress=progress), question)
    write_page(arguments, fit)
    return write_result(arguments, fit, width=arguments.width)
