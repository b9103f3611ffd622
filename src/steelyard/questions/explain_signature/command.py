"""`steelyard explain-signature`: what a signature means, and whether two published scores may be compared."""

import argparse

from steelyard.cli.formats import add_formats, check_formats, write_result

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Say in words what a signature of sacreBLEU or Steelyard means. With two, say whether the scores "
    "may be compared and, if not, why. Leaves with 0 where they may, 1 where they may not, 2 where it is no signature.",
    "epilog": "Example: steelyard explain-signature 'chrF2|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:2.6.0'",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("a", metavar="A", help="in quotes; long or short, with the score or without")
    parser.add_argument("b", metavar="B", nargs="?", help="another one, to compare with")
    add_formats(parser)
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_formats(arguments)
    from steelyard.questions.explain_signature.compute import explain_signature

    explanation = explain_signature(arguments.a, arguments.b)
    arguments.status = 1 if explanation.is_comparable is False else 0
    return write_result(arguments, explanation)
