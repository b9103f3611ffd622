"""Weigh the stored metrics by the stored ratings again."""

from steelyard.questions.metric_ensemble.compute import compute
from steelyard.questions.metric_ensemble.question import MetricEnsembleQuestion
from steelyard.ratings.stored_scores import stored_rated
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Weigh the stored metrics by the stored ratings again."""
    rated, options = stored_rated(stored)
    return compute(rated, MetricEnsembleQuestion(**{**options, "by": tuple(options["by"])}))
