"""Flags for scores alone, without any text, and what they name."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import has_verdict
from steelyard.cli.metric_flags import check_no_options
from steelyard.cli.tables import role_of_column
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.counted import Counted

__all__ = ["read_counted_items"]

_OF_TEXTS = {  # dest: flag, for what says how texts are read
    "sources": "--sources",
    "parses": "--parses",
    "source_parses": "--source-parses",
    "alignments": "--alignments",
    "backward_alignments": "--backward-alignments",
    "language_pair": "-l",
    "origlang": "--origlang",
    "subset": "--subset",
    "reference_columns": "--reference",
}


def read_counted_items(arguments: argparse.Namespace) -> "Counted":
    """Read what --scores names, without texts."""
    for name, flag in _OF_TEXTS.items():
        if getattr(arguments, name, None):
            raise SpecError(f"{flag} is about texts, and there are scores alone: give REF and -i as well.")
    if arguments.num_refs != 1:
        raise SpecError("--num-refs is about texts, and there are scores alone: give REF and -i as well.")
    check_no_options(arguments)
    columns = dict(map(role_of_column, arguments.table_columns or ()))
    if arguments.output_column:
        columns["score"] = arguments.output_column
    if arguments.id_column:
        columns["item"] = arguments.id_column
    from steelyard.counted.missing_scores import MissingRule
    from steelyard.counted.scores_alone import count_items

    rule = MissingRule(
        arguments.missing or "refuse", _ends("--worst", arguments.worst), _ends("--best", arguments.best)
    )
    return count_items(
        arguments.scores,
        columns=columns,
        names=arguments.names,
        systems=arguments.system_columns,
        metrics=arguments.metrics,
        documents=arguments.documents,
        subsets=getattr(arguments, "subsets", None),
        repeats=arguments.repeats or "refuse",
        items_in_columns=arguments.items_in_columns,
        rule=rule,
        lower_is_better=arguments.lower_is_better,
        higher_is_better=arguments.higher_is_better,
        no_answer=arguments.no_answer or (),
        needs_direction=has_verdict(arguments),
        encoding=arguments.encoding,
        n_threads=arguments.jobs,
    )


def _ends(flag: str, given: list[str] | None) -> dict[str, float]:
    """Read ``X`` or ``NAME=X``."""
    found: dict[str, float] = {}
    for text in given or ():
        name, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise SpecError(f"Cannot read {flag} {text!r}: write a number, or NAME=X for one metric.") from None
        if name in found:
            raise SpecError(f"{flag} is given twice{f' for {name}' if name else ''}, but only one can hold.")
        if not abs(value) < float("inf"):
            raise SpecError(f"{flag} must be a finite number, not {number}.")
        found[name] = value
    return found
