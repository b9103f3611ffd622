"""Every sentence that commands print has at most 25 words, in help and in results."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from steelyard.asking.registry import COMMANDS
from steelyard.cli.app import commands
from tests.cli.example_folder import quick
from tests.cli.running import run
from tests.laws.test_first_look import FINDS, folder

__all__ = ["folder"]

MOST_WORDS = 25
PRINT_TEXTS = (  # of the user's files, or of docstrings
    *("explain segment", "explain influence", "lab paraphrase", "human control-items", "metrics"),
)
_ENDS = re.compile(r"(?<=[.!?:;])\s+")


def long_sentences(text: str) -> Iterator[str]:
    """Find sentences with too many words, in paragraphs and items that are no tables and no commands."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.split("\n")
        if sum(re.search(r"\S {2,}\S", line.strip()) is not None for line in lines) >= 2:
            continue
        for item in re.split(r"\n(?:- )", f"\n{paragraph}"):
            told = " ".join(
                line.strip() for line in item.split("\n") if not line.lstrip().startswith(("$", "steelyard "))
            )
            for sentence in _ENDS.split(told):
                if sum(re.search(r"[A-Za-z]{2}", word) is not None for word in sentence.split()) > MOST_WORDS:
                    yield sentence


@pytest.mark.parametrize("command", sorted(commands()))
def test_help_has_short_sentences(command: str) -> None:
    parser = commands()[command]
    told = [parser.description or "", *(action.help or "" for action in parser._actions)]
    assert [sentence for one in told for sentence in long_sentences(one.partition(": aile2013")[0])] == []


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in PRINT_TEXTS])
def test_what_a_command_prints_has_short_sentences(command: str, folder: Path) -> None:
    lines = (commands()[command].epilog or "").splitlines()
    outcome = run(*quick(next(line for line in lines if f"steelyard {command} " in line)))
    assert outcome.status in (0, 1 if command in FINDS else 0)
    assert list(long_sentences(outcome.out)) == []
