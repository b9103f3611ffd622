"""The flag --stats: statistics files in place of texts."""

import argparse
from typing import TYPE_CHECKING

from steelyard.asking import entry_named, question_class
from steelyard.cli.metric_flags import spell_metrics
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.counted import Counted

__all__ = ["add_statistics", "read_stored_counts"]

_OF_TEXTS = {  # dest: flag, for all that says how texts are read
    "refs": "REF",
    "input": "-i",
    "test_set": "-t",
    "language_pair": "-l",
    "origlang": "--origlang",
    "subset": "--subset",
    "documents": "--documents",
    "sources": "--sources",
    "parses": "--parses",
    "source_parses": "--source-parses",
    "alignments": "--alignments",
    "backward_alignments": "--backward-alignments",
    "scores": "--scores",
    "lower_is_better": "--lower-is-better",
    "higher_is_better": "--higher-is-better",
}


def add_statistics(parser: argparse.ArgumentParser) -> None:
    """Add statistics files as input."""
    group = parser.add_argument_group("statistics in place of texts")
    group.add_argument(
        "--stats", nargs="+", action="extend", metavar="FILE",
        help="files of `steelyard score`, or folders of them, in place of REF and -i; --names and -m choose systems "
        "and metrics of theirs",
    )  # fmt: skip


def read_stored_counts(arguments: argparse.Namespace) -> "Counted":
    """Read what --stats names."""
    for name, flag in _OF_TEXTS.items():
        if getattr(arguments, name):
            raise SpecError(f"{flag} is about texts, which --stats takes the place of: give it to `steelyard score`.")
    if arguments.num_refs != 1:
        raise SpecError("--num-refs is about texts, which --stats takes the place of: give it to `steelyard score`.")
    metrics = spell_metrics(arguments)
    if arguments.metrics is None and metrics != ["bleu"]:
        raise SpecError("Options of a metric choose among the statistics only with the metric: name it by -m.")
    from steelyard.counted.shards.rows import insist_on_segments
    from steelyard.counted.statistics_files import read_counts

    counted = read_counts(
        arguments.stats,
        systems=arguments.names,
        metrics=None if arguments.metrics is None else metrics,
        n_threads=arguments.jobs,
    )
    if "sums" not in question_class(entry_named(arguments.command)).takes:
        insist_on_segments(counted.test_set, arguments.command)
    return counted
