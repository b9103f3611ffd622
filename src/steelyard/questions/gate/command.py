"""`steelyard gate`: pass or fail, said in a line and by the status, and the comparison that it rests on."""

import argparse
import os
from typing import TYPE_CHECKING

from steelyard.cli.streams import say
from steelyard.errors import SpecError
from steelyard.files.columns import text_names
from steelyard.questions.compare.command import add_arguments as add_comparison
from steelyard.questions.compare.command import asked_of, show
from steelyard.questions.gate.question import GateQuestion

if TYPE_CHECKING:
    from steelyard.questions.compare.answer import Comparison
    from steelyard.questions.gate.answer import Gate

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: those of a comparison, with limits."""
    add_comparison(parser, GateQuestion)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command, set the status, and return what it prints."""
    from steelyard.questions.gate.compute import compute
    from steelyard.questions.gate.page import sentences

    if (
        arguments.ledger
        and not arguments.show_scores
        and (arguments.report or arguments.plots or arguments.format == "sacrebleu")
    ):
        raise SpecError(
            "--report, --plots and --format sacrebleu show scores, which --ledger hides: add --show-scores, or leave "
            "them out."
        )
    _read_anchor(arguments)
    gate = asked_of(arguments, GateQuestion, compute, _comparison_of)
    arguments.status = int(gate.verdict == "fail")
    if arguments.format != "text" and (gate.verdict == "fail" or not arguments.quiet):
        say("\n".join(sentences(gate)))  # the text begins with it
    if arguments.format == "github" and gate.is_hidden:
        from steelyard.cli.github import write_github_page

        return write_github_page(gate, "error" if gate.verdict == "fail" else "notice")
    if arguments.format == "github":
        from steelyard.cli.github import write_github

        return write_github(gate.basis, gate.outcomes)
    if arguments.format == "sacrebleu":
        return show(arguments, _comparison_of(gate))
    return show(arguments, gate)


def _read_anchor(arguments: argparse.Namespace) -> None:
    """Put the file of the anchor among those of the systems, after the one in use; a name stays a name."""
    anchor, paths = arguments.anchor, arguments.input
    if anchor is None or arguments.runs:
        return
    if arguments.stats and os.path.isfile(anchor):
        from steelyard.reading.formats import read_statistics_file

        systems = read_statistics_file(anchor).systems
        if len(systems) > 1:
            raise SpecError(f"{anchor} has {len(systems)} systems, and the anchor is one: give a file of it alone.")
        [arguments.anchor] = systems
        arguments.stats = list(dict.fromkeys([*arguments.stats, anchor]))
    elif paths and anchor in paths:
        arguments.anchor = (arguments.names or text_names(paths))[paths.index(anchor)]
    elif paths and anchor not in (arguments.names or text_names(paths)):
        *names, arguments.anchor = text_names([*paths, anchor])
        names = arguments.names or names
        arguments.input, arguments.names = [paths[0], anchor, *paths[1:]], [names[0], arguments.anchor, *names[1:]]


def _comparison_of(gate: "Gate") -> "Comparison":
    """Return what pages, figures and sacreBLEU's format are about; refuse the scores of one system."""
    from steelyard.questions.compare.answer import Comparison

    if not isinstance(gate.basis, Comparison):
        raise SpecError("--report, --plots and --format sacrebleu need a comparison: give the baseline, too.")
    return gate.basis
