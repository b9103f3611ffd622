"""Results that were stored when pairs were of A and B are read as those of today, with every value that they had."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard import report
from steelyard.results.renamed import renamed

STORED = sorted((Path(__file__).parent / "stored").glob("*.json"))
OLD = {"system_a", "system_b", "delta", "opponent", "score_a", "n_a", "f_a", "units_a", "n_for_a", "delta_without"} | {
    "means_a",
    "baseline",
}
SIDES = {"A": "system", "B": "against"}


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    else:
        yield SIDES.get(value, value) if isinstance(value, str) else value


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from keys(item)
    if isinstance(value, dict):
        yield from value


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_result_of_before_is_read_with_all_its_values(path: Path) -> None:
    old = json.loads(path.read_text(encoding="utf-8"))
    result = sy.load(path)
    assert OLD & set(keys(old)) and not OLD & set(keys(result.to_dict()))
    assert list(leaves(result.to_dict())) == list(leaves(old))
    assert type(result).from_dict(result.to_dict()) == result
    assert report.text(result)


def test_a_pair_keeps_its_direction() -> None:
    found = sy.load(next(path for path in STORED if path.stem == "comparison"))
    assert isinstance(found, sy.Comparison)
    scores = {(row.metric, row.system): row.score for row in found.scores}
    for pair in found.pairs:
        assert pair.difference == pytest.approx(scores[pair.metric, pair.system] - scores[pair.metric, pair.against])


def test_in_a_method_pairs_are_renamed_and_names_of_systems_are_not() -> None:
    pair = {"system_a": "x", "system_b": "delta", "for_a": ["bleu"], "for_b": ["ter"]}
    method = {"contradictions": [pair], "lengths": {"system_a": 1, "delta": 2}, "missing": {"bounds": [pair]}}
    told = {"system": "x", "against": "delta", "better": ["bleu"], "worse": ["ter"]}
    expected = {**method, "contradictions": [told], "missing": {"bounds": [told]}}
    assert renamed(sy.Comparison, {"method": method}) == {"method": expected}
