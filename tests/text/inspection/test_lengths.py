"""Empty, short, cut, long and looping outputs."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.text.inspection.base import InspectedText, middle
from tests.text.inspection.damaged import CHINESE, HARBOUR, LANTERN, REFERENCES, changed, found


def test_empty_outputs_are_found() -> None:
    [finding] = found("empty", changed(HARBOUR, [5], lambda _: " "))
    assert finding.severity == "warning" and finding.lines == (6,)
    [finding] = found("empty", changed(HARBOUR, range(0, 120, 15), lambda _: ""))
    assert finding.severity == "error"
    [finding] = found("empty", changed(HARBOUR, [118, 119], lambda _: ""))
    assert finding.severity == "error" and finding.message.endswith("all at the end")


def test_empty_references_are_told_and_the_output_may_be_empty_too() -> None:
    blank = [changed(lines, [5], lambda _: "") for lines in REFERENCES]
    findings = found("empty", changed(HARBOUR, [5], lambda _: ""), blank)
    assert [(finding.role, finding.severity) for finding in findings] == [("reference", "warning")] * 2


def test_short_outputs_are_found() -> None:
    [finding] = found("short", changed(HARBOUR, range(0, 40, 8), lambda line: line[:10]))
    assert finding.count == 5
    assert found("short", [line[: int(0.7 * len(line))] for line in HARBOUR]) == []  # a terse system is not short of it
    [whole] = [f for f in found("short", [line[: int(0.4 * len(line))] for line in HARBOUR]) if f.count is None]
    assert "0.4" in whole.message


def test_outputs_cut_at_a_limit_are_found() -> None:
    doubled = [f"{a[:-1]} and {b}" for a, b in zip(HARBOUR, LANTERN[1:] + LANTERN[:1], strict=True)]
    limit = sorted(len(line.split()) for line in doubled)[-30]
    [finding] = found("cut-off", [" ".join(line.split()[:limit]) for line in doubled], [doubled])
    assert finding.severity == "error" and f"exactly {limit} words" in finding.message
    limit = sorted(map(len, doubled))[-30]
    [finding] = found("cut-off", [line[:limit] for line in doubled], [doubled])
    assert f"exactly {limit} characters" in finding.message
    assert found("cut-off", doubled, [doubled]) == []


def test_ends_that_are_missing_are_found() -> None:
    [finding] = found("cut-off", changed(HARBOUR, range(0, 50, 10), lambda line: line[: len(line) // 2]))
    assert finding.severity == "warning" and "without the mark at the end" in finding.message
    assert found("cut-off", changed(HARBOUR, range(50), lambda line: line.rstrip("."))) == []


def test_long_outputs_and_loops_are_found() -> None:
    looping = changed(HARBOUR, [3], lambda line: line + " and then the ferry" * 20)
    [finding] = found("loops", looping)
    assert finding.lines == (4,)
    [finding] = found("long", looping)
    assert finding.severity == "note"
    [finding] = found("long", changed(HARBOUR, range(5), lambda line: line * 5))
    assert finding.severity == "warning"
    for end in (
        " ha ha",
        "!" * 40,
        " ... ... ... ... ... ... ... ... ... ... ... ... ...",
        " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
    ):
        assert found("loops", changed(HARBOUR, [3], lambda line, end=end: line + end)) == []  # type: ignore[misc]
    same = [changed(lines, [3], lambda line: line + " row" * 30) for lines in REFERENCES]
    assert found("loops", changed(HARBOUR, [3], lambda line: line + " row" * 60), same) == []


def test_texts_without_spaces_are_not_counted_in_words() -> None:
    assert found("cut-off", CHINESE, [CHINESE]) == []


@given(st.lists(st.text("a.é  \u00a0\t\u3000", max_size=12)))
def test_words_are_counted_as_they_are_split(lines: list[str]) -> None:
    for kept in (lines, [line.translate(dict.fromkeys(map(ord, "\u00a0\t\u3000"))) for line in lines]):
        text = InspectedText("mine", "system", tuple(kept))
        assert text.word_counts() == [len(line.split()) for line in kept]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1))
def test_the_middle_is_the_median(values: list[float]) -> None:
    assert middle(values) == np.median(values)
