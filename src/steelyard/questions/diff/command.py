"""`steelyard diff`: where two systems differ."""

import argparse

from steelyard.cli.arguments import add_input, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.reports import check_page, write_page

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Hold two systems against each other part by part: kinds of segments and classes of words with "
    "corrected tests, n-grams that one gets and the other does not, changed segments, examples.",
    "epilog": "Example: steelyard diff ref.txt -i baseline.txt ours.txt -m bleu chrf --documents docs.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_metrics(parser)
    group = parser.add_argument_group("diff")
    group.add_argument("--top", type=int, default=5, metavar="N", help="n-grams of each kind for each system (5)")
    group.add_argument("--examples", type=int, default=3, metavar="N", help="segments for each system (3)")
    group.add_argument("--by", default="chrf", metavar="METRIC", help="scores segments, for the examples (chrf)")
    group.add_argument(
        "--lengths", type=int, nargs="+", default=[10, 20, 30, 40], metavar="N",
        help="words of the reference, and of the source, at which ranges of lengths end (10 20 30 40)",
    )  # fmt: skip
    group.add_argument("--labels", metavar="FILE", help="buckets by label too: one a line, such as the genre")
    group.add_argument(
        "--words", default="13a", metavar="TOKENIZER", help="makes words and n-grams: zh, char, none, ... (13a)"
    )
    group.add_argument(
        "--word-counts", metavar="FILE",
        help="lines of a word, a tab and its count in training data: class words by these (by the references)",
    )  # fmt: skip
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="false discovery rate (0.05)")
    group.add_argument(
        "-n", "--resamples", type=int, default=10_000, metavar="N", help="draws of each test of a bucket (10000)"
    )
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of every random draw (12345)")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_formats(parser)
    add_report(parser)
    parser.add_argument("-w", "--width", type=int, metavar="N", help="decimals of scores (by the metric's scale)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    evaluation = read_evaluation(arguments)
    from steelyard.lines import read_lines

    labels, word_counts = (
        None if path is None else read_lines(path, arguments.encoding)
        for path in (arguments.labels, arguments.word_counts)
    )
    difference = evaluation.diff(
        top=arguments.top,
        examples=arguments.examples,
        by=arguments.by,
        lengths=arguments.lengths,
        labels=labels,
        tokenize=arguments.words,
        word_counts=word_counts,
        alpha=arguments.alpha,
        n_resamples=arguments.resamples,
        unit=arguments.unit,
        rng=arguments.seed,
    )
    write_page(arguments, difference)
    return write_result(arguments, difference, width=arguments.width)
