"""Start-up: CPU seconds of small commands beyond `import numpy`, and the files of ours that each executes.

Each run of a command is followed by one of `import numpy`, and the two are subtracted: machines drift.

Usage: benchmarks/run.sh start_up [--runs 30]
"""

import argparse
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from commands import run_once

EXAMPLES = Path(__file__).parents[1] / "examples"
REFERENCE = str(EXAMPLES / "reference.1.en")
HARBOUR, LANTERN = (str(EXAMPLES / "systems" / f"{name}.en") for name in ("harbour", "lantern"))
NUMPY = (sys.executable, "-c", "import numpy")
COMMANDS = {
    "steelyard score, one system": ("score", REFERENCE, "-i", HARBOUR),
    "steelyard compare, two systems": ("compare", REFERENCE, "-i", HARBOUR, LANTERN),
    "steelyard metrics": ("metrics",),
    "steelyard --help": ("--help",),
    "steelyard score --help": ("score", "--help"),
}


COUNT = """
import sys
from steelyard.cli.app import main
try:
    main()
finally:
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == "steelyard"]
    print(sum(module.__file__.endswith(".py") for module in ours), file=sys.stderr)
"""


def n_files(arguments: Sequence[str], environment: dict[str, str]) -> int:
    """Count the files of ours, in Python, that a command executes."""
    run = [sys.executable, "-c", COUNT, *arguments]
    return int(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stderr.split()[-1])


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=30, help="runs of each command (30)")
    n_runs = parser.parse_args().runs
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled files are part of an installation
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, {n_runs} runs")
    print("\n| command | CPU s | beyond NumPy's import | quartiles | files |\n|---|---|---|---|---|", flush=True)
    for name, arguments in COMMANDS.items():
        command = (sys.executable, "-m", "steelyard", *arguments)
        files = n_files(arguments, environment)
        spent = [(run_once(command, environment).cpu, run_once(NUMPY, environment).cpu) for _ in range(n_runs + 1)][1:]
        low, beyond, high = statistics.quantiles([ours - theirs for ours, theirs in spent])
        cpu = statistics.median(ours for ours, _ in spent)
        print(f"| {name} | {cpu:.3f} | {beyond:+.3f} | {low:+.3f} to {high:+.3f} | {files} |", flush=True)


if __name__ == "__main__":
    main()
