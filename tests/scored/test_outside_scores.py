"""Scores of other tools meet the segments of the test set by the numbers of lines that they name."""

from dataclasses import replace

import numpy as np

from steelyard.scored.outside_scores import _by_line
from steelyard.types import ErrorSpan, OutputScores


def test_numbers_of_lines_say_the_order_of_scores_and_of_marked_errors() -> None:
    span = ErrorSpan("a", 0, 1, 2, "minor")  # in the first score of the file, which is of the third line
    scores = OutputScores("m", ("a",), np.array([[3.0, 1.0, 2.0]]), items=("3", "1", "2"), errors=(span,))
    found = _by_line(scores)
    assert (found.values.tolist(), found.items) == ([[1.0, 2.0, 3.0]], ("1", "2", "3"))
    assert [one.segment for one in found.errors] == [2]
    from_zero = replace(scores, items=("2", "0", "1"))
    assert _by_line(from_zero).values.tolist() == [[1.0, 2.0, 3.0]]
    for others in (("5", "1", "2"), ("q3", "q1", "q2")):  # no numbers of these lines: the file's own order
        assert _by_line(replace(scores, items=others)).values.tolist() == [[3.0, 1.0, 2.0]]
