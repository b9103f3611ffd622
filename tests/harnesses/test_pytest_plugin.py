"""The plugin of pytest: baselines, verdicts, repeated runs, and that it stays out of the way."""

import itertools
import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from weigh_levels import WORLDS, shares

import steelyard as sy
from steelyard.harnesses.pytest_plugin import _ALPHA, _bounds, _items_needed, _Runs, _verdict
from steelyard.inference import binomial_tail
from tests.cli.running import run as run_command
from tests.conftest import EXAMPLES, ROOT
from tests.test_pages import blocks_of

WEIGHS = """
import json, pathlib, pytest
ALL = json.loads(pathlib.Path("scores.json").read_text())
@pytest.mark.parametrize("case", ALL)
def test_it(weigh, case):
    weigh(ALL[case], max_drop=0.1, name="quality", lower_is_better=False)
"""
RUNS = """
import json, pathlib, pytest
seen = []
@pytest.fixture(scope="module", autouse=True)
def shared():
    seen.append("shared")
    yield
    pathlib.Path("seen.json").write_text(json.dumps(seen))
@pytest.fixture
def own(request, tmp_path):
    yield tmp_path
    seen.append(request.node.name)
pytestmark = pytest.mark.repeats(29)
def test_passes(own):
    assert not list(own.iterdir())
    (own / "left").touch()
def test_fails(own):
    assert not seen
def test_breaks(own):
    raise OSError("the model is away")
class TestSome:
    def test_skips(self, own):
        pytest.skip("not today")
def test_cannot_tell(own):
    assert "test_cannot_tell" in seen
@pytest.fixture
def broken():
    assert not seen
def test_has_no_fixture(broken, own): pass
"""


def run(folder: Path, code: str, *flags: str, ini: str = "", file: str = "test_some.py") -> tuple[int, str]:
    """Run pytest on its own, whether or not the plugin is installed as such."""
    (folder / file).write_text(code, encoding="utf-8")
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n", encoding="utf-8")
    plugins = [
        "-p",
        "no:steelyard",
        "-p",
        "steelyard.harnesses.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
    ]
    command = [sys.executable, "-m", "pytest", *plugins, "-rA", *flags]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def write(folder: Path, **scores: Any) -> None:
    (folder / "scores.json").write_text(json.dumps(scores), encoding="utf-8")


def gate(baseline: Any, latest: Any, drop: float = 0.1) -> sy.results.Gate:
    scores = {"quality": {"baseline": list(baseline), "latest": list(latest)}}
    return sy.evaluate_scores(scores, higher_is_better=["quality"]).gate(drop, alpha=_ALPHA)


def test_scores_are_stored_and_then_gated(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    first, noise = rng.normal(0.7, 0.2, (2, 40)).round(3)
    items = {f"q {i}": score for i, score in enumerate(first)}
    write(tmp_path, same=items, worse=items, noisy=items, lost=dict.fromkeys(items, 1.0))
    status, said = run(tmp_path, WEIGHS)
    assert status == 0 and said.count(".steelyard") == 4 and "stored as baselines, not tested" in said
    folder = tmp_path / ".steelyard"
    kept = sorted(path.name for path in folder.glob("*[0-9a-f].csv") if "latest" not in path.name)
    assert [name[: name.rindex("-")] for name in kept] == [
        f"test_some.test_it-{case}-.quality" for case in ("lost", "noisy", "same", "worse")
    ]
    assert (folder / kept[1]).read_text().splitlines()[:2] == ["system,item,quality", f"baseline,q 0,{first[0]}"]

    worse = dict(reversed([(name, score - 0.3) for name, score in items.items()]))  # in whatever order
    noisy = dict(zip(items, noise.tolist(), strict=True))
    write(tmp_path, same=items, worse=worse, noisy=noisy, lost=dict.fromkeys(items, 0.01))
    status, said = run(tmp_path, WEIGHS, "-n", "2")
    assert status == 1 and "stored as baselines" not in said
    assert "PASSED test_some.py::test_it[same]" in said
    assert "latest is 0.9900 quality below baseline [-0.9900, -0.9900]; 0.1 is allowed" in said
    assert "latest is 0.3000 quality below baseline [-0.3000, -0.3000]; 0.1 is allowed. See steelyard board" in said
    found = gate(first, noise)
    assert found.verdict == "cannot tell" and found.outcomes[0].interval is not None
    low, high = found.outcomes[0].interval
    assert f"test_some.py:4: cannot tell: latest is {abs(found.outcomes[0].value):.4f} quality" in said
    assert f"baseline [{low:.4f}, {high:.4f}]; 0.1" in said and "items would show it with a chance of 80 %" in said

    both = sorted(str(path) for path in folder.glob("*noisy*.csv"))
    assert "baseline" in run_command("board", *both).out and "latest" in run_command("board", *both).out
    status, said = run(tmp_path, WEIGHS, "--steelyard-update")
    assert status == 0 and "stored as baselines" in said
    assert (folder / kept[3]).read_text().splitlines()[1] == f"baseline,q 39,{worse['q 39']}"


@pytest.mark.parametrize(
    ("asked", "status", "word"), [("xfail", 0, "XFAIL"), ("fail", 1, "FAILED"), ("no", 4, "must be")]
)
def test_what_cannot_be_told_is_what_the_setting_says(tmp_path: Path, asked: str, status: int, word: str) -> None:
    code = """
import pytest
@pytest.mark.repeats(29)
def test_it(seen=[]):
    seen.append(1)
    assert len(seen) > 1
"""
    found, said = run(tmp_path, code, ini=f"steelyard_cannot_tell = {asked}")
    assert found == status and word in said
    assert asked == "no" or "cannot tell: 22 of 23 runs passed" in said


def test_what_cannot_be_weighed_is_refused_and_not_stored(tmp_path: Path) -> None:
    code = """
def test_nan(weigh):
    weigh([0.5, float("nan")], max_drop=0.1)
def test_twice(weigh):
    weigh([0.5, 0.7], max_drop=0.1)
    weigh([0.5, 0.7], max_drop=0.1)
def test_items(weigh):
    weigh({"a": 0.5, "b": 0.7}, max_drop=0.1)
    weigh({"a": 0.5, "b": 0.7}, max_drop=0.1, name="other", lower_is_better=True)
"""
    status, said = run(tmp_path, code)
    assert status == 1 and "FAILED test_some.py::test_nan" in said and "FAILED test_some.py::test_twice" in said
    assert "has weighed 'score' already" in said and "PASSED test_some.py::test_items" in said
    assert not list((tmp_path / ".steelyard").glob("*nan.score-????????.csv"))
    status, said = run(tmp_path, code.replace('"b"', '"c"'), "-k", "items")
    assert status == 1 and "If the items were meant to change, run pytest --steelyard-update" in said


def test_the_number_of_items_that_would_do_is_enough() -> None:
    def needed(baseline: Any, latest: Any) -> str:
        scores = {"quality": {"baseline": list(baseline), "latest": list(latest)}}
        return _items_needed(sy.evaluate_scores(scores, higher_is_better=["quality"]), 0.1)

    assert needed([1.0] * 20, [1.0] * 20) == "If no item differs, 38 items would show it; there are 20."
    assert [gate([1.0] * n, [1.0] * n).verdict for n in (37, 38)] == ["cannot tell", "pass"]
    rng = np.random.default_rng(3)
    n = int(needed(*rng.normal(0, 0.3, (2, 400))).split()[4])
    shown = [gate(*rng.normal(0, 0.3, (2, n))).verdict == "pass" for _ in range(100)]
    assert 0.65 <= np.mean(shown) <= 0.95


def test_a_test_runs_until_its_verdict_is_certain_each_time_with_fixtures_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "test_next.py").write_text("def test_next(): pass", encoding="utf-8")
    status, said = run(tmp_path, RUNS)
    assert status == 1 and "2 failed, 2 passed, 2 skipped, 1 error" in said
    _, n_failing = verdict_of([False] * 29, 29, 0.9)
    _, n_mixed = verdict_of([False] + [True] * 28, 29, 0.9)
    assert Counter(json.loads((tmp_path / "seen.json").read_text())) == {
        "shared": 1,
        "test_passes": 29,
        "test_fails": n_failing,
        "test_breaks": 1,
        "test_skips": 1,
        "test_cannot_tell": n_mixed,
    }
    assert f"0 of {n_failing} runs passed: the rate is from 0.000 to " in said
    assert f"cannot tell: {n_mixed - 1} of {n_mixed} runs passed" in said
    assert "OSError: the model is away" in said and "not today" in said


def test_marks_that_can_show_nothing_are_refused_before_anything_runs(tmp_path: Path) -> None:
    code = """
import pytest, unittest
@pytest.fixture
def costly():
    raise OSError("a model was asked")
@pytest.mark.repeats(5)
def test_few(costly): pass
@pytest.mark.repeats(0)
def test_none(costly): pass
@pytest.mark.repeats(30, min_rate=1)
def test_always(costly): pass
@pytest.mark.repeats(29)
class T(unittest.TestCase):
    def test_unit(self): pass
"""
    status, said = run(tmp_path, code, "-n", "1")
    assert status == 1 and " 4 errors in " in said and "OSError" not in said
    assert "5 runs cannot show a rate of 0.9: if all pass, they show 0.549. Ask for 29 or more" in said
    assert said.count("repeats needs a number of runs, and a min_rate between 0 and 1.") >= 2
    assert "repeats is for functions, and for methods of plain classes." in said


def verdict_of(outcomes: Any, n: int, min_rate: float) -> tuple[str, int]:
    """Say what a test comes to whose runs end so, and after how many."""
    item: Any = SimpleNamespace(config=SimpleNamespace(getini=lambda _: "skip"))
    runs, left = _Runs(item, None), iter(outcomes)
    runs.n, runs.min_rate = n, min_rate
    runs.goes_on = True
    try:
        while runs.goes_on:
            runs.add(None if next(left) else AssertionError())
    except pytest.skip.Exception:
        return "cannot tell", runs.n_run
    except pytest.fail.Exception:
        return "fail", runs.n_run
    return "pass", runs.n_run


def test_stopping_early_changes_no_verdict() -> None:
    for outcomes in itertools.product((True, False), repeat=9):
        verdict, n_run = verdict_of(outcomes, 9, 0.6)
        assert verdict == _verdict(*_bounds(sum(outcomes), 9), 0.6)
        assert n_run <= 9
    assert verdict_of([True] * 29, 29, 0.9) == ("pass", 29)
    assert verdict_of([False] * 29, 29, 0.9)[0] == "fail" and verdict_of([False] * 29, 29, 0.9)[1] < 29


@pytest.mark.parametrize("min_rate", [0.5, 0.8, 0.9, 0.95])
def test_a_rate_that_is_just_enough_fails_in_2_percent_at_most_and_one_just_below_passes_in_5(min_rate: float) -> None:
    for n in (60, 100, 200):
        verdicts = [_verdict(*_bounds(x, n), min_rate) for x in range(n + 1)]
        first_kept, first_shown = verdicts.index("cannot tell"), verdicts.index("pass")
        assert 0 < 1 - binomial_tail(first_kept, n, min_rate) <= 0.02
        assert 0 < binomial_tail(first_shown, n, min_rate) <= 0.05


@pytest.mark.long
@pytest.mark.parametrize("name", ["normal", "passes, .8 of them"])
def test_equal_systems_and_those_at_the_limit_fail_in_2_percent_at_most(name: str) -> None:
    world, drop = WORLDS[name]
    for allowed, true in ((drop, drop), (drop, 0.0), (0.0, 0.0)):
        assert shares(world, 50, allowed, true, 300)["fail"] <= 0.02 + 3 * (0.02 * 0.98 / 300) ** 0.5
    assert shares(world, 50, drop, 5 * drop, 20)["fail"] > 0.5


def test_the_page_shows_what_the_example_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, printed = (EXAMPLES / "harnesses" / "test_answers.py").read_text(encoding="utf-8"), ""
    for release in "123":
        monkeypatch.setenv("RELEASE", release)
        printed += run(tmp_path, code, file="test_answers.py")[1]
    blocks = [b for b in blocks_of(ROOT / "docs" / "howto" / "test-in-pytest.md") if b.language == "text"]
    assert len(blocks) == 4
    for line in "".join(block.text for block in blocks).splitlines():
        assert line.strip("= ") in printed


def test_it_loads_nothing_before_a_test_asks(tmp_path: Path) -> None:
    code = """
import sys
def test_it():
    assert not {"numpy", "scipy", "rich"} & set(sys.modules)
    ours = {name.removeprefix("steelyard.") for name in sys.modules if name.startswith("steelyard.")}
    assert ours == {"harnesses", "harnesses.pytest_plugin", "lazy", "version"}
"""
    status, said = run(tmp_path, code, "-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:cov")
    assert status == 0 and "baselines" not in said, said
    assert not (tmp_path / ".steelyard").exists()


def test_pytest_finds_it_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"steelyard": "steelyard.harnesses.pytest_plugin"}
