"""What papers found of metrics: every entry names what there is, and its command runs."""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.asking.registry import split_command
from steelyard.metrics import available
from steelyard.questions.metrics.compute import claims_about, claims_by_metric
from tests.cli.running import output
from tests.reference import reference
from tests.test_pages import DOCS, ROOT, blocks_of, outcome_of, run_python
from tests.test_papers_page import entries

N_LINES = 20  # of the example, for speed: two documents
FEWER_DRAWS = {
    "board tasks": "-n 99",
    "compare": "-n 99",
    "explain errors": "-n 99",
    "meta": "-n 60",
    "meta ensemble": "-n 60",
    "lab tune-weights": "-n 99 --folds 2",
}  # for speed, too
CLAIMS = [claim for claims in claims_by_metric().values() for claim in claims]
OWN_METRICS = (
    "board tasks",
    "explain errors",
    "lab replicate",
    "meta ensemble",
)  # measure what they always do, or what their files hold
COMMANDS = sorted({claim.command for claim in CLAIMS})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the first lines of the example, and with the tiny files of the page about papers."""
    path = tmp_path_factory.mktemp("claims")
    shutil.copytree(ROOT / "examples", path / "examples")
    names = ("reference.1.en", "reference.2.en", "documents.txt", "human.tsv", "systems/*.en")
    for name in (file for pattern in names for file in (path / "examples").glob(pattern)):
        lines = name.read_text(encoding="utf-8").splitlines(keepends=True)
        name.write_text("".join(lines[: N_LINES + (name.suffix == ".tsv")]), encoding="utf-8")
    _keep_lines(path / "examples" / "ratings.tsv", lambda row: row.startswith("system") or _line(row) <= N_LINES)
    _keep_lines(path / "examples" / "n-best.txt", lambda row: int(row.partition(" ")[0]) < N_LINES)
    page = DOCS / "reference" / "papers.md"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        assert run_python(next(b for b in blocks_of(page) if b.language == "python"), page, {}) == []
    return path


def _line(row: str) -> int:
    return int(row.split("\t")[2])


def _keep_lines(path: Path, wanted: Callable[[str], bool]) -> None:
    rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(filter(wanted, rows)), encoding="utf-8")


def test_claims_are_of_metrics_that_there_are() -> None:
    assert claims_by_metric().keys() <= available().keys()
    assert len(claims_by_metric()) > 30


def test_a_claim_is_whole() -> None:
    papers = {entry.paper for entry in entries()}
    for claim in CLAIMS:
        assert claim.side in ("for", "against"), claim
        assert claim.says.endswith("."), claim
        assert claim.paper in papers, claim
        assert not claim.measured or claim.measured.endswith("."), claim


def test_no_claim_stands_twice() -> None:
    for metric, claims in claims_by_metric().items():
        assert len({claim.says for claim in claims}) == len(claims), metric


def test_a_command_has_the_metric_that_it_tests() -> None:
    for metric, claims in claims_by_metric().items():
        for claim in claims:
            words = shlex.split(claim.command)
            if split_command(words[1:])[0] not in OWN_METRICS:
                spelled = {re.split(r"[-(]", word)[0] for word in words}  # one version of METEOR stands for all
                assert metric.partition("-")[0] in spelled, (metric, claim.command)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    draws = "" if " -n " in command else FEWER_DRAWS.get(split_command(command.split()[1:])[0], "")
    status, printed = outcome_of(f"{command} {draws}", folder)
    assert status == 0, printed


def test_pages_show_them() -> None:
    for metric in ("bleu", "meteor-2005", "cder"):
        told, site = " ".join(output("metrics", metric).split()), reference(f"metrics/{metric}.md")
        for claim in claims_about(metric):
            assert claim.says in told
            assert f"[{claim.paper}](https://aclanthology.org/{claim.paper})**: {claim.says} ({claim.source})" in site
            assert f"```sh\n{claim.command}\n```" in site
            assert not claim.measured or f"*Measured*: {claim.measured}\n" in site


def test_a_metric_without_claims_has_no_heading() -> None:
    assert "character-ter" not in claims_by_metric()
    assert "What papers found" not in output("metrics", "character-ter")
    assert "What papers found" not in reference("metrics/character-ter.md")
