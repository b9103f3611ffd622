"""A sample of what `make kills` and `make disks` do with every command."""

import subprocess
import sys

from tests.cli.terminal import environment
from tests.conftest import ROOT
from tests.needs import module
from tests.reliability.writers import shared_flags


def test_killed_commands_and_those_without_room_leave_what_was_there() -> None:
    module("vl_convert")
    argv = [sys.executable, "-m", "tests.reliability.sample"]
    ended = subprocess.run(
        argv, capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=300, check=False
    )  # a process of its own: this one has threads, which no fork may follow
    assert (ended.returncode, ended.stderr) == (0, "")
    assert set(ended.stdout.split()) == shared_flags() >= {"--output", "--report", "--plots"}
