"""A large test set is counted some segments at a time: the counts are those of the whole."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.metrics import measure, parse

DATA = sy.TestSet(
    references=[
        ["The cat sat on the mat.", "A dog, it seems, barked.", "", "Nine ferries leave at noon today."],
        ["A cat was on the mat.", None, "x", "At noon, nine ferries leave."],
    ],
    systems={
        "a": ["The cat sat on a mat.", "A dog barked it seems.", "x y", "Today nine ferries leave at noon."],
        "b": ["mat the on sat cat The", "", "z", "Nine ferries leave."],
    },
)
ALONE = ["bleu", "bleu(max_ngram_order=2, reference_length=average)", "chrf", "chrf(word_order=2)", "ter"]
ALONE += ["ter(normalized=True)", "ter(variant=tercom)", "wer", "cer"]


def _counts(names: list[str]) -> list[tuple[list[object], list[int]]]:
    found = measure(DATA, [parse(name) for name in names])
    return [(one.statistics.values.tolist(), one.statistics.bits.tolist()) for one in found]


@pytest.mark.parametrize("size", [1, 2, 6])
def test_counts_of_blocks_are_those_of_the_whole(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    whole = _counts(ALONE)
    monkeypatch.setattr("steelyard.text.corpus._LARGEST_BLOCK", size)
    assert _counts(ALONE) == whole, "some of them read the words of another"
    assert [_counts([name])[0] for name in ALONE] == whole


@pytest.mark.parametrize("n_units", [1, 2, 3])
def test_units_are_scored_some_at_a_time(monkeypatch: pytest.MonkeyPatch, n_units: int) -> None:
    [bleu] = measure(DATA, [parse("bleu")])
    whole = bleu.unit_scores(lambda rows: rows.astype(np.float64))
    assert whole.tolist() == bleu.scores(bleu.statistics.values.astype(np.float64)).tolist()
    monkeypatch.setattr("steelyard.types.measurement._UNITS", n_units)
    assert bleu.unit_scores(lambda rows: rows.astype(np.float64)).tolist() == whole.tolist()
