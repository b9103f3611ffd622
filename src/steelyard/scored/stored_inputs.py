"""Find the inputs of a stored result, and read them as they were read then."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from steelyard.errors import DataError
from steelyard.files.columns import split_column
from steelyard.files.reading import TextFile, read_content
from steelyard.reading.formats import read_columns, read_parses, read_word_alignments
from steelyard.results.input_check import InputCheck
from steelyard.scored.annotation_files import text_of
from steelyard.types import AnnotationFile, MadeOutput, TestSet

__all__ = ["check_inputs", "path_of", "stored_test_set", "stored_texts"]

_COLUMN = re.compile(r"(.+?), column (.+)", re.DOTALL)
_TEXTS = ("reference ", "system ", "sources", "documents")

Path = str | os.PathLike[str]


def check_inputs(
    stored: Sequence[Mapping[str, str]], recipe: Mapping[str, Any] | None, base: Path | None
) -> list[InputCheck]:
    """Hold every input against its stored SHA-256.

    The recipe says how files were read; where there is none, names are taken for paths all the same. The base is the
    folder that inputs are in now.
    """
    are_files = recipe is None or bool(recipe.get("reading"))
    hashes: dict[str, str | None] = {}
    checks = []
    for number, entry in enumerate(stored, 1):
        lacking = [key for key in ("role", "name", "sha256") if not isinstance(entry.get(key), str)]
        if lacking:
            raise DataError(f"Input {number} of the stored result has no {lacking[0]}: it was changed or damaged.")
        path = _found(entry["name"], base)
        file = split_column(_parts(path)[0])[0]
        if file not in hashes:
            hashes[file] = _sha256(file)
        found = hashes[file]
        state: Literal["as it was", "changed", "missing", "no file"] = (
            "as it was" if found == entry["sha256"] else "changed"
        )
        is_numbers = entry["role"] == f"scores {entry['name']}" and found is None  # they came without a file
        is_text = entry["role"].startswith(_TEXTS)
        is_only_named = entry["role"] == "system"  # checks of before wrote the system's name in the place of its path
        if (
            is_numbers
            or entry["name"] == "-"
            or entry["name"].startswith("standard input")
            or (is_text and not are_files)
            or is_only_named
        ):
            state, found = "no file", None
        elif found is None:
            state = "missing"
        checks.append(InputCheck(entry["role"], entry["name"], path, entry["sha256"], found, state))
    return checks


def path_of(inputs: Sequence[InputCheck], name: str) -> str:
    """Say where the input is now that was at a path then."""
    found = next((check.path for check in inputs if check.name == name), None)
    if found is None:
        raise DataError(f"{name} is not among the inputs that are stored.")
    return found


def stored_texts(inputs: Sequence[InputCheck], encoding: str) -> dict[str, str | TextFile]:
    """Say where texts are now by their roles, and read those that are columns of a file."""
    columns = [_parts(check.path)[0] for check in inputs if _parts(check.path)[1] is not None]
    texts: dict[str, str | TextFile] = {}
    for check in inputs:
        file, column = _parts(check.path)
        if check.role.startswith(_TEXTS):
            texts[check.role] = (
                check.path
                if column is None
                else read_columns(file, n_columns=columns.count(file), encoding=encoding, raw=True)[int(column) - 1]
            )
    return texts


def stored_test_set(
    inputs: Sequence[InputCheck], reading: Mapping[str, Any], made: Mapping[str, MadeOutput] | None = None
) -> TestSet:
    """Read a test set as it was read then, with parses and alignments, where there were any.

    What was `made` are systems of other files, such as n-best lists.
    """
    encoding = reading["encoding"]
    if "table" in reading:
        data = _of_tables(inputs, reading)
    else:
        texts = stored_texts(inputs, encoding) | {
            f"system {name}": output.file for name, output in (made or {}).items()
        }
        data = TestSet.from_files(
            references=[text for role, text in texts.items() if role.startswith("reference ")],
            systems={role.removeprefix("system "): text for role, text in texts.items() if role.startswith("system ")},
            sources=texts.get("sources"),
            documents=texts.get("documents"),
            encoding=encoding,
            empty_reference=reading["empty_reference"],
            raw=reading.get("raw", False),
        )
    brought = {f"system {name}": output.parses for name, output in (made or {}).items()}
    parses: dict[str, Any] = {key: parses for key, parses in brought.items() if parses is not None}
    alignments: dict[str, AnnotationFile[Any]] = {}
    for check in inputs:
        if check.role.startswith("parses of "):
            key = check.role.removeprefix("parses of ")
            parses[key] = read_parses(check.path, text_of(data, key), encoding=encoding)
        elif check.role.startswith("alignments of "):
            linked = read_word_alignments(check.path, first_number=0, encoding=encoding)
            alignments[check.role.removeprefix("alignments of ")] = linked.annotation(data.n_segments)
    return data.annotated(parses=parses, alignments=alignments) if parses or alignments else data


def _of_tables(inputs: Sequence[InputCheck], reading: Mapping[str, Any]) -> TestSet:
    """Read the tables of the systems again; references without a column are files of their own."""
    systems = [check for check in inputs if check.role.startswith("system ")]
    paths = list(dict.fromkeys(_parts(check.path)[0] for check in systems))
    references = [check.path for check in inputs if check.role.startswith("reference ")]
    return TestSet.from_table(
        paths,
        references=[path for path in references if _parts(path)[1] is None],
        names=[check.role.removeprefix("system ") for check in systems] if len(paths) == len(systems) else None,
        encoding=reading["encoding"],
        **reading["table"],
    )


def _parts(path: str) -> tuple[str, str | None]:
    """Split the path of a column of a file; a file of just that name is a file."""
    match = None if os.path.exists(path) else _COLUMN.fullmatch(path)
    return (match[1], match[2]) if match else (path, None)


def _found(name: str, base: Path | None) -> str:
    """Say where an input is now: at its path from the base, or there by its name alone."""
    if base is None:
        return name
    match = _COLUMN.fullmatch(name)
    file = match[1] if match else name
    places = [os.path.join(base, file), os.path.join(base, os.path.basename(file))]  # an absolute path stays itself
    return next((place for place in places if os.path.exists(split_column(place)[0])), places[-1]) + name[len(file) :]


def _sha256(path: str) -> str | None:
    try:
        return read_content(path).sha256 if path != "-" else None
    except DataError:
        return None
