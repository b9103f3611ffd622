"""`steelyard check files`: look at a test set before scoring it."""

import argparse
from typing import TYPE_CHECKING

from steelyard.choices import SEVERITIES
from steelyard.cli.arguments import add_look, add_texts
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.kinds import check_given
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.texts import cached_set, name_systems, read_references, read_tables
from steelyard.questions.lint.question import LintQuestion

if TYPE_CHECKING:
    from steelyard.questions.lint.texts import Texts

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, LintQuestion)
    group = add_texts(
        parser, systems="outputs (none: check references or bilingual files)", documents="document ids, one per line"
    )
    group.add_argument("-t", "--test-set", metavar="SET", help="a test set in sacreBLEU's cache, in place of REF")
    group.add_argument("-l", "--language-pair", metavar="XX-YY", help="of the test set")
    group = parser.add_argument_group("checks")
    add_options(group, LintQuestion)
    add_first(group, "--list", action="store_true", help="list all checks and what each finds")
    add_first(
        group,
        "--fail-on", choices=SEVERITIES, default="error",
        help="exit with status 1 for findings of this severity or higher (error)",
    )  # fmt: skip
    add_formats(parser)
    add_look(parser, quiet="hide warnings")
    parser.set_defaults(run=run, needs_no_reference=True)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.cli.terminal import console
    from steelyard.questions.lint.compute import compute, describe_checks
    from steelyard.questions.lint.page import checks_text

    if arguments.list:
        return checks_text(describe_checks(), console=console(arguments))
    question = question_of_arguments(arguments, LintQuestion)
    check_given(arguments)
    found = compute(_table_texts(arguments) if arguments.table else _file_texts(arguments), question)
    if found.has(arguments.fail_on):
        arguments.status = 1
    return write_result(arguments, found)


def _file_texts(arguments: argparse.Namespace) -> "Texts":
    """Read files as they stand, right or wrong."""
    from steelyard.questions.lint.texts import read_texts

    cached = cached_set(arguments)
    fields = {} if cached is None else cached.fields
    return read_texts(
        read_references(arguments, cached),
        name_systems(arguments),
        sources=arguments.sources or fields.get("src"),
        documents=arguments.documents or fields.get("docid"),
        encoding=arguments.encoding,
    )


def _table_texts(arguments: argparse.Namespace) -> "Texts":
    """Take the texts of a table; what a segment has no reference for is empty."""
    from steelyard.questions.lint.texts import read_texts

    data, _ = read_tables(arguments)
    return read_texts(
        [[line or "" for line in reference] for reference in data.references],
        data.systems,
        sources=data.sources,
        documents=data.documents,
        encoding=arguments.encoding,
    )
