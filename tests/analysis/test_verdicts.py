"""Verdicts of patterns and of lists, rule by rule; and a real suite's own outputs, as its README counts them."""

import gzip
import json
import signal
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest

from steelyard.analysis import VERDICT_REASONS, judge_outputs, judge_text
from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_test_suite
from steelyard.types import SuiteItem

ITEM = SuiteItem(
    1, "negation", right=["not", "never"], wrong=["did"], listed_right={"No. "}, listed_wrong={"Yes.", "No."}
)


@pytest.mark.parametrize(
    ("output", "wanted"),
    [
        ("he never came", (1, "pattern")),
        ("he did", (-1, "pattern")),
        ("he did not", (0, "both")),
        ("he came", (0, "neither")),
        (" Yes. ", (-1, "listed")),
        ("No.", (0, "both")),
        ("", (0, "neither")),
    ],
)
def test_lists_win_over_patterns_and_both_sides_decide_nothing(output: str, wanted: tuple[int, str]) -> None:
    assert judge_text(ITEM, output) == wanted
    [verdict], [reason] = judge_outputs([ITEM], [output])
    assert (verdict, VERDICT_REASONS[reason]) == wanted


def test_patterns_alone_pass_lists_over() -> None:
    assert judge_text(SuiteItem(1, "x", right=["Y"], listed_wrong={"Yes."}), "Yes.", use_lists=False) == (1, "pattern")


@pytest.mark.parametrize(("neither", "wanted"), [("wrong", -1), ("right", 1), ("undecided", 0)])
def test_what_neither_is_can_be_declared(neither: str, wanted: int) -> None:
    assert judge_text(SuiteItem(1, "x", right=["a"], neither=neither), "b") == (wanted, "neither")


def test_an_item_beyond_the_outputs_is_told() -> None:
    with pytest.raises(AlignmentError, match="line 3, but outputs have 2 lines"):
        judge_outputs([SuiteItem(3, "x", right=["a"])], ["a", "b"])


def test_patterns_of_a_real_suite_say_of_judged_outputs_what_its_readme_counts(test_data: Path) -> None:
    path = test_data / "data" / "dfki-mt-testsuite" / "de-en.items.json.gz"
    suite = read_test_suite(path)
    assert len(suite.items) == 2767 and len({(item.category, item.phenomenon) for item in suite.items}) == 106
    with gzip.open(path, "rt", encoding="utf-8") as file:
        entries = json.load(file)["items"]
    found = Counter(
        (side, judge_text(item, text, use_lists=False))
        for item, entry in zip(suite.items, entries, strict=True)
        for side in ("positive", "negative")
        for text in entry[f"{side}_tokens"]
    )
    right = {key: n for (side, key), n in found.items() if side == "positive"}
    wrong = {key: n for (side, key), n in found.items() if side == "negative"}
    assert right == {(1, "pattern"): 175, (0, "neither"): 1986}
    assert wrong == {(-1, "pattern"): 84, (1, "pattern"): 52, (0, "both"): 2, (0, "neither"): 12505}
    # with the lists, people's verdict is the verdict, but for the one output in both of an item's lists
    told = Counter(
        judge_text(item, text) == ((1 if side == "positive" else -1), "listed")
        for item, entry in zip(suite.items, entries, strict=True)
        for side in ("positive", "negative")
        for text in entry[f"{side}_tokens"]
    )
    assert told[False] == 2


def test_a_pattern_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.regex_timeout._SECONDS", 0.1)
    item = SuiteItem(2, "x", right=["^(a+)+$"], place="suite.json, item 7")
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(DataError, match=r"^suite.json, item 7: a pattern, on line 2 of the outputs, took over 0.1 s"):
        judge_outputs([item], ["a", "a" * 60 + "!"])
    assert signal.getsignal(signal.SIGALRM) == before and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_the_timer_of_somebody_else_stays_theirs() -> None:
    def ring(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it is not that late")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 600)
    try:
        judge_outputs([SuiteItem(1, "x", right=["a"])], ["a"])
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0 and signal.getsignal(signal.SIGALRM) == ring
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
