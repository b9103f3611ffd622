"""How often what `steelyard board` says is right: on made-up boards, and on boards drawn from real ones.

Made-up boards have pass or fail (a logistic model of ability and difficulty), grades, rare passes, or clusters.
Real ones are drawn twice: items with replacement from a whole board, whose own scores are then the truth; and with the
systems of every item in random order, so that all are equal.

Usage: STEELYARD_TEST_DATA=FOLDER python benchmarks/boards.py [--boards 2000]
FOLDER/data holds the boards that are named below, or made-up boards are all.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.inference import better_by_steps, effective_number, joint_differences, ranks_that_follow

__all__ = ["Measured", "Situation", "made_up", "measure"]

Array = NDArray[np.float64]
Draw = Callable[[np.random.Generator], Array]
ALPHA, N_DRAWS = 0.05, 999
SWE = (231, 75, 44, 34, 32, 22, 22, 19, 10, 8, 2, 1)  # items of the repositories of SWE-bench Verified
REAL = {
    "AlpacaEval": ("alpaca-eval-judge/judge.weighted_alpaca_eval_gpt4_turbo.tsv.gz", {"missing": "drop-item"}),
    "LiveBench": ("livebench-judgements/scores.tsv.gz", {"missing": "worst", "worst": 0.0, "repeats": "last"}),
    "SWE-bench": ("swe-bench-verified-4/runs.tsv", {}),
    "MTEB": ("mteb-board/board.tsv.gz", {"missing": "drop-item", "items_in_columns": True}),
    "LiveCodeBench": ("agent-runs-small/livecodebench-o1.tsv", {}),
}
METRICS = {
    "AlpacaEval": "preference",
    "LiveBench": "score",
    "SWE-bench": "resolved",
    "MTEB": "board",
    "LiveCodeBench": "passed",
}


@dataclass(frozen=True)
class Situation:
    """Boards of one kind, with the true scores of their systems, and the cluster of each item."""

    name: str
    truth: Array
    draw: Draw
    clusters: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Measured:
    """Shares of boards on which what was said is right, and how much was said."""

    ranges_hold: float
    leader_held: float
    n_may_lead: float
    width: float


def measure(situation: Situation, n_boards: int) -> Measured:
    """Draw boards, and hold what is said of them against the truth."""
    truth = situation.truth
    lowest = 1 + (truth > truth[:, None]).sum(axis=1)
    highest = len(truth) - (truth < truth[:, None]).sum(axis=1)
    best = int(truth.argmax())  # where several are the best, one of them
    found = np.empty((n_boards, 4))
    for i in range(n_boards):
        scores, left_out, n_units = _units(situation.draw(np.random.default_rng([9, i])), situation.clusters)
        joint = joint_differences(scores, left_out, n_units=n_units, alpha=ALPHA, n_draws=N_DRAWS, rng=i)
        others = ~np.eye(len(scores), dtype=np.bool_)
        [better] = better_by_steps([joint], [others], n_effective=n_units, alpha=ALPHA)
        ranks = ranks_that_follow(better)
        may_lead = joint.p_best > ALPHA
        holds = ((ranks.lowest <= lowest) & (ranks.highest >= highest)).all()
        found[i] = holds, may_lead[best], may_lead.sum(), (ranks.highest - ranks.lowest + 1).mean()
    return Measured(*found.mean(axis=0).tolist())


def _units(x: Array, clusters: NDArray[np.int64] | None) -> tuple[Array, Array, float]:
    """Return scores, scores without each unit in turn, and how many units of equal size there are in effect."""
    if clusters is None:
        return x.mean(axis=1), (x.sum(axis=1, keepdims=True) - x) / (x.shape[1] - 1), x.shape[1]
    sizes = np.bincount(clusters)
    sums = np.stack([np.bincount(clusters, row) for row in x])
    left_out = (x.sum(axis=1, keepdims=True) - sums) / (x.shape[1] - sizes)
    return x.mean(axis=1), left_out, effective_number(sizes)


def made_up() -> Iterator[Situation]:
    """Give made-up boards: all systems equal, evenly spread, and with five equal ones ahead."""
    many = {"equal": np.zeros(20), "spread": np.linspace(-1.5, 1.5, 20)}
    many["five lead"] = np.concatenate([np.linspace(-1.5, 0.8, 15), np.full(5, 1.0)])
    for name, ability in many.items():
        for n in (100, 500):
            yield Situation(f"20 x {n} pass or fail, {name}", ability, pass_or_fail(ability, n))
        yield Situation(f"20 x 41 grades, {name}", ability, graded(ability, 41))
        for sizes, what in ((np.full(40, 12), "40 equal clusters"), (np.array(SWE), "12 repositories")):
            clusters = np.repeat(np.arange(len(sizes)), sizes)
            draw = pass_or_fail(ability, len(clusters), clusters)
            yield Situation(f"20 x {len(clusters)} in {what}, {name}", ability, draw, clusters)
    yield Situation("20 x 500, 3 % pass, equal", np.zeros(20), lambda g: (g.random((20, 500)) < 0.03).astype(float))
    for n_systems, n in ((134, 500), (181, 41)):
        for name, ability in (("equal", np.zeros(n_systems)), ("spread", np.linspace(-1.5, 1.5, n_systems))):
            kind, draw = ("pass or fail", pass_or_fail) if n == 500 else ("grades", graded)
            yield Situation(f"{n_systems} x {n} {kind}, {name}", ability, draw(ability, n))


def pass_or_fail(ability: Array, n: int, clusters: NDArray[np.int64] | None = None) -> Draw:
    """Draw passes by ability and difficulty; items of a cluster share their difficulty, and what suits each system."""

    def draw(generator: np.random.Generator) -> Array:
        logit = ability[:, None] - generator.normal(0, 1.5, n)
        if clusters is not None:
            n_clusters = clusters.max() + 1
            logit = logit + generator.normal(0, 1, n_clusters)[clusters]
            logit += generator.normal(0, 0.5, (len(ability), n_clusters))[:, clusters]
        return (generator.random(logit.shape) < 1 / (1 + np.exp(-logit))).astype(float)

    return draw


def graded(ability: Array, n: int) -> Draw:
    """Draw grades of tasks that differ in level and in spread."""

    def draw(generator: np.random.Generator) -> Array:
        noise = generator.normal(size=(len(ability), n)) * generator.gamma(2, 0.02, n)
        return 0.6 + 0.05 * ability[:, None] + generator.normal(0, 0.15, n) + noise

    return draw


def real(folder: Path) -> Iterator[Situation]:
    """Give boards drawn from real ones: with their own scores as the truth, and with all systems equal."""
    for name, (path, options) in REAL.items():
        if not (folder / path).exists():
            continue
        metric = METRICS[name]
        [measured] = sy.evaluate_scores(folder / path, metrics=[metric], **options).measurements  # type: ignore[arg-type]
        values = measured.statistics.values
        x = np.ldexp(values[..., 0].astype(np.float64), -int(measured.statistics.bits[0]))
        for n in dict.fromkeys(min(size, x.shape[1]) for size in (100, 500)):
            size = f"{name}, {len(x)} x {n}"
            yield Situation(f"{size} of its items", x.mean(axis=1), items_of(x, n))
            yield Situation(f"{size}, systems shuffled", np.zeros(len(x)), shuffled(x, n))


def items_of(x: Array, n: int) -> Draw:
    """Draw items with replacement."""
    return lambda generator: x[:, generator.integers(x.shape[1], size=n)]


def shuffled(x: Array, n: int) -> Draw:
    """Draw items with replacement, the scores of each in random order."""
    return lambda generator: generator.permuted(x[:, generator.integers(x.shape[1], size=n)], axis=0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=2000)
    n_boards = parser.parse_args().boards
    print("| boards | ranges hold | the best may lead | systems that may lead | ranks of a range |")
    print("| --- | --- | --- | --- | --- |")
    data = os.environ.get("STEELYARD_TEST_DATA")
    situations = [*made_up(), *(real(Path(data) / "data") if data else ())]
    for situation in situations:
        found = measure(situation, n_boards if len(situation.truth) < 100 else n_boards // 4)
        cells = f"{100 * found.ranges_hold:.1f} % | {100 * found.leader_held:.1f} % | {found.n_may_lead:.1f}"
        print(f"| {situation.name} | {cells} | {found.width:.1f} |", flush=True)


if __name__ == "__main__":
    main()
