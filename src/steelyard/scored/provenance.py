"""What an answer rests on: sizes, versions, and the SHA-256 of every input."""

import hashlib
import sys
from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.files.reading import TextFile
from steelyard.metrics import package_version
from steelyard.results.method import Provenance
from steelyard.types import Layout, OutputScores, word_for_layout

__all__ = ["provenance", "score_input", "score_inputs"]


def score_input(
    name: str, scores: Mapping[str, Sequence[float]], file: TextFile | tuple[str, str] | None
) -> dict[str, str]:
    """Say which outside scores a result rests on: by their file, or by the numbers themselves."""
    if file is not None:
        path, sha256 = (file.path, file.sha256) if isinstance(file, TextFile) else file
        return {"role": f"scores {name}", "name": path, "sha256": sha256}
    import json  # not needed for texts

    numbers = json.dumps({system: [float(score) for score in row] for system, row in scores.items()})
    return {"role": f"scores {name}", "name": name, "sha256": hashlib.sha256(numbers.encode()).hexdigest()}


def score_inputs(scores: OutputScores) -> list[dict[str, str]]:
    """Say which files the scores of a metric rest on: those that hold them, and those that say more of them."""
    from steelyard.reading.score_files import paths_read  # not needed for texts

    read = paths_read(scores)
    return [
        {"role": f"{'' if path in read else 'beside the '}scores {scores.name}", "name": path, "sha256": sha256}
        for path, sha256 in scores.files
    ]


def provenance(test_set: Layout, score_inputs: Sequence[dict[str, str]] = ()) -> Provenance:
    """Say what a result rests on: sizes, versions, and the SHA-256 of every input."""
    told: Provenance = {
        "n_segments": test_set.n_segments,
        "n_systems": len(test_set.system_names),
        "n_documents": len(set(test_set.documents)) if test_set.documents is not None else None,
        "versions": {"steelyard": package_version(), "numpy": np.__version__, "python": sys.version.split()[0]},
        "inputs": [*test_set.inputs(), *score_inputs],
    }
    if (word := word_for_layout(test_set)) != "segment":
        told["segments_are"] = f"{word}s"
    if missing := getattr(test_set, "missing", None):
        told["missing"] = dict(missing)
    return told
