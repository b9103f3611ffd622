"""What is said of files that were given as texts and are none: what they hold, and what reads it."""

from collections.abc import Mapping, Sequence

from steelyard.files.given_text import shown_path
from steelyard.files.structure import Structure
from steelyard.types.table_columns import ROLES

__all__ = ["refusal_of"]

_SHOWN = 8  # keys or columns that a message names
_COLUMN = "give a file with a segment per line, or a column of a table as FILE:COLUMN"


def refusal_of(others: Mapping[str, tuple[str, Structure]], paths: Sequence[str], *, has_flags: bool = True) -> str:
    """Say what the first of these files is, and how all of them are read."""
    role, (path, found) = next(iter(others.items()))
    if not found.is_table:
        mend = found.mend if has_flags or "--" not in found.mend else _COLUMN
        return f"{shown_path(path)} is {found.what}, not text: {mend}."
    systems = [other for key, (other, _) in others.items() if key.startswith("system ")]
    kind = "keys" if "JSON" in found.what else "columns"
    shown = ", ".join(found.names[:_SHOWN]) + (" ..." if len(found.names) > _SHOWN else "")
    what = f"{shown_path(path)} is {found.what}, not text" + (f" ({kind}: {shown})" if shown else "")
    is_text = has_flags and found.names  # a file of bytes has no lines
    whole = "; --raw (in Python: raw=True) takes its lines as they stand." if is_text else "."
    if path == "-":
        return f"{what}. Save it in a file, and {'read that with --table' if has_flags else 'name its column'}{whole}"
    if not systems or not has_flags:
        column = next((_named(found.names, one) for one in _roles_of(role) if _named(found.names, one)), "COLUMN")
        return (
            f"{what}. Name the column that is the text, {path}:{column}, or give a file with a segment per line{whole}"
        )
    structure = next(one for key, (_, one) in others.items() if key.startswith("system "))
    return f"{what}. Read it with {_command(systems, structure.names, others, paths)}{whole}"


def _command(systems: Sequence[str], names: Sequence[str], others: Mapping[str, object], paths: Sequence[str]) -> str:
    """Spell the flags that read the tables of these systems."""
    output, reference = _named(names, "output"), _named(names, "reference")
    flags = ["--table", *map(_quoted, systems)]
    if output:
        flags += ["--field", output]
    else:
        known = {_named(names, role) for role in ROLES}
        rest = [name for name in names if name not in known]
        flags += ["--systems", *map(_quoted, rest[:3])] if rest else ["--field", "COLUMN"]
    if reference:
        flags += ["--reference", reference]
    elif names and "reference 1" not in others:
        flags.insert(0, _quoted(paths[0]))
    return " ".join(flags)


def _quoted(word: str) -> str:
    return f"'{word}'" if " " in word else word


def _roles_of(role: str) -> tuple[str, ...]:
    if role == "sources":
        return ("source",)
    return ("reference", "output")


def _named(names: Sequence[str], role: str) -> str:
    """Return the column whose name says its role, "" if none does."""
    by_lower = {name.lower(): name for name in names}
    return next((by_lower[name] for name in ROLES[role] if name in by_lower), "")
