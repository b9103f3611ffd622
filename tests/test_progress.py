"""Progress in Python: a callback, a bar, lines, or nothing."""

import io
import itertools
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import steelyard as sy
from steelyard import progress
from steelyard.progress import log_lines, shown_progress
from tests.cli.running import HARBOUR, LANTERN, REFERENCE


class Bar:
    """What tqdm's bar does, written down."""

    made: "list[Bar]" = []  # noqa: RUF012  # of this test

    def __init__(self, **asked: Any) -> None:
        self.asked, self.n, self.total, self.looks, self.is_closed = asked, 0, 0, [], False
        self.made.append(self)

    def refresh(self) -> None:
        self.looks.append((self.n, self.total))

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[Bar]:
    clock = itertools.count(0.0, 2.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    module = ModuleType("tqdm.auto")
    module.tqdm = Bar  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    monkeypatch.setattr(Bar, "made", [])
    return Bar.made


def scores(**asked: Any) -> object:
    data = sy.TestSet.from_files(references=[REFERENCE], systems={"a": HARBOUR, "b": LANTERN})
    return sy.evaluate(data, ["bleu"]).scores(confidence_level=0.9, n_resamples=3000, **asked).scores


def test_a_notebook_gets_a_bar_that_is_closed(bars: list[Bar], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = scores()
    assert bars == []
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert scores() == plain
    assert bars and all(bar.is_closed and bar.looks for bar in bars)
    seen = len(bars)
    assert scores(progress=False) == plain and len(bars) == seen


def test_tqdm_does_not_warn_of_what_a_notebook_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tqdm").mkdir()
    (tmp_path / "tqdm" / "__init__.py").touch()
    (tmp_path / "tqdm" / "auto.py").write_text("import warnings\nwarnings.warn('IProgress not found')\ntqdm = None\n")
    kept = {name: module for name, module in sys.modules.items() if name.partition(".")[0] != "tqdm"}
    monkeypatch.setattr(sys, "modules", kept)
    monkeypatch.syspath_prepend(tmp_path)
    with warnings.catch_warnings(record=True) as warned, shown_progress(True) as update:
        warnings.simplefilter("always")
        assert update is not None
    assert not warned


def test_true_asks_for_a_bar_anywhere(bars: list[Bar]) -> None:
    scores(progress=True)
    assert [bar.is_closed for bar in bars] == [True]


def test_a_callback_is_called_itself() -> None:
    calls: list[tuple[int, int]] = []
    scores(progress=lambda done, total: calls.append((done, total)))
    assert calls and calls[-1][0] == calls[-1][1]


def test_without_tqdm_there_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    clock = iter((0.0, 5.0, 10.0, 15.0, 30.0, 60.0))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with shown_progress(True) as update:
        assert update is not None
        for done in (1, 2, 3, 4, 5):
            update(done * 1000, 5000)
    lines = sys.stderr.getvalue().splitlines()
    assert lines == [
        "steelyard: 2,000 of 5,000 steps (40%) after 10 s, about 15 s left",
        "steelyard: 4,000 of 5,000 steps (80%) after 30 s, about 8 s left",
    ]


def test_work_that_is_over_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 20.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    said: list[str] = []
    log_lines(said.append)(10, 10)
    assert said == []


def test_work_that_is_soon_over_draws_no_bar(bars: list[Bar], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 0.4)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    with shown_progress(True) as update:
        assert update is not None
        for done in (1, 2):  # after 0.4 and 0.8 seconds
            update(done, 3)
        update(3, 3)  # after 1.2 seconds, and all is done
    assert bars == []


def test_a_closed_standard_error_gets_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count(0.0, 20.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    told = io.StringIO()
    for stream in (told, None):
        monkeypatch.setattr(sys, "stderr", stream)
        with shown_progress(True) as update:
            assert update is not None
            update(1, 2)
    assert told.getvalue() == "steelyard: 1 of 2 steps (50%) after 20 s, about 20 s left\n"
