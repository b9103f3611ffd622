"""Questions about outputs, written by hand as patterns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.errors import DataError
from steelyard.files.parsing import MOST_LINES, is_whole
from steelyard.files.reading import read_lines
from steelyard.types import TestSet, compile_pattern

__all__ = ["Question", "QuestionList", "read_questions"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a pattern answers.

    Examples
    --------
    >>> import re
    >>> from steelyard.metrics.parts.sub_goal_questions import Question
    >>> Question(1, False, re.compile(r"they|them")).is_met_by("one speaks English there")
    True
    """

    segment: int  # which segment it is about, from 1
    is_wanted: bool  # True where the output must match, False where it must not
    pattern: re.Pattern[str]  # looked for anywhere in the output

    def is_met_by(self, text: str) -> bool:
        """Answer for an output."""
        return (self.pattern.search(text) is not None) == self.is_wanted


@dataclass(frozen=True, slots=True)
class QuestionList:
    """The questions of a file.

    Examples
    --------
    >>> import re
    >>> from steelyard.metrics.parts.sub_goal_questions import Question, QuestionList
    >>> asked = QuestionList((Question(2, True, re.compile("a")),), "q.tsv", "0123456789ab")
    >>> [len(questions) for questions in asked.by_segment([1, 2, 3])]
    [0, 1, 0]
    """

    questions: tuple[Question, ...]  # in the file's order
    path: str  # where they come from
    signature: str  # the first digits of the SHA-256 of the file

    def by_segment(self, numbers: Sequence[int]) -> list[list[Question]]:
        """Return the questions of segments, by their numbers in the file."""
        segments: dict[int, list[Question]] = {}
        for question in self.questions:
            segments.setdefault(question.segment, []).append(question)
        return [segments.get(number, []) for number in numbers]

    def of(self, test_set: TestSet) -> list[list[Question]]:
        """Return the questions of each segment of a test set.

        Segments count from 1, unless the test set's metadata number them in a column ``segment``: a part of a test set
        then keeps its questions.
        """
        column = (test_set.metadata or {}).get("segment")
        if column is not None:
            return self.by_segment([int(str(number)) for number in column])
        last = max((question.segment for question in self.questions), default=0)
        if last > test_set.n_segments:
            raise DataError(
                f"{self.path} asks about segment {last}, but there are {test_set.n_segments} segments: give the file "
                "that belongs to this test set, or number the segments of a part in a metadata column 'segment'."
            )
        return self.by_segment(range(1, test_set.n_segments + 1))


def read_questions(path: str) -> QuestionList:
    r"""Read a file of questions; its signature names its content, not its place.

    Lines are ``segment, tab, + or -, tab, pattern``. Blank lines, and lines that begin with ``#`` and a blank, are
    skipped.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.metrics.parts.sub_goal_questions import read_questions
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "questions.tsv")
    ...     _ = path.write_text("3\t+\tby (himself|herself)\n", encoding="utf-8")
    ...     read_questions(str(path)).questions[0].segment
    3
    """
    file = read_lines(path)
    questions = []
    for number, line in enumerate(file.lines, start=1):
        if not line.strip() or line.startswith("# "):
            continue
        fields = line.split("\t", maxsplit=2)
        if len(fields) < 3 or not is_whole(fields[0], 1, MOST_LINES) or fields[1] not in ("+", "-"):
            raise DataError(
                f"{path}, line {number}: expected the number of a segment, a tab, + or -, a tab, and a pattern, not "
                f"{line!r}."
            )
        pattern = compile_pattern(fields[2], f"{path}, line {number}")
        questions.append(Question(int(fields[0]), fields[1] == "+", pattern))
    return QuestionList(tuple(questions), path, file.content_sha256[:12])
