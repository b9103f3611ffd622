"""What is resampled: documents where they are known, else segments."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import SpecError, unknown_name
from steelyard.types import Measurement, TestSet

__all__ = ["BOOTSTRAPPED", "INTERVALS", "Interval", "Units", "choose_interval", "choose_units"]

BOOTSTRAPPED = ("percentile", "basic", "normal", "bca")  # intervals that resample
INTERVALS = (*BOOTSTRAPPED, "jackknife", "delta", "student")

Interval = tuple[float, float] | None  # None where a single unit says nothing about spread


@dataclass(frozen=True, slots=True)
class Units:
    """Measurements over the units that are resampled.

    Attributes
    ----------
    name : {"document", "segment"}
        What a unit is.
    measurements : tuple of Measurement
        With one row of statistics a unit.
    """

    name: str
    measurements: tuple[Measurement, ...]

    @property
    def n(self) -> int:
        """Number of units."""
        return self.measurements[0].statistics.n_units


def choose_units(test_set: TestSet, measurements: Sequence[Measurement], unit: str | None) -> Units:
    """Sum segments to documents, unless there are none or segments are asked for.

    Parameters
    ----------
    test_set : TestSet
        With or without documents.
    measurements : sequence of Measurement
        Over segments.
    unit : {"document", "segment"} or None
        None takes documents where they are known: segments of one document are not independent.

    Returns
    -------
    Units
        What inference works on.

    Raises
    ------
    SpecError
        There is no such unit, or there are no documents.
    """
    if unit not in (None, "document", "segment"):
        raise unknown_name("unit", str(unit), ["document", "segment"])
    documents = None if unit == "segment" else test_set.document_codes()
    if documents is None:
        if unit == "document":
            raise SpecError("The unit is the document, but no documents are given. Give one document id per segment.")
        return Units("segment", tuple(measurements))
    return Units("document", tuple(measurement.by_document(documents) for measurement in measurements))


def choose_interval(interval: str | None, n_units: int) -> str:
    """Settle the kind of interval.

    Parameters
    ----------
    interval : {"percentile", "basic", "normal", "bca", "jackknife", "delta", "student"} or None
        None takes the one that holds its coverage at this size.
    n_units : int
        Segments or documents.

    Returns
    -------
    str
        One of `INTERVALS`.

    Raises
    ------
    SpecError
        There is no such interval.
    """
    if interval is not None and interval not in INTERVALS:
        raise unknown_name("interval", str(interval), INTERVALS)
    if interval is not None:
        return interval
    from steelyard.inference import FEW_UNITS  # not needed for scores alone

    return "jackknife" if n_units < FEW_UNITS else "percentile"
