"""Score the stored alignments again."""

from steelyard.lab.questions.alignments.compute import compute
from steelyard.lab.questions.alignments.inputs import AlignmentFiles, read_alignments
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.lab.stored_files import recompute_by

__all__ = ["recompute"]

recompute = recompute_by(AlignmentFiles, read_alignments, AlignmentsQuestion, compute)
