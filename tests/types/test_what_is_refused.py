"""What no value of these types can be: every sentence names what was given, and where it stands."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import SteelyardError
from steelyard.types import ContrastivePairs, LearningRuns, OutputScores, SuiteItem, TestSet, WordLinks
from steelyard.types.text_files import read_text

ONE = np.ones(1)
WHOLE = np.zeros(1, np.int64)


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: TestSet([["a"]], {"": ["a"]}), "Every system needs a name: a string that is not empty."),
        (lambda: TestSet.from_table([]), "There is no table: name at least one file."),
        (lambda: ContrastivePairs(good=["a"], wrong="b"), "There are 1 good translations, but wrong is a single text."),
        (
            lambda: ContrastivePairs(good=["a"], wrong=["b"], sources=["x", "y"]),
            "There are 1 good translations, but sources has 2 entries.",
        ),
        (
            lambda: ContrastivePairs(good=["a"], wrong=["b"], scores={"BLEU": ([1.0], [1.0, 2.0])}),
            "The scores of BLEU need two lists of 1 numbers: of good, and of wrong.",
        ),
        (lambda: LearningRuns((), ONE[:0], ONE[:0], ()), "There are no runs."),
        (lambda: LearningRuns(("",), ONE, ONE, ("1",)), "row 1: the system has no name."),
        (
            lambda: LearningRuns(("a",), ONE, ONE * np.inf, ("1",)),
            "row 1: the score is inf, but must be finite, and not over 1e+60.",
        ),
        (lambda: OutputScores("BLEU", ("a",), np.ones((1, 2)), items=("q1",)), "BLEU has 2 items, but 1 ids."),
        (lambda: OutputScores("BLEU", ("a",), np.ones((1, 2)), items=("q1", "q1")), "BLEU names an item twice."),
        (
            lambda: SuiteItem(3, "negation", right="not"),
            "The item 3: right is a single text; give a tuple of patterns.",
        ),
        (lambda: WordLinks.of(WHOLE, WHOLE - 1, WHOLE, ONE > 0, 1), "A link has a number that is not one of 0 to "),
        (lambda: WordLinks.of(WHOLE + 1, WHOLE, WHOLE, ONE > 0, 1), "not one of 0 to 0: count from 0."),
    ],
)
def test_a_value_that_does_not_fit_is_told_in_a_sentence(made: Callable[[], object], wanted: str) -> None:
    with pytest.raises(SteelyardError) as refused:
        made()
    assert wanted in str(refused.value)


def test_a_text_that_was_read_is_not_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one\ntwo\n", encoding="utf-8")
    file = read_text(path)
    path.unlink()
    assert read_text(file) is file and list(file.lines) == ["one", "two"]
