"""The scorers inside Inspect itself, on the task of `examples/harnesses`, and its logs compared."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Epochs, Task
from inspect_ai import eval as evaluate
from inspect_ai._util.registry import registry_lookup
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

import steelyard as sy
from steelyard.harnesses.inspect_ai import bleu, corpus_score, corpus_stderr
from tests.conftest import EXAMPLES


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EvalLog]:
    folder = tmp_path_factory.mktemp("logs")
    code = runpy.run_path(str(EXAMPLES / "harnesses" / "inspect_translation.py"))
    found = {}
    for system in ("harbour", "orator"):
        task = code["translation"](answers=str(EXAMPLES / "systems" / f"{system}.en"), system=system)
        [found[system]] = evaluate(task, model=f"mockllm/{system}", log_dir=str(folder), display="none")
    return found


def board() -> sy.results.Board:
    data = sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in ("harbour", "orator")},
        documents=EXAMPLES / "documents.txt",
    )
    return sy.evaluate(data, metrics=["bleu", "chrf++", "ter"]).board(n_resamples=100)


def test_scores_and_clustered_errors_are_those_of_the_command(logs: dict[str, EvalLog]) -> None:
    for system, log in logs.items():
        assert log.status == "success" and log.results is not None
        rows = [row for row in board().rows if row.system == system]
        for scored, row in zip(log.results.scores, rows, strict=True):
            assert scored.metrics["corpus_score"].value == pytest.approx(row.score, rel=1e-12)
            assert scored.metrics["corpus_stderr"].value == pytest.approx(row.standard_error, rel=1e-9)


def test_logs_are_compared(logs: dict[str, EvalLog]) -> None:
    files = [log.location for log in logs.values()]
    comparison = sy.evaluate_scores(files, lower_is_better=["ter"]).compare(n_resamples=999)
    assert {(pair.metric, pair.system, pair.verdict) for pair in comparison.pairs} == {
        (metric, "mockllm/orator", "worse") for metric in ("bleu", "chrfpp", "ter")
    }


def test_a_log_can_be_scored_again_from_its_counts(logs: dict[str, EvalLog]) -> None:
    log = read_eval_log(logs["harbour"].location)
    assert log.samples is not None
    counts = [sample.scores["bleu"].metadata for sample in log.samples if sample.scores]
    assert all(told is not None and told["metric"] == "bleu" and len(told["counts"]) == 10 for told in counts)


def test_inspect_finds_them_by_name() -> None:
    for kind, name in (("scorer", "bleu"), ("scorer", "ter"), ("metric", "corpus_score"), ("metric", "corpus_stderr")):
        assert registry_lookup(kind, f"steelyard/{name}") is not None  # type: ignore[arg-type]


@solver
def answering(*answers: str) -> Solver:
    left = list(answers)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("mockllm/model", left.pop(0))
        return state

    return solve


def run(samples: list[Sample], answers: tuple[str, ...], tmp_path: Path, **options: Any) -> EvalLog:
    task = Task(dataset=MemoryDataset(samples), solver=answering(*answers), scorer=bleu(), **options)
    [log] = evaluate(task, model="mockllm/model", log_dir=str(tmp_path), display="none", fail_on_error=True)
    return log


def test_several_epochs_are_refused(tmp_path: Path) -> None:
    log = run([Sample("x", target="the cat sat down", id=1)], ("the cat sat down", "a dog"), tmp_path, epochs=Epochs(2))
    assert log.status == "error" and log.error is not None
    assert "has a score of several epochs" in log.error.message


def test_a_sample_without_its_cluster_is_named(tmp_path: Path) -> None:
    log = run(
        [Sample("x", target="the cat", id="s7")],
        ("the cat",),
        tmp_path,
        metrics=[corpus_score(), corpus_stderr(cluster="document")],
    )
    assert log.status == "error" and log.error is not None
    assert "Sample s7 has no 'document' in its metadata" in log.error.message
