"""`steelyard lab suite make`: check-points from parses, word alignments and lists."""

import argparse
from collections.abc import Sequence

from steelyard.cli.arguments import add_look
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.errors import SpecError
from steelyard.lab.questions.suite_make.question import MakeCheckPointsQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MakeCheckPointsQuestion)
    group = parser.add_argument_group("input")
    group.add_argument("files", nargs="+", metavar="REF", help="references, a segment a line")
    add_first(group, "--sources", metavar="FILE[:COLUMN]", help="read the source text of the same segments")
    add_first(
        group, "--source-parses", nargs="+", metavar="FILE",
        help="read CoNLL-U or tags of the source; of several parsers, use only the phrases that all of them find",
    )  # fmt: skip
    add_first(
        group, "--alignments", nargs="+", metavar="FILE",
        help="read word links of source and reference, a file for each reference; words are those of the parse, if any",
    )  # fmt: skip
    group.add_argument(
        "--parses",
        nargs="+",
        metavar="FILE",
        help="read CoNLL-U of the first reference, for its words or for check-points of this side",
    )
    add_first(
        group, "--lists", nargs="+", metavar="NAME=FILE",
        help="make a category of the words or phrases in this file: one a line, then perhaps a tab and translations "
             "separated by |",
    )  # fmt: skip
    group.add_argument("--dictionary", metavar="FILE", help="trust links by this dictionary: word, tab, translations")
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    add_options(group, MakeCheckPointsQuestion)
    add_first(
        output_of(parser), "-o", "--output", metavar="FILE", required=True, help="write check-points (JSON Lines)"
    )
    add_formats(parser)
    add_look(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    question = question_of_arguments(arguments, MakeCheckPointsQuestion)
    from steelyard.lab.questions.suite_make.compute import compute
    from steelyard.lab.questions.suite_make.inputs import MakeFiles, read_texts_to_make
    from steelyard.reading.formats import write_check_points

    files = MakeFiles(
        references=tuple(arguments.files),
        sources=arguments.sources,
        alignments=tuple(arguments.alignments or ()),
        source_parses=tuple(arguments.source_parses or ()),
        parses=tuple(arguments.parses or ()),
        lists=_lists(arguments.lists or ()),
        dictionary=arguments.dictionary,
        encoding=arguments.encoding,
    )
    made = compute(read_texts_to_make(files), question)
    write_check_points(arguments.output, made.points, made.method["inputs"])
    return write_result(arguments, made)


def _lists(texts: Sequence[str]) -> dict[str, str]:
    """Read ``NAME=FILE`` each."""
    found: dict[str, str] = {}
    for text in texts:
        name, separator, path = text.partition("=")
        if not (name and separator and path) or name in found:
            raise SpecError(f"Cannot read {text!r} (--lists): write NAME=FILE, each name once.")
        found[name] = path
    return found
