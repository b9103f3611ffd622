"""Files that other programs write: readers and writers, one format = one file."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.data.resemblance import resembles

__all__ = ["resembles"]

__getattr__ = from_homes(__name__, {"resemblance": ["resembles"]})
