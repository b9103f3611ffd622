"""Small logs of each harness, made up: what is read, and what is refused."""

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_output_scores
from steelyard.reading.score_files import read_score_files
from steelyard.reading.score_matrix.matrix import read_item_scores
from steelyard.types import OutputScores
from tests.needs import module


def write(path: Path, content: Any, *, lines: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in content) if lines else json.dumps(content, indent=1)
    path.write_text(text, encoding="utf-8")
    return path


def scores_of(path: Path) -> dict[str, OutputScores]:
    return {metric.name: metric for metric in read_output_scores(path)}


def log(*values: Any, status: str = "success", **more: Any) -> dict[str, Any]:
    samples = [
        {"id": number, "epoch": 1, "scores": {"judge": {"value": value}}} for number, value in enumerate(values, 1)
    ]
    told = {"task": "t", "model": "m", "dataset": {"sample_ids": more.pop("planned", [])}}
    return {"version": 2, "status": status, "eval": told, "samples": samples, **more}


@pytest.mark.parametrize(
    ("value", "number"),
    [("C", 1), ("I", 0), ("P", 0.5), ("N", 0), (True, 1), (False, 0), ("0.25", 0.25), (7, 7), ("correct", 1)],
)
def test_words_are_numbers(tmp_path: Path, value: Any, number: float) -> None:
    assert scores_of(write(tmp_path / "x.json", log(value)))["judge"].values.tolist() == [[number]]


def test_parts_of_a_score_are_metrics_and_text_is_left_out_and_told(tmp_path: Path) -> None:
    found = scores_of(write(tmp_path / "x.json", log({"style": 1, "facts": "C"}, {"style": "fine", "facts": "I"})))
    assert found["judge/facts"].values.tolist() == [[1, 0]]
    assert found["judge/style"].values[0, 0] == 1 and np.isnan(found["judge/style"].values[0, 1])
    assert "no numbers and were left out" in found["judge/style"].notes[0]


def test_text_alone_and_infinite_scores_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no numbers and none of the words"):
        scores_of(write(tmp_path / "x.json", log("fine")))
    with pytest.raises(DataError, match="t:1, judge: inf where a finite number"):
        scores_of(write(tmp_path / "x.json", log(float("inf"))))


def test_what_was_planned_and_not_run_is_missing(tmp_path: Path) -> None:
    found = scores_of(write(tmp_path / "x.json", log("C", "I", status="cancelled", planned=[1, 2, 3])))["judge"]
    assert found.items == ("t:1", "t:2", "t:3") and np.isnan(found.values[0, 2])
    assert "with 2 of 3 samples" in found.notes[0]


def test_a_zip_of_samples_without_summaries(tmp_path: Path) -> None:
    whole = log("C", "I")
    path = tmp_path / "x.eval"
    with zipfile.ZipFile(path, "w") as packed:
        for sample in whole.pop("samples"):
            packed.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
        packed.writestr("header.json", json.dumps(whole))
    assert scores_of(path)["judge"].values.tolist() == [[1, 0]]
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("samples/1_epoch_1.json", "{}")
    with pytest.raises(DataError, match="a zip without header"):
        scores_of(path)


def packed_by_zstandard(path: Path, members: dict[str, Any]) -> Path:
    """Write a zip as programs with method 93 do: the members packed, and the method, size and checksum set by hand."""
    zstandard = module("zstandard")
    texts = {name: json.dumps(content).encode() for name, content in members.items()}
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in texts.items():
            packed.writestr(name, zstandard.compress(text))
    content = bytearray(path.read_bytes())
    entry = -1
    with zipfile.ZipFile(path) as packed:
        for name, text in texts.items():
            entry = content.index(b"PK\x01\x02", entry + 1)
            crc = zlib.crc32(text).to_bytes(4, "little")
            for at, is_central in ((packed.getinfo(name).header_offset, 0), (entry, 2)):
                content[at + 8 + is_central] = 93
                content[at + 14 + is_central : at + 18 + is_central] = crc
                content[at + 22 + is_central : at + 26 + is_central] = len(text).to_bytes(4, "little")
    path.write_bytes(content)
    return path


def test_a_zip_packed_by_zstandard_was_refused(tmp_path: Path) -> None:
    whole = log("C", "I", "C")
    summaries = whole.pop("samples")
    path = packed_by_zstandard(tmp_path / "x.eval", {"header.json": whole, "summaries.json": summaries})
    assert scores_of(path)["judge"].values.tolist() == [[1, 0, 1]]
    stored = path.read_bytes()
    crc = zlib.crc32(json.dumps(whole).encode()).to_bytes(4, "little")
    path.write_bytes(stored.replace(crc, bytes(4)))
    with pytest.raises(DataError, match="bad CRC-32"):
        scores_of(path)


def instance(number: int, *stats: tuple[str, float | None], **more: Any) -> dict[str, Any]:
    listed = [{"name": {"name": name, "split": "test", **more}, "count": 1, "mean": mean} for name, mean in stats]
    return {"instance_id": f"id{number}", "train_trial_index": 0, "stats": listed}


def test_helm_names_its_model_in_the_run_or_the_folder(tmp_path: Path) -> None:
    entries = [instance(1, ("exact_match", 1.0), ("num_bytes", 9)), instance(2, ("exact_match", None))]
    path = write(tmp_path / "boolq:model=org_m,data=a" / "per_instance_stats.json", entries)
    found = scores_of(path)
    assert list(found) == ["exact_match"] and found["exact_match"].systems == ("org_m",)
    assert found["exact_match"].items == ("boolq,data=a:id1", "boolq,data=a:id2")
    assert np.isnan(found["exact_match"].values[0, 1])
    more = [*entries, instance(3, ("num_bytes", 9)), instance(4)]  # no statistic of how good the output is
    found = scores_of(write(path, more))
    assert found["exact_match"].items[2:] == ("boolq,data=a:id3", "boolq,data=a:id4")
    assert np.isnan(found["exact_match"].values[0]).tolist() == [False, True, True, True]
    write(path, entries)
    write(path.parent / "run_spec.json", {"name": "boolq:model=org_m", "adapter_spec": {"model": "org/m"}})
    assert scores_of(path)["exact_match"].systems == ("org/m",) and len(scores_of(path)["exact_match"].files) == 2
    with pytest.raises(DataError, match=r"put the run's run_spec\.json beside it"):
        scores_of(write(tmp_path / "other" / "per_instance_stats.json", entries))


def test_perturbed_instances_of_helm_are_a_metric_of_their_own(tmp_path: Path) -> None:
    typos = {"perturbation": {"name": "typos", "computed_on": "worst"}}
    entries = [instance(1, ("f1", 1.0)), instance(1, ("f1", 0.5), **typos)]
    found = scores_of(write(tmp_path / "q:model=m" / "per_instance_stats.json", entries))
    assert {name: metric.values.tolist() for name, metric in found.items()} == {
        "f1": [[1.0]],
        "f1 (typos worst)": [[0.5]],
    }


def sample(number: int, kept: str = "none", **metrics: Any) -> dict[str, Any]:
    return {"doc_id": number, "doc": {"q": "?"}, "target": "a", "resps": [], "filter": kept, **metrics}


def test_filters_of_lm_eval_are_apart_and_a_folder_names_the_model(tmp_path: Path) -> None:
    rows = [sample(0, acc=1.0), sample(0, "strict", acc=0.0), sample(1, acc=0.0), sample(1, "strict", acc=0.0)]
    path = tmp_path / "org__m" / "samples_gsm8k_2026-01-21T03-44-18.458309.jsonl"
    found = scores_of(write(path, rows, lines=True))
    assert {name: metric.values.tolist() for name, metric in found.items()} == {"acc": [[1, 0]], "acc,strict": [[0, 0]]}
    assert found["acc"].systems == ("org/m",) and found["acc"].items == ("gsm8k:0", "gsm8k:1")


def test_a_document_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "samples.jsonl", [sample(0, acc=1.0), sample(0, acc=0.0)], lines=True)
    with pytest.raises(DataError, match="'samples' has two scores of acc on '0'"):
        scores_of(path)


def test_results_of_lm_eval_know_directions(tmp_path: Path) -> None:
    told = {
        "results": {"wikitext": {"alias": "w", "bits,none": 0.7, "bits_stderr,none": "N/A"}},
        "higher_is_better": {"wikitext": {"bits": False}},
        "model_name": "m",
    }
    found = scores_of(write(tmp_path / "results.json", told))
    assert list(found) == ["bits"] and not found["bits"].higher_is_better


def test_means_of_tasks_are_no_items_beside_samples(tmp_path: Path) -> None:
    """A star names both files of a run, and a task of 5,000 documents counted as one document more."""
    folder, time = tmp_path / "org__m", "2026-01-21T03-44-18.458309"
    told = {"results": {"gsm8k": {"alias": "g", "acc,none": 0.25}}, "model_name": "m"}
    results = write(folder / f"results_{time}.json", told)
    samples = write(folder / f"samples_gsm8k_{time}.jsonl", [sample(0, acc=1.0), sample(1, acc=0.0)], lines=True)
    for read in (read_item_scores, read_score_files):
        with pytest.raises(DataError, match=r"results_.*\.json has the means of whole tasks, and .*samples_gsm8k_"):
            read([str(samples), str(results)])
        assert read([str(samples)]) and read([str(results)])


def test_records_disagree_on_a_direction(tmp_path: Path) -> None:
    results = [
        {"evaluation_name": name, "metric_config": {"lower_is_better": lower}, "score_details": {"score": 1}}
        for name, lower in (("a", False), ("b", True))
    ]
    record = {"schema_version": "1", "evaluation_id": "x", "model_info": {"id": "m"}, "evaluation_results": results}
    with pytest.raises(DataError, match="some are better lower"):
        scores_of(write(tmp_path / "record.json", record))


def test_a_pointer_is_followed_and_held_against_its_sum(tmp_path: Path) -> None:
    row = {"record_type": "aggregate", "object_path": "a/x.json", "sha256": "0"}
    path = write(tmp_path / "list.jsonl", [row], lines=True)
    with pytest.raises(DataError, match=r"points to a/x\.json, which is not beside it"):
        scores_of(path)
    write(tmp_path / "a" / "x.json", {})
    with pytest.raises(DataError, match="its SHA-256 is another"):
        scores_of(path)


def annotation(instruction: str, preference: float | None, **more: str) -> dict[str, Any]:
    names = {"generator_1": "base", "generator_2": "ours", "annotator": "judge", **more}
    return {"instruction": instruction, "output_1": "x", "output_2": "y", "preference": preference, **names}


def test_preferences_of_alpaca_eval(tmp_path: Path) -> None:
    entries = [annotation(q, p) for q, p in (("a", 2.0), ("b", 1.0), ("c", 1.5), ("d", 0), ("e", None), ("a", 1.25))]
    found = scores_of(write(tmp_path / "annotations.json", entries))["judge"]
    assert found.systems == ("ours",) and found.values[0, :4].tolist() == [1, 0, 0.5, 0.5]
    assert (
        np.isnan(found.values[0, 4]) and found.values[0, 5] == 0.25 and "prefers the system to base" in found.notes[0]
    )


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([annotation("a", 3)], "a preference is from 1 to 2"),
        ([annotation("a", 1), annotation("b", 1, generator_1="other")], "several baselines, base, other"),
    ],
)
def test_what_is_no_preference_is_refused(tmp_path: Path, entries: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        scores_of(write(tmp_path / "annotations.json", entries))
