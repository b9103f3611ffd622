"""Degraded outputs: how much is replaced, where, and by what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.human import degrade
from steelyard.human.raters.control_items import _Donors, n_replaced
from tests.conftest import EXAMPLES


def test_how_many_words_are_replaced() -> None:
    """significance.md 4.5."""
    expected = {1: 1, 2: 2, 5: 2, 6: 3, 8: 3, 9: 4, 15: 4, 16: 5, 20: 5, 21: 5, 24: 6, 40: 10}
    assert {n: n_replaced(n) for n in expected} == expected


def test_one_span_is_replaced_by_one_from_elsewhere() -> None:
    outputs = (EXAMPLES / "systems" / "harbour.en").read_text(encoding="utf-8").splitlines()[:80]
    for number, (text, found) in enumerate(zip(outputs, degrade(outputs, rng=7), strict=True)):
        old, new = text.split(), found.text.split()
        assert len(new) == len(old)
        assert found.end - found.start == n_replaced(len(old))
        assert (new[: found.start], new[found.end :]) == (old[: found.start], old[found.end :])
        inserted = new[found.start : found.end]
        assert inserted != old[found.start : found.end]
        assert found.donor != number
        assert " ".join(inserted) in " ".join(outputs[found.donor].split())
        if len(old) > 3:
            assert found.start > 0
            assert found.end < len(old)


def test_every_place_is_taken_and_only_those_allowed() -> None:
    texts = ["a b c d e f", "1 2 3 4 5 6 7 8 9"]
    assert {degrade(texts, rng=seed)[0].start for seed in range(60)} == {1, 2}
    three = ["a b c", "1 2 3"]
    assert {degrade(three, rng=seed)[0].start for seed in range(40)} == {0, 1}
    assert degrade(["a b", "1 2"], rng=1)[0].text == "1 2"
    assert degrade(["a", "1"], rng=1)[1].text == "a"


def test_the_seed_decides() -> None:
    texts = ["a b c d e f g h i", "1 2 3 4 5 6 7 8 9", "A B C D E F G H I"]
    assert degrade(texts, rng=5) == degrade(texts, rng=5)
    assert len({tuple(item.text for item in degrade(texts, rng=seed)) for seed in range(10)}) == 10


def test_characters_of_scripts_without_blanks() -> None:
    found = degrade(["渡轮明天九点开", "请带一件暖和的大衣"], unit="character", rng=3)
    assert [len(item.text) for item in found] == [7, 9]
    assert (found[0].end - found[0].start, found[1].end - found[1].start) == (3, 4)


def test_what_is_refused() -> None:
    with pytest.raises(DataError, match="Output 2 is empty"):
        degrade(["a", " "], rng=1)
    with pytest.raises(DataError, match="Output 1: no other"):
        degrade(["a b", "a b"], rng=1)
    with pytest.raises(DataError, match="2 words"):
        degrade(["a b", "a"], rng=1)
    with pytest.raises(SpecError, match="unit"):
        degrade(["a", "b"], unit="letter", rng=1)  # type: ignore[arg-type]
    assert degrade([], rng=1) == []


def test_what_is_put_in_is_never_what_was_there() -> None:
    texts = ["a b c d e f", "a b c d e f g", "x b c d e z"]
    for seed in range(30):
        for text, found in zip(texts, degrade(texts, rng=seed), strict=True):
            assert found.text.split()[found.start : found.end] != text.split()[found.start : found.end]


@given(st.lists(st.text("ab", min_size=1, max_size=9), max_size=12))
def test_texts_that_lend_words_are_the_others_that_are_long_enough(texts: list[str]) -> None:
    """Listing them for every output took time with the square of the lines: 7 s for 10,000."""
    donors = _Donors(texts, [len(text) for text in texts])
    for place, text in enumerate(texts):
        others = [i for i, other in enumerate(texts) if len(other) >= n_replaced(len(text)) and other != text]
        assert [donors.take(place, k) for k in range(donors.count(place))] == others
