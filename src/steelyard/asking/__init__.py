"""What a question is, and the one list of those that one may ask. Knows no kernel and no answer.

=============== ==========================================================================================
`question.py`   `Question`, a frozen dataclass of options; `option` says what is known of each of them
`registry.py`   the list of questions, and how the files of their folders are found
`doors.py`      the options as the Parameters of a docstring, for the functions that ask
=============== ==========================================================================================
"""

from typing import TYPE_CHECKING

from steelyard.asking.registry import (
    QUESTIONS,
    Entry,
    answer_class,
    entry_named,
    entry_of,
    load_answers,
    load_part,
    name_of,
    question_class,
)
from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.asking.question import Question

__all__ = [
    "QUESTIONS",
    "Entry",
    "Question",
    "answer_class",
    "entry_named",
    "entry_of",
    "load_answers",
    "load_part",
    "name_of",
    "question_class",
]

__getattr__ = from_homes(__name__, {"question": ["Question"]})
