"""The flags `--keep` and `--shards` of `steelyard score`: what was counted, in files without texts."""

import argparse
import os
from typing import TYPE_CHECKING, Any

from steelyard.cli.arguments import add_executor
from steelyard.cli.kinds import columns_of_tables
from steelyard.cli.metric_flags import spell_metrics
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import has_threads_alone, threads_of
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.scored import Counted

__all__ = ["add_keep", "check_keep", "count_and_keep_shards", "keep"]

_TEXTS = {"refs": "REF", "input": "-i", "test_set": "-t", "stats": "--stats"}  # not called as what they set
_ALONE: dict[str, Any] = {  # what has no say about tables that are counted one by one, and its default
    "table": None, "documents": None, "sources": None, "scores": [], "parses": None, "source_parses": None,
    "alignments": None, "backward_alignments": None, "names": None, "num_refs": 1, "raw": False,
    "empty_reference": "empty", "language_pair": None, "origlang": None, "subset": None, "lower_is_better": [],
    "missing": None, "worst": None, "best": None, "repeats": None, "items_in_columns": False, "segments": False,
}  # fmt: skip
_WHY = "cannot be used with --shards, which are tables with all texts: leave it out"


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Add where counts are kept, and what is counted part by part."""
    group = parser.add_argument_group("keep statistics without the texts")
    group.add_argument(
        "--keep", metavar="FILE",
        help="write the statistics of every system, segment and metric, for --stats (same results bit for bit): "
        ".parquet (extra `tables`), .jsonl.gz or .jsonl; for --shards a folder",
    )  # fmt: skip
    group.add_argument(
        "--rows", default="auto",
        help="sum rows of the file over segment, document, or block:K (K consecutive segments); sums are enough for "
        "score and compare (auto: segments; documents or blocks for --shards of more than 256 MiB of numbers)",
    )  # fmt: skip
    group.add_argument(
        "--shards", nargs="+", action="extend", metavar="FILE",
        help="count these tables one by one into the folder of --keep; tables counted before are skipped",
    )  # fmt: skip
    add_executor(group, "texts or shards are counted (texts: threads:N)")


def check_keep(arguments: argparse.Namespace) -> None:
    """Refuse flags that do not go together, before anything is read."""
    if arguments.keep is None:
        for flag, default, what in (("shards", None, "folder"), ("rows", "auto", "file")):
            if getattr(arguments, flag) != default:
                raise SpecError(f"--{flag} needs a {what} for the statistics: add --keep.")
    if not arguments.shards and not has_threads_alone(arguments):
        raise SpecError("--executor needs --shards and --keep; for texts use --executor threads:N.")
    if arguments.keep is None:
        return
    if arguments.rows != "auto":
        from steelyard.scored.shards.rows import check_rows

        check_rows(arguments.rows)
    if not arguments.shards:
        if arguments.stats:
            raise SpecError("--stats names what was kept before: --keep goes with texts, or scores.")
        return
    from steelyard.cli.conflicting_flags import refuse_misfits

    for name, flag in _TEXTS.items():
        if getattr(arguments, name):
            raise SpecError(f"{flag} {_WHY}.")
    refuse_misfits(arguments, _ALONE, _WHY)


def keep(arguments: argparse.Namespace, counted: "Counted") -> str:
    """Write what was counted, and say what the file holds."""
    from steelyard.scored.statistics_files import write_counts

    path = arguments.keep
    stored = write_counts(counted, path, "segment" if arguments.rows == "auto" else arguments.rows)
    return f"{path}: {_told(stored)}; {os.path.getsize(path) / 1000:,.0f} kB"


def count_and_keep_shards(arguments: argparse.Namespace) -> "tuple[Counted, str]":
    """Count tables one by one into a folder; return what they hold, not what else is there, and a sentence about it."""
    from steelyard.reading.formats.statistics_files import read_statistics_file
    from steelyard.results.plurals import counted as number_of
    from steelyard.scored.shards.counting import count_shards
    from steelyard.scored.shards.executors import opened_executor
    from steelyard.scored.shards.shard import shards_of
    from steelyard.scored.statistics_files import read_counts

    executors = arguments.executor or "threads:1"
    metrics, folder = spell_metrics(arguments), arguments.keep
    shards = shards_of(arguments.shards, **columns_of_tables(arguments), encoding=arguments.encoding)
    with opened_executor(executors) as executor, progress_bar(arguments) as advance:
        found = count_shards(shards, metrics, rows=arguments.rows, folder=folder, executor=executor, advance=advance)
    paths = [str(shard.path) for shard in found]
    n_kept = sum(shard.is_kept for shard in found)
    before = f", {n_kept:,} of them counted before" if n_kept else ""
    size, first = sum(map(os.path.getsize, paths)) / 1000, _told(read_statistics_file(paths[0]))
    why = found[0].why and f"; rows are {read_statistics_file(paths[0]).rows}, as {found[0].why} (--rows segment)"
    said = f"{folder}: {number_of(len(found), 'shard')}{before}; the first has {first}; {size:,.0f} kB in all{why}"
    return read_counts(paths, n_threads=threads_of(arguments)), said


def _told(stored: Any) -> str:
    from steelyard.results.plurals import counted as number_of
    from steelyard.types import word_for_rows

    word = "item" if stored.reading.get("of") == "scores" else word_for_rows(stored.rows)
    labels = ", ".join(metric.label for metric in stored.metrics)
    return f"{number_of(len(stored.systems), 'system')}, {number_of(stored.n_segments, word)}, {labels}"
