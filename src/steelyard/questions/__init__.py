"""Every question that one may ask, in one list, and a folder for each."""

from steelyard.questions.base import Question
from steelyard.questions.registry import (
    QUESTIONS,
    Entry,
    answer_class,
    entry_named,
    entry_of,
    load_answers,
    load_part,
    question_class,
)

__all__ = [
    "QUESTIONS",
    "Entry",
    "Question",
    "answer_class",
    "entry_named",
    "entry_of",
    "load_answers",
    "load_part",
    "question_class",
]
