"""What a question is, and all those that one may ask. Knows no kernel and no answer.

=============== ==========================================================================================
`question.py`   `Question`, a frozen dataclass of options; `option` says what is known of each of them
`entry.py`      `Entry`, what stands in a list of questions: `questions/registry.py` and `lab/registry.py` are these
`registry.py`   the lists put together, and how the files of their folders are found
`doors.py`      the options as the Parameters of a docstring, for the functions that ask
=============== ==========================================================================================
"""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes

if TYPE_CHECKING:
    from steelyard.asking.entry import Entry
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

__getattr__ = from_homes(
    __name__,
    {
        "entry": ["Entry"],
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
