"""Flags that say how a file of people's judgements is to be read."""

import argparse
from typing import TYPE_CHECKING

from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.data import Judgements

__all__ = ["add_ratings", "read_flagged_judgements"]

FORMATS = ("ratings", "mqm", "esa", "appraise", "seg-rating", "seg-score", "rankings", "columns")


def add_ratings(group: argparse._ArgumentGroup) -> None:
    """Add how ratings are read and averaged."""
    group.add_argument(
        "--ratings-format", choices=FORMATS, metavar="FORMAT", help=f"{', '.join(FORMATS)} (told by the file)"
    )
    group.add_argument("--scale", nargs="+", metavar="COLUMN", help="columns of scores, where there are several")
    group.add_argument(
        "--column", action="append", default=[], metavar="ROLE=NAME",
        help="the file's name for system, line, document, rater, kind or scale; repeatable",
    )  # fmt: skip
    group.add_argument(
        "--lines", metavar="FILE", help="TSV with line, seg_id and perhaps doc, where segment ids are not lines"
    )
    group.add_argument(
        "--languages", metavar="XX-YY", help="of rankings, as the file spells them, where it has several"
    )
    group.add_argument(
        "--joined", choices=("split", "keep"), default="split",
        help="of rankings: A+B is two systems with the same output, or one (split)",
    )  # fmt: skip
    group.add_argument(
        "--weights", metavar="SCHEME", help="of marked errors: google, google-wmt21, google-wmt23, 1-5-10, 1-5-25"
    )
    group.add_argument(
        "--scaling", choices=("raw", "z", "blatz"), default="raw", help="of scores, rater by rater (raw)"
    )
    group.add_argument("--penalties", action="store_true", help="scores are penalties: lower is better")
    group.add_argument("--lenient", action="store_true", help="keep rows that stand twice, and marks that do not close")


def read_flagged_judgements(
    arguments: argparse.Namespace, path: str, documents: "tuple[str, ...] | None", *, as_lines: bool
) -> "Judgements":
    """Read judgements as the flags say; ids of segments are numbered where nothing hangs on lines."""
    from steelyard.data import read_judgements

    columns = {}
    for argument in arguments.column:
        role, separator, name = argument.partition("=")
        if not (role and separator and name):
            raise SpecError(f"Cannot read --column {argument!r}: write ROLE=NAME.")
        columns[role] = name
    if columns and arguments.ratings_format not in (None, "ratings"):
        raise SpecError("--column is for ratings with named columns.")
    languages = None
    if arguments.languages is not None:
        source, separator, target = arguments.languages.partition("-")
        if not (source and separator and target):
            raise SpecError(f"Cannot read --languages {arguments.languages!r}: write XX-YY.")
        languages = (source, target)
    lines = _read_lines(arguments.lines) if arguments.lines else None
    return read_judgements(
        path,
        file_format=arguments.ratings_format,
        scales=arguments.scale,
        columns=columns or None,
        lines=lines if lines is not None or as_lines or documents is not None else "number",
        documents=documents,
        languages=languages,
        joined=arguments.joined,
        strict=not arguments.lenient,
    )


def _read_lines(path: str) -> "dict[tuple[str, str], int] | dict[str, int]":
    """Read the line of each id, or of each (document, id)."""
    from steelyard.data.delimited import open_table, whole_numbers

    table = open_table(path)
    line = table.column("line", ["line"])
    name = table.column("segment's id", ["seg_id", "id", "segment_id"])
    document = table.column("document", ["doc", "document", "doc_id"], is_needed=False)
    by_both: dict[tuple[str, str], int] = {}
    by_id: dict[str, int] = {}
    for block in table.blocks:
        numbers = (whole_numbers(block, line, path, least=1) - 1).tolist()
        ids = block.columns[name]
        if document:
            by_both.update(zip(zip(block.columns[document], ids, strict=True), numbers, strict=True))
        else:
            by_id.update(zip(ids, numbers, strict=True))
    return by_both or by_id
