"""Which tests go through which line, and how long each takes: recorded once for each state of the sources."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from coverage import CoverageData

from tests.conftest import ROOT
from tests.reliability.mutants.base import HOME, Mutant
from tests.reliability.mutants.selection import FOLDER

ROOMS = ("files", "human", "inference", "lab/choosing", "lab/learned", "lab/tuning", "meta", "page", "reading")
# Besides those of the rooms.
_TESTS = tuple(f"tests/{room}" for room in ("analysis", "counted", "lab", "people", "questions", "results", "types"))
_LINES_UP = 10  # from the middle of a long statement to its first line, at most
_PLUGIN = "tests.reliability.mutants.selection"
# What rewrites assertions would load modules whose doctests run by itself, from the checkout.
PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", _PLUGIN, "--assert=plain"),
    *("-m", "not slow and not levels"),
)


class Covering:
    """What was recorded; it is recorded first where sources are not what they were.

    Attributes
    ----------
    seconds : dict of str to float
        Of each test that passed, and of each file of tests.
    failed : list of str
        Tests that fail without any fault.
    """

    def __init__(self, n_jobs: int) -> None:
        sources = sorted((ROOT / "src").rglob("*.py"))
        state = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
        folder = HOME / f"covering-{state}"
        if not (folder / "seconds.json").is_file():
            _record(folder, n_jobs)
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text("utf-8"))
        self.failed: list[str] = json.loads((folder / "failed.json").read_text("utf-8"))
        for name, seconds in list(self.seconds.items()):
            file = name.partition("::")[0]
            self.seconds[file] = self.seconds.get(file, 0.0) + seconds
        self._data = CoverageData(str(folder / "lines"))
        self._data.read()

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that go through a mutant: of its own room first, and the quick ones first."""
        contexts = self._data.contexts_by_lineno(str(mutant.path))
        last = mutant.line + mutant.path.read_bytes()[mutant.start : mutant.end].count(b"\n")
        spans = [range(mutant.line, last + 1), *(range(mutant.line - up, mutant.line) for up in range(1, _LINES_UP))]
        # What runs as modules are imported, or in processes that tests start, has no test of its own.
        for lines in [*spans, contexts] if mutant.function else [contexts]:
            found = {name.rpartition("|")[0] for line in lines for name in contexts.get(line, ())} & self.seconds.keys()
            if found:
                return sorted(found, key=lambda name: (not of_room(name, mutant), self.seconds[name], name))
        return []

    def files(self, tests: list[str], mutant: Mutant) -> list[str]:
        """Return the files that these tests are in: what one test computed others may only look at."""
        files = {name.partition("::")[0] for name in tests}
        return sorted(files, key=lambda file: (not of_room(file, mutant), self.seconds[file], file))


def of_room(test: str, mutant: Mutant) -> bool:
    """Say whether a test is of a mutant's own room."""
    return test.startswith((f"tests/{mutant.room}/", f"src/steelyard/{mutant.room}/"))


def environment(**more: str) -> dict[str, str]:
    """Return what the processes of pytest find around them; they are no workers, though one may have started them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", **more}


def _record(folder: Path, n_jobs: int) -> None:
    print("recording which tests go through which line (minutes; kept until a source changes) ...", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings").write_text("[run]\nsource_pkgs = steelyard\n", encoding="utf-8")
    rooms = [f"{where}/{room}" for where in ("src/steelyard", "tests") for room in ROOMS]
    done = subprocess.run(
        [
            *PYTEST,
            *("-n", str(n_jobs), "--dist", "worksteal", "--cov", f"--cov-config={folder / 'settings'}"),
            *("--cov-context=test", "--cov-report=", *rooms, *_TESTS),
        ],
        cwd=ROOT,
        env=environment(COVERAGE_FILE=str(folder / "lines"), **{FOLDER: str(folder)}),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):  # tests that fail kill no mutant
        sys.exit(f"{done.stdout[-2000:]}\nthe tests could not be recorded")
    (folder / "passed.json").rename(folder / "seconds.json")
