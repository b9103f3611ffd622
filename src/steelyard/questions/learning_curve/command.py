"""`steelyard learning-curve`: how scores grow with the size of the training data."""

import argparse

from steelyard.cli.arguments import add_plots
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.plots import check_plots, write_plots

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Lay curves through the scores of systems trained on data of several sizes: what doubling the data "
    "adds, what more would score, how much is needed for a target or to catch up with another system.",
    "epilog": "Example: steelyard learning-curve runs.tsv --metric BLEU --at 128000 --target 30",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument(
        "runs", metavar="FILE",
        help="table with the columns system, size, score, and replicate (or seed, run) and metric where there are "
        "several: TSV, CSV, JSON Lines or Parquet; .gz, .bz2 and .xz work",
    )  # fmt: skip
    group = parser.add_argument_group("curves")
    group.add_argument("--metric", default="", metavar="NAME", help="which metric of the file, or what to call it")
    group.add_argument("--lower-is-better", action="store_true", help="smaller scores are better")
    group.add_argument("--at", type=float, nargs="+", default=[], metavar="X", help="predict the scores at these sizes")
    group.add_argument("--target", type=float, metavar="Y", help="say at which size each system scores so much")
    group.add_argument("--confidence", type=float, default=0.95, metavar="X", help="of each interval (0.95)")
    group.add_argument(
        "-n", "--resamples", type=int, default=1000, metavar="N", help="resamples of the replicates (1000)"
    )
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of the resamples (12345)")
    group = parser.add_argument_group("output")
    add_formats(group)
    add_plots(parser)
    group.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_formats(arguments)
    check_plots(arguments)
    from steelyard.questions.learning_curve.compute import learning_curves

    curves = learning_curves(
        arguments.runs,
        metric=arguments.metric,
        lower_is_better=arguments.lower_is_better,
        target=arguments.target,
        at=arguments.at,
        confidence_level=arguments.confidence,
        n_resamples=arguments.resamples,
        rng=arguments.seed,
    )
    if arguments.plots is not None:
        from steelyard.plot import learning_curve_figures

        write_plots(arguments, learning_curve_figures(curves))
    return write_result(arguments, curves)
