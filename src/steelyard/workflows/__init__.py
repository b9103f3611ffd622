"""One use case = one function: from texts to results."""

from steelyard.workflows.annotation import annotate
from steelyard.workflows.evaluation import Evaluation, evaluate
from steelyard.workflows.expansion import expand_reference_files, expand_references

__all__ = ["Evaluation", "annotate", "evaluate", "expand_reference_files", "expand_references"]
