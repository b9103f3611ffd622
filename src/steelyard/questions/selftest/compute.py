"""Compute what is known, and say whether it comes out."""

import platform
import re
import sys
import time
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.inference import seed_of
from steelyard.metrics import package_version
from steelyard.questions.selftest.answer import SelfTest, SelfTestRow
from steelyard.questions.selftest.known_scores import known_texts, score_rows
from steelyard.questions.selftest.known_tests import level_rows, test_rows
from steelyard.questions.selftest.question import SelftestQuestion
from steelyard.scored.threads import blas_libraries

__all__ = ["compute", "selftest"]

_FOR_DEVELOPERS = ("dev", "docs", "test")


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
    return compute(question_from(SelftestQuestion, options))


def compute(question: SelftestQuestion) -> SelfTest:
    """Compute known scores, known p-values, and how often tests are wrong."""
    began, seed = time.perf_counter(), seed_of(question.rng)
    rows = (*score_rows(), *test_rows(), *level_rows(question.n_repetitions, seed))
    method: Any = {
        "n_segments": known_texts().n_segments,
        "inputs": [],
        "versions": _versions(),
        "machine": _machine(),
        "extras": _extras(),
        "seconds": round(time.perf_counter() - began, 2),
        "sentence": _sentence(rows),
        "recipe": {"command": "check installation", "reading": {}, "arguments": question.recipe() | {"rng": seed}},
    }
    return SelfTest(rows, method)


def _sentence(rows: tuple[SelfTestRow, ...]) -> str:
    n_wrong = sum(not row.is_right for row in rows)
    if n_wrong:
        return f"{n_wrong} of {len(rows)} numbers are wrong on this machine. Please report the output of --json."
    return f"All {len(rows)} numbers are right on this machine."


def _versions() -> dict[str, str]:
    """Return versions of what every installation has."""
    needed = {name: version(name) for name in ("numpy", "scipy", "jinja2", "rich", "threadpoolctl")}
    return {"steelyard": package_version(), "python": sys.version.split()[0], **needed}


def _machine() -> dict[str, Any]:
    """Say what platform and processor this is, and what does its linear algebra."""
    features = np.show_config(mode="dicts")["SIMD Extensions"]
    return {
        "platform": platform.platform(),
        "implementation": platform.python_implementation(),
        "processor_features": features.get("found", []),
        "libraries": blas_libraries(),
    }


def _extras() -> dict[str, str | None]:
    """Return the version of each package that an extra for users brings; None where it is not installed."""
    found: dict[str, str | None] = {}
    for line in _required():
        match = re.match(r"([\w.-]+).*; *extra == ['\"]([\w-]+)['\"]$", line)
        if match and match[2] not in _FOR_DEVELOPERS:
            found[match[1]] = _version(match[1])
    return found


def _required() -> list[str]:
    try:
        return requires("steelyard") or []
    except PackageNotFoundError:  # run from its sources, which were never installed
        return []


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
