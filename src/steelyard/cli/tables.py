"""Flags for texts that stand in tables, and the test set that they name."""

import argparse
import os
from typing import TYPE_CHECKING, Any

from steelyard.cli.parser import add_first
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.types import TestSet

__all__ = ["add_tables", "check_tables", "columns_of_tables", "read_tables", "role_of_column"]

_FLAGS = {  # by destination: the flags that say what is in a table
    "reference_columns": "--reference",
    "system_columns": "--systems",
    "output_column": "--field",
    "id_column": "--id-field",
    "table_columns": "--columns",
}


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add the flags that read texts from tables in place of REF and -i."""
    group = parser.add_argument_group("texts in tables, in place of REF and -i")
    add_first(
        group,
        "--table", nargs="+", action="extend", metavar="FILE",
        help="CSV, TSV, JSON, JSON Lines or Parquet: a column per system, a row per output, or a table per system; "
        "--systems and --reference name its columns",
    )  # fmt: skip
    group.add_argument(
        "--systems", nargs="+", action="extend", metavar="COLUMN", dest="system_columns",
        help="a column per system, the first is the baseline",
    )  # fmt: skip
    group.add_argument(
        "--field", metavar="COLUMN", dest="output_column",
        help="outputs, where each system has a table or rows of its own (prediction, output, ...)",
    )  # fmt: skip
    group.add_argument(
        "--reference", "--reference-field", nargs="+", action="extend", metavar="COLUMN", dest="reference_columns",
        help="references (reference, target, ...); a cell may hold a list of them",
    )  # fmt: skip
    group.add_argument(
        "--id-field", metavar="COLUMN", dest="id_column", help="by which rows of one segment meet (id, seg_id, ...)"
    )
    group.add_argument(
        "--columns", nargs="+", action="extend", metavar="ROLE=COLUMN", dest="table_columns",
        help="of another name than source, document and system",
    )  # fmt: skip


def check_tables(arguments: argparse.Namespace) -> None:
    """Refuse what says how to read a table where there is none, and texts that are named in two ways."""
    if not arguments.table:
        for name, flag in _FLAGS.items():
            if getattr(arguments, name):
                raise SpecError(f"{flag} names columns of a table: name its file with --table.")
        return
    for name, flag in {"input": "-i", "test_set": "-t", "documents": "--documents", "sources": "--sources"}.items():
        if getattr(arguments, name, None):
            raise SpecError(f"{flag} does not go with --table: the table holds these texts, in columns of their own.")
    if arguments.num_refs != 1:
        raise SpecError("--num-refs splits a file of references: a table has a column for each (--reference A B).")
    for path in arguments.table:
        if arguments.format == "csv" and not os.path.exists(path) and path.isidentifier():
            raise SpecError(
                f"There is no file {path}. --table names files of texts; what --format csv writes is chosen by "
                f"--csv-table {path}."
            )


def read_tables(arguments: argparse.Namespace) -> tuple["TestSet", dict[str, str]]:
    """Read the test set of --table, and return each system's file beside it."""
    from steelyard.types import TestSet

    data = TestSet.from_table(
        arguments.table,
        references=_reference_files(arguments),
        **columns_of_tables(arguments),
        names=arguments.names,
        encoding=arguments.encoding,
    )
    return data, {name: data.names[f"system {name}"].partition(", column ")[0] for name in data.systems}


def columns_of_tables(arguments: argparse.Namespace) -> dict[str, Any]:
    """Say which columns of tables hold what."""
    columns = dict(map(role_of_column, arguments.table_columns or ()))
    if arguments.output_column:
        columns["output"] = arguments.output_column
    if arguments.id_column:
        columns["id"] = arguments.id_column
    return {
        "reference": arguments.reference_columns or (),
        "systems": arguments.system_columns or (),
        "columns": columns,
    }


def _reference_files(arguments: argparse.Namespace) -> "list[TextFile | str]":
    if arguments.refs and arguments.reference_columns:
        raise SpecError("Name reference files, or columns of references with --reference: not both.")
    return list(arguments.refs)


def role_of_column(argument: str) -> tuple[str, str]:
    """Read ``ROLE=COLUMN``."""
    role, separator, column = argument.partition("=")
    if not (role and separator and column):
        raise SpecError(f"Cannot read --columns {argument!r}: write ROLE=COLUMN, such as source=src.")
    return role, column
