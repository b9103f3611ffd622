"""A folder of scores is read as its files, or refused."""

import json
from pathlib import Path

import pytest

from steelyard.errors import DataError, SpecError
from steelyard.files.told import lines_told, listening
from steelyard.reading.formats import read_output_scores
from steelyard.reading.score_files import read_score_files
from steelyard.reading.score_folders import files_of_folder
from tests.cli.running import run


def run_of(folder: Path, model: str, *values: float) -> Path:
    stats = [
        {"instance_id": f"id{i}", "stats": [{"name": {"name": "exact_match", "split": "test"}, "mean": value}]}
        for i, value in enumerate(values)
    ]
    run = folder / f"mmlu:subject=law,model={model}"
    run.mkdir(parents=True)
    (run / "per_instance_stats.json").write_text(json.dumps(stats))
    return run


def test_runs_of_helm(tmp_path: Path) -> None:
    run = run_of(tmp_path / "runs", "a", 1, 0)
    run_of(tmp_path / "runs", "b", 0, 0)
    assert read_output_scores(run)[0].systems == ("a",)  # with an equal sign in its name
    assert read_score_files([str(run)])[0].systems == ("a",)
    [found] = read_score_files([str(tmp_path / "runs")])
    assert found.systems == ("a", "b") and found.values.tolist() == [[1, 0], [0, 0]]
    assert found.items == ("mmlu:subject=law:id0", "mmlu:subject=law:id1")
    with pytest.raises(SpecError, match="2 files of scores: read_score_files reads them all"):
        read_output_scores(tmp_path / "runs")


def test_a_folder_of_mt_metrics_eval(tmp_path: Path) -> None:
    for pair, metrics in (("en-de", ("BLEU-refA", "COMET-refA")), ("ja-en", ("BLEU-refA",))):
        folder = tmp_path / "wmt23" / "metric-scores" / pair
        folder.mkdir(parents=True)
        for metric in metrics:
            (folder / f"{metric}.seg.score").write_text("a\t0.5\na\t0.25\nb\t0.1\nb\t0.2\n")
    with pytest.raises(SpecError, match="several language pairs, en-de, ja-en"):
        read_score_files([str(tmp_path / "wmt23")])
    found = read_score_files([str(tmp_path / "wmt23")], languages="en-de")
    assert [metric.name for metric in found] == ["BLEU-refA", "COMET-refA"] and found[0].systems == ("a", "b")
    english = str(tmp_path / "wmt23" / "metric-scores" / "en-de")
    [comet] = read_score_files([f"COMET-refA={english}"])
    assert comet.name == "COMET-refA" and comet.values.tolist() == [[0.5, 0.25], [0.1, 0.2]]
    with pytest.raises(SpecError, match="COMET"):
        read_score_files([f"COMET={english}"])
    with pytest.raises(SpecError, match="cs-en"):
        read_score_files([str(tmp_path / "wmt23")], languages="cs-en")


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a folder without scores that are known.*Name its files"):
        read_score_files([str(tmp_path)])


def test_a_folder_of_scores_alone(tmp_path: Path) -> None:
    for model, values in (("a", (1, 0, 1, 1)), ("b", (0, 0, 1, 0))):
        run_of(tmp_path / "runs", model, *values)
    outcome = run("compare", "--scores", f"exact_match={tmp_path / 'runs'}", "-n", "100", "--format", "json")
    assert outcome.status == 0, outcome.err
    stored = json.loads(outcome.out)
    assert [entry["name"] for entry in stored["method"]["inputs"]] == [
        str(tmp_path / "runs" / f"mmlu:subject=law,model={model}" / "per_instance_stats.json") for model in "ab"
    ]
    (tmp_path / "stored.json").write_text(outcome.out)
    again = run("check", "result", str(tmp_path / "stored.json"))
    assert again.status == 0, again.out + again.err


def test_a_folder_of_logs_gives_them(tmp_path: Path) -> None:
    log = '{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": []}'
    for name in ("b.json", "a.json"):
        (tmp_path / name).write_text(log, encoding="utf-8")
    assert files_of_folder(str(tmp_path)) == [str(tmp_path / "a.json"), str(tmp_path / "b.json")]
    (tmp_path / "notes.json").write_text('{"made": "today"}', encoding="utf-8")
    with listening() as told:
        assert len(files_of_folder(str(tmp_path))) == 2
    assert lines_told(told) == [f"{tmp_path}: not used, as they hold no scores: notes.json"]
    preference = '[{"generator_1": "x", "generator_2": "y", "preference": 1, "instruction": "z"}]'
    (tmp_path / "annotations.json").write_text(preference, encoding="utf-8")
    with pytest.raises(DataError, match=r"logs of several programs, .*b.json .inspect., annotations.json"):
        files_of_folder(str(tmp_path))
    for model in ("m1", "m2"):
        (tmp_path / model).mkdir()
        (tmp_path / model / "samples_t_2026.jsonl").write_text("{}\n", encoding="utf-8")
    found = files_of_folder(str(tmp_path))
    assert found == [str(tmp_path / model / "samples_t_2026.jsonl") for model in ("m1", "m2")]
