"""`steelyard influence`: which segments and documents a difference hangs on."""

import argparse

from steelyard.cli.arguments import add_input
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import read_evaluation, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.stored_statistics import add_statistics

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Leave out segments, documents and kinds of segment, one by one, from the comparison of two "
    "systems: which move the difference most, and how few carry the verdict.",
    "epilog": "Example: steelyard influence ref.txt -i baseline.txt ours.txt -m chrf --documents docs.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("influence")
    group.add_argument(
        "--top", type=int, default=5, metavar="N", help="segments to show that speak for each of the systems (5)"
    )
    group.add_argument(
        "--lengths", type=int, nargs="+", default=[10, 20, 30, 40], metavar="N",
        help="words of the reference at which ranges of lengths end (10 20 30 40)",
    )  # fmt: skip
    group.add_argument("--labels", metavar="FILE", help="scores by label too: one a line, such as the genre")
    group.add_argument(
        "--alpha", type=float, default=0.05, metavar="X", help="level at which a difference is significant (0.05)"
    )
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads for counting (1)")
    add_formats(parser)
    parser.add_argument("-w", "--width", type=int, metavar="N", help="decimals of scores (by the metric's scale)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    evaluation = read_evaluation(arguments)
    from steelyard.lines import read_lines

    if arguments.stats:
        warn(arguments, "statistics files hold no text: segments are listed by their numbers alone")
    labels = None if arguments.labels is None else read_lines(arguments.labels, arguments.encoding)
    influence = evaluation.influence(
        top=arguments.top,
        lengths=arguments.lengths,
        labels=labels,
        alpha=arguments.alpha,
        unit=arguments.unit,
    )
    return write_result(arguments, influence, width=arguments.width)
