"""`steelyard lab tune`: fit the parameters of a metric to people's ratings."""

import argparse

from steelyard.cli.arguments import add_input, add_look
from steelyard.cli.conflicting_flags import refuse_file_as_metric
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import tell_of_meteor
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.texts import read_test_set
from steelyard.cli.threads import add_threads, threads_of
from steelyard.lab.questions.tune.question import TuneQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, TuneQuestion)
    add_input(parser, has_unit=False, has_scores=False)
    group = parser.add_argument_group("tuning")
    group.add_argument(
        "--ratings", required=True, metavar="FILE",
        help="read people's judgements: TSV with a header of system names, one line per segment; empty or NA if "
             "missing",
    )  # fmt: skip
    add_options(group, TuneQuestion)
    add_word_lists(parser)
    add_threads(group)
    add_formats(parser)
    add_look(parser, has_width=True, width="set the decimals of correlations (4)", quiet="hide warnings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    refuse_file_as_metric(arguments)
    give_word_lists(arguments, "metric")
    question = question_of_arguments(arguments, TuneQuestion)
    data, paths = read_test_set(arguments)
    from steelyard.lab.questions.tune.compute import compute
    from steelyard.lab.questions.tune.rated_texts import rate_texts
    from steelyard.scored.outside_scores import ratings_of_segments

    human, file = ratings_of_segments(arguments.ratings, data, paths)
    tuning = compute(rate_texts(data, human, file, n_threads=threads_of(arguments)), question)
    tell_of_meteor(arguments, [question.metric], [tuning.metric])
    return write_result(arguments, tuning, width=arguments.width)
