"""Choosing among what a decoder offers: models that rank candidates, fitted to lists of them."""

from steelyard.lab.tuning.copies import first_of_copies
from steelyard.lab.tuning.envelopes import Envelopes, upper_envelopes
from steelyard.lab.tuning.expected_metric import (
    expected_corpus_score,
    expected_segment_score,
    gradient_of_chances,
    maximise,
    oracle_log_likelihood,
    posteriors,
)
from steelyard.lab.tuning.features import ngram_features, tree_features
from steelyard.lab.tuning.grafted_model import GraftedModel, GraftingStep
from steelyard.lab.tuning.grafting import Grafting, graft, largest_slope
from steelyard.lab.tuning.held_out import held_out_picks, select_features
from steelyard.lab.tuning.line_search import LineOptimum, interval_around, search_line, sweep_line
from steelyard.lab.tuning.log_linear import RankingData, best_of_lists, gold_weights, list_log_sums
from steelyard.lab.tuning.max_margin import hinge_loss, max_margin
from steelyard.lab.tuning.mert import mert
from steelyard.lab.tuning.named_features import FEATURE_KINDS, CandidateFeatures, candidate_features, choose_by
from steelyard.lab.tuning.ngram_criteria import expected_ngram_bleu, ngram_criterion, ngram_log_likelihood
from steelyard.lab.tuning.ngram_tables import NgramTables, ngram_tables
from steelyard.lab.tuning.reranking import Reranked, Reranker
from steelyard.lab.tuning.sparse import SparseFeatures
from steelyard.lab.tuning.spread import list_spread, list_squares
from steelyard.lab.tuning.tunable_lists import TunableLists
from steelyard.meta import BlackBox, Box, TunedWeights, consecutive_folds, rescaled, search_points

__all__ = [
    "first_of_copies", "FEATURE_KINDS", "BlackBox", "Box", "CandidateFeatures", "Envelopes", "GraftedModel",
    "Grafting", "GraftingStep", "LineOptimum", "NgramTables", "RankingData", "Reranked", "Reranker",
    "SparseFeatures", "TunableLists", "TunedWeights", "best_of_lists", "candidate_features", "choose_by",
    "consecutive_folds", "expected_corpus_score", "expected_ngram_bleu", "expected_segment_score", "gold_weights",
    "gradient_of_chances", "graft", "held_out_picks", "hinge_loss", "interval_around", "largest_slope",
    "list_log_sums", "list_spread", "list_squares", "max_margin", "maximise", "mert", "ngram_criterion",
    "ngram_features", "ngram_log_likelihood", "ngram_tables", "oracle_log_likelihood", "posteriors", "rescaled",
    "search_line", "search_points", "select_features", "sweep_line", "tree_features", "upper_envelopes",
]  # fmt: skip
