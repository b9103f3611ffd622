"""Logs of MTEB, promptfoo, deepeval, WMT25 and old lm-evaluation-harness, at the doors where people put them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import output, run


def written(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def scored(*words: object) -> dict[tuple[str, str], float]:
    found = json.loads(output("score", "--scores", *words, "-f", "json", "-q"))["scores"]
    return {(row["system"], row["metric"]): row["score"] for row in found}


def mteb(task: str, *scores: float, split: str = "test") -> dict[str, Any]:
    parts = [{"hf_subset": str(i), "languages": ["eng-Latn"], "main_score": x, "ap": 0.1} for i, x in enumerate(scores)]
    kept = {"mteb_version": "1.18.0", "task_name": task, "evaluation_time": 8.4, "kg_co2_emissions": 0.0002}
    return {**kept, "scores": {split: parts}}


def test_a_folder_of_mteb_is_a_board_of_main_scores(tmp_path: Path) -> None:
    """Seconds and kilograms of CO2 were its scores."""
    for model, (one, two) in {"lab__fine": (0.8, 0.6), "lab__fair": (0.7, 0.5)}.items():
        here = tmp_path / "results" / model / "0123abcd"
        written(here / "Pairs.json", mteb("Pairs", one))
        written(here / "Words.json", mteb("Words", two - 0.1, two + 0.1))
    written(tmp_path / "results" / "lab__fair" / "0123abcd" / "model_meta.json", {"name": "lab/fair-v2"})
    found = json.loads(output("board", tmp_path / "results", "-n", "50", "-q", "-f", "json"))
    assert {row["system"]: row["score"] for row in found["rows"]} == pytest.approx(
        {"lab/fine": 0.7, "lab/fair-v2": 0.6}
    )
    other = written(tmp_path / "Dev.json", mteb("Dev", 0.25, split="validation"))
    assert "has no test split: 'validation' is read" in run("score", "--scores", other).err
    assert scored(other) == {("Dev", "main_score"): 0.25}


def promptfoo(*entries: Sequence[Any]) -> dict[str, Any]:
    results = [
        {
            "provider": {"id": provider}, "prompt": {"label": prompt, "raw": prompt}, "testIdx": i, "score": score,
            "success": score == 1, "failureReason": 2 if error else int(score < 1), "error": error,
        }
        for provider, prompt, i, score, error in entries
    ]  # fmt: skip
    return {"evalId": "eval-x", "results": {"version": 3, "results": results}, "config": {}}


def test_providers_and_prompts_of_promptfoo_are_systems(tmp_path: Path) -> None:
    tests = [
        (p, q, i, (i + k) % 2, "")
        for i in (0, 2, 1)
        for k, (p, q) in enumerate([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")])
    ]
    assert scored(written(tmp_path / "r.json", promptfoo(*tests))) == pytest.approx(
        {("a, x", "pass"): 1 / 3, ("a, y", "pass"): 2 / 3, ("b, x", "pass"): 1 / 3, ("b, y", "pass"): 2 / 3}
    )
    assert scored(written(tmp_path / "r.json", promptfoo(*(one for one in tests if one[1] == "x")))).keys() == {
        ("a", "pass"), ("b", "pass"),
    }  # fmt: skip
    half = scored(written(tmp_path / "r.json", promptfoo(("a", "x", 0, 0.5, ""), ("a", "x", 1, 1, ""))))
    assert half == {("a", "score"): 0.75, ("a", "pass"): 0.5}


def test_a_test_of_promptfoo_that_broke_did_not_fail(tmp_path: Path) -> None:
    path = written(
        tmp_path / "r.json", promptfoo(("a", "x", 0, 1, ""), ("a", "x", 1, 0, "API error: 500"), ("a", "x", 2, 0, ""))
    )
    assert "a lacks 1 of 3 scores" in run("score", "--scores", path).err
    assert scored(path, "--missing", "drop-item") == {("a", "pass"): 0.5}


def test_metrics_of_deepeval_that_were_asked_of_other_cases_are_not_averaged(tmp_path: Path) -> None:
    cases = [{"name": f"case_{i}", "metricsData": [{"name": "正确率 [GEval]", "score": 0.1 * i}]} for i in range(4)]
    cases += [{"name": f"case_{i}", "metricsData": [{"name": "Faithfulness", "score": 0.5}]} for i in range(4, 6)]
    path = written(tmp_path / "run.json", {"testRunData": {"testCases": cases}})
    asked = run("score", "--scores", path)
    assert (
        asked.status == 2
        and "Metrics were asked of different items: '正确率 [GEval]' of 4; 'Faithfulness' of 2" in asked.err
    )
    assert scored(path, "-m", "Faithfulness") == {("run", "Faithfulness"): 0.5}
    assert scored(path, "-m", "正确率 [GEval]") == pytest.approx({("run", "正确率 [GEval]"): 0.15})


def test_scores_of_wmt25_are_of_segments_and_documents_are_the_unit(tmp_path: Path) -> None:
    paths = []
    for name, more in (("ours", 0.0), ("theirs", 0.25)):
        lines = [
            {
                "language_pair": "en-is",
                "document_id": f"d{d}",
                "metric_scores": {"XCOMET-XL": [0.5 + more, 0.25], "MetricX-24": [-3.5, -1 - more]},
            }
            for d in range(8)
        ]
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    found = json.loads(output("compare", "--scores", *paths, "-n", "50", "-q", "-f", "json"))
    assert (found["method"]["unit"], found["method"]["n_units"], found["method"]["n_segments"]) == ("document", 8, 16)
    rows = {(row["system"], row["metric"]): (row["score"], row["higher_is_better"]) for row in found["scores"]}
    assert rows == {
        ("ours", "XCOMET-XL"): (0.375, True), ("theirs", "XCOMET-XL"): (0.5, True),
        ("ours", "MetricX-24"): (-2.25, True), ("theirs", "MetricX-24"): (-2.375, True),
    }  # fmt: skip
    paths[0].write_text(
        paths[0].read_text() + json.dumps({**json.loads(paths[0].read_text().split("\n")[0]), "language_pair": "en-de"})
    )
    assert "has several language pairs, en-is, en-de" in run("compare", "--scores", *paths).err


def test_results_of_old_versions_of_lm_evaluation_harness(tmp_path: Path) -> None:
    for size, up in (("70m", 0.0), ("160m", 0.1)):
        tasks = {f"t{i}": {"acc": 0.25 + up, "acc_stderr": 0.01} for i in range(5)}
        told = {
            "results": {**tasks, "pairs": {"pct_stereotype": 0.5}},
            "versions": {},
            "config": {"model_args": f"pretrained=lab/{size},revision=1"},
        }
        written(tmp_path / size / "zero-shot" / f"{size}.json", told)
    asked = run("board", tmp_path)
    assert asked.status == 2 and "'acc' of 5; 'pct_stereotype' of 1" in asked.err
    done = run("board", tmp_path, "-m", "acc", "-n", "50", "-f", "json")
    assert {row["system"]: row["score"] for row in json.loads(done.out)["rows"]} == pytest.approx(
        {"lab/70m": 0.25, "lab/160m": 0.35}
    )
    assert "an item is a task" in done.err


def test_a_frame_that_pandas_split_is_a_table(tmp_path: Path) -> None:
    rows = [["why is it so", "because it is so and", 3.5 + i, i / 4] for i in range(5)]
    path = written(
        tmp_path / "mlflow.json",
        {"columns": ["inputs", "outputs", "latency", "answer_correctness/v1/score"], "data": rows},
    )
    assert scored(path) == {("mlflow", "answer_correctness/v1/score"): 0.5}
    path = written(tmp_path / "odd.json", {"columns": ["a", "b"], "data": [[1, 2], [3]]})
    assert "record 2: 2 cells were expected" in run("score", "--scores", path).err


@pytest.mark.real_data
def test_exports_that_people_keep(test_data: Path) -> None:
    """The figures were computed by pandas from the files."""
    folder = test_data / "data" / "exports"
    board = json.loads(output("board", folder / "mteb-sts" / "results", "-n", "50", "-q", "-f", "json"))
    assert {row["system"]: round(row["score"], 4) for row in board["rows"]} == {
        "BAAI/bge-small-en-v1.5": 0.7721, "sentence-transformers/all-MiniLM-L6-v2": 0.7255,
        "intfloat/e5-small-v2": 0.7240,
    }  # fmt: skip
    scores = sorted((folder / "wmt25-scores-en-is" / "automatic_scores").glob("*.jsonl"))
    of_wmt = {pair: round(score, 4) for pair, score in scored(*scores).items()}
    assert of_wmt["AMI", "XCOMET-XL"] == 0.4397 and of_wmt["Erlendur", "XCOMET-XL"] == 0.5174
    assert of_wmt["AMI", "MetricX-24-Hybrid-XL"] == -9.4498
    sizes = scored(folder / "lm-eval-old-results", "-m", "acc")
    assert sorted(round(score, 4) for score in sizes.values()) == [0.2664, 0.2685, 0.2862]
    assert scored(folder / "promptfoo-one-model" / "promptfoo_results.json") == {("openai:gpt-4o", "pass"): 1.0}
    fusion = folder / "deepeval-fusion" / ".latest_test_run.json"
    assert [round(one, 4) for one in scored(fusion, "-m", "正确率 [GEval]").values()] == [0.8020]
    shop = scored(folder / "ragas-shop" / "ragas_results_detail.csv")
    assert [round(one, 4) for one in shop.values()] == [0.8507, 0.3879, 0.7534, 0.8750]
    assert [round(one, 2) for one in scored(folder / "opencompass-summary" / "summary.csv").values()] == [37.71]
    judged = scored(
        *sorted((folder / "arena-bench-single").rglob("*.jsonl")), "--no-answer", "-1", "--missing", "drop-item"
    )
    assert [round(one, 4) for one in judged.values()] == [6.5172, 7.0690]
    wins = json.loads(output("board", folder / "alpacaeval-1" / "results", "-n", "50", "-q", "-f", "json"))
    assert sorted(round(row["score"], 4) for row in wins["rows"]) == [0.1875, 0.2875, 0.5]
