"""What each column of a file was taken for, in one line: the same words for scores and for ratings."""

from collections.abc import Mapping, Sequence

__all__ = ["column_said", "columns_said"]

_MOST = 12  # columns that are named, of those that are not used


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
