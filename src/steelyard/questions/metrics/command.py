"""`steelyard metrics`: which metrics there are, and all about one."""

import argparse

from steelyard.cli.arguments import add_look
from steelyard.cli.parser import output_of
from steelyard.cli.question_command import describe, question_of_arguments
from steelyard.cli.terminal import console
from steelyard.questions.metrics.question import MetricsQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MetricsQuestion)
    output_of(parser).add_argument(
        "-f", "--format", choices=("text", "json"), default="text", help="choose the format (text)"
    )
    add_look(parser, quiet="")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.metrics.table import TOKENIZERS, VIEWS
    from steelyard.metrics.table.spelling import split_spelling
    from steelyard.questions.metrics.page import catalogue_json, catalogue_text, metric_text

    question = question_of_arguments(arguments, MetricsQuestion)
    if not question.names and arguments.format == "text":
        from steelyard.questions.metrics.listed import listed

        return catalogue_text(listed(), TOKENIZERS, VIEWS, console(arguments))
    for name in question.names:
        split_spelling(name)  # a misspelt one is told before metrics are loaded
    from steelyard.questions.metrics.compute import compute

    pages = compute(question)
    if arguments.format == "json":
        return catalogue_json(pages)
    return f"\n\n{'-' * 100}\n\n".join(metric_text(page) for page in pages)
