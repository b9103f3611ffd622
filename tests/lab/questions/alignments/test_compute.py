"""Scores of alignments: published figures with their intervals, from files and from Python."""

from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError
from steelyard.lab.questions.alignments.inputs import AlignmentFiles, read_alignments
from steelyard.types import WordLinks

DIAGONAL = [[(0, 0), (1, 1), (2, 2)]]


@pytest.mark.real_data
def test_published_error_rates_come_out_to_the_digit_and_differ(test_data: Path) -> None:
    data = test_data / "data"
    names = ("grow-diagonal-final", "intersection", "union")
    files = AlignmentFiles(
        gold=str(data / "word-align-gold" / "enfr" / "gold.align"),
        paths={name: str(data / "word-align-outputs" / "enfr" / f"giza.{name}.talp") for name in names},
        sources=str(data / "word-align-gold" / "enfr" / "src.tok"),
        targets=str(data / "word-align-gold" / "enfr" / "tgt.tok"),
    )
    given = read_alignments(files)
    answer = sy.lab.score_alignments(given.gold, given.found, metrics=["aer"], n_resamples=500)
    assert [f"{row.score:.1f}" for row in answer.scores] == ["6.2", "7.6", "9.9"]
    assert all(row.interval is not None and row.interval[0] < row.score < row.interval[1] for row in answer.scores)
    assert [pair.verdict for pair in answer.pairs] == ["worse"] * 3
    assert [row.n_links for row in answer.alignments[1:]] == [5489, 4637, 7104]
    assert given.has_texts and given.files["gold"] == ("links", 1)


def test_the_example_of_ayan_and_dorr_has_equal_error_rates_and_other_phrases() -> None:
    found = {"far": [[*DIAGONAL[0], (0, 2)]], "near": [[*DIAGONAL[0], (0, 1)]]}
    answer = sy.lab.score_alignments(DIAGONAL, found, metrics=["aer", "cper", "f"], longest=[3], n_resamples=50)
    scores = {(row.label, row.system): row.score for row in answer.scores}
    assert scores["AER", "far"] == scores["AER", "near"] == pytest.approx(100 / 7)
    assert (scores["CPER 3", "far"], scores["CPER 3", "near"]) == (pytest.approx(50), pytest.approx(100 / 3))
    assert scores["F", "far"] == pytest.approx(600 / 7)
    wholes = {row.system: (row.n_phrases, row.n_gold, row.n_shared) for row in answer.phrases if row.n_words is None}
    assert wholes == {"far": (2, 6, 2), "near": (3, 6, 3)}


def test_options_change_what_they_say() -> None:
    possible, found = [[(2, 1)]], {"mine": [[(0, 0), (2, 2)]]}
    for words, options in ((3, {"tight": True}), (9, {})):
        answer = sy.lab.score_alignments(DIAGONAL, found, longest=[3], metrics=["cper"], n_resamples=50, **options)
        assert answer.phrases[0].n_phrases == words
    gold_of = [
        sy.lab.score_alignments(DIAGONAL, found, possible=possible, metrics=["cper"], sure_phrases=sure, n_resamples=50)
        for sure in (True, False)
    ]
    assert [answer.phrases[0].n_gold for answer in gold_of] == [6, 3]
    weighed = sy.lab.score_alignments(DIAGONAL, found, metrics=["f", "precision"], f_weight=1, n_resamples=50)
    assert [row.score for row in weighed.scores] == [100, 100]


def test_texts_say_where_sentences_end() -> None:
    found = {"mine": [[(0, 0)]]}
    without, within = (
        sy.lab.score_alignments([[(0, 0)]], found, metrics=["cper"], longest=[3], n_resamples=50, **texts)
        for texts in ({}, {"sources": ["a b"], "targets": ["x y"]})
    )
    assert (without.phrases[0].n_phrases, within.phrases[0].n_phrases) == (1, 4)
    assert "ends at the last linked word of any alignment" in without.method["sentence"]
    assert within.alignments[0].unlinked_source == 0.5
    with pytest.raises(DataError, match="word 0 of targets, segment 1, which has 0 words"):
        sy.lab.score_alignments([[(0, 0)]], found, sources=["a"], targets=[""])


def test_parts_that_do_not_fit_are_refused() -> None:
    one: list[list[tuple[int, int]]] = [[(0, 0)]]
    for arguments, told in (
        ((one, {}), "nothing to score"),
        (([], {"a": []}), "nothing to score"),
        ((one, {"a": [*one, *one]}), "gold has 1 sentence pairs, a 2"),
    ):
        with pytest.raises(AlignmentError, match=told):
            sy.lab.score_alignments(*arguments)  # type: ignore[arg-type]
    with pytest.raises(AlignmentError, match="have sure links, 2 possible ones"):
        sy.lab.score_alignments(one, {"a": one}, possible=[[], []])
    with pytest.raises(AlignmentError, match="documents of 2"):
        sy.lab.score_alignments(one, {"a": one}, documents=["a", "b"])
    with pytest.raises(AlignmentError, match="sources has 2 lines"):
        sy.lab.score_alignments(one, {"a": one}, sources=["a", "b"], targets=["a"])
    with pytest.raises(AlignmentError, match="give both sources and targets"):
        sy.lab.score_alignments(one, {"a": one}, sources=["a"])


def test_links_of_a_file_are_taken_as_they_are() -> None:
    assert isinstance(
        read := sy.lab.score_alignments(DIAGONAL, {"a": DIAGONAL}, metrics=["aer"]), sy.results.Alignments
    )
    assert read.scores[0].score == 0
    empty = sy.lab.score_alignments(DIAGONAL, {"a": _none()}, metrics=["precision", "recall"], n_resamples=50)
    assert [row.score for row in empty.scores] == [0, 0]


def _none() -> WordLinks:
    import numpy as np

    nothing = np.zeros(0, np.int64)
    return WordLinks.of(nothing, nothing, nothing, nothing > 0, 1)


@pytest.mark.parametrize("link", [(0.5, 0.9), (float("nan"), 0), (10**30, 0), (-1, 0), (0,), (0, 1, 2)])
def test_a_link_is_a_pair_of_whole_numbers(link: Any) -> None:
    """Half a word was cut off to the word before it, and scored."""
    with pytest.raises(DataError, match="a: a link is a pair of whole numbers"):
        sy.lab.score_alignments([[(0, 0)]], {"a": [[link]]})


def test_links_may_come_one_by_one() -> None:
    gold, found = [[(0, 0), (1, 1)], []], [[(0, 0)], [(2, 2)]]
    lists, generators = (
        sy.lab.score_alignments(made(gold), {"a": made(found)}, possible=made(gold))
        for made in (list, lambda rows: ((link for link in row) for row in rows))
    )
    assert lists.scores == generators.scores
