"""Pairs of systems on a page: the matrix of verdicts, and a row per pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.page.html.text import with_minus
from steelyard.page.pairs import verdict_text
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.pair_rows import PairRow

__all__ = ["Cell", "Pair", "pair_row", "signed", "verdict_cells"]


_SYMBOLS = {"better": "▲", "worse": "▼", "equivalent": "=", "within margin": "≈", "cannot tell": "·"}


_OPPOSITE = {"better": "worse", "worse": "better"}


_STRONGEST = 0.72  # share of the colour in the largest difference


_WEAKEST = 0.18  # and in the smallest


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair as text; `index` is its place among the rows of the result."""

    index: int
    row: PairRow
    difference: str
    interval: str
    p_value: str
    p_adjusted: str
    verdict: str
    effect: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of the heat map: the row's system against the column's."""

    index: int
    difference: str
    p_value: str
    symbol: str
    kind: str
    strength: float
    label: str


def pair_row(index: int, row: PairRow, decimals: int, method: Mapping[str, Any]) -> Pair:
    """Write what is known of a pair."""
    return Pair(
        index=index,
        row=row,
        difference=signed(row.difference, decimals),
        interval=with_minus(interval_text(row.interval_simultaneous, decimals, sign="+")),
        p_value=p_text(row.p_value),
        p_adjusted=p_text(row.p_adjusted),
        verdict=verdict_text(row, method),
        effect="" if row.effect_size is None else signed(row.effect_size, 2),
    )


def signed(value: float, decimals: int) -> str:
    """Write a number with its sign, as typography has it."""
    return with_minus(f"{value:{'+' if value else ''}.{decimals}f}")


def verdict_cells(
    names: Sequence[str], pairs: Sequence[tuple[int, str, str, float, float, str]], decimals: int
) -> tuple[tuple[Cell | None, ...], ...]:
    """Lay out the matrix: each pair twice, once from the side of each; None where it was not compared.

    Pairs are their place among the rows of the result, both systems, the difference, adjusted p and the verdict.
    """
    largest = max((abs(delta) for _, _, _, delta, _, _ in pairs), default=0.0) or 1.0
    found: dict[tuple[str, str], Cell] = {}
    for i, a, b, difference, p_adjusted, called in pairs:
        size = (abs(difference) / largest) ** 0.5
        strength = round(_WEAKEST + (_STRONGEST - _WEAKEST) * size, 3)
        for row, column, delta, verdict in (
            (a, b, difference, called),
            (b, a, -difference, _OPPOSITE.get(called, called)),
        ):
            kind = verdict.replace(" ", "-")
            label = f"{row} minus {column}: {signed(delta, decimals)}, adjusted p {p_text(p_adjusted)}, {verdict}"
            found[row, column] = Cell(
                i, signed(delta, decimals), p_text(p_adjusted), _SYMBOLS[verdict], kind, strength, label
            )
    return tuple(tuple(found.get((row, column)) for column in names) for row in names)
