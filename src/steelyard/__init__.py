"""Steelyard weighs translations: scores, honest significance tests, and what they mean.

The public face:

================ =====================================================================
`TestSet`        references, system outputs and documents, aligned and checked
`annotate`       add parses and word alignments from files to a test set
`evaluate`       count every system under every metric: an `Evaluation`
`Evaluation`     `.scores()` gives a `ScoreTable`, `.compare()` a `Comparison`
`explain`        what made the score of a segment: an `Explanation`
`tune`           fit a metric's parameters to ratings: a `Tuning`
`metrics`        the metrics, as values: `metrics.Bleu()`, `metrics.parse("bleu")`
`inference`      resampling, intervals, tests and corrections on arrays
`load`           read a stored result
`errors`         what can go wrong
================ =====================================================================
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from steelyard import errors, inference, metrics
    from steelyard.results import Comparison, ScoreTable, load
    from steelyard.types import TestSet
    from steelyard.workflows import Evaluation, annotate, evaluate
    from steelyard.workflows.explain import explain
    from steelyard.workflows.tune import tune

__all__ = [
    "Comparison",
    "Evaluation",
    "ScoreTable",
    "TestSet",
    "__version__",
    "annotate",
    "errors",
    "evaluate",
    "explain",
    "inference",
    "load",
    "metrics",
    "tune",
]

_HOMES = {
    "Comparison": "steelyard.results",
    "Evaluation": "steelyard.workflows",
    "ScoreTable": "steelyard.results",
    "TestSet": "steelyard.types",
    "annotate": "steelyard.workflows",
    "evaluate": "steelyard.workflows",
    "explain": "steelyard.workflows.explain",
    "load": "steelyard.results",
    "tune": "steelyard.workflows.tune",
}
_MODULES = {"errors", "inference", "metrics"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import steelyard` costs nothing."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"steelyard.{name}")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'steelyard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
