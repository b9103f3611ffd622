"""A flag takes the same kind of value in every command, or stands in the list with the reason."""

import argparse
from collections import defaultdict

from steelyard.cli.app import commands

_FORMAT = "the same thing, of which this command takes one, or another kind of file"
_NAMES = "the same thing, of which help lists the names here, and says what they are there"
_OF_ONE = "a word of a method that one command of `lab` has"
SEVERAL = {
    "--documents": _FORMAT, "--sources": _FORMAT, "--parses": _FORMAT, "--source-parses": _FORMAT, "--input": _FORMAT,
    "--labels": _FORMAT, "--output": _FORMAT, "--ratings": _FORMAT, "--reference": _FORMAT, "--scores": _FORMAT,
    "--nbest": _FORMAT, "--languages": _FORMAT, "--scale": _FORMAT,
    "--correction": _NAMES, "--test": _NAMES, "--unit": _NAMES, "--objective": _NAMES, "--metrics": _NAMES,
    "--systems": "systems, by their columns or by their names",
    "--fix": "what is held: weights by name, options with their value",
    "--confidence": "a switch of sacreBLEU's; of fitted curves the level",
    "--lower-is-better": "lab choose names inputs of its own; a curve has one metric",
    "--raters": "who they are, or how many a plan has",
    "--base": "base forms of words; the folder that inputs are in",
    "--features": _OF_ONE, "--gold": _OF_ONE, "--leave-out": _OF_ONE, "--levels": _OF_ONE, "--model": _OF_ONE,
    "--target": _OF_ONE, "--weights": _OF_ONE,
}  # fmt: skip


def kind_of(action: argparse.Action) -> tuple[str, str]:
    """Say how many values a flag takes, given once or more often, and what help calls them."""
    if action.nargs == 0:
        return "none", ""
    is_many = action.nargs in ("+", "*") or type(action).__name__ == "_AppendAction"
    return "many" if is_many else "one", str(action.metavar)


def test_a_flag_takes_the_same_kind_of_value_everywhere() -> None:
    kinds: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for parser in commands().values():
        for _, actions in parser.groups:
            for action in actions:
                for flag in action.option_strings:
                    if flag.startswith("--"):
                        kinds[flag].add(kind_of(action))
    several = {flag for flag, found in kinds.items() if len(found) > 1}
    assert several == SEVERAL.keys()
    assert not {"--by", "--top", "--column", "--against", "--draws", "--no-checks", "--gate"} & kinds.keys()
