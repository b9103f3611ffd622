"""What is resampled: documents where they are known, else segments; or blocks of neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import INTERVALS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.results.method import MethodOfUnits
from steelyard.scored.reference_words import segment_sizes
from steelyard.types import Layout, Measurement, word_for_layout

if TYPE_CHECKING:
    from steelyard.inference import Rates

__all__ = ["Interval", "Units", "check_exact", "choose_intervals", "choose_units", "unit_of"]


Interval = tuple[float, float] | None  # None where a single unit says nothing about spread
_BLOCK = "block:"
_EXACT = 2.0**53


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """Measurements over the units that are resampled."""

    name: str  # what a unit is; an item is a segment that has no text
    measurements: tuple[Measurement, ...]  # with one row of statistics per unit
    test_set: Layout  # what they are units of
    # Shape (segments,): the unit of each segment, from 0; None where each segment is one.
    codes: NDArray[np.int64] | None = None
    segments: tuple[Measurement, ...] = ()  # the same over segments
    block_size: int | None = None  # segments of a block
    last_block_size: int | None = None  # segments of the last one, which may be shorter
    members: NDArray[np.int64] | None = None  # places of the segments in the test set, where these are some of them

    @property
    def is_single(self) -> bool:
        """Whether each segment is a unit."""
        return self.codes is None

    @property
    def n(self) -> int:
        """Number of units."""
        return self.measurements[0].statistics.n_units

    @property
    def of_segments(self) -> NDArray[np.int64]:
        """The unit of each segment, from 0."""
        return np.arange(self.n) if self.codes is None else self.codes

    def rates(self) -> "list[Rates | None]":
        """Give the measurements whose scores are rates as such; None in the place of others."""
        from steelyard.inference import rates_of  # not needed for scores alone

        if word_for_layout(self.test_set) in ("block", "document"):  # sums, which do not show what segments score
            return [None if one.trial is None else rates_of(one, self.codes) for one in self.segments]
        return [rates_of(one, self.codes) for one in self.segments]

    def sizes(self) -> NDArray[np.float64]:
        """Count the words of each unit's references; its segments where there are no references."""
        sizes = segment_sizes(self.test_set)
        sizes = sizes if self.members is None else sizes[self.members]
        return np.bincount(self.of_segments, weights=sizes).astype(np.float64)

    def only(self, m: int, members: NDArray[np.int64] | None = None) -> "Units":
        """Return one of the measurements, of all segments or of those at some places."""
        if members is None:
            return replace(self, measurements=(self.measurements[m],), segments=(self.segments[m],))
        one = self.segments[m]
        part = replace(one, statistics=replace(one.statistics, values=one.statistics.values[:, members]))
        codes = None if self.codes is None else np.unique(self.codes[members], return_inverse=True)[1]
        over_units = part if codes is None else part.by_document(codes)
        return Units(self.name, (over_units,), self.test_set, codes, (part,), members=members)

    def n_effective(self) -> float:
        """Say how many units of equal size these are worth."""
        from steelyard.inference import effective_number  # not needed for scores alone

        return effective_number(self.sizes())

    def described(self) -> MethodOfUnits:
        """Say what the units are, as the method of a result does."""
        described: MethodOfUnits = {"unit": self.name, "n_units": self.n}
        if self.block_size is not None and self.last_block_size is not None:
            described["block_size"] = self.block_size
            described["last_block_size"] = self.last_block_size
        return described


def choose_units(test_set: Layout, measurements: Sequence[Measurement], unit: str | None) -> Units:
    """Sum segments to documents, unless there are none or segments or blocks are asked for.

    None takes documents where they are known: segments of one document are not independent. ``"block:10"`` takes ten
    consecutive segments for one unit, whatever the documents; a last shorter block is kept.
    """
    word = word_for_layout(test_set)
    if word in ("block", "document") and unit not in (None, word):
        raise SpecError(
            f"The statistics are sums of {word}s: no other unit can be had of them, and {unit!r} is asked for."
        )
    if isinstance(unit, str) and unit.startswith(_BLOCK):
        return _choose_blocks(test_set, measurements, unit)
    if unit not in (None, "document", "segment", "item", word):
        raise unknown_name("unit", str(unit), ["document", "segment", f"{_BLOCK}K"])
    documents = None if unit in ("segment", "item", "block") else test_set.document_codes()
    if documents is None:
        if unit == "document":
            raise SpecError(f"The unit is the document, but no documents are given. Give one document id per {word}.")
        return Units(word, tuple(measurements), test_set, None, tuple(measurements))
    by_document = tuple(measurement.by_document(documents) for measurement in measurements)
    return Units("document", by_document, test_set, documents, tuple(measurements))


def _choose_blocks(test_set: Layout, measurements: Sequence[Measurement], unit: str) -> Units:
    n_segments = test_set.n_segments
    from steelyard.files.parsing import is_whole  # few ask for blocks

    size = unit.removeprefix(_BLOCK)
    if not (is_whole(size, 1) and int(size) <= n_segments):
        raise SpecError(
            f"Cannot take {unit!r} as the unit: write {_BLOCK}K with a number of {word_for_layout(test_set)}s from 1 "
            f"to {n_segments}."
        )
    n = int(size)
    codes = np.arange(n_segments, dtype=np.int64) // n
    blocks = tuple(measurement.by_document(codes) for measurement in measurements)
    for measurement in blocks:
        check_exact(measurement, f"blocks of {n}")
    return Units("block", blocks, test_set, codes, tuple(measurements), n, n_segments - n * int(codes[-1]))


def check_exact(measurement: Measurement, what: str) -> None:
    """Refuse units so large that the sums of some resample could pass 2**53."""
    values = measurement.statistics.values
    if float(np.abs(values).max(initial=0)) * values.shape[1] >= _EXACT:
        raise DataError(f"Resamples of {what} could pass 2**53 under {measurement.label}: rescale the scores.")


def choose_intervals(interval: str | None, n_effective: float) -> tuple[str, str]:
    """Settle the kind of interval of scores, and that of their differences; both are of `INTERVALS`.

    None takes what holds its coverage: for differences the jackknife, for scores the jackknife below 40 units of equal
    size (`Units.n_effective`) and the percentile bootstrap from there on.
    """
    if interval is not None and interval not in INTERVALS:
        raise unknown_name("interval", str(interval), INTERVALS)
    if interval is not None:
        return interval, interval
    from steelyard.inference import FEW_UNITS  # not needed for scores alone

    return "jackknife" if n_effective < FEW_UNITS else "percentile", "jackknife"


def unit_of(method: Mapping[str, Any]) -> str:
    """Spell the unit of a stored result as `choose_units` takes it."""
    return f"block:{method['block_size']}" if "block_size" in method else str(method["unit"])
