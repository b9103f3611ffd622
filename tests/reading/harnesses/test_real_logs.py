"""Real logs of four harnesses: what a reader makes of them is what is known of them."""

from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_output_scores
from steelyard.reading.score_files import read_score_files
from steelyard.types import OutputScores

HELLASWAG = "helm/commonsense-dataset=hellaswag,method=multiple_choice_joint,model=eleutherai_pythia-1b-v0"
STATS = "per_instance_stats.json"


def scores_of(logs: Path, path: str) -> dict[str, OutputScores]:
    return {metric.name: metric for metric in read_output_scores(logs / path)}


@pytest.fixture
def logs(test_data: Path) -> Path:
    return test_data / "data" / "harness-logs"


@pytest.mark.parametrize(
    ("run", "means"),
    [
        (HELLASWAG, {"exact_match": 0.3}),
        ("helm/mmlu-subject=philosophy,method=multiple_choice_joint,model=openai_gpt2", {"exact_match": 0.1}),
        ("helm/narrative_qa-model=openai_gpt2", {"exact_match": 0.0, "f1_score": 0.1394, "rouge_l": 0.0502}),
    ],
)
def test_means_of_helm(logs: Path, run: str, means: dict[str, float]) -> None:
    found = scores_of(logs, f"{run}/{STATS}")
    assert {name: round(float(found[name].of_systems()[0]), 4) for name in means} == means
    assert not any(name.startswith(("num_", "finish_")) for name in found)


def test_a_count_of_helm_is_read_where_it_is_named(logs: Path) -> None:
    [tokens] = read_output_scores(logs / HELLASWAG / STATS, name="num_prompt_tokens")
    assert tokens.systems == ("eleutherai/pythia-1b-v0",) and tokens.n_segments == 10
    [cost] = read_output_scores(logs / HELLASWAG / STATS, name="training_co2_cost")
    assert np.isnan(cost.values).all()  # its mean is missing, and is not 0


@pytest.mark.parametrize(
    ("log", "metric", "values"),
    [
        ("data_arc_qwen.json", "choice", [1, 0, 0]),
        ("data_arc_sonnet.json", "choice", [1] * 5),
        ("data_pubmedqa_gpt4o_mini.json", "choice", [1, 1]),
        ("2025-05-12T20-28-26-04-00_security-guide.json", "model_graded_fact", [1, 1, 1]),
        ("mmlu-no-summary-choices.eval", "choice", [0]),
        ("mmlu-summary-choices.eval", "choice", [0]),
        ("log_formats.eval", "match", [0]),
        ("log_formats.json", "match", [0]),
        ("log_message_deduplication.eval", "closeness_log", [0]),
        ("log_read_sample.eval", "match", [1]),
        ("log_read_sample.json", "match", [1]),
    ],
)
def test_values_of_inspect(logs: Path, log: str, metric: str, values: list[float]) -> None:
    found = scores_of(logs, f"inspect/{log}")
    assert list(found) == [metric] and sorted(found[metric].values[0], reverse=True) == values


def test_a_run_of_inspect_that_is_scored_and_one_that_is_not(logs: Path) -> None:
    scored = scores_of(logs, "inspect/2025-02-11T15-18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB.eval")["match"]
    assert scored.systems == ("openai/gpt-4o-mini",) and scored.values.sum() == 8 and scored.n_segments == 10
    with pytest.raises(DataError, match=r"10 samples, none of which is scored"):
        scores_of(logs, "inspect/2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval")


def test_epochs_of_inspect_are_averaged_and_counted(logs: Path) -> None:
    found = scores_of(logs, "inspect/log_streaming.eval")["match"]
    assert dict(zip(found.items or (), found.values[0], strict=True)) == {"popularity:2": 1.0, "popularity:1": 0.5}
    assert found.counts is not None and found.counts.tolist() == [[2, 2]] and "2 epochs" in found.notes[0]


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("2025-05-12T20-28-13-04-00_no-samples.json", "holds no sample, and its run ended as 'cancelled'"),
        ("data_with_llm_scoring.json", "tells of 1,000 samples in aggregates alone"),
        ("log_tool_call_error.json", "1 sample, which is not scored"),
    ],
)
def test_logs_of_inspect_without_scores_are_refused_in_a_sentence(logs: Path, log: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        scores_of(logs, f"inspect/{log}")


def test_a_cancelled_run_of_inspect_is_told(logs: Path) -> None:
    found = scores_of(logs, "inspect/2025-05-12T20-28-13-04-00_popularity.json")["match"]
    assert found.values.sum() == 2 and "ended as 'cancelled', with 3 of 3 samples" in found.notes[0]


def test_two_runs_of_inspect_with_other_samples_are_refused_with_counts(logs: Path) -> None:
    files = [str(logs / "inspect" / f"data_arc_{model}.json") for model in ("qwen", "sonnet")]
    with pytest.raises(AlignmentError, match=r"has 3 items of 'ollama.*has 5 of 'anthropic.*: 3 are in both"):
        read_score_files(files)
    [joined] = read_score_files(files, may_miss=True)
    assert joined.values.shape == (2, 5) and np.isnan(joined.values).sum() == 2


def test_samples_of_lm_eval_are_a_cut_of_their_run(logs: Path) -> None:
    found = scores_of(logs, "lm_eval/samples_math_perturbed_full_2026-01-21T03-44-18.458309.jsonl")["exact_match"]
    assert found.values.tolist() == [[0.0] * 10] and (found.items or ())[0] == "math_perturbed_full:0"
    assert found.systems[0].startswith("RylanSchaeffer/mem_Qwen3-93M") and "10 of the 5,000 documents" in found.notes[0]


def test_results_of_lm_eval_are_means_of_tasks(logs: Path) -> None:
    found = scores_of(logs, "lm_eval/results_2026-01-21T03-44-18.458309.json")
    assert list(found) == ["exact_match"] and found["exact_match"].values.tolist() == [[0.0, 0.0004]]
    assert found["exact_match"].items == ("math_perturbed_full", "math_rephrased_full")


def test_records_of_every_eval_ever(logs: Path) -> None:
    folder = "every_eval_ever"
    aggregate = scores_of(logs, f"{folder}/98ea850e-7019-4728-a558-8b1819ec47c2.json")["score"]
    assert aggregate.systems == ("TencentARC/LLaMA-Pro-8B-Instruct",) and aggregate.n_segments == 6
    assert aggregate.values[0, 0] == 0.4486
    pointed = scores_of(logs, f"{folder}/community_evals_converter/aggregate.jsonl")["accuracy"]
    assert pointed.systems == ("01-ai/yi-1.5-34b-chat",) and len(pointed.files) == 2
    demo = "skill_reference_conversion/data/demo-source/demo-org/demo-model/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40"
    samples = scores_of(logs, f"{folder}/{demo}_samples.jsonl")["score"]
    assert samples.items == ("demo-source.demo_bench:demo_0001",) and samples.values.tolist() == [[1.0]]
