"""Tests of answers that vary: scores against a stored baseline, and a rate of passing. RELEASE says who answers."""

import os
import random

import pytest

RELEASE = os.environ.get("RELEASE", "1")
SKILL = {"1": 0.75, "2": 0.74, "3": 0.4}[RELEASE]
LUCK = random.Random(RELEASE)


def is_right(question: str) -> bool:
    """Stand for a program that answers, and for whoever marks its answers; some questions are hard."""
    return random.Random(question).random() / 2 + LUCK.random() / 2 < SKILL


def test_answers_are_hardly_worse(weigh):
    weigh({f"q{i}": is_right(f"q{i}") for i in range(120)}, max_drop=0.05, name="accuracy")


@pytest.mark.repeats(60, min_rate=0.8)
def test_books_a_table():
    assert is_right("a table for two"), "no table"
