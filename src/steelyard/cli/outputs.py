"""Where files may be written to, for every command that writes some: checked once, before any work."""

import argparse
from collections.abc import Iterator

from steelyard.files import check_folder, check_target

__all__ = ["check_outputs"]

FILES = ("output", "keep", "report", "nbest_output", "svmlight")  # names of arguments
FOLDERS = ("folder", "plots")
_FOLDERS_OF_SHARDS = ("output", "keep")


def check_outputs(arguments: argparse.Namespace) -> None:
    """Refuse files and folders that could not be written, or that other arguments name as inputs."""
    named = vars(arguments)
    inputs = [path for name, value in named.items() if name not in FILES + FOLDERS for path in _paths(value)]
    for name in FILES:
        if named.get(name) is not None and not (name in _FOLDERS_OF_SHARDS and named.get("shards")):
            check_target(named[name], inputs)
    for name in FOLDERS:
        if named.get(name) is not None:
            check_folder(named[name])


def _paths(value: object) -> Iterator[str]:
    """Give what can be a path in a value: all of it, what follows NAME=, and each of several after commas."""
    if isinstance(value, list):
        for part in value:
            yield from _paths(part)
    elif isinstance(value, str):
        yield value
        yield from value.partition("=")[2].split(",")
