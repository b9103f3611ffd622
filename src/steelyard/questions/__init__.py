"""Every question that one may ask, in one list."""

from steelyard.questions.registry import QUESTIONS, Question, load_name, question_of

__all__ = ["QUESTIONS", "Question", "load_name", "question_of"]
