"""Plant small faults, one at a time, and see which no test notices."""

import argparse
import json
import random
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.conftest import ROOT
from tests.imports import PACKAGE
from tests.reliability.mutants import native_faults, python_faults
from tests.reliability.mutants.base import HOME, Mutant
from tests.reliability.mutants.covering import ROOMS, Covering
from tests.reliability.mutants.native_tree import NativeTree
from tests.reliability.mutants.running import Outcome, failed_in, run_tests, try_mutant

EQUIVALENT = Path(__file__).parent / "equivalent.toml"
_LEFT = HOME / "survivors.json"
_REPORT = HOME / "survivors.txt"


def main() -> None:
    """Try the mutants that the command line asks for; leave with 1 where too few are noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.mutants", description=__doc__)
    parser.add_argument("--number", type=int, default=200, metavar="N", help="of faults, a fifth in the core (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    parser.add_argument("--rooms", nargs="+", default=[*ROOMS, "native"], choices=[*ROOMS, "native"], metavar="ROOM")
    parser.add_argument("--again", action="store_true", help="only what survived last time")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="faults at once (1)")
    parser.add_argument("--least", type=float, default=85.0, metavar="PERCENT", help="that must be noticed (85)")
    asked = parser.parse_args()
    HOME.mkdir(parents=True, exist_ok=True)
    mutants = _left() if asked.again else draw(asked.rooms, asked.number, asked.seed)
    outcomes = list(_try_all(mutants, asked.jobs))
    sys.exit(_report(_checked(outcomes), asked.least))


def faults_of(room: str) -> list[Mutant]:
    """Return all faults of a room."""
    if room == "native":
        return [fault for path in sorted((ROOT / room).glob("*.cpp")) for fault in native_faults.faults(path)]
    return [fault for path in sorted((PACKAGE / room).rglob("*.py")) for fault in python_faults.faults(path)]


def equivalent() -> dict[tuple[str, str, str, str], str]:
    """Return the faults that change no answer, by name, with the reason."""
    found = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {(one["file"], one["function"], one["before"], one["after"]): one["reason"] for one in found}


def draw(rooms: list[str], n: int, seed: int) -> list[Mutant]:
    """Draw faults, as many of each kind, and a fifth of all in the core."""
    in_core = (n // 5 if len(rooms) > 1 else n) if "native" in rooms else 0
    python = [fault for room in rooms if room != "native" for fault in faults_of(room)]
    rng = random.Random(seed)
    return _drawn(python, n - in_core, rng) + (_drawn(faults_of("native"), in_core, rng) if in_core else [])


def _drawn(faults: list[Mutant], n: int, rng: random.Random) -> list[Mutant]:
    """Take from each kind in turn, as long as it has some that do change an answer."""
    known, kinds, drawn = equivalent(), defaultdict[str, list[Mutant]](list), list[Mutant]()
    for fault in faults:
        kinds[fault.kind].append(fault)
    for kind in sorted(kinds):
        rng.shuffle(kinds[kind])
    while len(drawn) < n and any(kinds.values()):
        for kind in sorted(kind for kind, left in kinds.items() if left):
            fault = kinds[kind].pop()
            if fault.name not in known and len(drawn) < n:
                drawn.append(fault)
    return drawn


def _try_all(mutants: list[Mutant], n_jobs: int) -> Iterator[Outcome]:
    covering = Covering(n_jobs)
    tree = NativeTree()
    with ThreadPoolExecutor(n_jobs) as pool:
        running = [pool.submit(try_mutant, mutant, covering, tree) for mutant in mutants]
        for number, done in enumerate(as_completed(running), 1):
            outcome = done.result()
            by = f", by {outcome.by}" if outcome.by else ""
            print(f"{number}/{len(mutants)} {outcome.what}{by}: {outcome.mutant.told()}", flush=True)
            yield outcome


def _checked(outcomes: list[Outcome]) -> list[Outcome]:
    """Run what failed once more without any fault: a test that fails alone has noticed nothing."""
    killers = sorted({outcome.by for outcome in outcomes if outcome.by})
    if not killers:
        return outcomes
    with TemporaryDirectory(dir=HOME, prefix="mutant-") as name:
        files = sorted({killer.partition("::")[0] for killer in killers})
        run_tests(Path(name), files, killers, float("inf"))
        wrong = set(failed_in(Path(name)))
    for killer in sorted(wrong):
        print(f"fails without a fault, too: {killer}")
    return [Outcome(one.mutant, "survived") if one.by in wrong else one for one in outcomes]


def _left() -> list[Mutant]:
    """Return what survived last time, where it is now."""
    names = {tuple(name) for name in json.loads(_LEFT.read_text("utf-8"))} - equivalent().keys()
    files = {name[0] for name in names}
    rooms = {_room(file) for file in files}
    return [fault for room in sorted(rooms) for fault in faults_of(room) if fault.file in files and fault.name in names]


def _room(file: str) -> str:
    return file.removeprefix("src/steelyard/").split("/")[0]


def _report(outcomes: list[Outcome], least: float) -> int:
    """Print the rate and keep what survived; 1 where it is too low."""
    survived = [outcome.mutant for outcome in outcomes if outcome.what == "survived"]
    _LEFT.write_text(json.dumps([mutant.name for mutant in survived]), encoding="utf-8")
    _REPORT.write_text("\n\n".join(mutant.told() for mutant in survived) + "\n", encoding="utf-8")
    for part, is_part in (("Python", False), ("C++", True)):
        counts = Counter(one.what for one in outcomes if (one.mutant.room == "native") == is_part)
        if counts:
            print(f"{part}: {_told(counts)}")
    counts = Counter(one.what for one in outcomes)
    print(f"all: {_told(counts)}; what survived: {_REPORT.relative_to(ROOT)}")
    return int(_rate(counts) < least)


def _rate(counts: Counter[str]) -> float:
    noticed = counts["killed"] + counts["timeout"]
    return 100 * noticed / max(1, noticed + counts["survived"])


def _told(counts: Counter[str]) -> str:
    words = ", ".join(
        f"{counts[what]} {what}" for what in ("killed", "timeout", "survived", "not built") if counts[what]
    )
    return f"{words}: {_rate(counts):.1f} % noticed"


if __name__ == "__main__":
    main()
