"""`steelyard lab learning-curve`: how scores grow with the size of the training data."""

import argparse
from dataclasses import replace

from steelyard.cli.arguments import add_directions, add_look, add_plots
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.lab.questions.learning_curve.question import LearningCurveQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, LearningCurveQuestion)
    parser.add_argument(
        "runs", metavar="FILE",
        help="table with the columns system, size, score, and replicate (or seed, run) and metric where there are "
        "several: TSV, CSV, JSON Lines or Parquet; .gz, .bz2 and .xz work",
    )  # fmt: skip
    group = parser.add_argument_group("curves")
    add_options(group, LearningCurveQuestion)
    add_directions(group)
    add_formats(parser)
    add_plots(parser)
    add_look(parser, quiet="")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_plots(arguments)
    from steelyard.lab.questions.learning_curve.compute import compute
    from steelyard.lab.questions.learning_curve.figures import draw
    from steelyard.reading.directions import Directions
    from steelyard.reading.formats import read_learning_runs

    question = question_of_arguments(arguments, LearningCurveQuestion)
    runs = read_learning_runs(arguments.runs, metric=question.metric)
    directions = Directions(arguments.lower_is_better, arguments.higher_is_better)
    lower, _ = directions.settle({runs.metric: runs.scores.tolist()})
    curves = compute(runs, replace(question, lower_is_better=bool(lower)))
    if arguments.plots is not None:
        write_plots(arguments, draw(curves))
    return write_result(arguments, curves)
