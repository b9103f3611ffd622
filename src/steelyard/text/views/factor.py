"""A column of a token-annotated text, as Moses's factored text has them."""

import re

from steelyard.errors import SpecError
from steelyard.text.views.base import View, ViewKind

__all__ = ["FACTOR"]


def _make(argument: str) -> View:
    match = re.fullmatch(r"([1-9][0-9]{0,2})(?::(\S+))?", argument)
    if match is None:
        raise SpecError(
            f"Cannot read the view 'factor:{argument}': write factor:K, with K from 1, or factor:K:SEPARATOR where "
            "columns are not separated by |."
        )
    k, separator = int(match[1]) - 1, match[2] or "|"

    def column(token: str) -> str | None:
        columns = token.split(separator, k + 1)
        return columns[k] if k < len(columns) else None

    return View(f"factor:{argument}", of_token=column, makes_words=True)


FACTOR = ViewKind(
    "factor:K",
    "column K, from 1, of every white-space separated token of a text such as `form|lemma|tag`, before anything else "
    "is done to it (`tokenize=none` keeps the columns whole); `factor:K:SEPARATOR` for another mark than `|`",
    _make,
)
