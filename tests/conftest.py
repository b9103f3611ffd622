"""What every test may use: the bundled example, and real test sets where STEELYARD_TEST_DATA names their folder."""

import gc
import hashlib
import os
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import steelyard as sy
from tests.needs import LEAVE_OUT, NOTE_PASSED, SKIP_NOTHING, may_skip

if TYPE_CHECKING:
    from tests.rated_pilot import Pilot

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
# How many examples a property is tried on where it does not say so itself; `make slow` asks for the second, which are
# other ones each time, while `make test` fails for a change alone.
settings.register_profile("quick", deadline=None, max_examples=40, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=300)
settings.load_profile("quick")
_NOTE_TO = None if "PYTEST_XDIST_WORKER" in os.environ else os.environ.pop(NOTE_PASSED, None)
_PASSED: list[str] = []
SYSTEMS = ("harbour", "lantern", "sparrow", "tangle", "orator")


def _is_skipped_for_nothing(session: pytest.Session) -> bool:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")  # the workers of xdist have none
    return bool(reporter and reporter.stats.get("skipped")) and not may_skip()


def drawn(cases: Iterable[str], one_in: int) -> set[str]:
    """Return one in so many cases of a test, and one at least: others for each test, and the same in every run."""
    by_chance = sorted(cases, key=lambda name: hashlib.sha256(name.encode()).digest())
    return set(by_chance[: -(-len(by_chance) // one_in)])


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out by marker
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items:
        if (mark := item.get_closest_marker("one_in")) and not item.get_closest_marker("long"):
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    for (_, one_in), of_test in cases.items():
        kept = drawn((item.nodeid for item in of_test), one_in)
        for item in of_test:
            if item.nodeid not in kept:
                item.add_marker("long")
    if path := os.environ.get(LEAVE_OUT):
        passed = set(Path(path).read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in passed])
        items[:] = [item for item in items if item.nodeid not in passed]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no cycles meanwhile, nor among modules and tests later: they stay, and it takes a sixth of the time."""
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    return found


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        _PASSED.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _NOTE_TO is not None:
        Path(_NOTE_TO).write_text("".join(f"{name}\n" for name in _PASSED), encoding="utf-8")
    if _is_skipped_for_nothing(session):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _is_skipped_for_nothing(terminalreporter._session):
        terminalreporter.section(f"skipped, where {SKIP_NOTHING} says that nothing may be")
        for report in terminalreporter.stats["skipped"]:
            terminalreporter.write_line(f"{report.nodeid}: {report.longrepr[2]}")


@pytest.fixture
def pilot(tmp_path: Path) -> "Pilot":
    """Return a pilot of ratings, and a metric's scores."""
    from tests.rated_pilot import write_pilot

    return write_pilot(tmp_path)


@pytest.fixture(scope="session")
def test_data() -> Path:
    """Return the folder with `data/` and `golden/`; skip where none is named, fail where one is missing."""
    folder = os.environ.get("STEELYARD_TEST_DATA")
    if not folder:
        pytest.skip("STEELYARD_TEST_DATA is not set: the real test sets are not here")
    path = Path(folder).resolve()
    for name in ("data", "golden"):
        if not (path / name).is_dir():
            pytest.fail(f"STEELYARD_TEST_DATA={folder} has no folder {name}/")
    return path


@pytest.fixture(scope="session")
def example() -> sy.TestSet:
    """Return the bundled test set with both references and documents."""
    return sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        sources=EXAMPLES / "source.de",
        documents=EXAMPLES / "documents.txt",
    )
