"""N-grams that one system gets and the other does not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import benjamini_hochberg, discordance_p_values, is_significant, smallest_p_value
from steelyard.questions.diff.answer import NgramRow
from steelyard.questions.diff.counts import GramCounts

__all__ = ["ngram_rows"]

_KINDS: tuple[Literal["matched", "extra"], ...] = ("matched", "extra")


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """The n-grams of one order and kind that some unit has not equally often in both outputs."""

    kind: Literal["matched", "extra"]
    counts: GramCounts
    gram: NDArray[np.int64]
    totals: NDArray[np.int64]  # of references, A and B, shape (3, P)
    units: NDArray[np.int64]  # with more of A, and of B, shape (2, P)


def ngram_rows(
    orders: Sequence[GramCounts], unit_codes: NDArray[np.int64], *, top: int, alpha: float
) -> tuple[list[NgramRow], int, int]:
    """Test every n-gram in which the systems differ, and keep the `top` clearest of each kind for either side.

    What cannot reach alpha with so few units is not tested. Also count the n-grams that were tested, and those of them
    with an adjusted p up to alpha.
    """
    parts = [_of_kind(counts, kind, unit_codes) for kind in _KINDS for counts in orders]
    p_values = discordance_p_values(*np.concatenate([part.units for part in parts], axis=1))
    n_units = np.concatenate([part.units.sum(axis=0) for part in parts])
    is_tested = np.array([smallest_p_value(int(n)) <= alpha for n in n_units], dtype=np.bool_)
    adjusted = np.full(len(p_values), np.nan)
    if is_tested.any():
        adjusted[is_tested] = benjamini_hochberg(p_values[is_tested])
    rows: list[NgramRow] = []
    start = 0
    for kind in _KINDS:
        members: list[NgramRow] = []
        for part in (part for part in parts if part.kind == kind):
            end = start + len(part.gram)
            members += _clearest(part, p_values[start:end], adjusted[start:end], top)
            start = end
        for side in ("system", "against"):
            rows += sorted((row for row in members if row.more == side), key=_clarity)[:top]
    return rows, int(is_tested.sum()), int(is_significant(adjusted[is_tested], alpha).sum())


def _of_kind(counts: GramCounts, kind: Literal["matched", "extra"], unit_codes: NDArray[np.int64]) -> _Tested:
    a, b = counts.matched() if kind == "matched" else counts.extra()
    n_units = int(unit_codes.max()) + 1
    differs = a != b
    keys, place = np.unique(counts.gram[differs] * n_units + unit_codes[counts.segment[differs]], return_inverse=True)
    by_unit = np.zeros(len(keys), dtype=np.int64)
    np.add.at(by_unit, place, (a - b)[differs])
    gram, of = np.unique(keys // n_units, return_inverse=True)
    units = np.zeros((2, len(gram)), dtype=np.int64)
    np.add.at(units[0], of, by_unit > 0)
    np.add.at(units[1], of, by_unit < 0)
    totals = np.zeros((3, counts.n_grams), dtype=np.int64)
    for row, values in zip(totals, (counts.reference, a, b), strict=True):
        np.add.at(row, counts.gram, values)
    return _Tested(kind, counts, gram, totals[:, gram], units)


def _clearest(part: _Tested, p_values: NDArray[np.float64], adjusted: NDArray[np.float64], top: int) -> list[NgramRow]:
    """Lay out the n-grams of one order and kind that may be among the clearest."""
    kept: list[int] = []
    lead = part.units[0] - part.units[1]
    for side in (1, -1):
        members = np.flatnonzero(lead * side > 0)
        n_kept = min(top, len(members))
        if n_kept:  # all that are level with the last one to keep: ties are broken by more than p
            last = np.partition(p_values[members], n_kept - 1)[n_kept - 1]
            kept += members[p_values[members] <= last].tolist()
    return [
        NgramRow(
            kind=part.kind,
            ngram=part.counts.text(int(part.gram[i])),
            order=part.counts.order,
            n_reference=int(part.totals[0, i]),
            count=int(part.totals[1, i]),
            count_against=int(part.totals[2, i]),
            units_more=int(part.units[0, i]),
            units_fewer=int(part.units[1, i]),
            more="system" if lead[i] > 0 else "against",
            p_value=float(p_values[i]),
            p_adjusted=None if np.isnan(adjusted[i]) else float(adjusted[i]),
        )
        for i in kept
    ]


def _clarity(row: NgramRow) -> tuple[float, int, int, int, str]:
    """Sort by p, then by how often they differ, then longer n-grams first."""
    return (
        row.p_value,
        -abs(row.units_more - row.units_fewer),
        -abs(row.count - row.count_against),
        -row.order,
        row.ngram,
    )
