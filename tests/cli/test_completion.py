"""Completion, by the shells themselves."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.cli.running import output, run
from tests.cli.terminal import environment, read_all, terminal
from tests.needs import debian

# What stands before the cursor, and what is offered in a folder with the files REFERENCE, RESULT and tasks.tsv.
OFFERED: dict[str, set[str]] = {
    "steelyard co": {"compare"},
    "steelyard h": {"help", "human"},
    "steelyard check r": {"result"},
    "steelyard lab tr": {"train"},
    "steelyard plan t": {"texts"},  # a topic has no files
    "steelyard meta t": {"tests", "tasks", "tasks.tsv"},  # a file may follow, too
    "steelyard meta tests ta": {"tasks.tsv"},
    "steelyard meta RES": {"RESULT"},
    "steelyard board --report x ta": {"tasks.tsv"},  # a word of the name stands before all flags
    "steelyard lab rerank a": {"apply"},
    "steelyard lab rerank apply --rer": {"--reranker"},
    "steelyard lab rerank --mod": set(),  # a flag of the longer name
    "steelyard lab suite judge --comb": set(),
    "steelyard --comp": {"--completion"},
    "steelyard --completion z": {"zsh"},
    "steelyard help pla": {"plan"},
    "steelyard help check si": {"signature"},
    "steelyard help lab rerank a": {"apply"},
    "steelyard compare REFERENCE -i a --equi": {"--equivalence-margin"},
    "steelyard score --equi": set(),  # a flag of another command
    "steelyard score --paired-b": set(),  # known, to be refused
    "steelyard score -to": {"-tok"},
    "steelyard score -tok ja": {"ja-mecab"},
    "steelyard compare -f la": {"latex"},
    "steelyard compare --format=la": {"latex"},
    "steelyard compare -f latex RES": {"RESULT"},  # it has its value
    "steelyard compare -m chr": {"chrf"},
    "steelyard compare -m bleu chr": {"chrf"},  # it takes several
    "steelyard compare --test wilc": {"wilcoxon", "wilcoxon-pratt"},
    "steelyard human REFERENCE --test rank": {"rank-sum"},
    "steelyard check level REFERENCE --tests wilcoxon-": {"wilcoxon-pratt"},
    "steelyard meta tests --tests rando": {"randomization"},
    "steelyard meta instruments REFERENCE --test wilcoxon-": {"wilcoxon-pratt"},
    "steelyard check files REFERENCE --ignore encoding alig": {"alignment"},
    "steelyard metrics gt": {"gtm"},
    "steelyard lab replicate koe": {"koehn2004"},
    "steelyard explain segment gt": {"gtm"},
    "steelyard explain segment gtm RES": {"RESULT"},
    "steelyard compare -i RE": {"REFERENCE", "RESULT"},
    "steelyard check result RES": {"RESULT"},
}
BASH = """
eval "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_steelyard
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = """
source steelyard.fish
for line in $argv
    complete -C $line | string split -f 1 \\t
    echo '//'
end
"""
# Every TAB writes what was offered and then the line, and begins a new one.
ZSH = """
PATH=/nowhere  # nothing is started to complete a line
autoload -U compinit && compinit -u -D
COMMANDS
compadd() { local -a offered; builtin compadd -O offered "$@"; print -rl -- $offered >> offered; builtin compadd "$@" }
tab() { zle complete-word; print -r -- "//$BUFFER" >> offered; BUFFER='' }
zle -N tab
bindkey '^I' tab
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("REFERENCE", "RESULT", "tasks.tsv"):
        (tmp_path / name).touch()
    for shell in ("zsh", "fish"):
        (tmp_path / f"steelyard.{shell}").write_text(output("--completion", shell) + "\n", encoding="utf-8")
    return tmp_path


def by_bash(folder: Path) -> dict[str, set[str]]:
    bash = shutil.which("bash")
    debian("bash", bash)
    script, offered = output("--completion", "bash"), {}
    for line in OFFERED:
        words = line.replace("=", " = ").split(" ")
        argv = [str(bash), "--norc", "-c", BASH, "bash", script, *words]
        done = subprocess.run(argv, capture_output=True, text=True, check=True, timeout=60)
        assert done.stderr == ""
        files = [path.name for path in folder.iterdir() if path.name.startswith(words[-1])]  # bash's own default
        offered[line] = set(done.stdout.split() or files * (not words[-1].startswith("-")))
    return offered


def by_fish(folder: Path) -> dict[str, set[str]]:
    fish = shutil.which("fish")
    debian("fish", fish)
    argv = [str(fish), "--no-config", "-c", FISH, *OFFERED]
    done = subprocess.run(
        argv, capture_output=True, text=True, check=True, timeout=60, env=environment(HOME=str(folder))
    )
    assert done.stderr == ""
    parts = [{word.rpartition("=")[2] for word in part.split()} for part in done.stdout.split("//")]
    return dict(zip(OFFERED, parts[:-1], strict=True))


def typed_in_zsh(folder: Path, commands: str, keys: str) -> list[str]:
    """Type into zsh on a terminal; return what each TAB offers, with the line that it leaves."""
    zsh = shutil.which("zsh")
    debian("zsh", zsh)
    (folder / ".zshrc").write_text(ZSH.replace("COMMANDS", commands), encoding="utf-8")
    with terminal() as (ours, theirs):
        told = environment(ZDOTDIR=str(folder), TERM="dumb")
        process = subprocess.Popen(
            [str(zsh), "-d", "-i"], stdin=theirs, stdout=theirs, stderr=theirs, env=told, start_new_session=True
        )
        os.close(theirs)
        os.write(ours, f"{keys}exit\n".encode())
        shown = read_all(ours)
        process.wait(timeout=60)
    assert (folder / "offered").exists(), shown
    return (folder / "offered").read_text(encoding="utf-8").splitlines()


def by_zsh(folder: Path) -> dict[str, set[str]]:
    offered: dict[str, set[str]] = {}
    words: set[str] = set()
    asked = iter(OFFERED)
    for line in typed_in_zsh(folder, "source steelyard.zsh", "".join(f"{line}\t" for line in OFFERED)):
        if line.startswith("//"):
            offered[next(asked)], words = words, set()
        else:
            words |= {line} - {""}
    return offered


SHELLS: Mapping[str, Callable[[Path], dict[str, set[str]]]] = {"bash": by_bash, "zsh": by_zsh, "fish": by_fish}


@pytest.mark.parametrize("shell", ["bash", "zsh", pytest.param("fish", marks=pytest.mark.long)])
def test_a_shell_offers_commands_flags_values_and_files(shell: str, folder: Path) -> None:
    assert SHELLS[shell](folder) == OFFERED


def test_zsh_completes_the_line_at_the_first_tab_where_the_script_is_a_file_of_its_path(folder: Path) -> None:
    (folder / "steelyard.zsh").rename(folder / "_steelyard")
    commands = f"fpath=({folder} $fpath)\ncompinit -u -D"
    assert (
        typed_in_zsh(folder, commands, "steelyard compare --format=la\t")[-1] == "//steelyard compare --format=latex "
    )


def test_fish_says_what_commands_and_flags_are_for(folder: Path) -> None:
    fish = shutil.which("fish")
    debian("fish", fish)
    script = "source steelyard.fish; complete -C 'steelyard com'; complete -C 'steelyard compare --alp'"
    done = subprocess.run(
        [str(fish), "--no-config", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "compare\ttest which systems differ",
        "--alpha\tset the family-wise error rate (0.05)",
    ]


def test_another_shell_is_refused_with_the_list() -> None:
    done = run("--completion", "tcsh")
    assert (done.status, done.out) == (2, "")
    assert "there is completion for bash, zsh, fish, not for 'tcsh'" in done.err
