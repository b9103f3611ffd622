"""`steelyard plan`: how large a test set must be to find a difference."""

import argparse

from steelyard.cli.arguments import add_input, add_plots, add_repetitions
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.stored_statistics import add_statistics

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Measure how often a test finds differences of several sizes, in test sets of several sizes, made "
    "from the outputs of two systems, or of every pair of several with the correction over all of them.",
    "epilog": "Example: steelyard plan ref.txt -i ours.txt theirs.txt -m bleu --differences 0.5 1 --sizes 1000 3000",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("plan")
    group.add_argument(
        "--sizes", type=int, nargs="+", default=[100, 300, 1000, 3000], metavar="N",
        help="segments, or documents, of the test sets (100 300 1000 3000)",
    )  # fmt: skip
    group.add_argument(
        "--differences", type=float, nargs="+", default=[], metavar="X",
        help="to look for, in the metric's points: the systems are shifted as far apart (by --shares)",
    )  # fmt: skip
    group.add_argument(
        "--shares", type=float, nargs="+", default=[0.25, 0.5, 1.0], metavar="X",
        help="the same as shares of the two systems' difference (0.25 0.5 1)",
    )  # fmt: skip
    group.add_argument("--test", default="randomization", metavar="TEST", help="the test (randomization)")
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="level of the test (0.05)")
    add_repetitions(parser, group, n=500)
    add_plots(parser)
    parser.set_defaults(run=run, refused=None, width=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_plots(arguments)
    evaluation = read_evaluation(arguments)
    from steelyard.cli.terminal import progress_bar

    with progress_bar(arguments) as progress:
        plan = evaluation.plan(
            arguments.test,
            sizes=arguments.sizes,
            differences=arguments.differences,
            shares=arguments.shares,
            alpha=arguments.alpha,
            n_repetitions=arguments.repetitions,
            n_resamples=arguments.resamples,
            unit=arguments.unit,
            rng=arguments.seed,
            progress=progress,
        )
    if arguments.plots is not None:
        from steelyard.plot import plan_figures

        write_plots(arguments, plan_figures(plan))
    return write_result(arguments, plan)
