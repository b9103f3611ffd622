"""Scores alone as Python has them: files, frames and mappings of columns."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.files.records import Records
from steelyard.types.table_columns import records_of_frame

__all__ = ["given_scores"]


def given_scores(scores: Any) -> list[str | tuple[str, Records]]:
    """Say of each file and frame what its metric is called, where a key says it."""
    if isinstance(scores, Mapping) and any(_is_file(one) or _is_frame(one) for one in scores.values()):
        return [
            f"{name}={os.fspath(one)}" if _is_file(one) else (str(name), records_of_frame(one))
            for name, one in scores.items()
        ]
    if _is_file(scores):
        return [os.fspath(scores)]
    if isinstance(scores, Sequence) and scores and all(map(_is_file, scores)):
        return [os.fspath(one) for one in scores]
    return [("", records_of_frame(scores))]


def _is_file(one: object) -> bool:
    return isinstance(one, str | os.PathLike)


def _is_frame(one: object) -> bool:
    """Whether it has columns, so that it is none."""
    is_rows = isinstance(one, Sequence) and bool(one) and isinstance(one[0], Mapping)
    return is_rows or isinstance(one, Mapping) or hasattr(one, "columns") or hasattr(one, "column_names")
