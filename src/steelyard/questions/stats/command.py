"""`steelyard stats`: what was counted, in a file without texts."""

import argparse
import os

from steelyard.cli.arguments import add_input, check_refused
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Write the statistics of every system, segment and metric to a file, from which `score --stats`, "
    "`compare --stats` and other commands compute the same results bit for bit. The file holds no text.",
    "epilog": "Example: steelyard stats ref.txt -i baseline.txt ours.txt -m bleu chrf -o run.parquet",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_metrics(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE",
        help=".parquet (extra `tables`), .jsonl.gz or .jsonl; written anew",
    )  # fmt: skip
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads for counting (1)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    parser.set_defaults(run=run, refused=None, width=None, format="text")


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_refused(arguments)
    from steelyard.evaluation import write_statistics
    from steelyard.results.words import counted

    if arguments.unit is not None:
        from steelyard.errors import SpecError

        raise SpecError("--unit does not go with this command: the file keeps segments, and --stats takes the unit.")
    stored = write_statistics(read_evaluation(arguments), arguments.output)
    labels = ", ".join(metric.label for metric in stored.metrics)
    return (
        f"{arguments.output}: {counted(len(stored.systems), 'system')}, {counted(stored.n_segments, 'segment')}, "
        f"{labels}; {os.path.getsize(arguments.output) / 1000:,.0f} kB"
    )
