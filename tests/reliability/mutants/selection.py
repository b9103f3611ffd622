"""A plugin of pytest: the tests that a file names, in its order; which passed, and which failed, is written beside it.

Imported by name in the processes that look at a mutant; it imports nothing of Steelyard.
"""

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest

FOLDER = "STEELYARD_MUTANT_FOLDER"
_HERE = Path(os.environ.get(FOLDER, "."))
_seconds = defaultdict[str, float](float)
_outcomes: dict[str, str] = {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the wanted tests in the wanted order; all but what is left out where none is named."""
    wanted = {name: place for place, name in enumerate(_names("tests.json"))}
    left_out = set(_names("left-out.json"))
    kept, others = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        (kept if (item.nodeid in wanted if wanted else item.nodeid not in left_out) else others).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = sorted(kept, key=lambda item: wanted.get(item.nodeid, 0))


def _names(file: str) -> list[str]:
    path = _HERE / file
    return json.loads(path.read_text("utf-8")) if path.is_file() else []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long it took, and whether it passed."""
    _seconds[report.nodeid] += report.duration
    if not report.passed:
        _outcomes[report.nodeid] = report.outcome


def pytest_sessionfinish() -> None:
    """Write it; workers of xdist leave that to the process that started them."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        passed = {name: round(seconds, 4) for name, seconds in _seconds.items() if name not in _outcomes}
        (_HERE / "passed.json").write_text(json.dumps(passed), encoding="utf-8")
        failed = [name for name, outcome in _outcomes.items() if outcome == "failed"]
        (_HERE / "failed.json").write_text(json.dumps(failed), encoding="utf-8")
