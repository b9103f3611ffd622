"""Scores of items in JSON Lines: CPU seconds and peak memory of whole processes, beside a loop of `json.loads`.

A row is an object with an item, a system, a score, a document and a text of some 190 characters: 274 bytes. The loop
keeps nothing; `read_records` keeps every cell, and the command reads roles, joins systems and compares all pairs.

Usage: benchmarks/run.sh json_lines [--runs 3] [--rows 200000 1000000]
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
from pathlib import Path

from commands import BIN, run_once

LOOP = """
import json
import sys
for line in open(sys.argv[1]):
    json.loads(line)
"""
RECORDS = """
import sys
from steelyard.files.records import read_records
print(len(read_records(sys.argv[1])))
"""


def write_scores(path: Path, n_rows: int) -> None:
    """Make up four systems' scores on the same items, with their outputs."""
    chance = random.Random(1)  # noqa: S311  # no secret
    words = ["".join(chance.choices("abcdefghijklmnop", k=chance.randint(2, 9))) for _ in range(3000)]
    with path.open("w") as file:
        for i in range(n_rows):
            row = {"item": f"q{i // 4}", "system": f"system-{i % 4}", "score": round(chance.random(), 6)}
            row |= {"document": f"doc-{i // 40}", "output": " ".join(chance.choices(words, k=27))}
            file.write(f"{json.dumps(row)}\n")


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--rows", type=int, nargs="+", default=[200_000, 1_000_000], help="how many rows")
    arguments = parser.parse_args()
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    print("| rows | loop of json.loads | read_records | MiB | `compare --scores` | MiB | `board` | MiB |")
    print("|---|---|---|---|---|---|---|---|")
    for n_rows in arguments.rows:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scores.jsonl")
            write_scores(path, n_rows)
            commands = (
                [sys.executable, "-c", LOOP, str(path)],
                [sys.executable, "-c", RECORDS, str(path)],
                [str(BIN / "steelyard"), "compare", "--scores", str(path)],
                [str(BIN / "steelyard"), "board", str(path)],
            )
            costs = [[run_once(command, environment) for command in commands] for _ in range(arguments.runs)]
        spent = zip(*costs, strict=True)
        row = [statistics.median(getattr(cost, what) for cost in own) for own in spent for what in ("cpu", "memory")]
        cells = [f"{value:.2f}" if i % 2 == 0 else f"{value:.0f}" for i, value in enumerate(row) if i != 1]
        print(f"| {n_rows:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
