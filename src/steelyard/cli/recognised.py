"""Files that stand where references are expected, and hold scores, ratings or a table: taken for what they are."""

import argparse
import os
from collections.abc import Sequence

from steelyard.errors import AskError, SteelyardError

__all__ = ["fits_better", "recognise"]

_OTHERS = ("input", "test_set", "table", "scores", "stats", "raw")  # which say what files are


def recognise(arguments: argparse.Namespace) -> None:
    """Move files that are no texts to where they belong, where no flag says what they are.

    Raises
    ------
    AskError
        They hold people's ratings, which another command is about.
    """
    files = list(getattr(arguments, "refs", None) or ())
    if not files or any(getattr(arguments, name, None) for name in _OTHERS) or not all(map(os.path.exists, files)):
        return
    from steelyard.reading.kinds import RATINGS, SCORES, TEXT_TABLE, TEXTS, kind_of_file

    kinds = {SCORES if os.path.isdir(file) else kind_of_file(file) for file in files}
    if len(kinds) > 1 or TEXTS in kinds:
        return
    if RATINGS in kinds:
        raise AskError(f"{files[0]} holds people's ratings.", [("human", *files)], "*")
    if SCORES in kinds and hasattr(arguments, "missing"):
        arguments.refs, arguments.scores = [], files
    elif TEXT_TABLE in kinds and hasattr(arguments, "table"):
        arguments.refs, arguments.table = [], files


def fits_better(command: str, files: Sequence[str], error: SteelyardError) -> SteelyardError:
    """Return what to raise where a command could not read files: with the command that they are for, if another is.

    Parameters
    ----------
    command : str
        The one that could not read them.
    files : sequence of str
        As they were given.
    error : SteelyardError
        Why it could not.
    """
    from steelyard.reading.kinds import RATINGS, SCORES, TEXT_TABLE, kind_of_file
    from steelyard.reading.ratings.annotation_tools import export_of_tool
    from steelyard.reading.resemblance import first_lines

    there = [file for file in dict.fromkeys(files) if os.path.isfile(file)]
    if len(there) < len(files) or any(export_of_tool(first_lines(file)) for file in there):
        return error  # it says what is wrong
    kinds = {kind_of_file(file) for file in there}
    if len(kinds) != 1:
        return error
    [kind] = kinds
    others = {RATINGS: ("human",), SCORES: ("board",), TEXT_TABLE: ("compare", "--table")}
    if isinstance(error, AskError) or kind not in others or others[kind][0] == command:
        return error
    return AskError(f"{error} As it looks, {files[0]} holds {kind}.", [(*others[kind], *files)], "*")
