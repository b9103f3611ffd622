"""`steelyard stats`: what was counted, in a file without texts."""

import argparse
import os

from steelyard.cli.arguments import add_input
from steelyard.cli.ask import add_options, describe
from steelyard.cli.inputs import check_one_end, read_counted
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import output_of
from steelyard.questions.stats.question import StatsQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, StatsQuestion)
    add_input(parser, has_unit=False, may_lack_texts=True)
    add_metrics(parser)
    add_options(parser, StatsQuestion)
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads for counting (1)")
    output_of(parser).add_argument("-q", "--quiet", action="store_true", help="no warnings")
    parser.set_defaults(run=run, refused=None, width=None, format="text")


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    counted = read_counted(arguments)
    check_one_end(arguments, counted)
    from steelyard.counted.statistics_files import write_counts
    from steelyard.results.plurals import counted as number_of
    from steelyard.types import word_for_layout

    stored = write_counts(counted, arguments.output)
    word = word_for_layout(counted.test_set)
    labels = ", ".join(metric.label for metric in stored.metrics)
    return (
        f"{arguments.output}: {number_of(len(stored.systems), 'system')}, {number_of(stored.n_segments, word)}, "
        f"{labels}; {os.path.getsize(arguments.output) / 1000:,.0f} kB"
    )
