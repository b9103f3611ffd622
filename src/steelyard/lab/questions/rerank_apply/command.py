"""`steelyard lab rerank apply`: let a fitted model choose among candidates."""

import argparse

from steelyard.cli.formats import write_result
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.threads import threads_of
from steelyard.errors import SpecError
from steelyard.lab.questions.rerank.command import add_lists, lists_of, references_of
from steelyard.lab.questions.rerank_apply.question import RerankApplyQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, RerankApplyQuestion)
    group = add_lists(parser, needs_references=False)
    add_first(group, "--reranker", dest="model", metavar="FILE", required=True, help="use this model of `lab rerank`")
    add_options(parser.add_argument_group("comparison"), RerankApplyQuestion)
    add_word_lists(parser)
    add_first(output_of(parser), "-o", "--output", metavar="FILE", help="write the chosen outputs, one a line")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    if not arguments.references:
        for flag in ("documents", "metrics", "reference_parses"):
            if getattr(arguments, flag) is not None:
                raise SpecError(f"--{flag.replace('_', '-')} needs references: add --references REF.")
    give_word_lists(arguments, "metrics")
    question = question_of_arguments(arguments, RerankApplyQuestion)
    references = references_of(arguments) if arguments.references else None
    from steelyard.files import write_file
    from steelyard.lab.candidates import read_model
    from steelyard.lab.questions.rerank_apply.compute import compute

    model = read_model(arguments.model)
    lists, parsed = lists_of(arguments)
    reranking = compute(lists, parsed, model, references, question, n_threads=threads_of(arguments))
    lines = "".join(f"{output}\n" for output in reranking.outputs)
    if arguments.output is not None:
        write_file(arguments.output, lines.encode(), reranking.method["inputs"])
    write_page(arguments, reranking)
    if arguments.output is None and arguments.format == "text" and references is None:
        return lines.removesuffix("\n")
    return write_result(arguments, reranking)
