"""Read scores that other tools gave, as the systems and segments of a test set have them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.errors import AlignmentError, DataError
from steelyard.files.parsing import is_whole
from steelyard.files.reading import TextFile
from steelyard.reading.formats import read_output_scores, read_segment_scores
from steelyard.reading.score_files import paths_read, read_score_files
from steelyard.reading.score_matrix.same_items import check_same_texts
from steelyard.reading.system_names import keys_of_systems
from steelyard.scored.provenance import score_inputs
from steelyard.types import OutputScores, TestSet

__all__ = ["check_length", "every_segment", "given_to_count", "ratings_of_segments"]


def every_segment(
    files: Sequence[str | tuple[str, str]], data: TestSet, paths: Mapping[str, str]
) -> list[OutputScores]:
    """Read the scores of every system on every segment, in our order; what else the files hold is left alone.

    Each file is ``FILE``, ``NAME=FILE`` or a name and a path; a name picks a metric, and without one every metric that
    the file names is read. Files that hold the same metric are joined. They may know each system by the path of its
    output.
    """
    return [_of_every_segment(metric, data, paths) for metric in read_score_files(files)]


def given_to_count(found: Sequence[OutputScores]) -> dict[str, Any]:
    """Return what `count` is told of scores whose directions are settled."""
    return {
        "segment_scores": {one.name: dict(zip(one.systems, one.values.tolist(), strict=True)) for one in found},
        "lower_is_better": [one.name for one in found if not one.higher_is_better],
        "higher_is_better": [one.name for one in found if one.higher_is_better],
        "score_inputs": {one.name: score_inputs(one) for one in found},
    }


def _renamed(scores: OutputScores, names: Sequence[str]) -> OutputScores:
    """Call the systems as the test set does, in whose order they are."""
    of_key = dict(zip(scores.systems, names, strict=True))
    errors = tuple(one._replace(system=of_key[one.system]) for one in scores.errors)
    return replace(scores, systems=tuple(names), errors=errors)


def _of_every_segment(metric: OutputScores, data: TestSet, paths: Mapping[str, str]) -> OutputScores:
    read = paths_read(metric)
    path = ", ".join(read)
    if not metric.n_segments and metric.system_scores is not None:
        raise DataError(f"{path} has scores of whole systems alone, but every segment needs a score.")
    keys = list(keys_of_systems(metric.systems, path, data.system_names, paths).values())
    chosen = _by_line(metric.select(keys))
    if not chosen.is_whole:
        for one in read:
            found = next(iter(read_output_scores(one, name=metric.name)), None)
            there = [key for key in keys if found is not None and key in found.systems]
            read_output_scores(one, name=metric.name, systems=there, may_miss=False)  # raises with the line
    check_length(chosen.n_segments, keys[0], path, data)
    if data.sources is not None:
        ids = chosen.items or tuple(str(i) for i in range(1, data.n_segments + 1))
        sources = {"source": dict(zip(ids, data.sources, strict=True))}
        check_same_texts([("the sources", sources), (path, {"source": chosen.texts.get("source", {})})])
    return _renamed(chosen, data.system_names)


def _by_line(scores: OutputScores) -> OutputScores:
    """Put items whose ids are the numbers of lines in the order of these lines; others stay as the file has them."""
    items, n = scores.items, scores.n_segments
    if items is None or not all(map(is_whole, items)):
        return scores
    lines = np.array([int(item) for item in items], np.int64)
    if sorted(lines) not in ([*range(n)], [*range(1, n + 1)]):
        return scores
    order = np.argsort(lines)
    place = np.argsort(order)
    return replace(
        scores,
        values=scores.values[:, order],
        documents=None if scores.documents is None else tuple(scores.documents[i] for i in order),
        counts=None if scores.counts is None else scores.counts[:, order],
        errors=tuple(one._replace(segment=int(place[one.segment])) for one in scores.errors),
        items=tuple(items[i] for i in order),
    )


def ratings_of_segments(path: str, data: TestSet, paths: Mapping[str, str]) -> tuple[dict[str, list[float]], TextFile]:
    """Read people's ratings of the systems, a column each; NaN where there is no rating. Also return the file.

    The file may know each system by the path of its output.
    """
    read, file = read_segment_scores(path, may_miss=True)
    found = {}
    for system, key in keys_of_systems(list(read), path, data.system_names, paths).items():
        check_length(len(read[key]), key, path, data)
        found[system] = read[key]
    return found, file


def check_length(length: int, system: str, path: str, data: TestSet) -> None:
    """Refuse a file with more or fewer scores of a system than there are segments."""
    if length != data.n_segments:
        raise AlignmentError(
            f"{path} has {length} scores for system {system!r}, but there are {data.n_segments} segments."
        )
