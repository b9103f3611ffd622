"""`steelyard lab rerank`: fit a model that chooses among candidates."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import add_threads, threads_of
from steelyard.lab.questions.rerank.question import RerankTrainQuestion

if TYPE_CHECKING:
    from steelyard.types import CandidateParses, NBestLists, TestSet

__all__ = ["add_arguments", "add_lists", "lists_of", "references_of", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, RerankTrainQuestion)
    add_lists(parser, needs_references=True)
    add_options(parser.add_argument_group("model"), RerankTrainQuestion)
    add_word_lists(parser)
    add_first(output_of(parser), "-o", "--output", metavar="FILE", required=True, help="write the model as JSON")
    parser.set_defaults(run=run)


def add_lists(parser: argparse.ArgumentParser, *, needs_references: bool) -> argparse._ArgumentGroup:
    """Add lists, references and parses, and how the answer looks; return the group of inputs."""
    group = parser.add_argument_group("input")
    group.add_argument("lists", nargs="+", metavar="LISTS", help="n-best lists of Moses, all of the same segments")
    why = "read references of the same segments" if needs_references else "test the choice with these references"
    add_first(group, "--references", nargs="+", action="extend", metavar="REF", required=needs_references, help=why)
    add_first(group, "--parses", metavar="FILE", help="read CoNLL-U of the candidates, in any order")
    group.add_argument(
        "--reference-parses", nargs="+", action="extend", metavar="FILE",
        help="read CoNLL-U of each reference, for metrics of parses",
    )  # fmt: skip
    group.add_argument(
        "--documents", metavar="FILE[:COLUMN]", help="read document ids; folds and tests keep documents whole"
    )
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    add_threads(parser)
    add_formats(parser)
    add_report(parser)
    add_look(parser)
    return group


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    give_word_lists(arguments, "gold")
    question = question_of_arguments(arguments, RerankTrainQuestion)
    references = references_of(arguments)
    lists, parsed = lists_of(arguments)
    from steelyard.lab.questions.rerank.compute import compute

    with progress_bar(arguments) as progress:
        model = compute(lists, parsed, references, question, n_threads=threads_of(arguments), progress=progress)
    model.save(arguments.output)
    write_page(arguments, model)
    return write_result(arguments, model)


def references_of(arguments: argparse.Namespace) -> "TestSet":
    """Read the references, with their parses where these are given."""
    from steelyard.lab.candidates import read_references

    return read_references(
        arguments.references, arguments.documents, arguments.reference_parses, encoding=arguments.encoding
    )


def lists_of(arguments: argparse.Namespace) -> "tuple[NBestLists, CandidateParses | None]":
    """Read the lists, with the parses of their candidates where these are given."""
    from steelyard.lab.candidates import read_lists

    return read_lists(arguments.lists, arguments.parses, encoding=arguments.encoding)
