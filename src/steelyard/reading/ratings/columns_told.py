"""What each column of a file was taken for, in one line."""

from collections.abc import Mapping, Sequence

from steelyard.files.told import columns_taken, tell

__all__ = ["tell_columns"]

_WORDS = {"line": "item", "id": "item", "place": "item in its document", "kind": "type of item"}


def tell_columns(path: str, used: Mapping[str, str], names: Sequence[str]) -> None:
    """Tell what was read from which column, and which columns were not used.

    `used`: column by role; "" for a role that the file does not have.
    """
    tell(columns_taken(path, {_WORDS.get(role, role): name for role, name in used.items()}, names))
