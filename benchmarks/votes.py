"""Votes between two models, as arenas collect them: CPU seconds and peak memory of whole processes, beside evalica's.

The votes are made up, of 100 models, 15 in 100 ties. `steelyard human` gives wins of all pairs, strengths, and ranges
of ranks from 1,000 resamples; the strengths alone, of the model of Bradley and Terry, are what evalica gives.

Usage: benchmarks/run.sh votes [--runs 3] [--votes 10000 100000 1000000]
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

import numpy as np
from commands import BIN, run_once

N_MODELS = 100
STRENGTHS = """
import sys
from steelyard.human import bradley_terry, pair_counts
from steelyard.reading import read_judgements
votes = read_judgements(sys.argv[1]).rankings
_, first, second, signs = votes.pairs()
print(bradley_terry(pair_counts(first, second, signs)).abilities.max())
"""
EVALICA = """
import sys
import evalica
import pandas
votes = pandas.read_csv(sys.argv[1])
winner = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
print(evalica.bradley_terry(votes["model_a"], votes["model_b"], votes["winner"].map(winner)).scores.max())
"""


def write_votes(path: Path, n_votes: int) -> None:
    """Make up votes that follow from the models' strengths."""
    rng = np.random.default_rng(1)
    strength = rng.normal(0, 1, N_MODELS)
    first = rng.integers(N_MODELS, size=n_votes)
    second = (first + rng.integers(1, N_MODELS, size=n_votes)) % N_MODELS
    is_won = rng.random(n_votes) < 1 / (1 + np.exp(strength[second] - strength[first]))
    winner = np.where(rng.random(n_votes) < 0.15, "tie", np.where(is_won, "model_a", "model_b"))
    with path.open("w") as file:
        file.write("model_a,model_b,winner\n")
        file.writelines(f"model-{a:02d},model-{b:02d},{c}\n" for a, b, c in zip(first, second, winner, strict=True))


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--votes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000], help="how many votes")
    arguments = parser.parse_args()
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    print("| votes | `steelyard human` | MiB | strengths: ours | MiB | evalica | MiB |\n|---|---|---|---|---|---|---|")
    for n_votes in arguments.votes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "votes.csv")
            write_votes(path, n_votes)
            commands = (
                [str(BIN / "steelyard"), "human", str(path)],
                [sys.executable, "-c", STRENGTHS, str(path)],
                [sys.executable, "-c", EVALICA, str(path)],
            )
            costs = [[run_once(command, environment) for command in commands] for _ in range(arguments.runs)]
        spent = zip(*costs, strict=True)
        row = [statistics.median(getattr(cost, what) for cost in own) for own in spent for what in ("cpu", "memory")]
        cells = [f"{value:.2f}" if i % 2 == 0 else f"{value:.0f}" for i, value in enumerate(row)]
        print(f"| {n_votes:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
