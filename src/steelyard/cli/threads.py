"""How many threads work: `--executor threads:N`, where nothing is given to others."""

import argparse

from steelyard.cli.kinds import threads_of
from steelyard.errors import SpecError

__all__ = ["add_threads", "has_threads_alone", "threads_of"]


def add_threads(group: "argparse._ActionsContainer", what: str = "threads") -> None:
    """Add the flag of a command that has threads of this process alone."""
    group.add_argument("--executor", metavar="WHERE", type=_of_threads, help=f"use N {what}, as threads:N (threads:1)")


def has_threads_alone(arguments: argparse.Namespace) -> bool:
    """Say whether nothing is given to processes or a cluster."""
    if arguments.executor is None:
        return True
    from steelyard.scored.threads import check_executor  # few ask for more than one

    return check_executor(arguments.executor)[0] == "threads"


def _of_threads(spelling: str) -> str:
    from steelyard.scored.threads import check_executor  # few ask for more than one

    try:
        kind, _ = check_executor(spelling)
    except SpecError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from error
    if kind != "threads":
        raise argparse.ArgumentTypeError(f"this command supports threads only, such as threads:4, and not {kind}")
    return spelling
