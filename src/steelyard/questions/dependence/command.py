"""`steelyard dependence`: what taking segments for independent gets wrong."""

import argparse

from steelyard.cli.arguments import add_input
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.stored_statistics import add_statistics
from steelyard.errors import SpecError

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Compare the variance over documents and blocks of neighbours with that over independent segments: "
    "the design effect, and how wrong a test of single segments would be.",
    "epilog": "Example: steelyard dependence ref.txt -i baseline.txt ours.txt -m chrf --documents docs.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("dependence")
    group.add_argument(
        "--sizes", type=int, nargs="+", default=[], metavar="N",
        help="segments of a block (2 5 10 20 50 100, where there are ten such blocks)",
    )  # fmt: skip
    group.add_argument(
        "--pairs", nargs="+", action="extend", metavar="PAIR", help="all, baseline, or A:B ... with system names (all)"
    )
    group.add_argument(
        "--alpha", type=float, default=0.05, metavar="X", help="nominal level of a test of segments (0.05)"
    )
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads for counting (1)")
    add_formats(parser)
    parser.add_argument("-w", "--width", type=int, metavar="N", help="decimals of scores (by the metric's scale)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    if arguments.unit is not None:
        raise SpecError("--unit does not go with this command, which looks at every unit: choose blocks by --sizes.")
    evaluation = read_evaluation(arguments)

    dependence = evaluation.dependence(sizes=arguments.sizes, pairs=arguments.pairs or "all", alpha=arguments.alpha)
    return write_result(arguments, dependence, width=arguments.width)
