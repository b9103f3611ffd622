"""One use case = one function: from texts to results."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.workflows.evaluation import Evaluation, evaluate

if TYPE_CHECKING:
    from steelyard.counted.annotation import annotate
    from steelyard.workflows.by_metric import read_by_metric
    from steelyard.workflows.decisions import find_regressions, gate_limits, read_gate
    from steelyard.workflows.expansion import expand_reference_files, expand_references
    from steelyard.workflows.runs import read_runs
    from steelyard.workflows.statistics_files import evaluate_files, write_statistics

__all__ = [
    "Evaluation",
    "annotate",
    "evaluate",
    "evaluate_files",
    "expand_reference_files",
    "expand_references",
    "find_regressions",
    "gate_limits",
    "read_by_metric",
    "read_gate",
    "read_runs",
    "write_statistics",
]

__getattr__ = from_homes(
    __name__,
    {
        "annotation": ["annotate"],
        "by_metric": ["read_by_metric"],
        "decisions": ["find_regressions", "gate_limits", "read_gate"],
        "expansion": ["expand_reference_files", "expand_references"],
        "runs": ["read_runs"],
        "statistics_files": ["evaluate_files", "write_statistics"],
    },
)
