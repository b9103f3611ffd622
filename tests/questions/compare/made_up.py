"""Made-up segment scores, for questions whose answer can be reckoned by hand."""

from typing import Any

import numpy as np

import steelyard as sy

N = 60


def outside(seed: int = 3, effects: tuple[float, ...] = (0, 0.02, 0.15, 0.4), n: int = N) -> dict[str, list[float]]:
    """Make up segment scores of systems that share their segments' difficulty."""
    random = np.random.default_rng(seed)
    base = random.normal(0, 0.3, n)
    return {f"s{i}": (base + effect + random.normal(0, 0.2, n)).round(6).tolist() for i, effect in enumerate(effects)}


def data_of(scores: dict[str, list[float]], documents: list[str] | None = None) -> sy.TestSet:
    n = len(next(iter(scores.values())))
    text = ["a b c d"] * n
    return sy.TestSet(references=[text], systems=dict.fromkeys(scores, text), documents=documents)


def evaluated(scores: dict[str, list[float]], documents: list[str] | None = None, **more: Any) -> sy.Evaluation:
    higher = [] if "x" in more.get("lower_is_better", ()) else ["x"]
    return sy.evaluate(data_of(scores, documents), [], segment_scores={"x": scores}, higher_is_better=higher, **more)
