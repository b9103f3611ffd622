"""Two threads beside one: seconds of a clock of whole processes in turns, which print the same bytes.

Systems are made up: passes and failures on 500 items by ability and difficulty, and texts whose words are replaced.

Usage: benchmarks/run.sh threads [--runs 5] [--only board]
"""

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from commands import BIN

N_ITEMS, N_WORDS = 500, 8000
JOBS = {
    "board, 134 systems x 500": ("board", 134),
    "board, 1,000 systems x 500": ("board", 1000),
    "compare --scores, 134 systems x 500": ("compare --scores", 134),
    "compare --scores, 1,000 systems x 500": ("compare --scores", 1000),
    "compare, BLEU, 100 systems x 2,008": ("compare", 100),
    "compare, BLEU, 10 systems x 2,008, 1,000,000 draws": ("compare -n 1000000", 10),
}


def write_scores(folder: Path, n_systems: int) -> list[Path]:
    """Make up passes of systems on items."""
    rng, path = np.random.default_rng(1), folder / "scores.tsv"
    logits = np.linspace(-1.5, 1.5, n_systems)[:, None] - rng.normal(0, 1.5, N_ITEMS)
    passed = (rng.random(logits.shape) < 1 / (1 + np.exp(-logits))).astype(int)
    with path.open("w") as file:
        file.write("system\titem\tpassed\n")
        file.writelines(f"model{s:04d}\ti{i}\t{passed[s, i]}\n" for s in range(n_systems) for i in range(N_ITEMS))
    return [path]


def write_texts(folder: Path, n_systems: int, n_segments: int = 2008) -> list[Path]:
    """Make up a reference and outputs, of which words are replaced: in 10 of 100 places, up to 40."""
    rng = np.random.default_rng(3)
    share = 1 / np.arange(1, N_WORDS + 1)
    words = rng.choice(N_WORDS, size=(n_segments, 23), p=share / share.sum())
    paths = [folder / "reference.txt", *(folder / f"system{s:03d}.txt" for s in range(n_systems))]
    for s, path in enumerate(paths):
        rate = (0.1 + 0.3 * s / n_systems) * (s > 0)
        lines = np.where(rng.random(words.shape) < rate, rng.integers(N_WORDS, size=words.shape), words)
        path.write_text("".join(f"{' '.join(f'w{word}' for word in line)}\n" for line in lines.tolist()))
    return paths


def clocked(command: list[str]) -> tuple[float, str]:
    """Run a command, and return seconds of the clock and a hash of what it printed."""
    start = time.perf_counter()
    found = subprocess.run(command, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, capture_output=True, check=True)
    return time.perf_counter() - start, hashlib.sha256(found.stdout).hexdigest()


def main() -> None:
    """Print a table in Markdown; exit with 1 where threads print something else."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs of each job (5)")
    parser.add_argument("--only", default="", help="jobs whose name begins with this")
    arguments = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n", file=sys.stderr)
    print("| job | one thread | `--executor threads:2` | ratio |\n|---|---|---|---|")
    for name, (words, n_systems) in JOBS.items():
        if not name.startswith(arguments.only):
            continue
        with tempfile.TemporaryDirectory() as folder:
            of_texts = words.startswith("compare") and "--scores" not in words
            paths = [str(path) for path in (write_texts if of_texts else write_scores)(Path(folder), n_systems)]
            inputs = [paths[0], "-i", *paths[1:]] if of_texts else paths
            command = [str(BIN / "steelyard"), *words.split(), *inputs, "--quiet"]
            clocked(command)  # reads files into memory
            runs = [(*clocked(command), *clocked([*command, "--executor", "threads:2"])) for _ in range(arguments.runs)]
        if len({one for run in runs for one in run[1::2]}) > 1:
            sys.exit(f"{name}: two threads print something else than one.")
        one, two, ratio = (
            statistics.median(values) for values in zip(*((a, b, a / b) for a, _, b, _ in runs), strict=True)
        )
        print(f"| {name} | {one:.2f} | {two:.2f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
