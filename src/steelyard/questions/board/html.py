"""The page of a board: its tables, sorted and chosen by subset, maps of scores, and the blocks that its text has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.page.blocks import Block, Paragraph, Titled
from steelyard.page.html.blocks import Placed, is_not, without_figures
from steelyard.page.html.raster import raster
from steelyard.page.html.render import Filled
from steelyard.page.html.text import with_minus
from steelyard.page.rows import decimals_of, percent_text
from steelyard.questions.board.answer import MISSING, N_LEVELS, Board, BoardRow, HeatMap, SubsetRow, SubsetSystemRow
from steelyard.questions.board.html_table import SystemTable, shown_lines, subset_table, system_table
from steelyard.questions.board.page import subsets_title, table_title, to_page
from steelyard.results.plurals import counted, word_for_segment

__all__ = ["fill"]

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


@dataclass(frozen=True, slots=True)
class SubsetPart:
    """A subset with its own table and map."""

    name: str
    told: str
    n_items: int
    n_left_out: int
    table: SystemTable
    heat: DrawnMap | None


@dataclass(frozen=True, slots=True)
class MetricPart:
    """A metric: its table, its subsets, its map, and what the text says of it."""

    number: int
    label: str
    title: str
    table: SystemTable
    subsets: tuple[SubsetPart, ...]
    by_subset: Titled | None
    heat: DrawnMap | None
    blocks: Placed


def fill(board: Board) -> Filled:
    """Lay out the page."""
    page = to_page(board)
    first = page.blocks[0]
    summary = first.text if isinstance(first, Paragraph) else "Board"
    blocks = [block for block in page.blocks[1:] if is_not(block, board.method["sentence"])]
    before, parts, after = _parted(board, blocks)
    metrics = [_metric_part(board, i, metric, own) for i, (metric, own) in enumerate(parts.items())]
    n_systems = len({row.system for row in board.rows})
    items = counted(board.method["n_segments"], word_for_segment(board.method))
    values: dict[str, Any] = {
        "title": summary,
        "kicker": f"Board of {counted(n_systems, 'system')} on {items}",
        "more_inputs": [],
        "before": without_figures(before),
        "metrics": metrics,
        "after": without_figures(after),
        "level": percent_text(board.method),
    }
    return Filled("board.html", board, values)


def _parted(board: Board, blocks: Sequence[Block]) -> tuple[list[Block], dict[str, list[Block]], list[Block]]:
    """Part the blocks of the text: what stands before all metrics, what each metric has, what stands below."""
    starts: dict[str, int] = {}
    for metric in dict.fromkeys(row.metric for row in board.rows):
        rows, _ = board.of_metric(metric)
        title = table_title(rows, board.method)
        starts[metric] = next(
            i
            for i, block in enumerate(blocks)
            if isinstance(block, Titled) and block.title == title and i not in starts.values()
        )
    places = [*starts.values(), _last_of_a_metric(blocks, max(starts.values())) + 1]
    own = {metric: list(blocks[start:end]) for (metric, start), end in zip(starts.items(), places[1:], strict=True)}
    return list(blocks[: places[0]]), own, list(blocks[places[-1] :])


def _last_of_a_metric(blocks: Sequence[Block], start: int) -> int:
    """Find the last block of the last metric: what explains columns stands below all."""
    return next((i - 1 for i in range(start + 1, len(blocks)) if type(blocks[i]).__name__ == "Legend"), len(blocks) - 1)


def _metric_part(board: Board, number: int, metric: str, blocks: Sequence[Block]) -> MetricPart:
    rows, _ = board.of_metric(metric)
    decimals = decimals_of(rows[0].scale, [row.score for row in rows], None)
    [main, *rest] = blocks
    if not isinstance(main, Titled):
        raise TypeError("the first block of a metric is its table")
    subsets = [row for row in board.subsets if row.metric == metric]
    by_subset = next((one for one in rest if isinstance(one, Titled) and one.title == subsets_title(rows[0])), None)
    maps = {heat.subset: i for i, heat in enumerate(board.heat) if heat.metric == metric}
    return MetricPart(
        number=number,
        label=rows[0].label,
        title=main.title,
        table=system_table(main.table, rows, len(rows)),
        subsets=tuple(_subset_part(board, row, decimals, maps.get(row.subset)) for row in subsets),
        by_subset=by_subset,
        heat=_draw_map(maps[""], board.heat[maps[""]], rows, decimals) if "" in maps else None,
        blocks=without_figures([block for block in rest if block is not by_subset]),
    )


def _subset_part(board: Board, subset: SubsetRow, decimals: int, place: int | None) -> SubsetPart:
    rows = sorted(
        (row for row in board.subset_systems if (row.metric, row.subset) == (subset.metric, subset.subset)),
        key=lambda row: row.rank,
    )
    shown = shown_lines(rows)
    return SubsetPart(
        name=subset.subset,
        told=_told(subset, len(rows), board),
        n_items=subset.n_items,
        n_left_out=len(rows) - len(shown),
        table=system_table(subset_table(shown, decimals, board.method), shown, len(rows)),
        heat=None if place is None else _draw_map(place, board.heat[place], rows, decimals),
    )


def _told(subset: SubsetRow, n_systems: int, board: Board) -> str:
    """Say in a few words what is known on a subset."""
    first = next(row for row in board.rows if row.metric == subset.metric)
    if first.may_lead is None:
        return f"{len(subset.better):,} better and {len(subset.worse):,} worse than {board.method['against']}"
    if len(subset.may_lead) == 1:
        return f"only {subset.system} may lead"
    return f"{subset.system} is first; {len(subset.may_lead):,} of {n_systems:,} may lead"


def _draw_map(number: int, heat: HeatMap, systems: Sequence[BoardRow | SubsetSystemRow], decimals: int) -> DrawnMap:
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
