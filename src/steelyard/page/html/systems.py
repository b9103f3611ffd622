"""What the templates show of a comparison: rows as text, in the order in which they stand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from steelyard.page.html.intervals import Axis, axis_of
from steelyard.page.html.pair_cells import Cell, Pair, pair_row, verdict_cells
from steelyard.page.html.payload import page_data, segment_data
from steelyard.page.html.ranking import DETAILS, Ranked, ranked_rows
from steelyard.page.html.render import Filled
from steelyard.page.html.text import as_data, with_minus
from steelyard.page.pairs import doubts
from steelyard.page.rows import by_metric, choose_decimals, metric_names, percent_text
from steelyard.results.contradiction import contradictions
from steelyard.results.null_row import NullRow
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow, is_higher_better
from steelyard.results.table import Table

__all__ = ["NOTHING", "PageExtras", "MetricBlock", "Systems", "given_systems", "systems_page"]


class Systems(Protocol):
    """A result that tests systems."""

    @property
    def scores(self) -> tuple[ScoreRow, ...]:
        """Metric by metric."""

    @property
    def pairs(self) -> tuple[PairRow, ...]:
        """Likewise."""

    @property
    def method(self) -> Mapping[str, Any]:
        """How it came about."""


class PageExtras(Protocol):
    """What was collected beside a result: a `ReportPage`, or nothing."""

    method: Mapping[str, Any]
    nulls: Sequence[NullRow]
    agreement: Sequence[Any]
    buckets: Sequence[Any]
    bucket_pairs: Sequence[Any]
    segments: Any


@dataclass(frozen=True)
class _Nothing:
    """No page was collected."""

    method: Mapping[str, Any] = field(default_factory=dict)
    nulls: tuple[NullRow, ...] = ()
    agreement: tuple[Any, ...] = ()
    buckets: tuple[Any, ...] = ()
    bucket_pairs: tuple[Any, ...] = ()
    segments: None = None


NOTHING: Any = _Nothing()


@dataclass(frozen=True, slots=True)
class MetricBlock:
    """All that there is to show of one metric."""

    number: int
    metric: str
    name: str
    signature: str
    decimals: int
    higher_is_better: bool | None
    axis: Axis
    ranking: tuple[Ranked, ...]
    detail_names: tuple[str, ...]
    has_clusters: bool
    has_intervals: bool
    systems: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    pairs: tuple[Pair, ...]
    doubts: tuple[str, ...]
    runs: Table | None

    @property
    def direction(self) -> str:
        """Say which scores are better, where that is known."""
        return "" if self.higher_is_better is None else f"{'higher' if self.higher_is_better else 'lower'} is better"


def systems_page(
    result: Any,
    beside: PageExtras,
    summary: Sequence[str],
    *,
    runs: Mapping[str, Table] | None = None,
    ratings: Sequence[Any] | None = None,
) -> Filled:
    """Make the page of tested systems, with what was collected beside the result, and what it says in sentences.

    By metric, `runs` has what new runs would change; `ratings` are tables of what people did, where they gave the
    scores.
    """
    blocks = _metric_blocks(result, runs or {})
    tables = _bucket_tables(result, beside, blocks)
    values = {
        "title": summary[0],
        "more_inputs": beside.method.get("inputs", []),
        "page": beside,
        "blocks": blocks,
        "names": metric_names(result.scores),
        "given": {system: i for i, system in enumerate(given_systems(result))},
        "summary": summary,
        "contrary": _contrary_pairs(result, blocks),
        "level": percent_text(result.method),
        "buckets": tables,
        "bases": _bucket_bases(beside, blocks),
        "has_untested": any(not row[3] for own in tables.values() for table in own for row in table.rows),
        "is_of_people": ratings is not None,
        "ratings": ratings or [],
        "data": as_data(page_data(result, beside, blocks)),
        "segments": as_data(
            None if beside.segments is None else segment_data(beside.segments, result.method, beside.method)
        ),
    }
    return Filled("page.html", result, values)


def _metric_blocks(result: Systems, runs: Mapping[str, Table]) -> list[MetricBlock]:
    """Lay out every metric of a result."""
    names = metric_names(result.scores)
    numbered = list(enumerate(result.pairs))
    blocks = []
    for number, (metric, rows) in enumerate(by_metric(result.scores)):
        pairs = [(i, pair) for i, pair in numbered if pair.metric == metric]
        ordered = sorted(rows, key=lambda row: (row.rank, row.rank_low or 0))
        decimals, axis = choose_decimals(rows, None), axis_of(rows)
        details = tuple(key for key in DETAILS if all(key in row.details for row in rows))
        systems = tuple(row.system for row in ordered)
        blocks.append(
            MetricBlock(
                number=number,
                metric=metric,
                name=names[metric],
                signature=rows[0].signature,
                decimals=decimals,
                higher_is_better=is_higher_better(ordered),
                axis=axis,
                ranking=tuple(ranked_rows(ordered, axis, decimals, details)),
                detail_names=tuple(DETAILS[key] for key in details),
                has_clusters=any(row.cluster is not None for row in rows),
                has_intervals=any(row.interval is not None for row in rows),
                systems=systems,
                cells=verdict_cells(
                    systems,
                    [(i, r.system, r.against, r.difference, r.p_adjusted, r.verdict) for i, r in pairs],
                    decimals,
                ),
                pairs=tuple(pair_row(i, row, decimals, result.method) for i, row in pairs),
                doubts=tuple(doubts([row for _, row in pairs], result.method)) if pairs else (),
                runs=runs.get(metric),
            )
        )
    return blocks


def _contrary_pairs(result: Systems, blocks: Sequence[MetricBlock]) -> list[tuple[str, str, list[tuple[str, Cell]]]]:
    """Lay out the pairs on which metrics contradict each other: both systems, and the field of each such metric."""
    found = []
    for one in contradictions(result.pairs):
        cells = []
        for block in blocks:
            if block.metric in (*one.better, *one.worse):
                cell = block.cells[block.systems.index(one.system)][block.systems.index(one.against)]
                cells += [(block.name, cell)] if cell else []
        found.append((one.system, one.against, cells))
    return found


def given_systems(result: Systems) -> tuple[str, ...]:
    """List the systems in the order in which they were given."""
    return tuple(dict.fromkeys(row.system for row in result.scores))


@dataclass(frozen=True, slots=True)
class BucketTable:
    """Scores on the buckets of one dimension under one metric."""

    number: int
    dimension: str
    note: str
    systems: tuple[str, ...]
    rows: tuple[tuple[str, int, int, bool, tuple[str, ...]], ...]  # bucket, segments, units, whether tested, scores


def _bucket_tables(result: Systems, page: PageExtras, blocks: Sequence[MetricBlock]) -> dict[int, list[BucketTable]]:
    """Lay out the buckets, metric by metric; which are tested is said by their having pairs."""
    systems = given_systems(result)
    tested = {(pair.dimension, pair.bucket) for pair in page.bucket_pairs}
    notes: Mapping[str, str] = page.method.get("buckets", {}).get("notes", {})
    tables: dict[int, list[BucketTable]] = {}
    for block in blocks:
        own = [row for row in page.buckets if row.metric == block.metric]
        place = [systems.index(system) for system in block.systems]
        tables[block.number] = [
            BucketTable(
                number=i,
                dimension=dimension,
                note=notes.get(dimension, ""),
                systems=block.systems,
                rows=tuple(
                    (
                        row.bucket,
                        row.n_segments,
                        row.n_units,
                        (dimension, row.bucket) in tested,
                        tuple(_score(row.scores[p], block.decimals) for p in place),
                    )
                    for row in own
                    if row.dimension == dimension
                ),
            )
            for i, dimension in enumerate(dict.fromkeys(row.dimension for row in own))
        ]
    return tables


def _bucket_bases(page: PageExtras, blocks: Sequence[MetricBlock]) -> dict[int, str]:
    """Choose the system that others are first held against: the best of those that most were compared with."""
    bases = {}
    for block in blocks:
        tests = [pair for pair in page.bucket_pairs if pair.metric == block.metric]
        counts = Counter(system for pair in tests for system in (pair.system, pair.against))
        bases[block.number] = max(block.systems, key=lambda system: counts[system])
    return bases


def _score(value: float | None, decimals: int) -> str:
    return "" if value is None else with_minus(f"{value:.{decimals}f}")
