"""Choosing among what a decoder offers: models that rank candidates, fitted to lists of them."""

from steelyard.tuning.features import list_spread, ngram_features
from steelyard.tuning.grafting import GraftedModel, GraftingStep, graft, largest_slope
from steelyard.tuning.log_linear import RankingData, best_of_lists, gold_weights, list_log_sums
from steelyard.tuning.sparse import SparseFeatures

__all__ = [
    "GraftedModel",
    "GraftingStep",
    "RankingData",
    "SparseFeatures",
    "best_of_lists",
    "gold_weights",
    "graft",
    "largest_slope",
    "list_log_sums",
    "list_spread",
    "ngram_features",
]
