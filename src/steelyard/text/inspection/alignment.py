"""Lines that belong to other segments: shifted, reversed, shuffled, or of another test set.

Lines are compared by their character n-grams, hashed into bits: matching translations share far more of them than two
lines of the same language do, and a thousand lines are compared at eleven offsets in milliseconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check

__all__ = ["UNRELATED", "Signatures", "comparable", "is_comparable", "signatures", "similarity"]

Bits = NDArray[np.uint8]
Floats = NDArray[np.float64]

_BITS_LOG2 = 11
_BITS = 2**_BITS_LOG2  # a line of 150 characters sets one in fourteen: two lines share few by chance
_BLOCK = 4096  # lines whose bits are set at once: 8 MB
_COMMON = 0.25  # n-grams that stand in so many lines say nothing about which line it is
_OFFSETS = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)
_FEWEST = 5  # lines in a row: fewer may be a sentence that was moved, which is a translator's right
_GAIN = 0.12  # in similarity of a line: matching pairs gain 0.2 to 0.6, others lose as much
_SURE = 5.0  # standard errors above chance
_RELATED = 3.0  # standard errors; whole systems of real campaigns are at 10 and more
_FEWEST_TO_RELATE = 20
_FEWEST_TO_SAY_SO = 100  # the weakest systems of campaigns need as many; in fewer, lines must match elsewhere
_SAMPLE = 40
UNRELATED = "its lines are not more similar to the same lines of the first reference than to other lines"
_SPACES = " \t\xa0\u3000\u202f"
_ONES = np.unpackbits(np.arange(2**16, dtype=np.uint16).view(np.uint8).reshape(-1, 2), axis=1).sum(1, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Signatures:
    """Bits of every line, and how many are set."""

    bits: Bits
    sizes: Floats

    def masked(self, mask: Bits) -> "Signatures":
        """Keep the bits of a mask."""
        return _sized(self.bits & mask)


def _sized(bits: Bits) -> Signatures:
    return Signatures(bits, _ones(bits))


def _ones(bits: Bits) -> Floats:
    """Count the bits of every row: eight bytes at a time, or two where NumPy is of 2023."""
    if hasattr(np, "bitwise_count"):
        return np.asarray(np.bitwise_count(bits.view(np.uint64)).sum(axis=1, dtype=np.uint16), dtype=np.float64)
    return np.asarray(_ONES[bits.view(np.uint16)].sum(axis=1, dtype=np.int32), dtype=np.float64)


def signatures(text: InspectedText, n: int) -> Signatures:
    """Hash the character n-grams of every line, without spaces and case."""
    rows = [_bits(text.lines[start : start + _BLOCK], n) for start in range(0, len(text.lines), _BLOCK)]
    return _sized(np.concatenate(rows) if rows else np.zeros((0, _BITS // 8), dtype=np.uint8))


def _bits(lines: tuple[str, ...], n: int) -> Bits:
    joined = "\n".join(lines).lower() + "\n"
    if joined.count("\n") > len(lines):  # some hold line ends of their own
        joined = "\n".join(line.replace("\n", " ") for line in lines).lower() + "\n"
    for space in _SPACES:
        joined = joined.replace(space, "")
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    is_end = codes == ord("\n")
    line = np.cumsum(is_end)
    dense = np.zeros(len(lines) * _BITS, dtype=np.bool_)
    n_grams = len(codes) - n + 1
    if n_grams > 0:
        hashed = codes[:n_grams].copy()
        for i in range(1, n):
            hashed *= np.uint32(0x9E3779B1)
            hashed += codes[i : n_grams + i]
        hashed ^= hashed >> np.uint32(15)
        hashed *= np.uint32(0x85EBCA6B)
        hashed >>= np.uint32(32 - _BITS_LOG2)
        within = (line[:n_grams] == line[n - 1 :]) & ~is_end[n - 1 :]
        dense[(line[:n_grams] * _BITS + hashed)[within]] = True
    return np.packbits(dense.reshape(len(lines), _BITS), axis=1)


def similarity(a: Signatures, b: Signatures) -> Floats:
    """Return Dice's coefficient of lines side by side; 0 for two empty ones."""
    return np.asarray(2 * _ones(a.bits & b.bits) / np.maximum(a.sizes + b.sizes, 1.0))


@dataclass(frozen=True, slots=True)
class _Match:
    """How a text lies beside the first reference."""

    blocks: tuple[tuple[int, int, int], ...]  # offset, first row, row after the last
    is_reversed: bool = False
    is_unrelated: bool = False
    is_shuffled: bool = False

    @property
    def is_fine(self) -> bool:
        return not (self.blocks or self.is_reversed or self.is_unrelated)


def comparable(data: InspectedSet) -> list[InspectedText]:
    """Return the systems that can be compared with the references line by line."""
    return [system for system in data.whole if is_comparable(data, system)]


def is_comparable(data: InspectedSet, system: InspectedText) -> bool:
    """Say whether the lines of a system belong to those of the references."""
    return _match(data, system).is_fine


@check("alignment", "lines that belong to other segments: shifted, reversed, shuffled, of another test set")
def alignment(data: InspectedSet) -> Iterator[Observation]:
    """Compare every text of the references' language with the first reference."""
    for text in (*data.references[1:], *data.systems):
        found = _match(data, text)
        if found.is_unrelated:
            what = "the same segments as the first reference, in another order" if found.is_shuffled else UNRELATED
            yield Observation(
                "error", text, what,
                "Give files of the same test set and language, with the segments in the same order. If they are, the "
                "output is not a translation of the source: read some lines.",
            )  # fmt: skip
        elif found.is_reversed:
            yield Observation(
                "error", text, "the lines are in reverse order", "Reverse the file, for example with `tac`."
            )
        elif found.blocks:
            places = [_place(text, *block) for block in found.blocks[:2]]
            yield Observation(
                "error", text, "shifted: " + ", ".join(places) + (", and more" if len(found.blocks) > 2 else ""),
                "Just before that line a line is missing (n + 1) or one is too many (n - 1). Put it right, or make the "
                "output again: every score from there on compares different segments.",
                [row for _, first, last in found.blocks for row in range(first, last)],
            )  # fmt: skip


def _place(text: InspectedText, offset: int, first: int, last: int) -> str:
    end = "on" if last > len(text.lines) - _FEWEST else f"to {text.row_of(last - 1) + 1:,}"
    sign = "+" if offset > 0 else "-"
    return f"from about line {text.row_of(first) + 1:,} {end}, line n fits the reference's n {sign} {abs(offset)}"


def _match(data: InspectedSet, text: InspectedText) -> _Match:
    key = f"alignment:{text.role}:{text.name}"
    if key not in data.memory:
        data.memory[key] = _compute_match(data, text)
    found = data.memory[key]
    assert isinstance(found, _Match)  # noqa: S101  # what was stored a line above
    return found


def _reference_signatures(data: InspectedSet) -> tuple[Signatures, Bits, int]:
    """Return the first reference's bits, the mask of n-grams that tell lines apart, and their length."""
    if "signatures" not in data.memory:
        n = 2 if data.references[0].is_spaceless else 4
        plain = signatures(data.references[0], n)
        shares = np.unpackbits(plain.bits[:: max(1, len(plain.bits) // _BLOCK)], axis=1).mean(axis=0)
        mask = np.packbits(shares < _COMMON)
        data.memory["signatures"] = (plain.masked(mask), mask, n)
    return data.memory["signatures"]  # type: ignore[return-value]


def _compute_match(data: InspectedSet, text: InspectedText) -> _Match:
    if not text.lines or not data.n_segments or not data.references:
        return _Match(())
    reference, mask, n = _reference_signatures(data)
    own = signatures(text, n).masked(mask)
    here = _at_offset(own, reference, 0)
    n_both = min(len(text.lines), data.n_segments)
    told = (own.sizes[:n_both] > 0) & (reference.sizes[:n_both] > 0)
    blocks = _blocks(own, reference, np.nan_to_num(here))
    if blocks:
        return _Match(blocks)
    if told.sum() < _FEWEST_TO_RELATE:
        return _Match(())
    turned = Signatures(reference.bits[::-1], reference.sizes[::-1])
    if len(text.lines) == data.n_segments and _gain(similarity(own, turned)[told] - here[:n_both][told]) > _SURE:
        return _Match((), is_reversed=True)
    far = np.mean([_cyclic(own, reference, n_both, share) for share in (0.29, 0.43, 0.61)], axis=0)
    if _gain((here[:n_both] - far)[told]) < _RELATED:
        is_shuffled = _is_shuffled(own, reference)
        return _Match((), is_unrelated=is_shuffled or bool(told.sum() >= _FEWEST_TO_SAY_SO), is_shuffled=is_shuffled)
    return _Match(())


def _at_offset(own: Signatures, reference: Signatures, offset: int) -> Floats:
    """Return the similarity of row i with the reference's row i + offset, NaN where there is none."""
    found = np.full(len(own.bits), np.nan)
    first, last = max(0, -offset), min(len(own.bits), len(reference.bits) - offset)
    if first < last:
        found[first:last] = similarity(
            Signatures(own.bits[first:last], own.sizes[first:last]),
            Signatures(reference.bits[first + offset : last + offset], reference.sizes[first + offset : last + offset]),
        )
    return found


def _cyclic(own: Signatures, reference: Signatures, n: int, share: float) -> Floats:
    rows = (np.arange(n) + max(1, int(share * n))) % n
    return similarity(Signatures(own.bits[:n], own.sizes[:n]), Signatures(reference.bits[rows], reference.sizes[rows]))


def _gain(values: Floats) -> float:
    """Return the mean in standard errors."""
    spread = values.std(ddof=1) if len(values) > 1 else 0.0
    if spread == 0:
        return float(np.sign(values.mean()) * np.inf) if len(values) and values.mean() else 0.0
    return float(values.mean() / spread * np.sqrt(len(values)))


def _blocks(own: Signatures, reference: Signatures, here: Floats) -> tuple[tuple[int, int, int], ...]:
    """Find, for each offset, the run of lines that gains most by it, and keep those that chance does not make."""
    found = []
    for offset in _OFFSETS:
        there = _at_offset(own, reference, offset)
        gains = np.where(np.isnan(there), -1.0, there - here) - _GAIN / 2  # a line must earn its place in the run
        sums = np.concatenate([[0.0], np.cumsum(gains)])
        lowest = np.minimum.accumulate(sums)
        last = int(np.argmax(sums - lowest))
        first = int(np.argmin(sums[: last + 1]))
        run = (there - here)[first:last]
        if last - first >= _FEWEST and run.mean() > _GAIN and _gain(run) > _SURE:
            found.append((float(run.sum()), offset, first, last))
    kept: list[tuple[int, int, int]] = []
    for _, offset, first, last in sorted(found, reverse=True):
        if all(last <= other[1] or first >= other[2] for other in kept):
            kept.append((offset, first, last))
    return tuple(sorted(kept, key=lambda block: block[1]))


def _is_shuffled(own: Signatures, reference: Signatures) -> bool:
    """Whether most sampled lines have one line in the whole reference that is far more like them than others."""
    rows = np.unique(np.linspace(0, len(own.bits) - 1, _SAMPLE).astype(np.int64))
    n_found = 0
    for row in rows:
        one = Signatures(own.bits[row : row + 1], own.sizes[row : row + 1])
        likeness = similarity(one, reference)
        n_found += bool(likeness.max() > likeness.mean() + 0.2)
    return n_found > len(rows) / 2
