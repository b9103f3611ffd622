"""Scores alone as people give them: files, frames and mappings of columns, and how they are meant."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import unknown_name
from steelyard.files.records import Records
from steelyard.types.table_columns import records_of_frame

__all__ = ["ITEM_ROLES", "HowScores", "given_scores"]

_FILE = (str, os.PathLike)
ITEM_ROLES = ("item", "system", "document", "subset", "reason", "score")


@dataclass(frozen=True, slots=True)
class HowScores:
    """What somebody says of scores that stand alone; `steelyard.evaluate_scores` describes it."""

    columns: Mapping[str, str] = field(default_factory=dict)  # by a role of `ITEM_ROLES`, as names do not say it
    names: Sequence[str] | None = None  # of the systems, where each has a file; else those to keep
    systems: Sequence[str] | None = None
    metrics: Sequence[str] | None = None
    documents: str | Sequence[str] | None = None  # a file, or ``FILE:COLUMN``; or the document of each item itself
    subsets: str | Sequence[str] | None = None
    repeats: str = "refuse"
    items_in_columns: bool = False
    no_answer: Sequence[str] = ()
    lower_is_better: Sequence[str] = ()
    higher_is_better: Sequence[str] = ()
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        """Refuse roles that no table of scores has."""
        if odd := [role for role in self.columns if role not in ITEM_ROLES]:
            raise unknown_name("role of a column of scores:", odd[0], list(ITEM_ROLES))


def given_scores(scores: Any) -> list[str | tuple[str, Records]]:
    """Say of each file and frame what its metric is called, where a key says it."""
    if isinstance(scores, Mapping) and any(isinstance(one, _FILE) or _is_frame(one) for one in scores.values()):
        return [
            f"{name}={os.fspath(one)}" if isinstance(one, _FILE) else (str(name), records_of_frame(one))
            for name, one in scores.items()
        ]
    files = [scores] if isinstance(scores, _FILE) else scores
    if isinstance(files, Sequence) and files and all(isinstance(one, _FILE) for one in files):
        return [os.fspath(one) for one in files]
    return [("", records_of_frame(scores))]


def _is_frame(one: object) -> bool:
    """Whether it has columns, so that it is none."""
    is_rows = isinstance(one, Sequence) and bool(one) and isinstance(one[0], Mapping)
    return is_rows or isinstance(one, Mapping) or hasattr(one, "columns") or hasattr(one, "column_names")
