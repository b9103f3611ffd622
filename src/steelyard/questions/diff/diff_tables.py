"""What was found where two systems differ: tables, and how much was tested."""

from dataclasses import dataclass

from steelyard.questions.diff.answer import (
    BucketRow,
    ChangedRow,
    ExampleRow,
    NgramRow,
    WordRow,
)

__all__ = ["Found"]


@dataclass(frozen=True, slots=True)
class Found:
    """How many outputs differ, the tables of the answer, which are empty where none does, and what was tested."""

    n_changed: int
    buckets: tuple[BucketRow, ...] = ()
    words: tuple[WordRow, ...] = ()
    ngrams: tuple[NgramRow, ...] = ()
    changed: tuple[ChangedRow, ...] = ()
    examples: tuple[ExampleRow, ...] = ()
    n_bucket_tests: int = 0
    n_word_tests: int = 0
    n_ngram_tests: int = 0
    n_ngrams_found: int = 0
