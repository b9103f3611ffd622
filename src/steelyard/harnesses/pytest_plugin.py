"""A plugin of pytest: `weigh` tests scores against a stored baseline, and the mark `repeats` a rate of passing.

pytest finds it by its entry point, and starts with it everywhere: so the rest of the package waits until a test asks.
"""

import csv
import hashlib
import io
import re
from bisect import bisect_left
from collections.abc import Callable, Generator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from unittest import TestCase

import pytest

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation

__all__ = ["weigh"]

_ALPHA = 0.04  # two-sided: a fail is wrong in .02 at most
_SHOWN = 0.9  # level of the interval whose lower end shows a rate: .95 one-sided
_MOST = 1_000_000  # of runs that could be asked for
_ASKED = "steelyard_cannot_tell"
_STORED = "steelyard_baseline"
Scores = Mapping[Any, float] | Sequence[float]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tell pytest of the option and the setting."""
    group = parser.getgroup("steelyard")
    group.addoption("--steelyard-update", action="store_true", help="store the scores of this run as the baselines")
    parser.addini(_ASKED, "what a test is that cannot tell: skip, xfail or fail", default="skip")


def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest of the mark, and refuse a setting that is none."""
    config.addinivalue_line("markers", "repeats(n, min_rate=0.9): run up to n times; pass if the rate is shown")
    if config.getini(_ASKED) not in ("skip", "xfail", "fail"):
        raise pytest.UsageError(f"{_ASKED} must be skip, xfail or fail, not {config.getini(_ASKED)!r}.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a marked test as often as it asks, each time with fixtures of its own; report the last run."""
    if not item.get_closest_marker("repeats"):
        return None
    from _pytest.runner import runtestprotocol

    item.stash[_RUNS] = runs = _Runs(item, nextitem)
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    while True:
        runs.goes_on = False
        for report in runtestprotocol(item, log=False, nextitem=cast("pytest.Item", runs)):
            if report.failed or not runs.goes_on:
                item.ihook.pytest_runtest_logreport(report=report)
        if not runs.goes_on or item.session.shouldfail or item.session.shouldstop:
            break
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Refuse a mark that cannot show anything, before fixtures are made."""
    if mark := item.get_closest_marker("repeats"):
        item.stash[_RUNS].ask(*mark.args, **mark.kwargs)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Count a failed assertion of a marked test as one of its runs; any other error ends the test."""
    runs = pyfuncitem.stash.get(_RUNS, None)
    if runs is None:
        return (yield)
    failure: BaseException | None = None
    try:
        yield
    except (AssertionError, pytest.fail.Exception) as error:
        failure = error
    runs.add(failure)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the baselines that were stored, as nothing was tested there."""
    reports = terminalreporter.stats.get("passed", ())
    if stored := [path for one in reports for name, path in one.user_properties if name == _STORED]:
        terminalreporter.section("steelyard: scores stored as baselines, not tested")
        for path in stored:
            terminalreporter.write_line(path)


@pytest.fixture
def weigh(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Return a function that tests scores against those that an earlier run stored.

    ``weigh(scores, max_drop=0.02, name="score", lower_is_better=None)`` takes a mapping of items to scores, or a
    sequence, whose items are counted. The first run, and each with ``--steelyard-update``, stores the scores in
    ``.steelyard`` in pytest's root directory, and returns None. Later ones ask `Evaluation.gate` with a level of .04,
    two-sided, and return its answer where it passes. `name` is what scores are called, and a test may weigh one score
    of each name.
    """
    weighed: set[str] = set()

    def weigh(scores: Scores, *, max_drop: float, name: str = "score", lower_is_better: bool | None = None) -> Any:
        if name in weighed:
            raise ValueError(f"This test has weighed {name!r} already: give each score a name of its own.")
        weighed.add(name)
        return _weigh(request.node, scores, max_drop, name, lower_is_better)

    return weigh


def _weigh(node: Any, scores: Scores, drop: float, name: str, lower_is_better: bool | None) -> Any:
    from steelyard.errors import DataError
    from steelyard.evaluating import evaluate_scores
    from steelyard.files import made_folder, write_files
    from steelyard.page.gate import outcome_text

    baseline, latest = _paths(node, name)
    is_new = node.config.getoption("--steelyard-update") or not baseline.exists()
    with made_folder(baseline.parent):
        ignored = baseline.parent / ".gitignore"
        files: dict[str | PathLike[str], bytes] = {latest: _table("latest", scores, name)}
        if not ignored.exists():
            files[ignored] = b"*.latest.csv\n"
        write_files(files)
    how: dict[str, Any] = {"columns": {"system": "system", "item": "item", "score": name}}
    if lower_is_better is not None:
        how["lower_is_better" if lower_is_better else "higher_is_better"] = [name]
    evaluate_scores([latest], **how)  # refuses what is no score
    if is_new:
        write_files({baseline: _table("baseline", scores, name)})
        node.user_properties.append((_STORED, str(baseline.relative_to(node.config.rootpath))))
        return None
    try:
        evaluation = evaluate_scores([baseline, latest], systems=["baseline", "latest"], **how)  # on one scale
    except DataError as error:
        raise DataError(f"{error} If the items were meant to change, run pytest --steelyard-update.") from None
    gate = evaluation.gate(drop, alpha=_ALPHA)
    [outcome] = gate.outcomes
    said = f"{outcome_text(outcome)}."
    if outcome.verdict == "cannot tell":
        said += f" {_items_needed(evaluation, drop)}"
    both = " ".join(str(path.relative_to(node.config.rootpath)) for path in (baseline, latest))
    _conclude(node, outcome.verdict, f"{said} See steelyard board {both}")
    return gate


def _paths(node: Any, name: str) -> tuple[Path, Path]:
    """Name the files of a test: by where it stands, as xdist adds to ids."""
    file, _, test = node.location
    told = f"{Path(file).as_posix()}::{test}::{name}"
    short = re.sub(r"[^\w.-]+", "-", f"{Path(file).stem}.{test}.{name}", flags=re.ASCII)[:80]
    stem = f"{short}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
    folder = node.config.rootpath / ".steelyard"
    return folder / f"{stem}.csv", folder / f"{stem}.latest.csv"


def _table(system: str, scores: Scores, name: str) -> bytes:
    """Write a row for each item, as every command of Steelyard reads it."""
    pairs = scores.items() if isinstance(scores, Mapping) else enumerate(scores, 1)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerows([("system", "item", name), *((system, item, float(score)) for item, score in pairs)])
    return text.getvalue().encode()


def _items_needed(evaluation: "Evaluation", drop: float) -> str:
    """Say how many items would show that nothing was lost."""
    from steelyard.inference import clopper_pearson_interval, jackknife_scores, rates_of, standard_error, units_needed

    if not drop:
        return "No number of items shows that nothing at all was lost: allow a drop (max_drop)."
    [measurement] = evaluation.measurements
    baseline, latest = jackknife_scores(measurement)
    n, error, rates = len(latest), standard_error(latest - baseline), rates_of(measurement)
    if error == 0 and rates:  # others may differ
        needed = _least(lambda n: rates.scale * clopper_pearson_interval(0, n, 1 - _ALPHA)[1] <= drop)
        return f"If no item differs, {needed} items would show it; there are {n}."
    needed = units_needed(drop, error, _ALPHA, n) if n > 1 else None
    if needed is None:
        return "More items are needed."
    return f"If nothing was lost, {needed} items would show it with a chance of 80 %; there are {n}."


class _Runs:
    """The runs of a test.

    pytest gets this object as its next test, and keeps the fixtures of what `listchain` names: those of modules and
    classes stay from run to run.
    """

    def __init__(self, item: pytest.Item, next_item: pytest.Item | None) -> None:
        self.item, self.next_item = item, next_item
        self.n, self.min_rate = 0, 0.0
        self.n_run = self.passed = 0
        self.last_failure: BaseException | None = None
        self.goes_on = False

    def ask(self, n: Any = None, min_rate: Any = 0.9) -> None:
        """Read the arguments of the mark, and refuse runs that are too few to show anything."""
        if not isinstance(n, int) or n < 1 or not isinstance(min_rate, float) or not 0 < min_rate < 1:
            pytest.fail("repeats needs a number of runs, and a min_rate between 0 and 1.", pytrace=False)
        if not isinstance(self.item, pytest.Function) or issubclass(self.item.cls or object, TestCase):
            pytest.fail("repeats is for functions, and for methods of plain classes.", pytrace=False)
        best, _ = _bounds(n, n)
        if best < min_rate:
            needed = _least(lambda n: _bounds(n, n)[0] >= min_rate)
            said = f"{n} runs cannot show a rate of {min_rate:g}: if all pass, they show {best:.3g}. "
            pytest.fail(f"{said}Ask for {needed} or more, or for a lower min_rate.", pytrace=False)
        self.n, self.min_rate = n, min_rate

    def listchain(self) -> list[Any]:
        """Return what must not be torn down yet."""
        node = self.item.parent if self.goes_on else self.next_item
        return [] if node is None else node.listchain()

    def add(self, failure: BaseException | None) -> None:
        """Add a run; end as soon as further runs cannot change the verdict, so that stopping early changes none."""
        self.passed += failure is None
        self.last_failure = failure or self.last_failure
        self.n_run += 1
        low, _ = worst = _bounds(self.passed, self.n)
        _, high = best = _bounds(self.passed + self.n - self.n_run, self.n)
        verdict = _verdict(*worst, self.min_rate)
        self.goes_on = verdict != _verdict(*best, self.min_rate)
        if self.goes_on:
            return
        said = f"{self.passed} of {self.n_run} runs passed: the rate is from {low:.3f} to {high:.3f}"
        said += f", and should be {self.min_rate:g}."
        if verdict == "cannot tell":
            share = self.passed / self.n_run
            needed = _least(lambda n: _bounds(share * n, n)[0] >= self.min_rate)
            said += f" If as large a share passes, {needed or 'no number of'} runs would show it."
        if self.last_failure is not None:
            first, *_ = str(self.last_failure).splitlines() or [""]
            said += f" The last failure: {type(self.last_failure).__name__}: {first}"
        _conclude(self.item, verdict, said)


_RUNS = pytest.StashKey[_Runs]()


def _bounds(passed: float, n: int) -> tuple[float, float]:
    """Bound a rate exactly: from below at .95, and from above at .98, as a fail should be wrong more rarely."""
    from steelyard.inference import clopper_pearson_interval

    return clopper_pearson_interval(passed, n, _SHOWN)[0], clopper_pearson_interval(passed, n, 1 - _ALPHA)[1]


def _verdict(low: float, high: float, min_rate: float) -> str:
    return "pass" if low >= min_rate else "fail" if high < min_rate else "cannot tell"


def _least(is_enough: Callable[[int], bool]) -> int | None:
    """Return the least number that is enough; None where a million is not."""
    found = bisect_left(range(_MOST), True, lo=1, key=is_enough)
    return found if found < _MOST else None


def _conclude(item: pytest.Item, verdict: str, said: str) -> None:
    """End a test as its verdict says."""
    if verdict == "fail":
        pytest.fail(said, pytrace=False)
    if verdict == "cannot tell":
        said = f"cannot tell: {said}"
        asked = item.config.getini(_ASKED)
        if asked == "fail":
            pytest.fail(said, pytrace=False)
        if asked == "xfail":
            pytest.xfail(said)
        raise pytest.skip.Exception(said, _use_item_location=True)  # else it is said of this file
