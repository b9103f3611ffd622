"""Metrics over several language pairs: flags and run of `steelyard campaign` of ratings."""

import argparse

from steelyard.cli.ask import add_options, question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.misfits import refuse_misfits, refuse_options
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.metrics_task.question import MetricsTaskQuestion

__all__ = ["SHARED", "add_of_metrics", "check_not_of_metrics", "run_of_metrics"]

SHARED = ("alpha", "is_published", "rng")
"""Options that campaigns of systems have, too."""


def add_of_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the flags of campaigns of metrics."""
    group = parser.add_argument_group("metrics against people")
    group.add_argument(
        "--languages", nargs="+", metavar="LP",
        help="language pairs of a folder of mt-metrics-eval; by default all that have ratings and scores",
    )  # fmt: skip
    add_options(group, MetricsTaskQuestion)


def check_not_of_metrics(arguments: argparse.Namespace) -> None:
    """Refuse flags of campaigns of metrics where tasks have no ratings."""
    why = "is about metrics: it goes with tasks that have ratings"
    refuse_options(arguments, MetricsTaskQuestion, why, but=SHARED)
    refuse_misfits(arguments, {"languages": None}, "goes with a folder of mt-metrics-eval")


def run_of_metrics(arguments: argparse.Namespace) -> str:
    """Rank metrics, and return what the command prints."""
    if len(arguments.tasks) > 1:
        raise SpecError("Give one campaign's file (.toml), or one folder of mt-metrics-eval.")
    from pathlib import Path

    from steelyard.questions.metrics_task.compute import compute
    from steelyard.questions.metrics_task.given import read_folder, read_metrics
    from steelyard.questions.metrics_task.pairs import read_pairs

    [path] = arguments.tasks
    if Path(path).is_dir():
        files = read_folder(path, arguments.languages or ())
    else:
        refuse_misfits(arguments, {"languages": None}, "goes with a folder of mt-metrics-eval")
        files = read_metrics(path)
    question = question_of_arguments(arguments, MetricsTaskQuestion)
    with progress_bar(arguments) as progress:
        answer = compute(
            read_pairs(files),
            question,
            files.reading(),
            marks=files.marks,
            n_threads=arguments.jobs,
            progress=progress,
        )
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)
