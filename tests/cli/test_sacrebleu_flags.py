"""The dialect: every flag of sacreBLEU's own parser is known here, and either works or is refused with our way."""

import argparse

import pytest

from steelyard.cli.app import commands
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, run

OURS = {  # sacreBLEU's flag: what the refusal has to offer instead
    "score": {
        "-par": "steelyard compare",
        "-pbs": "steelyard compare",
        "-parn": "-n 10000 --test randomization",
        "-pbsn": "-n 10000",
        "-d": "--origlang",
        "--download": "sacrebleu --download",
        "--cite": "sacrebleu --cite",
    },
    "compare": {
        "-pbs": "--test shifted-bootstrap",
        "-pbsn": "-n 10000",
        "-ci": "steelyard score -ci",
        "-sl": "steelyard score -sl",
        "-b": "steelyard score -b",
        "-d": "--origlang",
        "--download": "sacrebleu --download",
        "--cite": "sacrebleu --cite",
    },
}
ONLY_SCORE = {"--list", "--echo"}  # these print a test set, and compare nothing


class CapturedError(Exception):
    """Carries a parser out of the function that builds it."""


@pytest.fixture(scope="module")
def theirs() -> argparse.ArgumentParser:
    from sacrebleu.sacrebleu import parse_args

    def capture(parser: argparse.ArgumentParser, *_: object) -> None:
        raise CapturedError(parser)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(CapturedError) as caught:
        patch.setattr(argparse.ArgumentParser, "parse_args", capture)
        parse_args()
    parser: argparse.ArgumentParser = caught.value.args[0]
    return parser


def ours(command: str) -> argparse.ArgumentParser:
    return commands()[command]


def flags(parser: argparse.ArgumentParser) -> set[str]:
    return {flag for action in parser._actions for flag in action.option_strings}


def test_every_flag_of_sacrebleu_is_known(theirs: argparse.ArgumentParser) -> None:
    assert len(flags(theirs)) > 60
    assert flags(theirs) - flags(ours("score")) <= {"-V", "--version"}  # steelyard --version
    assert flags(theirs) - flags(ours("compare")) - ONLY_SCORE <= {"-V", "--version"}


@pytest.mark.parametrize("command", OURS)
def test_a_refused_flag_says_what_to_write_instead(command: str) -> None:
    for flag, hint in OURS[command].items():
        outcome = run(command, REFERENCE, "-i", HARBOUR, LANTERN, flag)
        assert (outcome.status, outcome.out) == (2, ""), flag
        assert outcome.err.startswith(f"steelyard {command}: {flag}: ")
        assert hint in outcome.err


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_refused_flag_is_refused_with_its_value_too(theirs: argparse.ArgumentParser, command: str) -> None:
    refused = {flag for action in ours(command)._actions for flag in action.option_strings if action.dest == "refused"}
    valued = [
        flag for action in theirs._actions for flag in action.option_strings if flag in refused and action.nargs is None
    ]
    assert "-pbsn" in valued
    answers = {flag: run(command, REFERENCE, "-i", HARBOUR, LANTERN, flag, "7").err for flag in valued}
    assert {f: a for f, a in answers.items() if not a.startswith(f"steelyard {command}: {f}: ")} == {}


def test_help_is_short_of_nothing_that_works() -> None:
    for command in ("score", "compare"):
        shown = run(command, "--help-all").out
        hidden = {a.option_strings[0] for a in ours(command)._actions if a.help == argparse.SUPPRESS}
        listed = {a.option_strings[0] for a in ours(command)._actions if a.option_strings} - hidden
        assert {flag for flag in listed if f"{flag}" not in shown} == set()
        assert {a.dest for a in ours(command)._actions if a.option_strings[:1] and a.help is None} == set()
