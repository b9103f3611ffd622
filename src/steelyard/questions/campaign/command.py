"""`steelyard campaign`: a file that lists tasks, or a statistics file for each."""

import argparse
import os

from steelyard.asking import entry_named, load_part
from steelyard.cli.arguments import add_executor, add_look, add_report, check_width
from steelyard.cli.ask import add_options, describe, question_of_arguments
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.misfits import refuse_options
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.errors import SpecError
from steelyard.questions.campaign.question import CampaignQuestion

__all__ = ["add_arguments", "run"]

_OF_METRICS = "campaign of metrics"  # the question that is asked of tasks with ratings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, CampaignQuestion)
    group = parser.add_argument_group("input")
    group.add_argument(
        "tasks", metavar="FILE", nargs="+",
        help="a campaign's file (TOML), which lists tasks with their files; or statistics files or folders of them, a "
        "task each; or a test set of mt-metrics-eval, a folder, whose metrics are held against people",
    )  # fmt: skip
    group = parser.add_argument_group("campaign")
    add_options(group, CampaignQuestion)
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_executor(group, "draws are worked on, in ranges")
    load_part(entry_named(_OF_METRICS), "command").add_of_metrics(parser)
    add_formats(parser, "github")
    add_look(parser, has_width=True)
    add_report(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_width(arguments)
    check_formats(arguments)
    check_page(arguments)
    of_metrics = load_part(entry_named(_OF_METRICS), "command")
    from steelyard.questions.metrics_task.given import has_ratings

    if any(has_ratings(path) for path in arguments.tasks if path.endswith(".toml") or os.path.isdir(path)):
        why = "is about systems: these tasks have ratings"
        refuse_options(arguments, CampaignQuestion, why, but=of_metrics.SHARED)
        printed: str = of_metrics.run_of_metrics(arguments)
        return printed
    of_metrics.check_not_of_metrics(arguments)
    question = question_of_arguments(arguments, CampaignQuestion)
    from steelyard.counted.shards.executors import check_executor, drawing_on
    from steelyard.counted.threads import check_jobs
    from steelyard.questions.campaign.compute import compute
    from steelyard.questions.campaign.given import read_campaign, tasks_of_statistics
    from steelyard.questions.campaign.tasks import read_tasks

    check_jobs(arguments.jobs)
    if arguments.executor is not None:
        check_executor(arguments.executor)
    is_list = [path.endswith(".toml") for path in arguments.tasks]
    if any(is_list) and len(is_list) > 1:
        raise SpecError("Give one campaign's file (.toml), or statistics files and folders of them alone.")
    files = read_campaign(arguments.tasks[0]) if any(is_list) else tasks_of_statistics(arguments.tasks)
    tasks = read_tasks(files, question.metrics, arguments.jobs)
    with progress_bar(arguments) as progress, drawing_on(arguments.executor):
        answer = compute(tasks, question, files.reading(), n_threads=arguments.jobs, progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)
