"""Weights of the features of n-best lists, as `steelyard lab tune-weights` writes them, or a number a feature."""

import os
from collections.abc import Sequence

from steelyard.computable import LARGEST, is_computable
from steelyard.errors import DataError
from steelyard.files.parsing import parse_json
from steelyard.files.reading import read_lines

__all__ = ["WEIGHTS_SCHEMA", "read_feature_weights"]

WEIGHTS_SCHEMA = "steelyard.weights/1"


def read_feature_weights(path: str | os.PathLike[str], names: Sequence[str]) -> dict[str, float]:
    """Read JSON with weights by name, or a line of numbers, one for each feature in the order of the lists."""
    file = read_lines(path, "utf-8")
    text = "\n".join(file.lines)
    if text.lstrip().startswith("{"):
        try:
            stored = parse_json(text)
            return _checked(file.path, {str(name): float(value) for name, value in stored["weights"].items()})
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
            if isinstance(error, DataError):
                raise
            raise DataError(
                f"{file.path} is no file of weights, which `steelyard lab tune-weights -o` writes."
            ) from error
    words = file.lines[0].split() if file.lines else []
    try:
        values = [float(word) for word in words]
    except ValueError as error:
        raise DataError(f"{file.path}: the first line should be numbers, the weight of each feature.") from error
    if len(values) != len(names):
        raise DataError(f"{file.path} has {len(values)} weights, but the lists have {len(names)} features.")
    return _checked(file.path, dict(zip(names, values, strict=True)))


def _checked(path: str, weights: dict[str, float]) -> dict[str, float]:
    bad = next((name for name, weight in weights.items() if not is_computable(weight)), None)
    if bad is not None:
        raise DataError(
            f"{path}: the weight of {bad} is {weights[bad]:g}, but must be finite, and not over {LARGEST:g}."
        )
    return weights
