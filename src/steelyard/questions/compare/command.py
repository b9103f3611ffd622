"""`steelyard compare`: which systems differ, how sure that is, and why one may believe it."""

import argparse
from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from steelyard.asking import entry_named, load_part, question_class
from steelyard.cli.arguments import (
    add_executor,
    add_input,
    add_output,
    add_plots,
    add_refused,
    add_report,
    add_statistics,
)
from steelyard.cli.formats import pairs_of, write_result
from steelyard.cli.inputs import read_counted, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import output_of
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_option, add_options, describe, question_of_arguments
from steelyard.cli.reports import PAGE, check_report, write_page
from steelyard.cli.threads import threads_of
from steelyard.errors import SpecError
from steelyard.questions.compare.question import CompareQuestion

if TYPE_CHECKING:
    from steelyard.questions.compare.answer import Comparison
    from steelyard.results.base import Result
    from steelyard.results.score_rows import SegmentScores
    from steelyard.scored import Counted

__all__ = ["add_arguments", "asked_of", "run", "show"]

Asked = TypeVar("Asked", bound=CompareQuestion)
Answer = TypeVar("Answer", bound="Result")


def add_arguments(parser: argparse.ArgumentParser, asked: type[CompareQuestion] = CompareQuestion) -> None:
    """Add the command's flags, or those of a question that rests on a comparison."""
    describe(parser, asked)
    add_input(parser, may_lack_texts=True)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("comparison")
    add_options(group, asked)
    group.add_argument(
        "-par", "--paired-ar", action="store_true", help="use --test randomization --pairs baseline, as in sacreBLEU"
    )
    add_executor(group, "draws are worked on, in ranges; threads count, too")
    group.add_argument(
        "--ranks", action="store_true", help="show simultaneous ranges of ranks, and how often each system is first"
    )
    group.add_argument(
        "--effects",
        action="store_true",
        help="show effect sizes, and the share of units in which each system is better",
    )
    add_output(parser, "github")
    add_report(parser)
    [labels] = (one for one in fields(question_class(entry_named(PAGE))) if one.name == "labels")
    group = output_of(parser)
    add_option(group, labels, action="append")
    group.add_argument("--no-texts", dest="texts", action="store_false", help="write the report without texts")
    add_plots(parser)
    add_refused(
        parser,
        {
            ("-pbs", "--paired-bs"): "that test has too many false positives; use the default, "
            "--test shifted-bootstrap or --test paired-bootstrap; to repeat its p-values: --test moses "
            "--correction none --pairs baseline",
            ("-pbsn", "--paired-bs-n"): "write -n 10000: the bootstrap and the test use the same number",
            ("-cin", "--confidence-n"): "write -n 10000",
            ("-j", "--jobs", "--paired-jobs"): "write --executor threads:N",
            ("-ci", "--confidence"): "intervals are always printed; for scores alone use `steelyard score -ci`",
            ("-sl", "--sentence-level"): "use `steelyard score -sl`",
            ("-b", "--score-only"): "use `steelyard score -b`",
        },
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.questions.compare.compute import compute

    return show(arguments, asked_of(arguments, CompareQuestion, compute))


def asked_of(
    arguments: argparse.Namespace,
    asked: type[Asked],
    compute: "Callable[[Counted, Asked], Answer]",
    comparison_of: "Callable[[Answer], Any]" = lambda answer: answer,
) -> "Answer":
    """Ask what the arguments say, and write the page and the figures of the comparison that the answer has."""
    _check(arguments)
    check_plots(arguments)
    labels = check_report(arguments)  # read before any work
    from steelyard.cli.terminal import progress_bar
    from steelyard.scored.shards.executors import drawing_on

    question = question_of_arguments(arguments, asked)
    if arguments.paired_ar and arguments.pairs is None:
        question = replace(question, pairs="baseline")
    counted = read_counted(arguments)
    if question.runs is not None and arguments.stats and _has_references(counted):
        warn(arguments, "intervals for new references need the texts: the rows of runs lack them")
    with progress_bar(arguments) as progress, drawing_on(arguments.executor):
        answer = compute(replace(counted, progress=progress), question)
    if arguments.report is not None:
        page = entry_named(PAGE)
        shown: Any = {"labels": labels, "texts": arguments.texts, "languages": arguments.language_pair}
        whole = load_part(page, "compute").compute(counted, comparison_of(answer), question_class(page)(**shown))
        write_page(arguments, whole)
    if arguments.plots is not None:
        _write_plots(arguments, counted, comparison_of(answer))
    return answer


def show(arguments: argparse.Namespace, answer: Any) -> str:
    """Write an answer as the flags say."""
    if arguments.format == "sacrebleu":
        if answer.method["warning"]:  # the format has no place for it
            warn(arguments, answer.method["warning"])
        from steelyard.page.sacrebleu import sacrebleu_paired

        return sacrebleu_paired(answer)
    look = {name: getattr(arguments, name) for name in ("width", "short", "ranks", "effects")}
    return write_result(arguments, answer, **look, most_pairs=pairs_of(arguments))


def _check(arguments: argparse.Namespace) -> None:
    """Refuse flags that do not go together."""
    if arguments.paired_ar and arguments.test != "randomization":
        raise SpecError(f"--paired-ar uses --test randomization: leave out --paired-ar or --test {arguments.test}.")
    if arguments.runs is not None and arguments.format == "sacrebleu":
        raise SpecError("--format sacrebleu cannot show runs: choose another format, such as --format text.")
    for flag, what in (("ranks", "ranks"), ("effects", "effect sizes")):
        if getattr(arguments, flag) and arguments.format in ("sacrebleu", "latex"):
            raise SpecError(
                f"--format {arguments.format} cannot show {what}: choose another format, or leave out --{flag}."
            )


def _has_references(counted: "Counted") -> bool:
    """Say whether there were several references."""
    return any(entry["role"] == "reference 2" for entry in counted.test_set.inputs())


def _write_plots(arguments: argparse.Namespace, counted: "Counted", comparison: "Comparison") -> None:
    """Draw again what single differences were held against, score segments, and write all figures."""
    from steelyard.plot import figures_of
    from steelyard.scored.single_segments import segment_scores
    from steelyard.types import TestSet

    nulls = load_part(entry_named(PAGE), "compute").null_distributions(counted, comparison)
    segments: tuple[SegmentScores, ...] = ()
    if not isinstance(counted.test_set, TestSet):
        warn(arguments, "--plots leaves out the figures of single segments: they need the texts")
    elif arguments.runs is None:
        segments = segment_scores(
            counted.test_set, counted.measurements, counted.segment_metrics, threads_of(arguments)
        )
    write_plots(arguments, figures_of(comparison, nulls=nulls, segments=segments))
