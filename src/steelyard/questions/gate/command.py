"""`steelyard gate`: pass or fail, said in a line and by the status, and the comparison that it rests on."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.streams import say
from steelyard.errors import SpecError
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
    from steelyard.page.gate import gate_lines
    from steelyard.questions.gate.compute import compute

    gate = asked_of(arguments, GateQuestion, compute, _comparison_of)
    arguments.status = int(gate.verdict == "fail")
    if arguments.format != "text" and (gate.verdict == "fail" or not arguments.quiet):
        say("\n".join(gate_lines(gate.outcomes)))  # the text begins with it
    if arguments.format == "github":
        from steelyard.cli.github import write_github

        return write_github(gate.basis, gate.outcomes)
    if arguments.format == "sacrebleu":
        return show(arguments, _comparison_of(gate))
    return show(arguments, gate)


def _comparison_of(gate: "Gate") -> "Comparison":
    """Return what pages, figures and sacreBLEU's format are about; refuse the scores of one system."""
    from steelyard.questions.compare.answer import Comparison

    if not isinstance(gate.basis, Comparison):
        raise SpecError("--report, --plots and --format sacrebleu show a comparison: they need the system in use, too.")
    return gate.basis
