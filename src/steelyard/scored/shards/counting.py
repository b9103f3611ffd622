"""Count shards where an executor runs, in rows that fit in memory; what was counted before is not counted again."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from steelyard.errors import DataError, SpecError
from steelyard.files import check_folder, made_folder
from steelyard.metrics import Fitting, Metric, fit, parse
from steelyard.reading import StatisticsFile
from steelyard.reading.formats import write_statistics_file
from steelyard.reading.formats.statistics_files import files_in, holds_statistics, read_statistics_metadata
from steelyard.scored.counted import Counted, count
from steelyard.scored.shards.rows import SEGMENT, check_rows
from steelyard.scored.shards.running import run_parts
from steelyard.scored.shards.shard import Shard, check_copies
from steelyard.scored.statistics_files import is_counted_here, statistics_of
from steelyard.types import TestSet

__all__ = ["AUTO", "CountedShard", "SettledRows", "count_shards", "settle_rows"]

AUTO = "auto"
_MOST_BYTES = 256 * 2**20  # of all statistics: what reads them takes some four times as much
_NUMBER = 8  # bytes
_ROUND = (1, 2, 5)
_END = ".jsonl.gz"


@dataclass(frozen=True, slots=True, eq=False)
class CountedShard:
    """What became of a shard."""

    path: str | None = None  # its statistics file, where there is a folder of them
    file: StatisticsFile | None = None  # its statistics, where there is none
    is_kept: bool = False  # whether the file was there already
    why: str = ""  # why its rows are no segments, where that was settled by it


def count_shards(
    shards: Sequence[Shard],
    metrics: Sequence[str | Metric],
    *,
    rows: str,
    folder: str | os.PathLike[str] | None,
    executor: Executor | None,
    advance: Callable[[int, int], None] | None = None,
) -> list[CountedShard]:
    """Count every shard, in any order and anywhere; what comes back is in the order of the shards.

    The first error ends the work; statistics files that were written until then stay, and are not counted again. Rows
    ``"auto"`` are those of the files that are there, or else settled by the first shard, which is counted here.
    """
    if rows != AUTO:
        check_rows(rows)
    _check_metrics(shards, metrics)
    where = None if folder is None else os.fspath(folder)
    if where is not None:
        check_folder(where)
    paths = [where and os.path.join(where, f"{shard.name}{_END}") for shard in shards]
    check_copies(shards)
    if where is not None and len(shards) > 1:  # a single one is perhaps one of many jobs, each with its own
        _check_strangers(where, [str(path) for path in paths])
    [fitting] = run_parts(_fit, [(shards[0], metrics)], executor, None)  # the first says which script all are in
    fitting.said()
    before: list[CountedShard] = []
    if rows == AUTO:
        rows, before = _settled(shards, fitting, paths)
    jobs = [(shard, fitting, rows, path) for shard, path in zip(shards, paths, strict=True)]
    return before + run_parts(_count_shard, jobs[len(before) :], executor, _after(len(before), advance))


def _check_strangers(folder: str, paths: Sequence[str]) -> None:
    """Refuse a folder with statistics of other shards than these: what reads it would read them, too."""
    others = sorted(set(files_in(folder)) - set(paths)) if holds_statistics(folder) else []
    if others:
        more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
        raise DataError(
            f"{folder} holds {os.path.basename(others[0])}{more}, of none of the shards that are named here, and "
            f"--stats {folder} would read that, too. Name its shard, delete it, or count into another folder."
        )


def _settled(shards: Sequence[Shard], metrics: Fitting, paths: Sequence[str | None]) -> tuple[str, list[CountedShard]]:
    """Settle what a row is, and return the shard that was counted for this, if one was."""
    spelled = list(map(str, metrics.metrics))
    for path in paths:
        rows = _rows_there(path, spelled)
        if rows is not None:
            return rows, []
    if len(shards) == 1:  # perhaps one of many, each of which has to settle on the same
        return SEGMENT, []
    counted = count(shards[0].read(), metrics)
    settled = settle_rows(shards, counted)
    return settled.rows, [replace(_kept_in(counted, shards[0], settled.rows, paths[0]), why=settled.why)]


def _after(n_before: int, advance: Callable[[int, int], None] | None) -> Callable[[int, int], None] | None:
    """Count what was done before among all."""
    return advance and (lambda done, total: advance(n_before + done, n_before + total))


def _fit(shard: Shard, metrics: Sequence[str | Metric]) -> Fitting:
    return fit(metrics, shard.read().references)


def _count_shard(shard: Shard, metrics: Fitting, rows: str, path: str | None) -> CountedShard:
    """Count one shard: in a process or on a machine of its own."""
    if _rows_there(path, list(map(str, metrics.metrics)), shard) == rows:
        return CountedShard(path, is_kept=True)
    return _kept_in(count(shard.read(), metrics), shard, rows, path)


def _rows_there(path: str | None, metrics: Sequence[str], shard: Shard | None = None) -> str | None:
    """Return what a row is in a statistics file that is there, if it has these metrics and is of this shard.

    What is cut off, damaged as it is packed or of another form is as good as not there. What was changed by hand shows
    when its numbers are read, by their checksum.
    """
    if path is None or not os.path.exists(path):
        return None
    metadata = read_statistics_metadata(path)
    try:
        if metadata is None or (shard is not None and not shard.is_source_of(metadata)):
            return None
        rows = str(metadata.get("rows", SEGMENT))
        return rows if is_counted_here(metadata, metrics) else None
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


def _kept_in(counted: Counted, shard: Shard, rows: str, path: str | None) -> CountedShard:
    """Write the statistics of a shard, or hold them where there is no folder."""
    stored = statistics_of(counted, path or shard.path or shard.name, rows, shard.name)
    if path is None:
        return CountedShard(file=stored)
    with made_folder(os.path.dirname(path) or "."):
        write_statistics_file(path, stored)
    return CountedShard(path)


def _check_metrics(shards: Sequence[Shard], metrics: Sequence[str | Metric]) -> None:
    for spelling in metrics:
        metric = parse(spelling) if isinstance(spelling, str) else spelling
        if metric.is_corpus_bound and len(shards) > 1:
            raise SpecError(
                f"{metric.label} weighs each segment by the references of all, so that shards cannot be counted apart: "
                "leave it out, or count all segments at once."
            )


@dataclass(frozen=True, slots=True)
class SettledRows:
    """What a row is, and why."""

    rows: str  # ``"segment"``, ``"document"`` or ``"block:K"``
    why: str = ""  # empty for segments; else what they would have taken


def settle_rows(shards: Sequence[Shard], first: Counted, most_bytes: int | None = None) -> SettledRows:
    """Settle the rows of all shards by the first, which was counted.

    The others have as many segments for each byte of their files, and where there are no files each as many as the
    first. ``8 N S K`` bytes are the numbers of N rows, S systems and K statistics. Documents go before blocks, as they
    are what a comparison resamples anyway.

    Examples
    --------
    >>> from steelyard.scored import count
    >>> from steelyard.scored.shards.counting import settle_rows
    >>> from steelyard.scored.shards.shard import shards_of
    >>> from steelyard.types import TestSet
    >>> data = TestSet(references=[["a b"] * 600], systems={"x": ["a b"] * 600})
    >>> shards = shards_of([data, data])
    >>> settle_rows(shards, count(data, ["chrf"]), most_bytes=2**16).rows
    'block:5'
    """
    a_row = _NUMBER * sum(len(m.statistics.bits) * m.statistics.n_systems for m in first.measurements)
    n_first = first.test_set.n_segments
    shares = _shares(shards, n_first)
    needed, most = a_row * n_first * shares, most_bytes or _MOST_BYTES
    if needed <= most:
        return SettledRows(SEGMENT)
    why = f"about {_rounded(n_first * shares):,} segments would take {needed / 1e9:.2g} GB of numbers"
    documents = first.test_set.documents
    if documents is not None and a_row * len(set(documents)) * shares <= most:
        return SettledRows("document", why)
    return SettledRows(f"block:{_round_number(needed / most)}", why)


def _shares(shards: Sequence[Shard], n_first: int) -> float:
    """Say how many times as much as in the first shard there is in all."""
    sources = [shard.source for shard in shards]
    if all(isinstance(source, TestSet) for source in sources):
        return sum(source.n_segments for source in sources if isinstance(source, TestSet)) / max(n_first, 1)
    paths = [shard.path for shard in shards]
    try:
        sizes = [os.path.getsize(path) for path in paths if path is not None]
    except OSError:  # it is told where it is counted
        sizes = []
    return sum(sizes) / sizes[0] if len(sizes) == len(shards) and sizes[0] else float(len(shards))


def _round_number(least: float) -> int:
    """Return the first of 2, 5, 10, 20, 50 and so on that is as large."""
    power = 1
    while True:
        for digit in _ROUND:
            if digit * power >= max(least, 2):
                return digit * power
        power *= 10


def _rounded(number: float) -> int:
    """Keep two digits of what is only about right."""
    return int(float(f"{number:.1e}"))
