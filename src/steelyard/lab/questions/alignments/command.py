"""`steelyard lab alignments`: word alignments against gold links."""

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from steelyard.choices import SYMMETRISATIONS
from steelyard.cli.arguments import add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import name_systems
from steelyard.cli.threads import add_threads, threads_of
from steelyard.errors import SpecError
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.results.plurals import counted

if TYPE_CHECKING:
    from steelyard.lab.questions.alignments.inputs import AlignmentFiles
    from steelyard.types import WordLinks

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, AlignmentsQuestion)
    group = parser.add_argument_group("input")
    group.add_argument(
        "gold", nargs="?", metavar="GOLD",
        help="gold links by people: Pharaoh or talp lines (0-0 1p2), NAACL's rows, or GIZA++'s A3; without it, -o "
             "writes what --symmetrise makes",
    )  # fmt: skip
    add_first(
        group, "-i", "--input", nargs="+", action="extend", metavar="ALIGNMENT", in_usage=True,
        help="read the alignments to score, one file each, in any of these formats",
    )  # fmt: skip
    group.add_argument("--names", nargs="+", action="extend", metavar="NAME", help="name the alignments (by the files)")
    add_first(
        group, "--sources", metavar="FILE[:COLUMN]", help="read the source, one sentence per line; refuse links beyond"
    )
    add_first(group, "--targets", metavar="FILE", help="read the target in the same way")
    group.add_argument("--forward", metavar="FILE", help="read links of a model from source to target")
    group.add_argument(
        "--reverse", metavar="FILE", help="read links of a model from target to source, as target-source pairs"
    )
    group.add_argument(
        "--symmetrise", nargs="+", choices=SYMMETRISATIONS, metavar="METHOD",
        help=f"combine the two directions by these methods: {', '.join(SYMMETRISATIONS)} (all of them)",
    )  # fmt: skip
    group.add_argument(
        "--turn", nargs="+", action="extend", default=[], metavar="NAME",
        help="exchange source and target in these files: names of alignments, gold, forward; reverse: do not exchange "
             "its pairs",
    )  # fmt: skip
    group.add_argument(
        "--first-number", nargs="+", metavar="[NAME=]N",
        help="set the number of the first word, 0 or 1 (1 if no link of the file has a 0)",
    )  # fmt: skip
    add_first(group, "--documents", metavar="FILE[:COLUMN]", help="read document ids; tests resample documents")
    group.add_argument("--unit", metavar="UNIT", help="resample document, segment or block:K (document, if known)")
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    group = parser.add_argument_group("alignments")
    add_options(group, AlignmentsQuestion)
    add_threads(group)
    add_first(
        output_of(parser), "-o", "--output", metavar="FILE",
        help="write the alignment that one method of --symmetrise makes: a line a sentence pair, 0-0 1-2",
    )  # fmt: skip
    add_formats(parser)
    add_look(parser, has_width=True)
    add_report(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    question = question_of_arguments(arguments, AlignmentsQuestion)
    from steelyard.lab.questions.alignments.compute import compute
    from steelyard.lab.questions.alignments.inputs import read_alignments

    files = _files(arguments)
    _check_output(arguments, files)
    if files.gold is None:
        return _made(arguments, files)
    given = read_alignments(files)
    if arguments.output is not None:
        _write(arguments.output, given.found[files.symmetrise[0]], given.inputs)
    with progress_bar(arguments) as progress:
        answer = compute(given, question, n_threads=threads_of(arguments), progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer, width=arguments.width)


def _files(arguments: argparse.Namespace) -> "AlignmentFiles":
    """Gather what the flags say of files."""
    from steelyard.lab.questions.alignments.inputs import AlignmentFiles

    is_made = arguments.forward is not None or arguments.reverse is not None
    return AlignmentFiles(
        gold=arguments.gold,
        paths=name_systems(arguments),
        forward=arguments.forward,
        reverse=arguments.reverse,
        symmetrise=tuple(arguments.symmetrise or (SYMMETRISATIONS if is_made else ())),
        sources=arguments.sources,
        targets=arguments.targets,
        documents=arguments.documents,
        first_numbers=_numbers(arguments.first_number or ()),
        turned=tuple(arguments.turn),
        encoding=arguments.encoding,
    )


def _check_output(arguments: argparse.Namespace, files: "AlignmentFiles") -> None:
    """Refuse to write nothing, or several alignments, and to score without gold."""
    if arguments.output is not None and len(files.symmetrise) != 1:
        raise SpecError(
            "-o writes the alignment that two directions make: give --forward, --reverse and one method, such as "
            "--symmetrise grow-diag-final-and."
        )
    if arguments.gold is not None:
        return
    if arguments.output is None:
        raise SpecError("Give the file of gold links first, or write a symmetrised alignment with -o FILE.")
    if files.paths or arguments.report is not None or arguments.format != "text":
        raise SpecError("Scores need gold links: give their file, or leave out -i, --report and -f.")


def _made(arguments: argparse.Namespace, files: "AlignmentFiles") -> str:
    """Make an alignment of two directions and write it."""
    from steelyard.lab.questions.alignments.inputs import make_alignment

    links, inputs = make_alignment(files)
    _write(arguments.output, links, inputs)
    return (
        f"{arguments.output} has the {files.symmetrise[0]} of {files.forward} and {files.reverse}: "
        f"{counted(len(links.keys), 'link')} of {counted(links.n_segments, 'sentence pair')}, counted from 0."
    )


def _write(path: str, links: "WordLinks", inputs: Sequence[Mapping[str, str]]) -> None:
    from steelyard.files import write_file

    write_file(path, links.to_text(), inputs)


def _numbers(texts: Sequence[str]) -> dict[str, int]:
    """Read ``N`` or ``NAME=N`` each."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        if number not in ("0", "1") or name in found:
            raise SpecError(
                f"Cannot read {text!r} (--first-number): write 0 or 1, or NAME=0 or NAME=1, each name once."
            )
        found[name] = int(number)
    return found
