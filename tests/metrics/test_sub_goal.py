"""Sub-goals against worked examples and all skip n-grams, and patterns against Python."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import SubGoal, measure
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import sub_goals as twin
from tests.twins.corpora import Texts, segments_of, texts

QUESTIONS = "# what a good output says\n1\t+\tby (him|her)self\n1\t-\tthey\n\n2\t+\t^a b$\n"


@pytest.fixture
def questions(tmp_path: Path) -> str:
    path = tmp_path / "questions.tsv"
    path.write_text(QUESTIONS, "utf-8")
    return str(path)


@pytest.mark.parametrize("case", load_golden("sub_goal"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    metric = SubGoal(**case["options"])
    result = metric.corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.1e-7)
    assert [result.details[name] for name in metric.stat_names] == case["expected"]["stats"]


@given(
    drawn=texts(("a", "b", "c", "d", "e"), max_length=8, max_references=3),
    min_references=st.sampled_from([1, 2, 3]),
    n_threads=st.sampled_from([1, 3]),
)
def test_answers_are_those_of_all_skip_n_grams(drawn: Texts, min_references: int, n_threads: int) -> None:
    metric = SubGoal(tokenize="none", min_references=min_references)
    [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
    for system in range(len(drawn.systems)):
        expected = []
        for hypothesis, references in segments_of(drawn, system):
            present = [reference for reference in references if reference is not None]
            answers = twin.answers(hypothesis, present, min_references)
            expected.append([int(part) for answer in answers for part in (answer > 0, answer != 0)])
        assert measured.statistics.values[system].tolist() == expected


def test_texts_of_more_than_64_shared_words_are_those_of_all_skip_n_grams() -> None:
    rng = np.random.default_rng(1)
    base = [f"w{i}" for i in rng.permutation(90)]
    moved = [*base[1:], base[0]]
    short = base[:-1]
    for hypothesis in (base, moved, short):
        score = SubGoal(tokenize="none").sentence_score(" ".join(hypothesis), [" ".join(base), " ".join(base)])
        answers = twin.answers(hypothesis, [base, base], 2)
        assert [score.details[f"yes_{n}"] for n in (1, 2, 3)] == [float(answer > 0) for answer in answers]


def test_patterns_are_answered_segment_by_segment(questions: str) -> None:
    metric = SubGoal(questions=questions)
    data = TestSet(
        references=[["x", "y"]],
        systems={"good": ["She lived there, by herself.", "a, b"], "bad": ["they lived there", "a b c"]},
    )
    [measured] = measure(data, [metric])
    assert measured.statistics.values[:, :, 6:].tolist() == [[[2, 2], [1, 1]], [[0, 2], [0, 1]]]
    assert measured.scores(measured.statistics.totals()).tolist() == [1.0, 0.0]
    assert "|questions:" in metric.signature("1")


def test_a_part_keeps_its_questions_where_segments_are_numbered(questions: str) -> None:
    data = TestSet(references=[["y"]], systems={"x": ["a b"]}, metadata={"segment": [2]})
    [measured] = measure(data, [SubGoal(questions=questions)])
    assert measured.statistics.values[0, 0, 6:].tolist() == [1, 1]
    with pytest.raises(DataError, match="asks about segment 2, but there are 1 segments"):
        SubGoal(questions=questions).sentence_score("a b", ["y"])


def test_the_explanation_tells_every_answer(questions: str) -> None:
    data = TestSet(references=[["a b c"], ["a x c"]], systems={"x": ["c they"]}, metadata={"segment": [1]})
    explained = SubGoal(questions=questions).explain_segment(Corpus(data))
    assert explained.score == 0
    assert explained.notes == (
        "all shared words: no",
        "all shared skip 2-grams: no",
        "missing: a",
        "has by (him|her)self: no",
        "has not they: no",
    )


@pytest.mark.parametrize("line", ["1\t+", "0\t+\ta", "1\t*\ta", "one\t+\ta"])
def test_a_file_that_has_no_questions_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text(f"1\t+\ta\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r"questions.tsv, line 2: expected the number of a segment"):
        SubGoal(questions=str(path))


def test_a_pattern_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "questions.tsv"
    path.write_text("1\t+\t(a\n", "utf-8")
    with pytest.raises(DataError, match=r"line 1, position 1: '\(a' does not compile"):
        SubGoal(questions=str(path))


def test_min_references_must_be_positive() -> None:
    with pytest.raises(SpecError, match="min_references must be at least 1"):
        SubGoal(min_references=0)
