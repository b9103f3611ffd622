"""Choose among the stored candidates again."""

from steelyard.lab.questions.choose.compute import compute
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.reading import PoolFiles, read_pool
from steelyard.lab.stored_files import recompute_by

__all__ = ["recompute"]

recompute = recompute_by(PoolFiles, read_pool, ChooseQuestion, compute)
