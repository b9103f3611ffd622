"""Say which share of the branches a report of `coverage json` has; 1 where it is under --least, in percent."""

import argparse
import json
import sys
from pathlib import Path


def main() -> int:
    """Print the shares, and return the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--least", type=float, default=0.0)
    asked = parser.parse_args()
    totals = json.loads(asked.report.read_text(encoding="utf-8"))["totals"]
    branches = 100 * totals["covered_branches"] / totals["num_branches"]
    lines = 100 * totals["covered_lines"] / totals["num_statements"]
    sys.stdout.write(f"Python: {branches:.1f} % of {totals['num_branches']:,} branches, ")
    sys.stdout.write(f"{lines:.1f} % of {totals['num_statements']:,} statements\n")
    return int(branches < asked.least)


if __name__ == "__main__":
    sys.exit(main())
