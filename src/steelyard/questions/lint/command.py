"""`steelyard lint`: look at a test set before scoring it."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_texts
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.inputs import cached_set, name_systems, read_references

if TYPE_CHECKING:
    from steelyard.lines import TextFile

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Look at references, outputs, source text and document ids before they are scored: lines that are "
    "missing or shifted, copies, empty and cut-off outputs, tokenised text, wrong encodings, forms and scripts. Exits "
    "with status 1 if something is wrong.",
    "epilog": "Example: steelyard lint ref.txt -i ours.txt theirs.txt --sources src.txt --documents docs.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    group = add_texts(
        parser, systems="system outputs (none: look at the references alone)", documents="document ids, one a line"
    )
    group.add_argument("-t", "--test-set", metavar="SET", help="a test set in sacreBLEU's cache, in place of REF")
    group.add_argument("-l", "--language-pair", metavar="XX-YY", help="of the test set")
    group = parser.add_argument_group("checks")
    group.add_argument("--checks", nargs="+", action="extend", metavar="NAME", help="to run (all)")
    group.add_argument("--ignore", nargs="+", action="extend", default=[], metavar="NAME", help="checks to leave out")
    group.add_argument("--list", action="store_true", help="show the names of all checks, and what each looks for")
    group.add_argument(
        "--fail-on", choices=("error", "warning", "note"), default="error",
        help="exit with status 1 if a finding is at least so severe (error)",
    )  # fmt: skip
    add_formats(parser)
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_formats(arguments)
    from steelyard import report
    from steelyard.cli.terminal import console
    from steelyard.questions.lint.compute import describe_checks, lint

    if arguments.list:
        return report.checks_text(describe_checks(), console=console(arguments))
    cached = cached_set(arguments)
    sources: TextFile | str | None = arguments.sources
    documents: TextFile | str | None = arguments.documents
    if cached is not None:
        sources = sources or cached.fields["src"]
        documents = documents or cached.fields.get("docid")
    found = lint(
        read_references(arguments, cached),
        name_systems(arguments),
        sources=sources,
        documents=documents,
        checks=arguments.checks,
        ignore=arguments.ignore,
        encoding=arguments.encoding,
    )
    if found.has(arguments.fail_on):
        arguments.status = 1
    return write_result(arguments, found)
