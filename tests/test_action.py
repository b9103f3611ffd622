"""The GitHub Action: its step is run as a runner would, with the files and variables that a runner gives."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, SPARROW, output

ROOT = Path(__file__).resolve().parents[1]
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
_VALUE = r'(?:default: "?(.*?)"?|required: true)'
INPUTS = dict(re.findall(rf"^  ([\w-]+):\n    description: .*\n    {_VALUE}\n", ACTION, re.MULTILINE))


@dataclass
class Step:
    """What a step left."""

    status: int
    printed: str
    summary: str
    outputs: str


def run_step(folder: Path, **given: str) -> Step:
    """Run the step with its defaults, but for what is given."""
    summary, outputs = folder / "summary.md", folder / "outputs"
    summary.touch()
    outputs.write_text("before=1\n", encoding="utf-8")
    all_given = {**INPUTS, "reference": REFERENCE, **given}
    inputs = {f"INPUT_{name.upper().replace('-', '_')}": value for name, value in all_given.items()}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    runner = {"GITHUB_STEP_SUMMARY": str(summary), "GITHUB_OUTPUT": str(outputs), "PATH": path}
    done = subprocess.run(
        ["bash", str(ROOT / "tools" / "gate.sh")],
        env={**os.environ, **inputs, **runner},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=folder,
        timeout=120,
    )
    return Step(done.returncode, done.stdout, summary.read_text(encoding="utf-8"), outputs.read_text(encoding="utf-8"))


def baseline(folder: Path, metric: str = "bleu") -> str:
    path = str(folder / "baseline.jsonl")
    output(
        *f"score -q {REFERENCE} -i {HARBOUR} --names in-use --documents {DOCUMENTS} -m {metric}".split(), "--keep", path
    )
    return path


def test_the_action_hands_every_input_to_the_step() -> None:
    script = (ROOT / "tools" / "gate.sh").read_text(encoding="utf-8")
    for name in INPUTS.keys() - {"package"}:
        variable = f"INPUT_{name.upper().replace('-', '_')}"
        assert f"{variable}: ${{{{ inputs.{name} }}}}" in ACTION
        assert f"${variable}" in script or f"${{{variable}" in script
    runs = re.findall(r"^ +run: (.*)$", ACTION, re.MULTILINE)
    assert len(runs) == 3 and not any("${{" in line for line in runs)  # else a text could be read as a command


@pytest.mark.parametrize(
    ("system", "max_drop", "verdict", "status", "command"),
    [
        (LANTERN, "5", "pass", 0, "::notice title=Steelyard%3A pass::"),
        (LANTERN, "", "cannot tell", 0, "::warning title=Steelyard%3A cannot tell::"),
        (ORATOR, "bleu=0.5", "fail", 1, "::error title=Steelyard%3A fail::"),
    ],
)
def test_each_verdict_with_a_baseline_file(
    system: str, max_drop: str, verdict: str, status: int, command: str, tmp_path: Path
) -> None:
    step = run_step(tmp_path, input=system, baseline=baseline(tmp_path), documents=DOCUMENTS, max_drop=max_drop)
    assert step.status == status, step.printed
    assert step.printed.count(command) == 1 and re.search(
        r"::new is \d+\.\d\d BLEU (below|above) in-use \[", step.printed
    )
    assert step.outputs == f"before=1\nverdict={verdict}\n"
    assert step.summary.startswith(f"## Steelyard: {verdict}\n") and "<details>" in step.summary


def test_two_outputs_need_no_baseline_file(tmp_path: Path) -> None:
    step = run_step(tmp_path, input=f"{HARBOUR}\n{ORATOR}", documents=DOCUMENTS, metrics="bleu ter", report="page.html")
    assert step.status == 1 and step.printed.count("::error") == 2
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_one_output_is_held_against_a_least_score(tmp_path: Path) -> None:
    for least, status in (("30", 0), ("bleu=70", 1)):
        step = run_step(tmp_path, input=LANTERN, min_score=least)
        assert step.status == status, step.printed
        assert "BLEU [" in step.printed and f"; {least.removeprefix('bleu=')} or more is allowed." in step.printed


def test_what_cannot_be_told_fails_where_that_is_asked(tmp_path: Path) -> None:
    step = run_step(tmp_path, input=f"{HARBOUR} {LANTERN}", cannot_tell="fail")
    assert (step.status, step.outputs) == (1, "before=1\nverdict=cannot tell\n")


def test_an_anchor_is_a_file_of_outputs_or_with_a_baseline_file_of_statistics(tmp_path: Path) -> None:
    step = run_step(tmp_path, input=f"{SPARROW} {ORATOR}", anchor=HARBOUR, max_drop="25", documents=DOCUMENTS)
    assert step.status == 1 and "BLEU below the anchor harbour [" in step.printed, step.printed
    counted, first = baseline(tmp_path), tmp_path / "first.jsonl"
    argv = (REFERENCE, "-i", SPARROW, "--names", "first", "--documents", DOCUMENTS, "--keep", first)
    output("score", "-q", *argv)
    given = {"input": LANTERN, "baseline": counted, "anchor": str(first), "documents": DOCUMENTS, "max_drop": "5"}
    step = run_step(tmp_path, **given)
    assert step.status == 0 and "BLEU above the anchor first [" in step.printed, step.printed


def test_a_ledger_is_written_and_only_the_verdict_is_told(tmp_path: Path) -> None:
    for system, verdict, status in ((LANTERN, "open", 0), (ORATOR, "fail", 1)):
        step = run_step(tmp_path, input=f"{HARBOUR} {system}", documents=DOCUMENTS, ledger="looks.txt")
        assert step.status == status and step.outputs == f"before=1\nverdict={verdict}\n", step.printed
        assert "BLEU" not in step.printed + step.summary
        assert ("::error title=Steelyard%3A gate::Gate failed: " in step.printed) == bool(status)
    assert (tmp_path / "looks.txt").read_text(encoding="utf-8").count("\n") == 2


def git(folder: Path, *argv: str) -> str:
    given = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main", *argv)
    return subprocess.run(given, cwd=folder, check=True, capture_output=True, text=True).stdout


def keep(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(ROOT / "tools" / "keep-ledger.sh")],
        env={**os.environ, "INPUT_LEDGER": "looks.txt"},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=60,
    )


def test_the_ledger_is_pushed_and_lines_of_two_branches_both_stay(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--bare", "shared")
    for name in ("ours", "theirs"):
        git(tmp_path, "clone", "--quiet", "shared", name)
        git(tmp_path / name, "checkout", "--quiet", "-B", "main")
        if name == "ours":
            (tmp_path / name / ".gitattributes").write_text("looks.txt merge=union\n", encoding="utf-8")
            (tmp_path / name / "looks.txt").write_text("one\n", encoding="utf-8")
            git(tmp_path / name, "add", ".")
            git(tmp_path / name, "commit", "--quiet", "-m", "start")
            git(tmp_path / name, "push", "--quiet", "-u", "origin", "main")
        else:
            git(tmp_path / name, "pull", "--quiet", "origin", "main")
            git(tmp_path / name, "branch", "--quiet", "-u", "origin/main")
    for name in ("ours", "theirs"):
        with (tmp_path / name / "looks.txt").open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")
        done = keep(tmp_path / name)
        assert done.returncode == 0, done.stderr
    lines = git(tmp_path / "shared", "show", "main:looks.txt").splitlines()
    assert sorted(lines) == ["one", "ours", "theirs"]
    assert keep(tmp_path / "ours").returncode == 0  # nothing new
    shutil.rmtree(tmp_path / "shared")
    (tmp_path / "ours" / "looks.txt").write_text("one\nours\nmore\n", encoding="utf-8")
    lost = keep(tmp_path / "ours")
    assert lost.returncode == 2 and "::error title=Steelyard::The ledger could not be pushed" in lost.stdout


HOSTILE = "x\r::add-mask::secret\n::stop-commands::t\r\n::warning::injected"


@pytest.mark.parametrize(
    "name",
    [
        "reference",
        "input",
        "baseline",
        "name",
        "documents",
        "metrics",
        "max_drop",
        "min_score",
        "arguments",
        "report",
        "cannot_tell",
        "anchor",
        "ledger",
    ],
)
def test_no_input_becomes_a_command_of_github(name: str, tmp_path: Path) -> None:
    # GitHub reads a command at the start of a line, which \r begins too, and one with ##[ anywhere
    plain = {"input": f"{HARBOUR} {LANTERN}"}
    for hostile in (HOSTILE, "##[add-mask]secret", f"x%0A{HOSTILE}"):
        step = run_step(tmp_path, **{**plain, name: hostile})
        lines = re.split(r"[\r\n]", step.printed)
        assert step.status == 2 or (name, step.status) == ("name", 0), step.printed
        assert [
            line for line in lines if re.match(r"\s*::(?!error title=Steelyard)(?!\w+ title=Steelyard%3A)", line)
        ] == []
        assert [line for line in lines if "##[" in line and not line.startswith("::error title=Steelyard::")] == []


@pytest.mark.parametrize(
    "given",
    [
        {"input": f"{HARBOUR} {LANTERN} --report stolen.html"},
        {"input": f"{HARBOUR} {LANTERN}\r--report=stolen.html"},
        {"reference": f"{REFERENCE} -o stolen.html"},
        {"metrics": "bleu --report stolen.html"},
        {"max_drop": "0\n--report\nstolen.html"},
        {"min_score": "30\n--report\nstolen.html"},
        {"documents": "--report=stolen.html"},
        {"report": "-ostolen.html"},
        {"anchor": "--report=stolen.html"},
        {"ledger": "--report=stolen.html"},
        {"name": "--report=stolen.html", "input": LANTERN, "baseline": REFERENCE},
        {"baseline": "--report=stolen.html", "input": LANTERN},
    ],
)
def test_a_list_of_files_adds_no_flag(given: dict[str, str], tmp_path: Path) -> None:
    step = run_step(tmp_path, **{"input": f"{HARBOUR} {LANTERN}", **given})
    assert step.status == 2 and "would be read as a flag: write ./-" in step.printed, step.printed
    assert not (tmp_path / "stolen.html").exists()


def test_every_action_of_others_is_pinned_by_its_commit() -> None:
    files = [ROOT / "action.yml", *sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
    used = [line for file in files for line in re.findall(r"uses: *(.*)", file.read_text(encoding="utf-8"))]
    assert len(used) > 10
    assert [line for line in used if not re.fullmatch(r"\./.*|[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)+", line)] == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"input": LANTERN, "baseline": "no.jsonl"}, "There is no baseline no.jsonl: make it by steelyard score"),
        ({"input": f"{LANTERN} {ORATOR}", "baseline": REFERENCE}, "there is one new system, not 2"),
        ({"input": LANTERN, "baseline": REFERENCE}, "Nothing was compared"),
        ({"input": "missing.en other.en"}, "Cannot read missing.en"),
        ({"input": f"{HARBOUR} {LANTERN}", "max_drop": "x"}, "Cannot read 'x' (--max-drop)"),
        ({"input": f"{HARBOUR} {LANTERN}", "anchor": "no.en"}, "Cannot read no.en"),
        ({"input": f"{HARBOUR} {LANTERN}", "ledger": "x", "cannot_tell": "fail"}, "so cannot-tell is pass."),
        ({"input": f"{HARBOUR} {LANTERN}", "ledger": "x", "min_score": "3"}, "uses the score without a test"),
        ({"input": LANTERN, "cannot_tell": "maybe"}, "cannot-tell is pass or fail, not maybe."),
        ({"input": f"$(touch${{IFS}}x) {LANTERN}"}, "Cannot read $(touch${IFS}x)"),
    ],
)
def test_a_mistake_ends_in_a_sentence_and_status_2(given: dict[str, str], said: str, tmp_path: Path) -> None:
    step = run_step(tmp_path, **given)
    assert step.status == 2, step.printed
    assert said in step.printed and "::error title=Steelyard::" in step.printed
    assert "Traceback" not in step.printed and not (tmp_path / "x").exists()
