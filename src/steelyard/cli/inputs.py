"""From arguments to what they name: files of texts, a table of them, scores alone, or statistics in place of both."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.asking import entry_named, question_class
from steelyard.cli.kinds import (
    SCORES,
    STATISTICS,
    check_given,
    columns_of_tables,
    has,
    has_verdict,
    recognise,
    threads_of,
)
from steelyard.cli.metric_flags import spell_metrics
from steelyard.cli.streams import say
from steelyard.cli.texts import read_test_set
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.scored import Counted
    from steelyard.types import ErrorSpan, MadeOutput, TestSet

__all__ = ["check_one_end", "read_counted", "tell_of_meteor", "warn"]

_BOUNDED = ("compare", "board", "gate", "score")  # whose scores or differences have intervals by range
_TOKENIZED_LINES = 100


def read_counted(arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None" = None) -> "Counted":
    """Read everything that arguments name, and count it; systems that were made elsewhere take the place of -i.

    Statistics files take the place of all texts, for commands that have --stats; so do scores that stand alone.
    """
    if made is None:
        recognise(arguments)
    kind = check_given(arguments)
    if kind in (STATISTICS, SCORES) and made is None:
        counted = _stored_counts(arguments) if kind == STATISTICS else _scores_alone(arguments)
        for note in getattr(counted.test_set, "notes", ()):
            warn(arguments, note)
        return counted
    metrics = spell_metrics(arguments)
    if any("meteor" in name.lower() for name in metrics):  # others have all that they need
        from steelyard.scored.counted import check_resources

        check_resources(metrics)
    data, paths = read_test_set(arguments, made)
    if not data.references and has(arguments, "needs_no_reference") and not arguments.metrics:
        metrics = []
    kinds = arguments.bleu_length_references
    if kinds and len(kinds) != len(data.references):
        raise SpecError(
            f"--reference-kinds names {len(kinds)} kinds, but the references are {len(data.references)}: name one each."
        )
    given, errors = _outside_scores(arguments, data, paths) if arguments.scores else ({}, {})
    from steelyard.scored import count

    counted = replace(count(data, metrics, **given, n_threads=threads_of(arguments)), errors=errors)
    tell_of_meteor(arguments, metrics, [str(metric) for metric in counted.segment_metrics])
    tokenizers = {getattr(metric, "tokenizer_name", "none") for metric in counted.segment_metrics}
    for name, text in data.systems.items() if tokenizers - {"none"} and arguments.checks == "error" else ():
        if sum(line.endswith(" .") for line in text) >= _TOKENIZED_LINES:
            end = f"{_TOKENIZED_LINES} lines or more of {name!r} end in ' .', as tokenised text does"
            warn(arguments, f"{end}; BLEU expects detokenised text. --checks warn says that it is")
    return counted


def _stored_counts(arguments: argparse.Namespace) -> "Counted":
    """Read what --stats names."""
    metrics = spell_metrics(arguments)
    if arguments.metrics is None and metrics != ["bleu"]:
        raise SpecError("Options of a metric choose among the statistics only with the metric: name it by -m.")
    from steelyard.scored.shards.rows import require_segments
    from steelyard.scored.statistics_files import read_counts

    chosen = None if arguments.metrics is None else metrics
    counted = read_counts(arguments.stats, systems=arguments.names, metrics=chosen, n_threads=threads_of(arguments))
    if "sums" not in question_class(entry_named(arguments.command)).takes:
        require_segments(counted.test_set, arguments.command)
    return counted


def _scores_alone(arguments: argparse.Namespace) -> "Counted":
    """Read what --scores names, without texts."""
    own = {"output": "score", "id": "item"}  # what --field and --id-field name of scores
    columns = {own.get(role, role): name for role, name in columns_of_tables(arguments)["columns"].items()}
    from steelyard.reading.score_matrix.inputs import HowScores
    from steelyard.scored.missing_scores import MissingRule
    from steelyard.scored.score_matrix import count_items

    how = HowScores(
        columns=columns, names=arguments.names, systems=arguments.system_columns, metrics=arguments.metrics,
        documents=arguments.documents, subsets=vars(arguments).get("subsets"), repeats=arguments.repeats or "refuse",
        items_in_columns=arguments.items_in_columns, no_answer=arguments.no_answer or (),
        lower_is_better=arguments.lower_is_better, higher_is_better=arguments.higher_is_better,
        encoding=arguments.encoding,
    )  # fmt: skip
    is_bounded = arguments.command in _BOUNDED and getattr(arguments, "confidence_level", 1) is not None
    if arguments.worst and arguments.missing not in ("worst", "bounds") and not is_bounded:
        raise SpecError(
            f"--worst goes with --missing worst or bounds, not {arguments.missing or 'refuse'}; without them it makes "
            "intervals of `steelyard compare`, `steelyard board`, `steelyard gate` and `steelyard score -ci`."
        )
    ends = _ends("--worst", arguments.worst), _ends("--best", arguments.best)
    rule = MissingRule(arguments.missing or "refuse", *ends)
    return count_items(
        arguments.scores, how, rule, needs_direction=has_verdict(arguments), n_threads=threads_of(arguments)
    )


def _ends(flag: str, given: list[str] | None) -> dict[str, float]:
    """Read ``X`` or ``NAME=X``."""
    from steelyard.scored.missing_scores import end_by_metric

    found: dict[str, float] = {}
    for text in given or ():
        name, _, number = text.rpartition("=")
        if name in found:
            raise SpecError(f"{flag} is given twice{f' for {name}' if name else ''}, but only one can hold.")
        try:
            found[name] = float(number)
        except ValueError:
            raise SpecError(f"Cannot read {flag} {text!r}: write a number, or NAME=X for one metric.") from None
    return end_by_metric(flag, found)


def check_one_end(arguments: argparse.Namespace, counted: "Counted") -> None:
    """Refuse both ends of missing scores where a question is about one set of scores."""
    if counted.best is not None:
        raise SpecError(
            "--missing bounds is a rule of `steelyard compare`, `steelyard board` and `steelyard board items`: choose "
            f"worst or drop-item for {arguments.command}."
        )


def _outside_scores(
    arguments: argparse.Namespace, data: "TestSet", paths: dict[str, str]
) -> "tuple[dict[str, Any], dict[str, tuple[ErrorSpan, ...]]]":
    """Read the scores of all metrics, and take over what their files say of directions; errors are by metric."""
    from steelyard.reading.directed_scores import directed
    from steelyard.scored.outside_scores import every_segment, given_to_count

    found = every_segment(arguments.scores, data, paths)
    for metric in found:
        if not metric.name:
            argument = next(text for text in arguments.scores if text.endswith(metric.files[0][0]))
            raise SpecError(f"Cannot read --scores {argument!r}, as the file names no metric: write NAME=FILE.")
        for note in metric.notes:
            warn(arguments, note)
    may_assume = not has_verdict(arguments)
    found = directed(found, arguments.lower_is_better, arguments.higher_is_better, may_assume=may_assume)
    return given_to_count(found), {metric.name: metric.errors for metric in found if metric.errors}


def warn(arguments: argparse.Namespace, message: str) -> None:
    """Write a warning to standard error, unless --quiet."""
    if not arguments.quiet:
        say(f"steelyard: warning: {message}.")


def tell_of_meteor(arguments: argparse.Namespace, asked: Sequence[str], found: Sequence[str]) -> None:
    """Say which METEOR was found where no number named one: what it can do hangs on what is installed."""
    is_asked = any(name.partition("(")[0].strip().lower() == "meteor" for name in asked)
    if is_asked and not getattr(arguments, "quiet", False):
        variant = next(name for name in found if name.startswith("meteor-1.5"))
        say(f"steelyard: meteor is {variant} on this machine: name that in a script, or give it more data.")
