"""Count shards where an executor runs; what was counted before is not counted again."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from steelyard.counted.counted import count
from steelyard.counted.shards.rows import check_rows
from steelyard.counted.shards.running import run_parts
from steelyard.counted.shards.shard import Shard
from steelyard.counted.statistics_files import is_counted_here, statistics_of
from steelyard.data import StatisticsFile
from steelyard.data.formats import write_statistics_file
from steelyard.data.formats.statistics_files import read_statistics_metadata
from steelyard.errors import SpecError
from steelyard.files import check_folder, made_folder
from steelyard.metrics import Metric, parse

__all__ = ["CountedShard", "count_shards"]

_END = ".jsonl.gz"


@dataclass(frozen=True, slots=True, eq=False)
class CountedShard:
    """What became of a shard.

    Attributes
    ----------
    path : str or None
        Its statistics file, where there is a folder of them.
    file : StatisticsFile or None
        Its statistics, where there is none.
    is_kept : bool
        Whether the file was there already.
    """

    path: str | None = None
    file: StatisticsFile | None = None
    is_kept: bool = False


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

    The first error ends the work; statistics files that were written until then stay, and are not counted again.
    """
    check_rows(rows)
    spelled = tuple(str(parse(metric)) if isinstance(metric, str) else metric for metric in metrics)
    _check_metrics(shards, spelled)
    where = None if folder is None else os.fspath(folder)
    if where is not None:
        check_folder(where)
    jobs = [(shard, spelled, rows, where and os.path.join(where, f"{shard.name}{_END}")) for shard in shards]
    return run_parts(_count_shard, jobs, executor, advance)


def _count_shard(shard: Shard, metrics: Sequence[str | Metric], rows: str, path: str | None) -> CountedShard:
    """Count one shard: in a process or on a machine of its own."""
    if path is not None and os.path.exists(path):
        metadata = read_statistics_metadata(path)
        spelled = [str(metric) for metric in metrics]
        if metadata and is_counted_here(metadata, spelled, rows) and shard.is_source_of(metadata):
            return CountedShard(path, is_kept=True)
    stored = statistics_of(count(shard.read(), metrics), path or shard.path or shard.name, rows, shard.name)
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
