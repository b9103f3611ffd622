"""What a process that tuned leaves behind."""

import subprocess

from tests.cli.running import HARBOUR, LANTERN, REFERENCE
from tests.cli.terminal import COMMAND, environment
from tests.conftest import EXAMPLES


def test_a_process_that_tuned_holds_nothing_of_the_core_as_it_ends() -> None:
    words = ["lab", "tune", "meteor-2007", REFERENCE, "-i", HARBOUR, LANTERN, "--ratings", str(EXAMPLES / "human.tsv")]
    argv = [*COMMAND, *words, "-p", "alpha", "--steps", "0.32", "--folds", "2", "-q"]
    done = subprocess.run(argv, capture_output=True, text=True, env=environment(), timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")  # nanobind says on standard error what is left
