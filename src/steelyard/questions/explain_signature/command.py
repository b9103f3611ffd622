"""`steelyard check signature`: what a signature means, and whether two published scores may be compared."""

import argparse

from steelyard.cli.arguments import add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.question_command import describe, question_of_arguments
from steelyard.questions.explain_signature.question import SignatureQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, SignatureQuestion)
    add_formats(parser)
    add_look(parser, quiet="")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.questions.explain_signature.compute import compute

    explanation = compute(question_of_arguments(arguments, SignatureQuestion))
    arguments.status = 1 if explanation.is_comparable is False else 0
    return write_result(arguments, explanation)
