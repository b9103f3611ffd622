"""`steelyard lab contrasts`: metrics against good and wrong translations."""

import argparse
from dataclasses import replace

from steelyard.cli.arguments import add_directions, add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.metric_flags import add_metrics, spell_metrics
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import add_threads, threads_of
from steelyard.lab.questions.contrasts.question import ContrastsQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ContrastsQuestion)
    group = parser.add_argument_group("input")
    group.add_argument(
        "items", nargs="+", metavar="PAIRS",
        help="files of ACES or DEMETR, or tables with the columns good-translation, incorrect-translation, reference, "
        "source, phenomena, langpair; columns NAME-good and NAME-bad are scores",
    )  # fmt: skip
    add_first(
        group,
        "--scores", nargs="+", action="extend", default=[], metavar="[NAME=]FILE",
        help="read scores of outside metrics, in any format that compare reads, for two systems called good and wrong",
    )  # fmt: skip
    add_directions(group)
    add_first(
        group, "-l", "--language-pair", metavar="XX-YY",
        help="use only items of this pair; BLEU uses the tokenizer of its target",
    )  # fmt: skip
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    add_metrics(parser)
    add_options(parser.add_argument_group("contrasts"), ContrastsQuestion)
    add_threads(parser)
    add_formats(parser)
    add_look(parser, has_width=True, width="set the decimals of percentages (1)")
    add_report(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    question = question_of_arguments(arguments, ContrastsQuestion)
    from steelyard.files.columns import split_name
    from steelyard.lab.questions.contrasts.compute import compute
    from steelyard.lab.questions.contrasts.inputs import ContrastFiles, read_items

    files = ContrastFiles(
        paths=tuple(arguments.items),
        scores=tuple(split_name(text) for text in arguments.scores),
        encoding=arguments.encoding,
    )
    metrics, langpair = spell_metrics(arguments), arguments.language_pair or ""
    items, how = read_items(files, metrics, arguments.lower_is_better, langpair, arguments.higher_is_better)
    if items.scores and not arguments.metrics:
        how = replace(how, metrics=())  # the items' own scores will do
    with progress_bar(arguments) as progress:
        answer = compute(
            items, question, how, reading=files.reading(), n_threads=threads_of(arguments), progress=progress
        )
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)
