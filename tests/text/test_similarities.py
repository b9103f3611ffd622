"""Similarities of words that translate the same words: products of probabilities, by hand."""

from pathlib import Path

import pytest

from steelyard.metrics import Sia
from steelyard.text import learn_similarities

SOURCES = [["f", "g"]] * 4
TEXTS = [["a", "c"], ["a", "c"], ["b", "a"], ["d", "c"]]
LINKS = [((0, 0), (1, 1))] * 4


def test_words_are_as_similar_as_their_source_words_say() -> None:
    found = learn_similarities(SOURCES, TEXTS, LINKS)
    # p(a|f) = 1/2, p(b|f) = p(d|f) = 1/4, p(c|g) = 3/4, p(a|g) = 1/4
    of_a = {"a": 1 / 4 + 1 / 16, "b": 1 / 8, "d": 1 / 8, "c": 3 / 16}
    assert found["a"] == pytest.approx({word: value / sum(of_a.values()) for word, value in of_a.items()})
    assert list(found["a"]) == ["a", "c", "b", "d"]
    assert found["c"] == pytest.approx({"c": (9 / 16) / (12 / 16), "a": (3 / 16) / (12 / 16)})


def test_only_the_most_similar_are_kept() -> None:
    found = learn_similarities(SOURCES, TEXTS, LINKS, most=2)
    assert found["a"] == pytest.approx({"a": 5 / 8, "c": 3 / 8})
    assert learn_similarities(SOURCES, TEXTS, LINKS, most=1).keys() == {
        "b",
        "d",
    }  # others are most similar to themselves


def test_words_without_another_are_left_out() -> None:
    assert learn_similarities([["f"], ["g"]], [["a"], ["b"]], [((0, 0),), ()]) == {}


def test_sia_reads_what_was_learned(tmp_path: Path) -> None:
    path = tmp_path / "similar.tsv"
    rows = learn_similarities(SOURCES, TEXTS, LINKS)
    lines = [f"{word}\t{other}\t{value}\n" for word, others in rows.items() for other, value in others.items()]
    path.write_text("".join(lines), "utf-8")
    metric = Sia(similarity=str(path))
    assert metric.sentence_score("c", ["a"]).score == pytest.approx(rows["c"]["a"], abs=1e-9)
    assert metric.sentence_score("a", ["c"]).score == pytest.approx(rows["a"]["c"], abs=1e-9)
