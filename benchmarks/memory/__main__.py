"""Memory of every command: what was measured beside what the formula says.

Peaks are of whole processes; a row holds a larger size against the smallest of the job.
Usage: benchmarks/run.sh memory [--only NAME]; exits with 1 where a measurement is more than 25 % and 10 MiB from its
formula. Takes some minutes.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    """Print a table in Markdown."""
    from memory.job import measure
    from memory.jobs import JOBS, LEFT_OUT, documented, not_measured

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only commands whose line begins so")
    parser.add_argument("--keep", type=Path, help="write inputs into this folder, and leave them there")
    parser.add_argument("--formulas", action="store_true", help="print the formulas alone, as the page has them")
    parser.add_argument("--runs", help=argparse.SUPPRESS)  # run.sh gives it to all: memory needs one
    arguments = parser.parse_args()
    missing = not_measured()
    if missing:
        raise SystemExit(f"Neither measured nor left out for a reason: {', '.join(missing)}")
    if arguments.formulas:
        print("\n".join(documented()))
        return
    print("| command | size | MiB at the smallest | here | by the formula | bytes a unit | by the formula | ratio |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    n_off = 0
    with tempfile.TemporaryDirectory() as folder:
        for job in JOBS:
            if job.words.startswith(arguments.only):
                for row in measure(job, arguments.keep or Path(folder)):
                    n_off += row.is_off
                    print(row, flush=True)
    if not arguments.only:
        print("\n".join(f"\nLeft out: {name}: {reason}" for name, reason in LEFT_OUT.items()))
    raise SystemExit(1 if n_off else 0)


if __name__ == "__main__":
    main()
