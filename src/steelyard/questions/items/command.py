"""`steelyard board items`: files of scores stand where other commands have references."""

import argparse
from functools import partial

from steelyard.asking import QuestionEntry, entry_named
from steelyard.cli.kinds import scores_first
from steelyard.cli.question_command import add_command
from steelyard.cli.question_command import run as ask

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    entry = entry_named("board items")
    add_command(parser, entry, ("SCORES", "files of scores, or a folder of logs"))
    parser.set_defaults(run=partial(run, entry))


def run(entry: QuestionEntry, arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    scores_first(arguments)
    return ask(entry, arguments)
