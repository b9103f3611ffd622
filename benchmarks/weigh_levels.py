"""How often the fixture `weigh` of the pytest plugin fails and passes: systems at the limit, and equal ones.

Usage: python benchmarks/weigh_levels.py [--tests 1000] [--items 20 50 200]
"""

import argparse
from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.harnesses.pytest_plugin import _ALPHA

__all__ = ["WORLDS", "shares"]

Array = NDArray[np.float64]
World = Callable[[np.random.Generator, int, float], tuple[Array, Array]]


def normal(rng: np.random.Generator, n: int, drop: float) -> tuple[Array, Array]:
    item = rng.normal(0, 1, n)
    return item + rng.normal(0, 0.5, n), item + rng.normal(0, 0.5, n) - drop


def passes(rate: float) -> World:
    def draw(rng: np.random.Generator, n: int, drop: float) -> tuple[Array, Array]:
        item = rng.random(n)
        own = rng.random((2, n))
        own = np.where(rng.random(n) < 0.5, item, own)  # half of the items decide by themselves
        return (own[0] < rate).astype(float), (own[1] < rate - drop).astype(float)

    return draw


def exponential(rng: np.random.Generator, n: int, drop: float) -> tuple[Array, Array]:
    return rng.exponential(1, n), rng.exponential(1, n) - drop


def few(sign: int) -> World:
    def draw(rng: np.random.Generator, n: int, drop: float) -> tuple[Array, Array]:
        return rng.normal(0, 0.1, n), sign * (rng.exponential(1, n) - 1) - drop

    return draw


WORLDS: dict[str, tuple[World, float]] = {
    "normal": (normal, 0.2),
    "passes, .8 of them": (passes(0.8), 0.1),
    "passes, .95 of them": (passes(0.95), 0.05),
    "exponential, both systems": (exponential, 0.3),
    "a few items lose much, the others gain": (few(-1), 0.3),
    "a few items gain much, the others lose": (few(1), 0.3),
}


def shares(world: World, n_items: int, allowed: float, true: float, n_tests: int) -> dict[str, float]:
    """Return how often tests have each verdict where the latest run is truly worse by so much."""
    rng, verdicts = np.random.default_rng([n_items, n_tests]), Counter[str]()
    for _ in range(n_tests):
        baseline, latest = (scores.tolist() for scores in world(rng, n_items, true))
        scores = {"score": {"baseline": baseline, "latest": latest}}
        evaluation = sy.evaluate_scores(scores, systems=["baseline", "latest"], higher_is_better=["score"])
        verdicts[evaluation.gate(allowed, alpha=_ALPHA).verdict] += 1
    return {verdict: verdicts[verdict] / n_tests for verdict in ("pass", "fail", "cannot tell")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tests", type=int, default=1000)
    parser.add_argument("--items", type=int, nargs="+", default=[20, 50, 200])
    given = parser.parse_args()
    print("| scores | items | max_drop | fails at the limit | equal: fails | equal: passes | equal, 0: fails |")
    for name, (world, drop) in WORLDS.items():
        for n in given.items:
            limit, equal = (shares(world, n, drop, true, given.tests) for true in (drop, 0.0))
            strict = shares(world, n, 0.0, 0.0, given.tests)
            found = (limit["fail"], equal["fail"], equal["pass"], strict["fail"])
            print(f"| {name} | {n} | {drop:g} | {' | '.join(f'{100 * one:.1f} %' for one in found)} |", flush=True)


if __name__ == "__main__":
    main()
