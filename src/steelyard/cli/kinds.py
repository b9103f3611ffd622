"""Which kind of input arguments name, and which flags do not go with it: one table for all commands."""

import argparse
import os
from collections.abc import Sequence
from typing import Any

from steelyard.cli.metric_flags import OPTION_FLAGS
from steelyard.cli.sanity_checks import FILE_FLAGS
from steelyard.errors import AlignmentError, AskError, SpecError, SteelyardError

__all__ = [
    "SCORES", "STATISTICS", "TABLE", "check_given", "columns_of_tables", "fits_better", "has", "has_texts",
    "has_verdict", "recognise", "role_of_column", "scores_first", "threads_of",
]  # fmt: skip

FILES, TABLE, SCORES, STATISTICS = "files of texts", "a table of texts", "scores alone", "statistics"
_COLUMNS = "reference_columns system_columns output_column id_column table_columns"
_ANNOTATION = "sources parses source_parses alignments backward_alignments"
_OF_A_SET = "language_pair origlang subset"
# What does not go with a kind of input, by the names of the flags' values, and why: one table for all commands.
_REFUSED = (
    (STATISTICS, f"refs input test_set {_OF_A_SET} documents {_ANNOTATION} scores lower_is_better higher_is_better "
     "num_refs", "is for texts, but --stats reads counts. Count new outputs, too (`steelyard score REF -i SYS --keep "
     "NEW`), and give both files: --stats OLD NEW"),
    (SCORES, f"{_ANNOTATION} {_OF_A_SET} reference_columns num_refs {' '.join(OPTION_FLAGS)}",
     "is about texts, and there are scores alone: give REF and -i as well"),
    (TABLE, "input test_set documents sources",
     "does not go with --table: the table holds these texts, in columns of their own"),
    (TABLE, "num_refs", "splits a file of references: a table has a column for each (--reference A B)"),
    (FILES, _COLUMNS, "names columns of a table: name its file with --table"),
    *((kind, "missing worst best repeats items_in_columns no_answer",
       "is about scores alone (--scores without REF and -i): here every segment needs one") for kind in (FILES, TABLE)),
)  # fmt: skip
_SPELLED = {**OPTION_FLAGS, **{name: flag for flag, name in FILE_FLAGS.items()}, "refs": "REF"}
_SAID = ("input", "test_set", "table", "scores", "stats", "raw")  # which say what files are
_WITHOUT_VERDICT = ("score", "plan texts", "check level", "check dependence")  # no direction decides there


def check_given(arguments: argparse.Namespace) -> str:
    """Say which kind of input there is, and refuse flags that do not go with it."""
    kind = STATISTICS if has(arguments, "stats") else TABLE if has(arguments, "table") else FILES
    if kind == FILES and hasattr(arguments, "missing") and arguments.scores:
        kind = FILES if has(arguments, "refs", "input", "test_set") else SCORES
    for of, names, sentence in _REFUSED:
        for name in names.split() if of == kind else ():
            if has(arguments, name):
                raise SpecError(f"{_SPELLED.get(name) or '--' + name.replace('_', '-')} {sentence}.")
    for path in arguments.table if kind == TABLE else ():
        if arguments.format == "csv" and not os.path.exists(path) and path.isidentifier():
            raise SpecError(
                f"There is no file {path}. --table names files of texts; what --format csv writes is chosen by "
                f"--csv-table {path}."
            )
    return kind


def has(arguments: argparse.Namespace, *names: str) -> bool:
    """Whether one of these values was given, in a command that has its flag; 0 is given, as in --smooth-value 0."""
    given = [(name, vars(arguments).get(name)) for name in names]
    return any(one or (one == 0 and one is not False) for name, one in given if (name, one) != ("num_refs", 1))


def has_texts(arguments: argparse.Namespace) -> bool:
    """Whether there is more than scores alone, where these stand without a flag."""
    return has(arguments, "input", "test_set", "table", "stats")


def scores_first(arguments: argparse.Namespace) -> None:
    """Take what stands without a flag for files of scores, where there are no texts: commands on boards do."""
    if arguments.refs and not has_texts(arguments):
        arguments.scores, arguments.refs = [*arguments.refs, *arguments.scores], []
    if not (has_texts(arguments) or arguments.scores):
        raise SpecError(
            f"There are no scores: name their files or their folder, as in `steelyard {arguments.command} "
            "scores.jsonl`."
        )


def recognise(arguments: argparse.Namespace) -> None:
    """Move files that are no texts to where they belong, where no flag says what they are; ratings go elsewhere."""
    files = list(getattr(arguments, "refs", None) or ())
    if not files or any(getattr(arguments, name, None) for name in _SAID) or not all(map(os.path.exists, files)):
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
    """Return what to raise where a command could not read files: with the command that they are for, if another is."""
    from steelyard.reading.kinds import RATINGS, SCORES, TEXT_TABLE, kind_of_file
    from steelyard.reading.ratings.annotation_tools import export_of_tool
    from steelyard.reading.resemblance import first_lines

    there = [file for file in dict.fromkeys(files) if os.path.isfile(file)]
    if len(there) < len(files) or any(export_of_tool(first_lines(file)) for file in there):
        return error  # it says what is wrong
    kinds = {kind_of_file(file) for file in there}
    kind = kinds.pop() if len(kinds) == 1 else ""
    others = {RATINGS: ("human",), SCORES: ("board",), TEXT_TABLE: ("compare", "--table")}
    if isinstance(error, AskError | AlignmentError) or kind not in others or others[kind][0] == command:
        return error
    return AskError(f"{error} As it looks, {files[0]} holds {kind}.", [(*others[kind], *files)], "*")


def columns_of_tables(arguments: argparse.Namespace) -> dict[str, Any]:
    """Say which columns of tables hold what."""
    columns = dict(map(role_of_column, arguments.table_columns or ()))
    given = {"output": arguments.output_column, "id": arguments.id_column}
    return {
        "reference": arguments.reference_columns or (),
        "systems": arguments.system_columns or (),
        "columns": columns | {role: name for role, name in given.items() if name},
    }


def role_of_column(argument: str) -> tuple[str, str]:
    """Read ``ROLE=COLUMN``."""
    role, separator, column = argument.partition("=")
    if not (role and separator and column):
        raise SpecError(f"Cannot read --columns {argument!r}: write ROLE=COLUMN, such as source=src.")
    return role, column


def has_verdict(arguments: argparse.Namespace) -> bool:
    """Whether a command says which system is better; ratings by people show which way a metric goes, if they must."""
    return arguments.command not in _WITHOUT_VERDICT and not arguments.command.startswith("meta")


def threads_of(arguments: argparse.Namespace) -> int:
    """Return how many threads work here: one, unless the executor is threads."""
    if arguments.executor is None:
        return 1
    from steelyard.scored.threads import check_executor  # few ask for more than one

    kind, where = check_executor(arguments.executor)
    return int(where) if kind == "threads" else 1
