"""Measure the tables of docs/explanation/replications.md, and write them into the page and the CSV file beside it.

Usage: python benchmarks/replications [graham|aile|page ...] [--sets NAME...]
STEELYARD_TEST_DATA names the folder that holds data/ with the sets. Takes a few minutes.
"""

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

MEASURED = Path(__file__).resolve().parent / "measured"


def main() -> None:
    """Measure what is asked for, by default everything, and write the page."""
    from replications import measure, page
    from replications.sets import SETS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="graham, aile, page (all)")
    parser.add_argument("--sets", nargs="+", default=list(SETS), help="measure these anew (all)")
    arguments = parser.parse_args()
    parts = arguments.parts or ["graham", "aile", "page"]
    for name, run in (("graham", measure.graham), ("aile", measure.aile)):
        if name not in parts:
            continue
        path = MEASURED / f"{name}.json"
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        rows = {row["set"]: [] for row in known}
        for row in known:
            rows[row["set"]].append(row)
        for chosen in arguments.sets:
            rows[chosen] = run(Path(os.environ["STEELYARD_TEST_DATA"]) / "data", chosen)
            lines = ",\n".join(json.dumps(row) for some in SETS for row in rows.get(some, []))
            path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
            sys.stdout.write(f"{name}: {chosen}\n")
            sys.stdout.flush()
    if "page" in parts:
        page.write(MEASURED)


if __name__ == "__main__":
    main()
