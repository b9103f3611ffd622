"""The map of scores of a board as its page draws it: an image, names beside it, and what the colours mean."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.page.html.raster import raster
from steelyard.page.html.text import with_minus
from steelyard.questions.board.answer import MISSING, N_LEVELS, BoardRow, HeatMap, SubsetSystemRow

__all__ = ["DrawnMap", "draw_map"]

_HEIGHT = 840  # pixels of a map of many systems
_ROW = (4, 15)  # pixels: the lowest and the highest
_NAME = 13  # pixels that a name needs


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """A map, ready for the template; places of names are per cent from the top."""

    number: int
    image: str
    height: int
    names: tuple[tuple[float, str], ...]
    worst: str
    best: str
    has_unknown: bool
    n_systems: int
    n_items: int
    n_systems_a_row: int
    n_items_a_column: int


def draw_map(number: int, heat: HeatMap, systems: Sequence[BoardRow | SubsetSystemRow], decimals: int) -> DrawnMap:
    """Draw a map; `systems` are those of its rows, from the top, and `number` is its place in the stored board."""
    fields = [[None if cell == MISSING else int(cell, N_LEVELS) for cell in row] for row in heat.cells]
    height = max(_ROW[0], min(_ROW[1], _HEIGHT // len(fields)))
    step = -(-_NAME // height)
    return DrawnMap(
        number=number,
        image=raster(fields, N_LEVELS),
        height=height * len(fields),
        names=tuple(
            (round(100 * (i + 0.5) / len(fields), 3), _name(i, heat, systems)) for i in range(0, len(fields), step)
        ),
        worst=_number(heat.worst, decimals),
        best=_number(heat.best, decimals),
        has_unknown=any(MISSING in row for row in heat.cells),
        n_systems=len(heat.systems),
        n_items=len(heat.items),
        n_systems_a_row=heat.n_systems_a_row,
        n_items_a_column=heat.n_items_a_column,
    )


def _name(i: int, heat: HeatMap, systems: Sequence[BoardRow | SubsetSystemRow]) -> str:
    first = i * heat.n_systems_a_row
    if heat.n_systems_a_row == 1:
        return systems[first].system
    return f"{first + 1}–{min(first + heat.n_systems_a_row, len(systems))}"


def _number(value: float, decimals: int) -> str:
    return with_minus(f"{value:g}" if value == int(value) else f"{value:.{decimals}f}")
