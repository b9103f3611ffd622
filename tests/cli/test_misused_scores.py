"""Files after --scores and --ratings that cannot be taken: one sentence each, with what to do."""

import json
from pathlib import Path

import pytest

from tests.cli.running import HARBOUR, LANTERN, REFERENCE, run

N = 120


def _numbers(value: float, n: int = N) -> str:
    return f"{value}\n" * n


def _log(status: str, samples: list[object]) -> str:
    told = {"task": "t", "model": "m", "dataset": {}}
    return json.dumps({"version": 2, "status": status, "eval": told, "samples": samples}, indent=1)


FILES = {
    "harbour.txt": _numbers(0.5),
    "lantern.txt": _numbers(0.25),
    "short.txt": _numbers(0.25, 7),
    "empty.json": _log("cancelled", []),
    "unscored.json": _log("success", [{"id": 1, "epoch": 1, "scores": {}}]),
    "words.json": _log("success", [{"id": 1, "epoch": 1, "scores": {"judge": {"value": "fine"}}}]),
    "infinite.json": '{"scores": [Infinity]}',
    "untrue.json": '{"scores": [1, 2], "system_score": 9}',
    "helm.json": '[{"instance_id": "id1", "stats": [{"name": {"name": "f1"}, "mean": 1}]}]',
    "annotations.json": '[{"instruction": "a", "generator_1": "b", "generator_2": "c", "preference": 7}]',
    "record.json": '{"schema_version": "1", "evaluation_id": "x", "model_info": {"id": "m"}}',
    "pointer.jsonl": '{"record_type": "aggregate", "object_path": "x.json", "sha256": "0"}\n',
    "printed": "harbour\tSegment 0\tscore: 0.5\nharbour\tSegment 2\tscore: 0.5\n",
    "samples.jsonl": '{"doc_id": 0, "doc": {}, "target": "a", "resps": []}\n',
    "other.json": '{"model": "x", "mean": 0.5}',
    "broken.json": '{"scores": [0.5,',
    "metricx.jsonl": '{"hypothesis": "h", "prediction": "good"}\n',
    "ratings.tsv": "system\tline\tscore\nharbour\t1\t2\n",
    "marks.seg.rating": 'harbour\t{"errors": []}\n',
}
MISUSES = (
    ("X=harbour.txt", "Unknown system (it has no scores in harbour.txt): 'lantern'. Valid: harbour. Call it so"),
    ("X=harbour.txt X=short.txt", "short.txt has 7 scores of 'short', but harbour.txt has 120 of 'harbour'"),
    ("X=harbour.txt X=harbour.txt", "both score the system 'harbour' on line 1 by X"),
    ("harbour.txt lantern.txt", "as the file names no metric: write NAME=FILE"),
    ("=harbour.txt", "write FILE or NAME=FILE"),
    ("X=absent.json", "absent.json"),
    ("empty.json", "holds no sample, and its run ended as 'cancelled'"),
    ("unscored.json", "has 1 sample, which is not scored: run `inspect score` on it"),
    ("words.json", "scores that are no numbers and none of the words for right and wrong: judge: 'fine'"),
    ("X=infinite.json", "segment 1: inf where a finite number (1e60 at most) should be"),
    ("X=untrue.json", "a system_score of 9.0000, but its 2 scores have the mean 1.5000"),
    ("helm.json", "does not name its model: put the run's run_spec.json beside it"),
    ("annotations.json", "a preference is from 1 to 2, or 0 for a draw, not 7"),
    ("record.json", "a record of Every Eval Ever without results"),
    ("pointer.jsonl", "points to x.json, which is not beside it"),
    ("printed", "all segments of all systems are needed"),
    ("samples.jsonl", "has samples, but no scores of them"),
    ("X=other.json", "should map each system to a list"),
    ("X=broken.json", "not JSON that can be read"),
    ("metricx.jsonl", "the prediction 'good' is no number"),
    ("X=.", "has logs of several programs"),
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts = [str(Path(path).resolve()) for path in (REFERENCE, HARBOUR, LANTERN)]
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return [texts[0], "-i", *texts[1:]]


@pytest.mark.parametrize(("given", "sentence"), MISUSES, ids=[given for given, _ in MISUSES])
def test_scores_that_cannot_be_taken(files: list[str], given: str, sentence: str) -> None:
    outcome = run("score", *files, "--scores", *given.split())
    assert (outcome.status, outcome.out) == (2, "") and sentence in outcome.err
    assert outcome.err.count("\n") == 1 and outcome.err.startswith("steelyard score: ")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("ratings.tsv ratings.tsv", "ratings.tsv and ratings.tsv are the same file: give each once"),
        ("ratings.tsv marks.seg.rating", "judgements of one kind are joined"),
        ("ratings.tsv absent.tsv", "Cannot read absent.tsv"),
    ],
)
def test_ratings_that_cannot_be_taken(files: list[str], given: str, sentence: str) -> None:
    for words in (("human", *given.split()), ("meta", *files, "--ratings", *given.split())):
        outcome = run(*words)
        assert outcome.status == 2 and sentence in outcome.err and outcome.err.count("\n") == 1
