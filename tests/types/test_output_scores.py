"""Scores of outputs: what fits together, and which way is better."""

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.types import OutputScores

VALUES = np.array([[1.0, np.nan, 3.0], [4.0, 5.0, np.nan]])


def test_a_system_without_scores_has_no_mean() -> None:
    scores = OutputScores("m", ("a", "b"), np.array([[np.nan, np.nan], [1.0, np.nan]]))
    assert np.isnan(scores.of_systems()[0]) and scores.of_systems()[1] == 1.0


def test_scores_of_systems_that_are_given_are_not_means() -> None:
    scores = OutputScores("bleu", ("a", "b"), VALUES, system_scores=np.array([30.0, 20.0]))
    assert scores.of_systems().tolist() == [30.0, 20.0]


def test_selecting_systems_takes_everything_along() -> None:
    scores = OutputScores("m", ("a", "b"), VALUES, system_scores=np.array([9.0, 8.0]), counts=np.ones((2, 3), np.int64))
    chosen = scores.select(["b"])
    assert chosen.systems == ("b",) and chosen.values.shape == chosen.counts.shape == (1, 3)
    assert chosen.of_systems().tolist() == [8.0]
    with pytest.raises(SpecError, match="'c'"):
        scores.select(["c"])


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"values": VALUES[0]}, AlignmentError),
        ({"values": VALUES[:1]}, AlignmentError),
        ({"system_scores": np.zeros(3)}, AlignmentError),
        ({"documents": ("d",)}, AlignmentError),
        ({"counts": np.zeros((2, 2), np.int64)}, AlignmentError),
        ({"systems": ("a", "a")}, DataError),
        ({"values": np.full((2, 3), np.inf)}, DataError),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        OutputScores(**({"name": "m", "systems": ("a", "b"), "values": VALUES} | parts))
