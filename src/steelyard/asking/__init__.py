"""What a question is, and all those that one may ask. Knows no kernel and no answer.

=============== ==========================================================================================
`question.py`   `Question`, a frozen dataclass of options; `option` says what is known of each of them
`entry.py`      `QuestionEntry`, what stands in the lists of questions, `questions/registry.py` and `lab/registry.py`
`registry.py`   the lists put together, and how the files of their folders are found
`doors.py`      the options as the Parameters of a docstring, for the functions that ask
=============== ==========================================================================================
"""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.asking.entry import QuestionEntry
    from steelyard.asking.question import Question
    from steelyard.asking.registry import (
        QUESTIONS,
        answer_class,
        entry_named,
        entry_of,
        load_answers,
        load_part,
        name_of,
        question_class,
    )

__all__ = [
    "QUESTIONS", "QuestionEntry", "Question", "answer_class", "entry_named", "entry_of", "load_answers",
    "load_part", "name_of", "question_class",
]  # fmt: skip

__getattr__ = from_homes(
    __name__,
    {
        "entry": ["QuestionEntry"],
        "question": ["Question"],
        "registry": [
            "QUESTIONS",
            "answer_class",
            "entry_named",
            "entry_of",
            "load_answers",
            "load_part",
            "name_of",
            "question_class",
        ],
    },
)
