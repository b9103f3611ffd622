"""`steelyard check result`: whether a stored result comes out the same once more."""

import argparse

from steelyard.cli.arguments import add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.threads import add_threads, threads_of
from steelyard.questions.verify.question import VerifyQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, VerifyQuestion)
    parser.add_argument(
        "result", metavar="RESULT", help="JSON that --format json or .save() wrote, or a ledger of gates"
    )
    add_options(parser, VerifyQuestion)
    add_threads(parser)
    add_formats(parser)
    add_look(parser, quiet="hide progress")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.cli.terminal import progress_bar
    from steelyard.questions.verify.compute import compute

    question = question_of_arguments(arguments, VerifyQuestion)
    with progress_bar(arguments) as progress:
        verification = compute(arguments.result, question, n_jobs=threads_of(arguments), progress=progress)
    arguments.status = {"equal": 0, "differs": 1, "cannot be verified": 2}[verification.outcome]
    return write_result(arguments, verification)
