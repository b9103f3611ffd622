"""What files are, and which command fits them: for `steelyard FILE ...`, where no command is named."""

import os
import re
import shlex
from collections.abc import Sequence

from steelyard.errors import SteelyardError
from steelyard.files.told import listening
from steelyard.reading.kinds import RATINGS, SCORES, TEXT_TABLE, TEXTS, kind_of_file
from steelyard.results.plurals import counted
from steelyard.types.text_files import read_text

__all__ = ["say_of_files"]

_RESULT, _CAMPAIGN = "a stored result", "a list of tasks"
_ROLES = (
    ("reference", re.compile(r"refs?|references?|gold|target|tgt", re.IGNORECASE)),
    ("source", re.compile(r"src|sources?|input", re.IGNORECASE)),
    ("documents", re.compile(r"docs?|documents?|doc[-_]?ids?", re.IGNORECASE)),
)
_STORED = re.compile(rb'^\s*\{\s*"schema":\s*"steelyard\.')
_NAMES_A_LINE = 3


def say_of_files(paths: Sequence[str]) -> str:
    """Say what each file holds, and which command line fits all of them."""
    kinds = [_kind(path) for path in paths]
    lines = [f"{path}: {kind}{_further(path, kind)}" for path, kind in zip(paths, kinds, strict=True)]
    wanted, words = _fitting(paths, kinds)
    command = f"  {shlex.join(['steelyard', *words])}" if words else "  steelyard --help"
    return "\n".join([*lines, "", f"{wanted}:", command])


def _kind(path: str) -> str:
    if os.path.isdir(path):
        return SCORES
    if path.endswith(".toml"):
        return _CAMPAIGN
    with open(path, "rb") as file:
        if _STORED.match(file.read(200)):
            return _RESULT
    return kind_of_file(path)


def _further(path: str, kind: str) -> str:
    """Say how many lines a text has, or which columns were recognised; nothing where it cannot be read as it is."""
    if kind == TEXTS:
        role = _role(path)
        return f", {counted(len(read_text(path).lines), 'line')}" + (f" (named as {role})" if role else "")
    if kind in (_RESULT, _CAMPAIGN):
        return ""
    from steelyard.reading.desk import read  # needs all formats

    try:
        with listening():  # its notes would name flags of commands
            roles = read(path, kind=kind).roles
    except SteelyardError:
        return ""
    shown = [f"{role} = {_listed(names)}" for role, names in roles.items() if names]
    return f" ({'; '.join(shown)})" if shown else ""


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_A_LINE
    return ", ".join(names[:_NAMES_A_LINE]) + (f" and {more} more" if more > 0 else "")


def _role(path: str) -> str:
    stem = os.path.basename(path).split(".")[0]
    words = [word for word in re.split(r"[-_ \d]+", stem) if word]
    return next((role for role, pattern in _ROLES if any(map(pattern.fullmatch, words))), "")


def _fitting(paths: Sequence[str], kinds: Sequence[str]) -> tuple[str, list[str]]:
    """Return what can be asked of the files, and the command that asks it."""
    of = {kind: [path for path, own in zip(paths, kinds, strict=True) if own == kind] for kind in set(kinds)}
    if set(of) == {RATINGS}:
        return "Test which systems people prefer", ["human", *paths]
    if set(of) == {SCORES}:
        return "Rank the systems by these scores, and test which differ", ["board", *paths]
    if set(of) == {SCORES, RATINGS}:
        scores = [f"{_name(path)}={path}" for path in of[SCORES]]
        return (
            "Measure how far these scores agree with the ratings",
            ["meta", "--scores", *scores, "--ratings", *of[RATINGS]],
        )
    if set(of) == {TEXT_TABLE}:
        return "Score the systems of the table, and test which differ", ["compare", "--table", *paths]
    if set(of) == {_RESULT}:
        return "Compute it again from its inputs, and compare", ["check", "result", *paths]
    if set(of) == {_CAMPAIGN}:
        return "Compare systems over several tasks", ["board", "tasks", *paths]
    if set(of) == {TEXTS, RATINGS} and len(of[TEXTS]) > 1:
        _, words = _of_texts(of[TEXTS])
        return ("Measure how far metrics agree with the ratings", ["meta", *words[1:], "--ratings", *of[RATINGS]])
    if set(of) == {TEXTS}:
        return _of_texts(paths)
    return "No command takes these files together; give each kind alone, or choose a command", []


def _of_texts(paths: Sequence[str]) -> tuple[str, list[str]]:
    by_role: dict[str, list[str]] = {}
    for path in paths:
        by_role.setdefault(_role(path), []).append(path)
    references, outputs = by_role.get("reference", []), by_role.get("", [])
    if not references:
        references, outputs = outputs[:1], outputs[1:]
    documents = [flag for path in by_role.get("documents", [])[:1] for flag in ("--documents", path)]
    if not outputs:
        return "Score an output against a reference", ["score", *(references or ["REFERENCE"]), "-i", "OUTPUT"]
    first = "" if by_role.get("reference") else " (the first file is taken as the reference)"
    if len(outputs) == 1:
        return f"Score the output{first}", ["score", *references, "-i", *outputs]
    return f"Test which outputs differ{first}", ["compare", *references, "-i", *outputs, *documents]


def _name(path: str) -> str:
    return os.path.basename(path).split(".")[0] or "scores"
