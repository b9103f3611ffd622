"""Worked examples with their provenance, one JSON file a subject.

Each case has `id`, `options`, `hypotheses`, `references` ([reference][segment]), `expected` and `from`: who says so.
"""

import json
from pathlib import Path
from typing import Any

_FIELDS = {"id", "options", "hypotheses", "references", "expected", "from"}


def load_golden(name: str) -> list[dict[str, Any]]:
    """Return the cases of one file, each with all its fields and an id of its own."""
    cases: list[dict[str, Any]] = json.loads(Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8"))
    for case in cases:
        if case.keys() != _FIELDS:
            raise ValueError(f"{name}, {case.get('id')}: fields {sorted(case)} instead of {sorted(_FIELDS)}")
    ids = [case["id"] for case in cases]
    if len(set(ids)) < len(ids):
        raise ValueError(f"{name} has an id twice: {ids}")
    return cases
