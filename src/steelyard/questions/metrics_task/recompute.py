"""Rank the stored metrics again."""

from steelyard.questions.metrics_task.compute import compute
from steelyard.questions.metrics_task.inputs import MetricsFiles
from steelyard.questions.metrics_task.pairs import read_pairs
from steelyard.questions.metrics_task.question import MetricsTaskQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Rank the stored metrics again."""
    reading = stored.recipe["reading"]
    files = MetricsFiles.of_reading(reading, {check.name: check.path for check in stored.inputs})
    question = MetricsTaskQuestion.of_recipe(stored.arguments, stored.file)
    return compute(
        read_pairs(files),
        question,
        files.reading(),
        marks=files.marks,
        n_threads=stored.n_jobs,
        progress=stored.progress,
    )
