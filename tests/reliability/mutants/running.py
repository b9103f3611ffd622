"""One mutant in the place of its module, and the tests that should notice, in processes of their own."""

import itertools
import json
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import ROOT
from tests.imports import PACKAGE, module_name
from tests.reliability.mutants.base import HOME, Mutant
from tests.reliability.mutants.covering import PYTEST, Covering, environment
from tests.reliability.mutants.native_tree import NativeTree, native_tests

_SECONDS = 30.0  # of tests that one mutant may take, in each of its two steps
_SLOWER = 4  # times, that tests may take beside other work; further this many seconds to start
_START = 60
_LONGEST = 600  # seconds, for a fault of the core
_OVERLAY = Path(__file__).parent / "overlay"
_NOTHING_RAN = 5  # says pytest


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant.

    Attributes
    ----------
    mutant : Mutant
        Which.
    what : str
        `killed`, `survived`, `timeout`, or `not built` where a compiler refused it.
    by : str
        The test that failed, where it could be told.
    """

    mutant: Mutant
    what: str
    by: str = ""


def try_mutant(mutant: Mutant, covering: Covering, tree: NativeTree) -> Outcome:
    """Run the tests that may notice it, until one does."""
    with TemporaryDirectory(dir=HOME, prefix="mutant-") as name:
        folder = Path(name)
        if mutant.room == "native":
            module = folder / "_native.so"
            if not tree.build(mutant, module):
                return Outcome(mutant, "not built")
            changed = {"module": "steelyard._native", "path": str(module)}
            return _outcome(mutant, folder, changed, native_tests(mutant), [], _LONGEST)
        (folder / "left-out.json").write_text(json.dumps(covering.failed), encoding="utf-8")
        path = folder / mutant.path.name
        path.write_bytes(mutant.source())
        changed = {"module": module_name(mutant.path, PACKAGE), "path": str(path), "origin": str(mutant.path)}
        return _try_tests(mutant, folder, changed, covering)


def _try_tests(mutant: Mutant, folder: Path, changed: dict[str, str], covering: Covering) -> Outcome:
    """Run the tests that go through it; then all in the same files, as some look at what another computed."""
    tests = covering.tests(mutant)
    if not tests:
        return Outcome(mutant, "survived")
    chosen = _within(tests, covering)
    files = list(dict.fromkeys(test.partition("::")[0] for test in chosen))
    found = _outcome(mutant, folder, changed, files, chosen, _limit(chosen, covering))
    more = _within(covering.files(tests, mutant), covering)
    if found.what != "survived" or not more:
        return found
    return _outcome(mutant, folder, changed, more, [], _limit(more, covering))


def _within(names: list[str], covering: Covering) -> list[str]:
    """Return as many as there is time for, and one at least."""
    until = itertools.accumulate(covering.seconds[name] for name in names)
    return [
        name for place, (name, seconds) in enumerate(zip(names, until, strict=True)) if not place or seconds <= _SECONDS
    ]


def _limit(names: list[str], covering: Covering) -> float:
    return _SLOWER * sum(covering.seconds[name] for name in names) + _START


def _outcome(
    mutant: Mutant, folder: Path, changed: dict[str, str], files: list[str], chosen: list[str], limit: float
) -> Outcome:
    status = run_tests(folder, files, chosen, limit, changed)
    if status in (0, _NOTHING_RAN):
        return Outcome(mutant, "survived")
    return Outcome(mutant, "timeout" if status is None else "killed", next(iter(failed_in(folder)), ""))


def run_tests(
    folder: Path, files: list[str], chosen: list[str], limit: float, changed: dict[str, str] | None = None
) -> int | None:
    """Run tests, all of the files where none is chosen, until one fails; None where they did not end in time."""
    (folder / "tests.json").write_text(json.dumps(chosen), encoding="utf-8")
    (folder / "failed.json").unlink(missing_ok=True)
    path = os.pathsep.join(filter(None, [str(_OVERLAY), os.environ.get("PYTHONPATH")]))
    ours = {"STEELYARD_MUTANT": json.dumps(changed or {}), "STEELYARD_MUTANT_FOLDER": str(folder), "PYTHONPATH": path}
    with (folder / "out.txt").open("wb") as out:
        running = subprocess.Popen(
            [*PYTEST, "-n", "0", "--tb=line", *([] if changed is None else ["-x"]), *files],
            cwd=ROOT,
            env=environment(**ours),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return running.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()


def failed_in(folder: Path) -> list[str]:
    """Return the tests that failed there; none where the process died before it could say."""
    path = folder / "failed.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else []
