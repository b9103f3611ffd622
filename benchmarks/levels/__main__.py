"""Measure how tests and intervals behave on test sets drawn from real texts, for docs/explanation/calibration.md
and prediction-powered.md.

Usage: python benchmarks/levels [EXPERIMENT...] [--repetitions N] [--jobs N] [--output FOLDER]
STEELYARD_TEST_DATA names the folder of the real sets. Each experiment writes one JSON file; cells that it already holds
are not measured again. `page` writes the tables and figures of the pages, and the CSV files, from these files.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

EXPERIMENTS = {
    "commands": 2000,
    "false-alarms": 2000,
    "coverage": 2000,
    "unequal-documents": 2000,
    "shifts": 1,
    "families": 1000,
    "peers": 1000,
    "predictions": 2000,
    "made-up": 1000,
    "score-peers": 400,
}
MEASURED = Path(__file__).resolve().parent / "measured"


def measure(name: str, folder: Path, n_repetitions: int, seed: int, cell: dict[str, Any]) -> list[dict[str, Any]]:
    """Measure one cell in a process of its own."""
    from levels.pool import read_pool

    module = import_module(f"levels.{name.replace('-', '_')}")
    read = getattr(module, "read_pool", read_pool)  # an experiment may have a pool of its own
    rows: list[dict[str, Any]] = module.run_cell(read(folder), cell, n_repetitions, seed)
    return rows


def run(name: str, folder: Path, output: Path, n_repetitions: int, n_jobs: int, seed: int) -> None:
    """Measure what a file does not hold yet, and write after each cell."""
    module = import_module(f"levels.{name.replace('-', '_')}")
    path = output / f"{name}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    if hasattr(module, "missing"):  # of some tests only
        cells = list(module.missing(rows))
    else:
        cells = [cell for cell in module.cells() if not any(cell.items() <= row.items() for row in rows)]
    with ProcessPoolExecutor(n_jobs) as executor:
        done: Iterable[list[dict[str, Any]]] = executor.map(partial(measure, name, folder, n_repetitions, seed), cells)
        for number, found in enumerate(done, 1):
            rows += found
            lines = ",\n".join(json.dumps(row) for row in rows)
            path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
            print(f"{name}: {number} of {len(cells)}", flush=True)


def main() -> None:
    """Run the chosen experiments, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiments", nargs="*", metavar="EXPERIMENT", help=f"{', '.join(EXPERIMENTS)} or page")
    parser.add_argument("--repetitions", type=int, help="test sets of each cell")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=20261)
    parser.add_argument("--output", type=Path, default=MEASURED, help="folder of the measured files")
    arguments = parser.parse_args()
    arguments.output.mkdir(exist_ok=True)
    chosen = arguments.experiments or [*EXPERIMENTS, "page"]
    for name in chosen:
        if name == "page":
            import_module("levels.page").write(arguments.output)
        elif name in EXPERIMENTS:
            folder = Path(os.environ["STEELYARD_TEST_DATA"])
            n_repetitions = arguments.repetitions or EXPERIMENTS[name]
            run(name, folder, arguments.output, n_repetitions, arguments.jobs, arguments.seed)
        else:
            parser.error(f"there is no experiment {name}: choose from {', '.join([*EXPERIMENTS, 'page'])}")


if __name__ == "__main__":
    main()
