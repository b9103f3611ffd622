"""Start `same` in an environment that is the same everywhere: some of it counts only as a process starts."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = {
    "COLUMNS": "80",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": str(ROOT / "docs" / "site"),  # which the tests of pages import from
    "PYTHONWARNINGS": "ignore",  # they name lines of sources
    "TZ": "UTC",
}
KEPT = ("HOME", "PATH", "TMPDIR", "STEELYARD_TEST_DATA", "OPENBLAS_CORETYPE")


if __name__ == "__main__":
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    argv = [sys.executable, "-m", "tests.reliability.archive.same", *sys.argv[1:]]
    os.execve(sys.executable, argv, kept | ENVIRONMENT)  # noqa: S606
