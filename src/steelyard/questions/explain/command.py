"""`steelyard explain segment`: what made the score of a segment."""

import argparse
from dataclasses import replace

from steelyard.cli.arguments import add_input, add_look
from steelyard.cli.conflicting_flags import refuse_file_as_metric
from steelyard.cli.inputs import tell_of_meteor
from steelyard.cli.metric_flags import add_word_lists, with_word_lists
from steelyard.cli.parser import output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.sanity_checks import with_what_was_read
from steelyard.cli.texts import read_test_set
from steelyard.questions.explain.question import ExplainQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ExplainQuestion)
    add_options(parser, ExplainQuestion)
    add_input(parser, has_unit=False, has_scores=False)
    add_word_lists(parser)
    output_of(parser).add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="choose the format (text)"
    )
    add_look(parser, has_width=True, quiet="hide warnings")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    refuse_file_as_metric(arguments)
    question = question_of_arguments(arguments, ExplainQuestion)
    [metric] = with_word_lists([question.metric], arguments)
    data, _ = read_test_set(arguments)
    from steelyard.cli.terminal import console
    from steelyard.questions.explain.compute import compute
    from steelyard.questions.explain.page import as_text

    explanation = compute(data, replace(question, metric=metric))
    tell_of_meteor(arguments, [metric], [one.metric for one in explanation.segments])
    if arguments.format == "json":
        return with_what_was_read(arguments, explanation).to_json()
    return as_text(explanation, width=arguments.width, console=console(arguments))
