"""`steelyard checkpoints judge`: test suites and patterns; its flags are those of `steelyard checkpoints`."""

import argparse

from steelyard.asking.question import Question
from steelyard.cli.ask import question_of_arguments
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import name_systems
from steelyard.cli.misfits import refuse_misfits, refuse_options
from steelyard.cli.reports import write_page
from steelyard.cli.terminal import progress_bar
from steelyard.questions.checkpoints_judge.question import SuiteQuestion

__all__ = ["run"]

_SHARED = ("examples", "pairs", "alpha", "n_resamples", "rng", "unit")


def run(arguments: argparse.Namespace, others: type[Question]) -> str:
    """Run the step and return what it prints; options of the other steps are refused."""
    refuse_misfits(arguments, {"references": None}, "is about check-points: it goes with checkpoints score")
    refuse_options(arguments, others, "is about check-points: it goes with checkpoints score", but=_SHARED)
    question = question_of_arguments(arguments, SuiteQuestion)
    from steelyard.counted.threads import check_jobs
    from steelyard.questions.checkpoints_judge.compute import compute
    from steelyard.questions.checkpoints_judge.given import SuiteFiles, read_suite

    check_jobs(arguments.jobs)
    files = SuiteFiles(
        suites=tuple(arguments.files),
        paths=name_systems(arguments),
        sources=arguments.sources,
        documents=arguments.documents,
        encoding=arguments.encoding,
    )
    given = read_suite(files)
    with progress_bar(arguments) as progress:
        answer = compute(given, question, n_threads=arguments.jobs, progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer)
