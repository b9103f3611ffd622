"""`steelyard explain`: what made the score of a segment."""

import argparse

from steelyard.cli.arguments import add_input
from steelyard.cli.inputs import read_test_set
from steelyard.cli.metric_flags import add_word_lists, with_word_lists

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Show the alignment, chunks, shifts or counts that made the score of a segment, for every system.",
    "epilog": "Example: steelyard explain ter ref.txt -i ours.txt theirs.txt --segment 17",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("metric", metavar="METRIC", help="such as ter, or 'chrf(word_order=2)'")
    add_input(parser)
    parser.add_argument(
        "--segment", type=int, nargs="+", required=True, metavar="N", help="number of the segment, from 1; or several"
    )
    add_word_lists(parser)
    parser.add_argument("-f", "--format", choices=("text", "json"), default="text", help="of the result (text)")
    parser.add_argument("-w", "--width", type=int, metavar="N", help="decimals of scores (by the metric's scale)")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    [metric] = with_word_lists([arguments.metric], arguments)
    data, _ = read_test_set(arguments)
    from steelyard.cli.terminal import console
    from steelyard.questions.explain.compute import explain
    from steelyard.questions.explain.page import as_text

    explanation = explain(data, metric, segments=arguments.segment)
    if arguments.format == "json":
        return explanation.to_json()
    return as_text(explanation, width=arguments.width, console=console(arguments))
