"""Compute what is known, and say whether it comes out."""

import time
from typing import Any

from steelyard.asking.doors import asked_by, asks
from steelyard.inference import seed_of
from steelyard.questions.selftest.answer import SelfTest, SelfTestRow
from steelyard.questions.selftest.known_scores import known_texts, score_rows
from steelyard.questions.selftest.known_tests import level_rows, test_rows
from steelyard.questions.selftest.machine import extras, machine, versions
from steelyard.questions.selftest.question import SelftestQuestion
from steelyard.results.plurals import counted

__all__ = ["compute", "selftest"]


@asks("check installation")
def selftest(**options: Any) -> SelfTest:
    """Say whether this installation computes what it should.

    {options}

    Returns
    -------
    SelfTest
        Each known number beside the one that is computed here, and what machine this is.

    Notes
    -----
    Scores are those of sacreBLEU, jiwer, rouge-score and NLTK where these have the metric, and else those of machines
    on which Steelyard's own tests pass: they tell an installation that differs, not a definition that is wrong.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.selftest(n_repetitions=20).is_right
    True
    """
    return compute(asked_by(SelftestQuestion, options))


def compute(question: SelftestQuestion) -> SelfTest:
    """Compute known scores, known p-values, and how often tests are wrong."""
    began, seed = time.perf_counter(), seed_of(question.rng)
    rows = (*score_rows(), *test_rows(), *level_rows(question.n_repetitions, seed))
    method: Any = {
        "n_segments": known_texts().n_segments,
        "inputs": [],
        "versions": versions(),
        "machine": machine(),
        "extras": extras(),
        "seconds": round(time.perf_counter() - began, 2),
        "sentence": _sentence(rows),
        "recipe": {"command": "check installation", "reading": {}, "arguments": question.recipe() | {"rng": seed}},
    }
    return SelfTest(rows, method)


def _sentence(rows: tuple[SelfTestRow, ...]) -> str:
    n_wrong = sum(not row.is_right for row in rows)
    if n_wrong:
        return (
            f"{counted(n_wrong, 'number')} of {len(rows)} are wrong on this machine: please report them, with --json."
        )
    return f"All {len(rows)} numbers are right on this machine."
