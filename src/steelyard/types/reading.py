"""What was read of a file or a frame, as every door takes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import SpecError
from steelyard.reprs import describe

__all__ = ["Reading", "value_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A file or a frame, read."""

    kind: str  # ``"texts"``, ``"a table of texts"``, ``"scores"`` or ``"ratings"``
    value: Any  # what it holds, by its kind
    # The columns that were taken for each role; empty where there are no columns.
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    not_used: Mapping[str, str] = field(default_factory=dict)  # other columns, and what each is, where that is known
    notes: tuple[str, ...] = ()  # what one should know of how it was read, a sentence each without its full stop
    given: Any = None  # as it was given
    how: Mapping[str, Any] = field(default_factory=dict)  # what was said of it, as the reader of its kind takes it

    def __repr__(self) -> str:
        return describe(self, self.kind, *(f"{role} = {', '.join(names)}" for role, names in self.roles.items()))


def value_of(given: Any, kind: str = "") -> Any:
    """Return what was read, where something was; a door that takes one `kind` of input refuses the others."""
    if not isinstance(given, Reading):
        return given
    if kind and given.kind != kind:
        raise SpecError(f"This takes {kind}, and what was read is of another kind: {given.kind}.")
    return given.value
