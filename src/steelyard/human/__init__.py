"""People's ratings: brought to one scale, averaged, tested, ranked, and compared. Arrays in, results out."""

from steelyard.human.accuracy import McNemar, VerdictAccuracy, accuracy_chi_square, mcnemar, verdict_accuracy
from steelyard.human.agreement.coefficient import Agreement, landis_koch_band
from steelyard.human.agreement.fixed_chance import fixed_chance_kappa, kappa_of_shares
from steelyard.human.agreement.kappas import Distance, cohen_kappa, fleiss_kappa
from steelyard.human.agreement.krippendorff import Scale, krippendorff_alpha, nominal_alpha
from steelyard.human.agreement.shared_spans import SharedSpans, shared_spans
from steelyard.human.agreement.spans import MarkedSpans, SpanAgreement, SpanMatch, span_agreement
from steelyard.human.averages import Average, Judges, SegmentMeans, segment_means, system_means
from steelyard.human.mqm import MQM_WEIGHTS, CategoryTable, MqmWeights, RaterPenalties, category_table, rater_penalties
from steelyard.human.planning.next_segments import NextSegments, next_segments, residual_spread
from steelyard.human.planning.prediction_powered import (
    MeanEstimate,
    PredictionPowered,
    Sampling,
    Target,
    prediction_powered,
)
from steelyard.human.planning.rating_plan import RatingDesign, design_error, design_power, rating_designs
from steelyard.human.planning.rating_variance import RatingVariance, rating_variance
from steelyard.human.ranks.bradley_terry import BradleyTerry, bradley_terry
from steelyard.human.ranks.omnibus import RankOmnibus, friedman, kruskal_wallis
from steelyard.human.ranks.rank_sum import RankSum, rank_sum, rank_sum_pairs
from steelyard.human.ranks.rankings import (
    WIN_RULES,
    PairCounts,
    PairJudgements,
    pair_counts,
    pairs_of_rankings,
    win_shares,
)
from steelyard.human.ranks.resampled_ranks import JudgedRanks, clusters_of_ranges, judged_ranks
from steelyard.human.raters.control_items import DegradedOutput, degrade
from steelyard.human.raters.leave_one_out_agreement import correlations_with_others, rater_correlations
from steelyard.human.raters.quality_control import (
    ControlPairs,
    Policy,
    RaterQuality,
    control_pairs,
    degraded_test,
    repeat_test,
)
from steelyard.human.raters.rater_effects import RaterEffects, SystemContrast, rater_effects
from steelyard.human.raters.standardisation import Standardised, blatz_scores, standardise
from steelyard.human.verdicts import CombinedVerdicts, combined_verdicts, verdicts_of_pairs

__all__ = [
    "MQM_WEIGHTS", "WIN_RULES", "Agreement", "Average", "BradleyTerry", "CategoryTable", "CombinedVerdicts",
    "ControlPairs", "DegradedOutput", "Distance", "JudgedRanks", "Judges", "MarkedSpans", "McNemar", "MeanEstimate",
    "MqmWeights", "NextSegments", "PairCounts", "PairJudgements", "Policy", "PredictionPowered", "RankOmnibus",
    "RankSum", "RaterEffects", "RaterPenalties", "RaterQuality", "RatingDesign", "RatingVariance", "Sampling",
    "Scale", "SegmentMeans", "SharedSpans", "SpanAgreement", "SpanMatch", "Standardised", "SystemContrast",
    "Target", "VerdictAccuracy", "accuracy_chi_square", "blatz_scores", "bradley_terry", "category_table",
    "clusters_of_ranges", "cohen_kappa", "combined_verdicts", "control_pairs", "correlations_with_others",
    "degrade", "degraded_test", "design_error", "design_power", "fixed_chance_kappa", "fleiss_kappa", "friedman",
    "judged_ranks", "kappa_of_shares", "krippendorff_alpha", "kruskal_wallis", "landis_koch_band", "mcnemar",
    "next_segments", "nominal_alpha", "pair_counts", "pairs_of_rankings", "prediction_powered", "rank_sum",
    "rank_sum_pairs", "rater_effects", "rater_penalties", "rating_designs", "rating_variance", "repeat_test",
    "residual_spread", "segment_means", "shared_spans", "span_agreement", "standardise", "system_means",
    "verdict_accuracy", "verdicts_of_pairs", "win_shares", "rater_correlations",
]  # fmt: skip
