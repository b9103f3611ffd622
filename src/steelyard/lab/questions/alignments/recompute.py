"""Score the stored alignments again."""

from steelyard.lab.questions.alignments.compute import compute
from steelyard.lab.questions.alignments.inputs import AlignmentFiles, read_alignments
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Score the stored alignments again."""
    files = AlignmentFiles.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
    question = AlignmentsQuestion.of_recipe(stored.arguments, stored.file)
    return compute(read_alignments(files), question, n_threads=stored.n_jobs, progress=stored.progress)
