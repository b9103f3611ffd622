"""Completion, by the shells themselves where they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import output, run

ASK = """
eval "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_steelyard
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(*words: str) -> list[str]:
    """Return what bash offers for the last of the words."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash here")
    script = output("--completion", "bash")
    argv = [bash, "--norc", "-c", ASK, "bash", script, *words]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands() -> None:
    assert completed("steelyard", "co") == ["compare"]
    assert {"score", "compare", "plan-ratings", "help"} <= set(completed("steelyard", ""))


def test_bash_completes_flags_of_the_command() -> None:
    assert completed("steelyard", "compare", "ref", "-i", "a", "--equi") == ["--equivalence-margin"]
    assert completed("steelyard", "score", "--equi") == []
    assert "-tok" in completed("steelyard", "score", "-t")
    assert completed("steelyard", "score", "--paired-bs") == []  # known, to be refused


def test_bash_completes_values() -> None:
    assert completed("steelyard", "compare", "-f", "la") == ["latex"]
    assert completed("steelyard", "compare", "-m", "bleu", "chr") == ["chrf"]
    assert completed("steelyard", "compare", "--test", "w") == ["wilcoxon", "wilcoxon-pratt"]
    assert completed("steelyard", "compare", "-i", "w") == []  # files, by bash's own default


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_script(shell: str, tmp_path: Path) -> None:
    script = output("--completion", shell)
    assert "equivalence-margin" in script and "plan-ratings" in script
    found = shutil.which(shell)
    if found is not None:
        path = tmp_path / "script"  # too long for an argument
        path.write_text(script, encoding="utf-8")
        done = subprocess.run([found, "-n", str(path)], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_another_shell_is_refused_with_the_list() -> None:
    done = run("--completion", "tcsh")
    assert (done.status, done.out) == (2, "")
    assert "there is completion for bash, zsh, fish, not for 'tcsh'" in done.err
