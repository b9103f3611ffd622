"""Read scores that other tools gave, as the systems and segments of a test set have them."""

from collections.abc import Mapping

from steelyard.data.formats import read_output_scores, read_segment_scores
from steelyard.data.system_names import keys_of_systems
from steelyard.errors import AlignmentError, DataError
from steelyard.files.reading import TextFile
from steelyard.types import OutputScores, TestSet

__all__ = ["check_length", "every_segment", "ratings_of_segments"]


def every_segment(path: str, name: str, data: TestSet, paths: Mapping[str, str]) -> list[OutputScores]:
    """Read the scores of every system on every segment, in our order; what else the file holds is left alone.

    Of the metric with this name; ``""`` takes every metric that the file names. The file may know each system by the
    path of its output.
    """
    read = read_output_scores(path, name=name)
    for metric in read:
        if not metric.n_segments and metric.system_scores is not None:
            raise DataError(f"{path} has scores of whole systems alone, but every segment needs a score.")
    keys = list(keys_of_systems(read[0].systems, path, data.system_names, paths).values())
    if not all(metric.select(keys).is_whole for metric in read):
        read_output_scores(path, name=name, systems=keys, may_miss=False)  # raises with the line
    for metric in read:
        check_length(metric.n_segments, keys[0], path, data)
    return [metric.select(keys) for metric in read]


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
