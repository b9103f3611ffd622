"""Scores that are known of a few texts, which `known.json` has with where each comes from."""

import json
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from steelyard.metrics import measure, parse
from steelyard.questions.selftest.answer import SelfTestRow
from steelyard.types import TestSet

__all__ = ["TESTED_HERE", "is_close", "known_texts", "score_rows"]

TESTED_HERE = "where Steelyard's own tests pass"


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((Path(__file__).parent / "known.json").read_text(encoding="utf-8"))
    return stored


def known_texts(n_references: int = 2) -> TestSet:
    """Return the texts: scripts with and without spaces, quotes, an emoji, an empty output, one that is a copy."""
    stored = _stored()
    return TestSet(references=stored["references"][:n_references], systems=stored["systems"])


def score_rows() -> Iterator[SelfTestRow]:
    """Score the texts under every metric; an odd number of threads counts them, an even one may not say otherwise."""
    for known in _stored()["scores"]:
        texts = known_texts(known["references"])
        [measured] = measure(texts, [parse(known["metric"])], n_threads=3)
        found = measured.scores(measured.statistics.totals()).tolist()
        for system, expected, score in zip(texts.system_names, known["scores"], found, strict=True):
            source = known["from"] or TESTED_HERE
            yield SelfTestRow("metrics", known["metric"], system, expected, score, source, is_close(score, expected))


def is_close(found: float, expected: float) -> bool:
    """Say whether two numbers are equal but for rounding: logarithms of other C libraries differ in last digits."""
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)
