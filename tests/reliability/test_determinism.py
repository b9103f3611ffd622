"""The same bytes wherever they are computed: a sample of `make determinism`, and through pools of processes."""

import json
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.asking.registry import split_command
from steelyard.metrics import Metric, measure, parse
from steelyard.results import Result, load
from tests.cli.example_folder import LINES, fill, quick
from tests.cli.running import run
from tests.laws.annotated import annotated
from tests.laws.metrics_under_law import METRICS, SYNONYMS
from tests.reliability.determinism import EVERYTHING, FITS, NO_OPTIMUM, ask, compare, may_be_close

OTHER_KERNELS = {"OPENBLAS_CORETYPE": "Prescott"}
OTHER_LIBC = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA"}


@pytest.mark.long
def test_first_examples_but_fits_answer_the_same_under_everything_at_once() -> None:
    here = ask(["--first"], {"PYTHONHASHSEED": "0"})
    flags = ["--first", "--jobs", "2", "--small-blocks", "--products", "bytes"]
    there = ask(flags, EVERYTHING | OTHER_KERNELS)
    answers = [
        {line: said for line, said in found.items() if not line.startswith(tuple(FITS))} for found in (here, there)
    ]
    assert 30 < 0.85 * len(here) < len(answers[0])
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("line", "there", "environment", "n_wrong"),
    [
        ("steelyard lab train x", "0.50000000001", OTHER_KERNELS, 0),
        ("steelyard lab train x", "0.50001", OTHER_KERNELS, 1),
        ("steelyard lab train x", "0.50000000001", {}, 1),
        ("steelyard compare x", "0.50000000001", OTHER_KERNELS, 1),
        ("steelyard compare x", "0.5", OTHER_KERNELS, 0),
        ("steelyard compare x", "0.50000000001", OTHER_LIBC, 0),
        ("steelyard compare x", "0.50001", OTHER_LIBC, 1),
    ],
)
def test_only_fits_under_other_kernels_and_any_under_another_libc_may_differ_in_last_digits(
    line: str, there: str, environment: dict[str, str], n_wrong: int
) -> None:
    assert compare("there", {line: "0.5"}, {line: there}, may_be_close(environment)) == n_wrong


def test_an_answer_that_is_missing_is_wrong() -> None:
    assert compare("there", {"steelyard lab train x": "0.5"}, {}, may_be_close(OTHER_KERNELS)) == 1


def test_fits_are_named_by_examples_that_there_are() -> None:
    assert [name for name in FITS if not any(line.startswith(name) for line in LINES)] == []
    assert [line for line in NO_OPTIMUM if line not in LINES] == []


def back(result: Result) -> tuple[Result, str]:
    return result, result.to_json()


def scored(data: sy.TestSet, metric: Metric) -> tuple[sy.TestSet, Metric, bytes]:
    [found] = measure(data, [metric])
    return data, metric, found.statistics.values.tobytes() + found.scores(found.statistics.totals()).tobytes()


def test_answers_test_sets_and_metrics_go_through_processes_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: sy.TestSet
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    fill(tmp_path)
    results: dict[str, Result] = {}
    for words in map(quick, LINES):
        command, _ = split_command(words)
        done = run(*words, "-f", "json") if command not in results and "-f" not in words else None
        if done and done.status in (0, 1) and done.out.startswith("{") and "schema" in json.loads(done.out):
            Path("answer.json").write_text(done.out, encoding="utf-8")
            results[command] = load("answer.json")
    assert len(results) > 20
    few = sy.TestSet(
        references=[text[:9] for text in example.references], systems={"x": example.systems["harbour"][:9]}
    )
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for result, (same, said) in zip(results.values(), pool.map(back, results.values()), strict=True):
            assert same.to_json() == said == result.to_json()
        sets = [annotated(metric, few) for metric in METRICS]
        for data, metric, (*same, said) in zip(sets, METRICS, pool.map(scored, sets, METRICS), strict=True):
            assert same == [data, metric]
            assert said == scored(data, metric)[-1]


def test_a_metric_that_looked_synonyms_up_can_go_to_another_process() -> None:
    metric = parse(f"entailment({SYNONYMS})")
    measure(annotated(metric, sy.TestSet(references=[["a b"]], systems={"x": ["a"]})), [metric])
    same = pickle.loads(pickle.dumps(metric))  # noqa: S301  # ours
    assert same == metric
    assert "_sets_of" in vars(metric) and "_sets_of" not in vars(same)
