"""Scores that outside metrics gave, from the files that a command names."""

from collections.abc import Collection, Sequence

from steelyard.errors import SpecError
from steelyard.reading.directed_scores import directed
from steelyard.reading.formats import with_system_scores
from steelyard.reading.score_files import read_score_files
from steelyard.types import OutputScores

__all__ = ["choose_scale", "read_scores"]


def read_scores(
    segment_files: Sequence[str],
    system_files: Sequence[str] = (),
    *,
    lower_is_better: Collection[str] = (),
    higher_is_better: Collection[str] = (),
    n_segments: int | None = None,
    languages: str | None = None,
) -> list[OutputScores]:
    """Read the scores of outside metrics, ``"FILE"`` or ``"NAME=FILE"`` each; a file may hold many metrics.

    Files of systems have scores of whole systems by the same metrics, for what is not the mean of its segments. Metrics
    that are errors are named as `lower_is_better`.
    """
    found = _read(segment_files, n_segments, languages) if segment_files else []
    if system_files and not found:
        raise SpecError("Scores of systems go with scores of segments by the same metrics: give these with --scores.")
    if system_files:
        found = with_system_scores(found, _read(system_files, None, languages))
    return directed(found, lower_is_better, higher_is_better, may_assume=True)  # people's ratings show what is turned


def choose_scale(scores: Sequence[OutputScores], path: str) -> OutputScores:
    """Return the only scale of a file of ratings."""
    if len(scores) > 1:
        names = ", ".join(scale.name for scale in scores)
        raise SpecError(
            f"{path} has several scales: {names}. Metrics are compared with one scale: choose it with --scale."
        )
    return scores[0]


def _read(texts: Sequence[str], n_segments: int | None, languages: str | None) -> list[OutputScores]:
    found = list(read_score_files(texts, n_segments=n_segments, languages=languages))
    unnamed = next((metric for metric in found if not metric.name), None)
    if unnamed is not None:
        path = unnamed.files[0][0]
        raise SpecError(f"{path} does not say which metric it holds: write NAME={path}.")
    return found
