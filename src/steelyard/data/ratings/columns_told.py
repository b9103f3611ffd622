"""What each column of a file was taken for, in one line."""

from collections.abc import Mapping, Sequence

from steelyard.files.told import tell

__all__ = ["tell_columns"]

_WORDS = {"line": "item", "id": "item", "place": "item in its document", "kind": "type of item"}
_MOST = 12  # columns that are named, of those that are not used


def tell_columns(path: str, used: Mapping[str, str], names: Sequence[str]) -> None:
    """Tell what was read from which column, and which columns were not used.

    Parameters
    ----------
    path : str
        Of the file.
    used : mapping of str to str
        Column by role; "" for a role that the file does not have.
    names : sequence of str
        All columns.
    """
    used = {role: name for role, name in used.items() if name}
    taken = ", ".join(f"{_WORDS.get(role, role)} = {name}" for role, name in used.items())
    others = [name or "(without a name)" for name in names if name not in used.values()]
    more = f" and {len(others) - _MOST} more" if len(others) > _MOST else ""
    unused = f"; not used: {', '.join(others[:_MOST])}{more}" if others else ""
    tell(f"{path}: {taken}{unused}")
