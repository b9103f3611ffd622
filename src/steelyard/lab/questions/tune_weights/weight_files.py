"""Weights in files: written as JSON, which `read_feature_weights` reads."""

import json

from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.reading.formats.moses.feature_weights import WEIGHTS_SCHEMA

__all__ = ["weights_json"]


def weights_json(tuning: WeightTuning) -> str:
    """Write the weights with what they were tuned to."""
    content = {"schema": WEIGHTS_SCHEMA, "objective": tuning.method["objective"], "weights": dict(tuning.by_name)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
