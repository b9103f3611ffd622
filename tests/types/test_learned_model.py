"""Learned metrics whose parts do not fit each other are refused as they are made or read."""

from typing import Any

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.types import LearnedModel, LinearPredictor

PARTS: dict[str, Any] = {
    "learner": "ridge",
    "features": ("chrf", "ter"),
    "is_text": (True, True),
    "mean": np.zeros(2),
    "scale": np.ones(2),
    "predictor": LinearPredictor(np.array([1.0, -1.0]), 0.5),
}


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ({"best_of": ((2, "greatest"),)}, "A model names features that it does not have."),
        ({"is_text": (True,)}, "A model names features that it does not have."),
        ({"mean": np.zeros(3)}, "A model of 2 features has the scale of 3."),
        ({"scale": np.zeros(2)}, "A model's scale has a number that is not finite, or not above 0."),
        ({"predictor": LinearPredictor(np.ones(3), 0.0)}, "A model's function does not take its 2 features: "),
        ({"predictor": LinearPredictor(np.ones(2), np.inf)}, "A model's function gives no finite number."),
    ],
)
def test_parts_that_do_not_fit_are_refused(changed: dict[str, Any], wanted: str) -> None:
    with pytest.raises(DataError) as refused:
        LearnedModel(**(PARTS | changed))
    assert str(refused.value).startswith(wanted)


def test_what_was_written_is_read_again_and_a_model_of_another_version_is_not() -> None:
    model = LearnedModel(**PARTS)
    entry = model.to_dict()
    assert LearnedModel.from_dict(entry).predict(np.array([[3.0, 1.0]])).tolist() == [2.5]
    with pytest.raises(DataError, match=r"^This is a model of another version \(0\): train it again\.$"):
        LearnedModel.from_dict(entry | {"version": 0})
