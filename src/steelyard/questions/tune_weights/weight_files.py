"""Weights in files: written as JSON, and read back as a start."""

import json
import os
from collections.abc import Sequence

from steelyard.errors import DataError
from steelyard.files.reading import read_lines
from steelyard.questions.tune_weights.answer import WeightTuning

__all__ = ["read_weights", "weights_json"]

_SCHEMA = "steelyard.weights/1"


def weights_json(tuning: WeightTuning) -> str:
    """Write the weights with what they were tuned to."""
    content = {"schema": _SCHEMA, "objective": tuning.method["objective"], "weights": dict(tuning.by_name)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def read_weights(path: str | os.PathLike[str], names: Sequence[str]) -> dict[str, float]:
    """Read what `weights_json` wrote, or a line of numbers, one for each feature in the order of the lists."""
    file = read_lines(path, "utf-8")
    text = "\n".join(file.lines)
    if text.lstrip().startswith("{"):
        try:
            stored = json.loads(text)
            return {str(name): float(value) for name, value in stored["weights"].items()}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{file.path} is no file of weights, which `steelyard tune-weights -o` writes.") from error
    words = file.lines[0].split() if file.lines else []
    try:
        values = [float(word) for word in words]
    except ValueError as error:
        raise DataError(f"{file.path}: the first line should be numbers, the weight of each feature.") from error
    if len(values) != len(names):
        raise DataError(f"{file.path} has {len(values)} weights, but the lists have {len(names)} features.")
    return dict(zip(names, values, strict=True))
