"""`steelyard stats`: what was counted, in a file without texts."""

import argparse
import os
from typing import Any

from steelyard.cli.arguments import add_input
from steelyard.cli.ask import add_options, describe, question_of_arguments
from steelyard.cli.inputs import check_one_end, read_counted
from steelyard.cli.metric_flags import add_metrics, spell_metrics
from steelyard.cli.misfits import refuse_misfits
from steelyard.cli.parser import output_of
from steelyard.cli.tables import columns_of_tables
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.stats.question import StatsQuestion

__all__ = ["add_arguments", "run"]

_TEXTS = {"refs": "REF", "input": "-i", "test_set": "-t"}  # flags that are not called as what they set
_ALONE: dict[str, Any] = {  # what has no say about tables that are counted one by one, and its default
    "table": None, "documents": None, "sources": None, "scores": [], "parses": None, "source_parses": None,
    "alignments": None, "backward_alignments": None, "names": None, "num_refs": 1, "raw": False, "jobs": 1,
    "empty_reference": "empty", "language_pair": None, "origlang": None, "subset": None, "lower_is_better": [],
    "missing": None, "worst": None, "best": None, "repeats": None, "items_in_columns": False,
}  # fmt: skip
_WHY = "does not go with --shards: each is a table, which holds all its texts, and --executor says where it is counted"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, StatsQuestion)
    add_input(parser, has_unit=False, may_lack_texts=True)
    add_metrics(parser)
    add_options(parser, StatsQuestion)
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads for counting (1)")
    group = output_of(parser)
    group.add_argument("-q", "--quiet", action="store_true", help="no warnings and no progress")
    parser.set_defaults(run=run, refused=None, width=None, format="text", no_color=False)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.counted.shards.rows import check_rows

    question = question_of_arguments(arguments, StatsQuestion)
    if question.rows != "auto":
        check_rows(question.rows)
    return _of_shards(arguments, question) if question.shards else _of_texts(arguments, question)


def _of_texts(arguments: argparse.Namespace, question: StatsQuestion) -> str:
    if question.executor is not None:
        raise SpecError("--executor says where --shards are counted: name them; --jobs is for texts at once.")
    counted = read_counted(arguments)
    check_one_end(arguments, counted)
    from steelyard.counted.statistics_files import write_counts

    stored = write_counts(counted, question.output, "segment" if question.rows == "auto" else question.rows)
    return f"{question.output}: {_told(stored)}; {os.path.getsize(question.output) / 1000:,.0f} kB"


def _of_shards(arguments: argparse.Namespace, question: StatsQuestion) -> str:
    for name, flag in _TEXTS.items():
        if getattr(arguments, name):
            raise SpecError(f"{flag} {_WHY}.")
    refuse_misfits(arguments, _ALONE, _WHY)
    from steelyard.counted.shards.counting import count_shards
    from steelyard.counted.shards.executors import check_executor, opened_executor
    from steelyard.counted.shards.shard import shards_of
    from steelyard.data.formats.statistics_files import read_statistics_file
    from steelyard.results.plurals import counted as number_of

    executors = question.executor or "threads:1"
    check_executor(executors)
    metrics = spell_metrics(arguments)
    shards = shards_of(question.shards, **columns_of_tables(arguments), encoding=arguments.encoding)
    with opened_executor(executors) as executor, progress_bar(arguments) as advance:
        found = count_shards(
            shards, metrics, rows=question.rows, folder=question.output, executor=executor, advance=advance
        )
    paths = [str(shard.path) for shard in found]
    kept = sum(shard.is_kept for shard in found)
    of = f", {kept:,} of them counted before" if kept else ""
    size, first = sum(map(os.path.getsize, paths)) / 1000, _told(read_statistics_file(paths[0]))
    why = found[0].why and f"; rows are {read_statistics_file(paths[0]).rows}, as {found[0].why} (--rows segment)"
    return f"{question.output}: {number_of(len(found), 'shard')}{of}; the first has {first}; {size:,.0f} kB in all{why}"


def _told(stored: Any) -> str:
    from steelyard.results.plurals import counted as number_of
    from steelyard.types import word_for_rows

    word = "item" if stored.reading.get("of") == "scores" else word_for_rows(stored.rows)
    labels = ", ".join(metric.label for metric in stored.metrics)
    return f"{number_of(len(stored.systems), 'system')}, {number_of(stored.n_segments, word)}, {labels}"
