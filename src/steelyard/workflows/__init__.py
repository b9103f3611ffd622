"""One use case = one function: from texts to results."""

from steelyard.workflows.annotation import annotate
from steelyard.workflows.evaluation import Evaluation, evaluate

__all__ = ["Evaluation", "annotate", "evaluate"]
