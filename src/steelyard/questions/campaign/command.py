"""`steelyard board tasks`: a file that lists tasks, or a statistics file for each."""

import argparse
import os

from steelyard.cli.arguments import add_executor, add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import threads_of
from steelyard.errors import SpecError
from steelyard.questions.campaign.question import CampaignQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, CampaignQuestion)
    group = parser.add_argument_group("input")
    group.add_argument(
        "tasks", metavar="FILE", nargs="+",
        help="a TOML file: scores = ['FILE'], or references and systems, under each [tasks.NAME]; or one statistics "
        "file, or folder of them, for each task",
    )  # fmt: skip
    group = parser.add_argument_group("tasks")
    add_options(group, CampaignQuestion)
    add_word_lists(parser)
    add_executor(group, "draws are worked on, in ranges; threads count, too")
    add_formats(parser, "github")
    add_look(parser, has_width=True)
    add_report(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    give_word_lists(arguments, "metrics")
    question = question_of_arguments(arguments, CampaignQuestion)
    from steelyard.questions.metrics_task.inputs import first_with_ratings_alone, has_ratings

    rated = [path for path in arguments.tasks if path.endswith(".toml") or os.path.isdir(path) if has_ratings(path)]
    if rated and (name := first_with_ratings_alone(rated[0])):
        raise SpecError(
            f"{rated[0]}, task {name} has ratings and no scores. Rank the systems of one task with "
            "`steelyard human FILE`. If the ratings are a table of scores, write scores = ['FILE'] in place of ratings."
        )
    if rated:
        raise SpecError(f"{rated[0]} has ratings: to rank metrics by them, write `steelyard meta tasks {rated[0]}`.")
    from steelyard.questions.campaign.compute import compute
    from steelyard.questions.campaign.inputs import read_campaign, tasks_of_statistics
    from steelyard.questions.campaign.tasks import read_tasks
    from steelyard.scored.shards.executors import drawing_on

    is_list = [path.endswith(".toml") for path in arguments.tasks]
    if any(is_list) and len(is_list) > 1:
        raise SpecError("Give one TOML file of tasks, or only statistics files and folders of them.")
    files = read_campaign(arguments.tasks[0]) if any(is_list) else tasks_of_statistics(arguments.tasks)
    tasks = read_tasks(files, question.metrics, threads_of(arguments))
    with progress_bar(arguments) as progress, drawing_on(arguments.executor):
        answer = compute(tasks, question, files.reading(), n_threads=threads_of(arguments), progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)
