"""What a result says of its origin, and what is refused before anything is computed."""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from tests.conftest import EXAMPLES, SYSTEMS
from tests.questions.compare.made_up import data_of, evaluated, outside


def test_the_method_names_every_input_with_its_hash(example: sy.TestSet) -> None:
    for method in (sy.evaluate(example).scores().method, sy.evaluate(example).compare(n_resamples=20).method):
        assert [entry["role"] for entry in method["inputs"]] == [
            "reference 1",
            "reference 2",
            *(f"system {name}" for name in SYSTEMS),
            "sources",
            "documents",
        ]
        for entry in method["inputs"]:
            path = Path(entry["name"])
            assert path.parent in (EXAMPLES, EXAMPLES / "systems")
            assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_texts_without_files_have_the_hash_of_their_lines() -> None:
    data = sy.TestSet(references=[["a b", "ü"]], systems={"x": ["a", "b"]})
    hashes = {entry["role"]: entry["sha256"] for entry in sy.evaluate(data).scores().method["inputs"]}
    assert hashes == {
        "reference 1": hashlib.sha256("a b\nü\n".encode()).hexdigest(),
        "system x": hashlib.sha256(b"a\nb\n").hexdigest(),
    }


def test_the_seed_is_the_same_at_every_door_and_an_rng_is_recorded() -> None:
    evaluation = evaluated(outside())
    assert evaluation.compare(n_resamples=50).method["seed"] == 12345
    assert evaluation.scores(0.9, n_resamples=50).method["seed"] == 12345
    drawn = evaluation.compare(n_resamples=50, rng=np.random.default_rng(2))
    assert evaluation.compare(n_resamples=50, rng=drawn.method["seed"]) == drawn
    assert evaluation.compare(n_resamples=50, rng=0) != evaluation.compare(n_resamples=50, rng=1)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"test": "bootstrap"}, "Unknown test 'bootstrap'"),
        ({"correction": "fdr"}, "Unknown correction 'fdr'"),
        ({"family": "metrics"}, "Unknown family 'metrics'"),
        ({"alternative": "greater"}, "Unknown alternative 'greater'"),
        ({"unit": "paragraph"}, "Unknown unit 'paragraph'"),
        ({"interval": "bayes"}, "Unknown interval 'bayes'"),
        ({"pairs": []}, "no pair to compare"),
        ({"pairs": "s0-s1"}, "Cannot read the pair 's0-s1'"),
        ({"alpha": 1}, "alpha must lie between 0 and 1"),
        ({"n_resamples": 0}, "n_resamples, -n"),
        ({"n_resamples": 10.5}, "n_resamples"),
        ({"rng": -1}, "rng, --seed"),
        ({"rng": 1.0}, "rng, --seed"),
        ({"rng": True}, "rng, --seed"),
    ],
    ids=str,
)
def test_a_plan_that_does_not_exist_is_refused(plan: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        evaluated(outside()).compare(**plan)


def test_an_evaluation_that_cannot_be_is_refused() -> None:
    scores = outside()
    data = data_of(scores)
    with pytest.raises(SpecError, match="name at least one metric"):
        sy.evaluate(data, [])
    with pytest.raises(SpecError, match=r"n_jobs, --executor threads:N\) must be from 1 to 1024, not 0"):
        sy.evaluate(data, n_jobs=0)
    with pytest.raises(SpecError, match="no system"):
        sy.evaluate(sy.TestSet(references=[["a"]], systems={}))
    with pytest.raises(SpecError, match="lower_is_better names 'z'"):
        sy.evaluate(data, [], segment_scores={"judge": scores}, lower_is_better=["z"])
    with pytest.raises(AlignmentError, match="lack the system 's3'"):
        sy.evaluate(data, [], segment_scores={"judge": {name: scores[name] for name in ("s0", "s1", "s2")}})
    with pytest.raises(AlignmentError, match=r"59 scores for system 's1', but there are 60"):
        sy.evaluate(data, [], segment_scores={"judge": scores | {"s1": scores["s1"][1:]}})
    with pytest.raises(DataError, match=r"no finite score for system 's1' at segment 60: nan"):
        sy.evaluate(data, [], segment_scores={"judge": scores | {"s1": [*scores["s1"][1:], float("nan")]}})
    for level in (0, 1, 95):
        with pytest.raises(SpecError, match="confidence_level must lie between 0 and 1"):
            evaluated(scores).scores(level)
