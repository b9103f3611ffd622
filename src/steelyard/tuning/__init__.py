"""Choosing among what a decoder offers: models that rank candidates, fitted to lists of them."""

from steelyard.tuning.envelopes import Envelopes, upper_envelopes
from steelyard.tuning.features import list_spread, ngram_features
from steelyard.tuning.grafting import GraftedModel, GraftingStep, graft, largest_slope
from steelyard.tuning.line_search import LineOptimum, search_line
from steelyard.tuning.log_linear import RankingData, best_of_lists, gold_weights, list_log_sums
from steelyard.tuning.mert import Box, TunedWeights, mert
from steelyard.tuning.sparse import SparseFeatures
from steelyard.tuning.tunable_lists import TunableLists

__all__ = [
    "Box",
    "Envelopes",
    "GraftedModel",
    "GraftingStep",
    "LineOptimum",
    "RankingData",
    "SparseFeatures",
    "TunableLists",
    "TunedWeights",
    "best_of_lists",
    "gold_weights",
    "graft",
    "largest_slope",
    "list_log_sums",
    "list_spread",
    "mert",
    "ngram_features",
    "search_line",
    "upper_envelopes",
]
