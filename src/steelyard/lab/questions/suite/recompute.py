"""Score the stored check-points again."""

from steelyard.lab.questions.suite.compute import compute
from steelyard.lab.questions.suite.inputs import PointFiles, read_points
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.lab.stored_files import recompute_by

__all__ = ["recompute"]

recompute = recompute_by(PointFiles, read_points, CheckPointsQuestion, compute)
