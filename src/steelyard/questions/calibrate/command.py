"""`steelyard calibrate`: measure on one's own outputs what significance tests promise."""

import argparse

from steelyard.cli.arguments import add_input, add_plots, add_repetitions, add_report
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.stored_statistics import add_statistics

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Measure, on data sets made from two systems, how often each significance test finds a difference "
    "where there is none, and how often it finds one that is there; of several systems, how often any pair is called "
    "different that is not, after the correction over all pairs.",
    "epilog": "Example: steelyard calibrate ref.txt -i ours.txt theirs.txt -m bleu",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("calibration")
    group.add_argument(
        "--tests",
        nargs="+",
        action="extend",
        default=[],
        metavar="TEST",
        help="names of tests (all that fit the metrics)",
    )
    group.add_argument(
        "--shares", type=float, nargs="*", default=[0.25, 0.5, 1.0], metavar="X",
        help="of the systems' difference, at which power is measured (0.25 0.5 1)",
    )  # fmt: skip
    add_repetitions(parser, group, n=1000)
    add_plots(parser)
    add_report(parser)
    parser.set_defaults(run=run, refused=None, width=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_plots(arguments)
    check_page(arguments)
    evaluation = read_evaluation(arguments)
    from steelyard.cli.terminal import progress_bar

    with progress_bar(arguments) as progress:
        calibration = evaluation.calibrate(
            arguments.tests,
            n_repetitions=arguments.repetitions,
            n_resamples=arguments.resamples,
            shares=arguments.shares,
            unit=arguments.unit,
            rng=arguments.seed,
            progress=progress,
        )
    if arguments.plots is not None:
        from steelyard.plot import calibration_figures

        write_plots(arguments, calibration_figures(calibration))
    write_page(arguments, calibration)
    return write_result(arguments, calibration)
