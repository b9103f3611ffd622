"""`steelyard lab suite judge`: test suites, or patterns of one's own."""

import argparse

from steelyard.cli.formats import write_result
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import name_systems
from steelyard.cli.threads import threads_of
from steelyard.lab.questions.suite.command import add_judged_outputs
from steelyard.lab.questions.suite_judge.question import SuiteQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, SuiteQuestion)
    add_judged_outputs(parser, "a test suite, JSON, or patterns, TOML")
    add_options(parser.add_argument_group("test suite"), SuiteQuestion)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    question = question_of_arguments(arguments, SuiteQuestion)
    from steelyard.lab.questions.suite_judge.compute import compute
    from steelyard.lab.questions.suite_judge.inputs import SuiteFiles, read_suite

    files = SuiteFiles(
        suites=tuple(arguments.files),
        paths=name_systems(arguments),
        sources=arguments.sources,
        documents=arguments.documents,
        encoding=arguments.encoding,
    )
    given = read_suite(files)
    with progress_bar(arguments) as progress:
        answer = compute(given, question, n_threads=threads_of(arguments), progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer)
