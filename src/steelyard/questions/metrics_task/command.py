"""`steelyard meta tasks`: metrics over several language pairs."""

import argparse
from pathlib import Path

from steelyard.cli.arguments import add_look, add_report
from steelyard.cli.conflicting_flags import refuse_misfits
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import add_threads, threads_of
from steelyard.errors import SpecError
from steelyard.questions.metrics_task.question import MetricsTaskQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MetricsTaskQuestion)
    group = parser.add_argument_group("input")
    group.add_argument(
        "task", metavar="FILE",
        help="a TOML file that lists tasks with scores and ratings, or a folder of a test set of mt-metrics-eval",
    )  # fmt: skip
    group.add_argument(
        "--language-pairs", nargs="+", metavar="XX-YY",
        help="use these language pairs of a folder of mt-metrics-eval (all with ratings and scores)",
    )  # fmt: skip
    group = parser.add_argument_group("metrics against people")
    add_options(group, MetricsTaskQuestion)
    add_threads(group)
    add_formats(parser, "github")
    add_look(parser, has_width=True)
    add_report(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    question = question_of_arguments(arguments, MetricsTaskQuestion)
    from steelyard.questions.metrics_task.compute import compute
    from steelyard.questions.metrics_task.inputs import has_ratings, read_folder, read_metrics
    from steelyard.questions.metrics_task.pairs import read_pairs

    if Path(arguments.task).is_dir():
        files = read_folder(arguments.task, arguments.language_pairs or ())
    else:
        refuse_misfits(arguments, {"language_pairs": None}, "goes with a folder of mt-metrics-eval")
        if not has_ratings(arguments.task):
            raise SpecError(
                f"No task of {arguments.task} has `ratings`: to compare systems, write `steelyard board tasks "
                f"{arguments.task}`."
            )
        files = read_metrics(arguments.task)
    with progress_bar(arguments) as progress:
        answer = compute(
            read_pairs(files),
            question,
            files.reading(),
            marks=files.marks,
            n_threads=threads_of(arguments),
            progress=progress,
        )
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)
