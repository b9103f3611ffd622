"""What each column of a file was taken for: the same words for texts, scores and ratings, on every way out."""

from collections.abc import Mapping, Sequence

from steelyard.files.told import Taken

__all__ = ["column_said", "columns_said", "columns_taken"]

_MOST = 12  # columns that are named, of those that are not used


def columns_taken(path: str, used: Mapping[str, str | Sequence[str]], names: Sequence[str]) -> Taken:
    """Say of a table which columns were taken for what, as their names say, and that the others are not used.

    Parameters
    ----------
    path : str
        Of the file.
    used : mapping of str to str or sequence of str
        Columns by role; empty for a role that the file does not have.
    names : sequence of str
        All columns.
    """
    roles = {role: [given] if isinstance(given, str) else list(given) for role, given in used.items() if given}
    known = {name for columns in roles.values() for name in columns}
    not_used = {name: "" for name in names if name not in known}
    parts = [f"{role} = {', '.join(map(column_said, columns))}" for role, columns in roles.items()]
    return Taken(columns_said(parts, not_used), path, roles, not_used)


def column_said(name: str) -> str:
    """Name a column, one without a name too.

    Examples
    --------
    >>> from steelyard.reading.said import column_said
    >>> column_said("model"), column_said("")
    ('model', 'the column without a name')
    """
    return name or "the column without a name"


def columns_said(taken: Sequence[str], not_used: Mapping[str, str]) -> str:
    """Say what columns were taken for, and which are not used.

    Parameters
    ----------
    taken : sequence of str
        Such as ``"item = question_id"``.
    not_used : mapping of str to str
        Other columns, and what each is; ``""`` where there is nothing to say.

    Examples
    --------
    >>> from steelyard.reading.said import columns_said
    >>> columns_said(["item = id", "score = accuracy"], {"tokens": "a count", "note": ""})
    'item = id, score = accuracy; not used: tokens (a count), note'
    """
    others = [f"{column_said(name)}{f' ({what})' if what else ''}" for name, what in not_used.items()]
    more = f" and {len(others) - _MOST} more" if len(others) > _MOST else ""
    return ", ".join(taken) + (f"; not used: {', '.join(others[:_MOST])}{more}" if others else "")
