"""`steelyard human control-items`: outputs that a careful rater should like less."""

import argparse

from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.errors import SpecError
from steelyard.questions.control_items.question import ControlItemsQuestion

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ControlItemsQuestion)
    parser.add_argument("system", metavar="OUTPUTS", help="file of outputs of a good system, one a line")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="write the degraded lines to this file")
    add_options(parser, ControlItemsQuestion)
    parser.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.files import write_file
    from steelyard.questions.control_items.compute import compute
    from steelyard.types.text_files import read_text

    question = question_of_arguments(arguments, ControlItemsQuestion)
    file = read_text(arguments.system, arguments.encoding, has_flags=False)
    found = compute(file.lines, question)
    n_damaged = sum(item is not None for item in found)
    if not n_damaged:
        raise SpecError(f"{arguments.system} has no line with words. Give a file of outputs.")
    write_file(arguments.output, "".join(f"{item.text if item else ''}\n" for item in found).encode())
    return f"{n_damaged:,} of {len(found):,} lines degraded: {arguments.output}"
