"""`steelyard board`: files of scores stand where other commands have references."""

import argparse
import os
from functools import partial

from steelyard.asking import QuestionEntry, entry_named
from steelyard.cli.kinds import fits_better, has_texts, scores_first
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_command
from steelyard.cli.question_command import run as ask
from steelyard.errors import DataError, SpecError
from steelyard.files.columns import split_column

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    entry = entry_named("board")
    add_command(parser, entry, ("SCORES", "files of scores, or a folder of logs; with -i, reference files"))
    group = parser.add_argument_group("items of a board")
    add_first(
        group,
        "--clusters", metavar="COLUMN",
        help="group items that belong together, such as those of one repository: a column of the scores, or "
        "FILE:COLUMN (--documents and --columns document=COLUMN do the same)",
    )  # fmt: skip
    add_first(
        group,
        "--subset-by", metavar="COLUMN",
        help="rank systems on each kind of items, corrected for the number of kinds: a column of the scores, or "
        "FILE:COLUMN with ids of items",
    )  # fmt: skip
    parser.set_defaults(run=partial(run, entry), subsets=None)


def run(entry: QuestionEntry, arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    scores_first(arguments)
    if arguments.clusters and arguments.documents:
        raise SpecError("--clusters and --documents both group items: give only one.")
    for flag, role, dest in (("clusters", "document", "documents"), ("subset-by", "subset", "subsets")):
        given = getattr(arguments, flag.replace("-", "_"))
        if given is None:
            continue
        if has_texts(arguments):
            more = "; --documents FILE does it for texts" if flag == "clusters" else ""
            raise SpecError(f"--{flag} is for scores without texts (steelyard board SCORES){more}.")
        if os.path.exists(split_column(given)[0]):
            setattr(arguments, dest, given)
        else:
            arguments.table_columns = [*(arguments.table_columns or ()), f"{role}={given}"]
    try:
        return ask(entry, arguments)
    except DataError as error:
        raise fits_better("board", arguments.scores or (), error) from error
