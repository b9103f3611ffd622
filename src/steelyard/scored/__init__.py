"""A test set, counted: the one value that every question on texts takes, and what such questions share."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.scored.counted import Counted, count

if TYPE_CHECKING:
    from steelyard.scored.sampling import Sampling

__all__ = ["Counted", "Sampling", "count"]

__getattr__ = from_homes(__name__, {"sampling": ["Sampling"]})


def __dir__() -> list[str]:
    return sorted(__all__)
