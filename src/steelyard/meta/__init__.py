"""Metrics against people: what is learned from judgements, and how well it agrees. Arrays in, results out."""

from steelyard.meta.buckets import BucketCorrelations, correlate_buckets, quantile_buckets
from steelyard.meta.combinations.criteria import (
    extreme_errors,
    oracle_system_quality,
    quality_decrease,
    significance_overlap,
    significant_pairs,
)
from steelyard.meta.combinations.ensembles import MetricEnsemble, fit_ensemble
from steelyard.meta.combinations.folds import consecutive_folds
from steelyard.meta.combinations.hill_climbing import STEPS, Climb, hill_climb
from steelyard.meta.combinations.maximum_correlation import (
    HeldOutCorrelation,
    LinearCombination,
    fit_maximum_correlation,
    leave_one_system_out,
)
from steelyard.meta.combinations.metric_sets import HeldOutSet, MetricSet, greedy_set, held_out_set, ulc
from steelyard.meta.combinations.qarla import King, jack, king, queen
from steelyard.meta.combinations.sub_goals import SubGoalRegression, fit_sub_goals, spread_by_question
from steelyard.meta.combinations.weight_search import BlackBox, Box, TunedWeights, rescaled, search_points
from steelyard.meta.correlations import CORRELATIONS, Coefficient, correlate, correlate_rows
from steelyard.meta.metric_ranking import (
    MetricRanking,
    published_clusters,
    rank_by_null,
    rank_by_p_values,
    rank_metrics,
)
from steelyard.meta.oracle_rank import OracleRank, oracle_rank
from steelyard.meta.outliers import outlying_systems, robust_pearson
from steelyard.meta.pair_counts import PAIR_STATISTICS, PairCounts, count_pairs, kendall_like
from steelyard.meta.pairwise_accuracy import PairDecisions, PairwiseRanks, pair_decisions, rank_by_pairs
from steelyard.meta.resampled.accuracies import bootstrap_pairwise_accuracy, bootstrap_soft_accuracy
from steelyard.meta.resampled.correlations import BootstrapCorrelations, bootstrap_correlations
from steelyard.meta.resampled.left_out import AgreementSpread, left_out_draws
from steelyard.meta.resampled.outputs import output_draws
from steelyard.meta.resampled.pairs import (
    LINEAR_STATISTICS,
    bootstrap_clear_pairs,
    bootstrap_item_pairs,
    bootstrap_tie_accuracy,
)
from steelyard.meta.resampled.shifted_agreement import shifted_null
from steelyard.meta.score_matrices import LEVELS, LevelCorrelation, correlate_groups, correlate_level, score_matrices
from steelyard.meta.soft_pairwise_accuracy import SoftPairwiseAccuracy, soft_pairwise_accuracy
from steelyard.meta.tests.buckets import bucket_null
from steelyard.meta.tests.dependent_correlations import WilliamsTest, fisher_interval, williams_test
from steelyard.meta.tests.permutation import permutation_null
from steelyard.meta.tests.soft_accuracy import soft_accuracy_null
from steelyard.meta.tests.tie_calibrated_accuracy import decision_null
from steelyard.meta.tie_calibration import TieCalibration, calibrate_ties, pairs_judged, tie_accuracy

__all__ = [
    "MetricEnsemble", "fit_ensemble", "consecutive_folds", "BlackBox", "Box", "TunedWeights", "rescaled",
    "search_points", "left_out_draws", "CORRELATIONS", "LEVELS", "LINEAR_STATISTICS", "PAIR_STATISTICS", "STEPS",
    "AgreementSpread", "BootstrapCorrelations", "BucketCorrelations", "Climb", "Coefficient", "HeldOutCorrelation",
    "HeldOutSet", "King", "LevelCorrelation", "LinearCombination", "MetricRanking", "MetricSet", "OracleRank",
    "PairCounts", "PairDecisions", "PairwiseRanks", "SoftPairwiseAccuracy", "SubGoalRegression", "TieCalibration",
    "WilliamsTest", "bootstrap_clear_pairs", "bootstrap_correlations", "bootstrap_item_pairs",
    "bootstrap_pairwise_accuracy", "bootstrap_soft_accuracy", "bootstrap_tie_accuracy", "bucket_null",
    "calibrate_ties", "correlate", "correlate_buckets", "correlate_groups", "correlate_level", "correlate_rows",
    "count_pairs", "decision_null", "extreme_errors", "fisher_interval", "fit_maximum_correlation", "fit_sub_goals",
    "greedy_set", "held_out_set", "hill_climb", "jack", "kendall_like", "king", "leave_one_system_out",
    "oracle_rank", "oracle_system_quality", "outlying_systems", "output_draws", "pair_decisions", "pairs_judged",
    "permutation_null", "quality_decrease", "quantile_buckets", "queen", "published_clusters", "rank_by_null",
    "rank_by_p_values", "rank_by_pairs", "rank_metrics", "robust_pearson", "score_matrices", "shifted_null",
    "significance_overlap", "significant_pairs", "soft_accuracy_null", "soft_pairwise_accuracy",
    "spread_by_question", "tie_accuracy", "ulc", "williams_test",
]  # fmt: skip
