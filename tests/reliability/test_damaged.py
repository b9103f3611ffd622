"""Some of what `make damaged` and `make soak` try: no input of any command is a fault of the program."""

import re
import subprocess
import sys

import pytest

from steelyard.asking.registry import split_command
from steelyard.cli.app import commands
from tests.cli.terminal import environment
from tests.conftest import ROOT
from tests.reliability.command_lines import lines_of_help_and_more

N_INPUTS = 3000  # in some 30 s of the processor, and as many before the first


@pytest.mark.long
def test_damaged_inputs_end_by_a_result_or_a_sentence() -> None:
    argv = [sys.executable, "-m", "tests.reliability.damaged", "--inputs", str(N_INPUTS)]
    ended = subprocess.run(
        argv, capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=1200, check=False
    )  # a process of its own, which limits its memory and its time
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    assert re.search(rf"^{N_INPUTS:,} damaged inputs of [23]\d\d command lines.*\n0 findings$", ended.stdout)


def test_every_command_has_lines_that_are_damaged() -> None:
    assert set(commands()) - {split_command(words)[0] for words in lines_of_help_and_more()} == {
        "check installation"
    }  # which reads nothing
