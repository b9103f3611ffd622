"""How lines came to be rated."""

from dataclasses import dataclass
from typing import Any

from steelyard.errors import SpecError, unknown_name

__all__ = ["RatedLinesDesign"]

_WORDS = ("random", "documents", "weights")


@dataclass(frozen=True, slots=True)
class RatedLinesDesign:
    """How lines came to be rated.

    Examples
    --------
    >>> from steelyard.ratings.sampling import RatedLinesDesign
    >>> RatedLinesDesign.parse("weights:probability")
    RatedLinesDesign(kind='weights', column='probability')
    """

    kind: Any  # as `steelyard.human.planning.prediction_powered` takes it
    column: str = ""  # for weights: the column of chances

    @classmethod
    def parse(cls, text: str | None) -> "RatedLinesDesign | None":
        """Read ``random``, ``documents`` or ``weights:COLUMN``; None stays None."""
        if text is None:
            return None
        kind, separator, column = text.partition(":")
        if kind not in _WORDS:
            raise unknown_name("sampling", text, ["random", "documents", "weights:COLUMN"])
        if bool(column) != (kind == "weights") or bool(separator) != (kind == "weights"):
            raise SpecError("Chances are named as weights:COLUMN; random and documents have none.")
        return cls(kind, column)
