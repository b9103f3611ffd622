"""What was read of a file or a frame, as every door takes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import SpecError
from steelyard.reprs import told

__all__ = ["Reading", "value_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A file or a frame, read.

    Attributes
    ----------
    kind : str
        ``"texts"``, ``"a table of texts"``, ``"scores"`` or ``"ratings"``.
    value : TextFile, TestSet, ItemScores or Judgements
        What it holds, by its kind.
    roles : mapping of str to tuple of str
        The columns that were taken for each role; empty where there are no columns.
    not_used : mapping of str to str
        Other columns, and what each is, where that is known.
    notes : tuple of str
        What one should know of how it was read, a sentence each without its full stop.
    given : object
        As it was given.
    how : mapping of str to object
        What was said of it, as the reader of its kind takes it.
    """

    kind: str
    value: Any
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    not_used: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    given: Any = None
    how: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return told(self, self.kind, *(f"{role} = {', '.join(names)}" for role, names in self.roles.items()))


def value_of(given: Any, kind: str = "") -> Any:
    """Return what was read, where something was; a door that takes one `kind` of input refuses the others.

    Raises
    ------
    SpecError
        It is of another kind.
    """
    if not isinstance(given, Reading):
        return given
    if kind and given.kind != kind:
        raise SpecError(f"This takes {kind}, and what was read is of another kind: {given.kind}.")
    return given.value
