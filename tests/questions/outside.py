"""Segment scores that another tool might have given, and what commands make of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.cli.running import HARBOUR, LANTERN, ORATOR, REFERENCE, output

NAMES = ("harbour", "lantern", "orator")
SYSTEMS = ("-i", HARBOUR, LANTERN, ORATOR)
N = 120


def drawn_scores() -> dict[str, list[float]]:
    random = np.random.default_rng(5)
    base = random.normal(0.8, 0.05, N)
    return {
        "harbour": base.round(4).tolist(),
        "lantern": (base + random.normal(0.001, 0.02, N)).round(4).tolist(),
        "orator": (base - random.normal(0.1, 0.05, N)).round(4).tolist(),
    }


def write_table(path: Path, scores: dict[str, list[float]]) -> Path:
    """Write a column per system."""
    rows = zip(*scores.values(), strict=True)
    path.write_text("\t".join(scores) + "\n" + "".join("\t".join(map(str, row)) + "\n" for row in rows))
    return path


def loaded(command: str, *argv: object) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(output(command, REFERENCE, *SYSTEMS, *argv, "-f", "json"))
    return stored
