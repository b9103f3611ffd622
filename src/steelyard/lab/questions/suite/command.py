"""`steelyard lab suite`: check-points, looked for in outputs."""

import argparse

from steelyard.cli.arguments import add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import name_systems
from steelyard.cli.threads import add_threads, threads_of
from steelyard.lab.questions.suite.question import CheckPointsQuestion

__all__ = ["add_arguments", "add_judged_outputs", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, CheckPointsQuestion)
    group = add_judged_outputs(parser, "check-points of `lab suite make` (JSON Lines); several files count as one list")
    add_first(
        group, "--references", nargs="+", action="extend", metavar="REF",
        help="read whole references: lower the score of outputs that are longer, and refuse points of another text",
    )  # fmt: skip
    group.add_argument("--unit", metavar="UNIT", help="resample document, segment or block:K (document, if known)")
    add_options(parser.add_argument_group("check-points"), CheckPointsQuestion)
    parser.set_defaults(run=run)


def add_judged_outputs(parser: argparse.ArgumentParser, files: str) -> argparse._ArgumentGroup:
    """Add what every question about items of outputs takes; `files` says what stands first. Return the inputs."""
    group = parser.add_argument_group("input")
    group.add_argument("files", nargs="+", metavar="FILE", help=files)
    add_first(
        group, "-i", "--input", nargs="+", action="extend", metavar="SYS", in_usage=True,
        help="read system outputs, one segment per line",
    )  # fmt: skip
    group.add_argument("--names", nargs="+", action="extend", metavar="NAME", help="name the systems (by the files)")
    add_first(
        group, "--sources", metavar="FILE[:COLUMN]", help="read the source text; refuse check-points of another text"
    )
    add_first(group, "--documents", metavar="FILE[:COLUMN]", help="read document ids; tests resample documents")
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    add_threads(group)
    add_formats(parser)
    add_look(parser)
    add_report(parser)
    return group


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    question = question_of_arguments(arguments, CheckPointsQuestion)
    from steelyard.lab.questions.suite.compute import compute
    from steelyard.lab.questions.suite.inputs import PointFiles, read_points

    files = PointFiles(
        points=tuple(arguments.files),
        paths=name_systems(arguments),
        references=tuple(arguments.references or ()),
        sources=arguments.sources,
        documents=arguments.documents,
        encoding=arguments.encoding,
    )
    given = read_points(files)
    with progress_bar(arguments) as progress:
        answer = compute(given, question, n_threads=threads_of(arguments), progress=progress)
    write_page(arguments, answer)
    return write_result(arguments, answer)
