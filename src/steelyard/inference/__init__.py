"""From statistics to what may be concluded: resampling, intervals, tests and corrections. Arrays in, results out."""

from steelyard.inference.caution import carrying_numbers, few_carry, may_hide_catastrophes
from steelyard.inference.clusters import clusters, rank_ranges
from steelyard.inference.comparisons import (
    PairedBootstrap,
    joint_test,
    moses,
    paired_bootstrap,
    paired_t,
    randomization,
    shifted_bootstrap,
    sign_counts,
    sign_tails,
    sign_test,
    studentized_randomization,
    wilcoxon,
)
from steelyard.inference.corrections import (
    CORRECTIONS,
    Adjusted,
    Correction,
    JointNull,
    PairLogic,
    adjust,
    benjamini_hochberg,
    benjamini_yekutieli,
    better_by_steps,
    bonferroni,
    check_correction,
    check_p_values,
    experimentwise_error,
    get_correction,
    hochberg,
    holm,
    holm_sidak,
    hommel,
    joint_experimentwise_error,
    least_adjusted,
    max_t,
    max_t_level,
    max_t_shaffer,
    shaffer,
    sidak,
    sidak_level,
    single_critical_value,
)
from steelyard.inference.discordance import discordance_p_values
from steelyard.inference.distributions import (
    chi_squared_above,
    chi_squared_quantile,
    noncentral_t_below,
    normal_below,
    normal_quantile,
    share_within,
    t_below,
    t_quantile,
    t_quantiles,
)
from steelyard.inference.draws.checks import check_resamples
from steelyard.inference.draws.exchanges import swap_draws
from steelyard.inference.draws.executors import drawn_on, worked_on
from steelyard.inference.draws.histogram import Histogram, null_histograms
from steelyard.inference.draws.pseudo_statistics import pseudo_statistics, shared_bins
from steelyard.inference.draws.resample import Draws, bootstrap_draws, given_draws, seed_of
from steelyard.inference.draws.sums import WeightedSums
from steelyard.inference.effect_size import UnitShares, shares_of_pairs, standardised_difference, unit_shares
from steelyard.inference.equivalence import Equivalence, bootstrap_equivalence, check_margin, equivalence
from steelyard.inference.exact_randomization import (
    MOST_CELLS,
    ExactNull,
    exact_null,
    exact_randomization,
    exchange_p_values,
    subset_sum_probabilities,
)
from steelyard.inference.intervals import (
    FEW_UNITS,
    Rates,
    acceleration,
    arcsine_interval,
    basic_interval,
    bca_interval,
    bca_levels,
    betting_intervals,
    bias_correction,
    bonferroni_critical_value,
    bootstrap_scores,
    degrees_of_freedom,
    delta_interval,
    delta_standard_error,
    effective_number,
    influence_values,
    inside_range,
    jackknife_interval,
    jackknife_scores,
    level_together,
    logit_interval,
    normal_equivalent,
    normal_interval,
    percentile_interval,
    rate_differences,
    rate_intervals,
    rates_of,
    score_gradient,
    spread_interval,
    spread_quantile,
    standard_error,
    student_difference_interval,
    student_interval,
    sup_t_critical_value,
    unit_scores,
)
from steelyard.inference.item_analysis import item_mean_intervals, item_rest_correlations, item_rest_intervals
from steelyard.inference.item_response import FEW_SYSTEMS, LINKS, ItemCurves, ScaleLink, fit_item_curves, link_scales
from steelyard.inference.kept_sums import sum_kept
from steelyard.inference.learning_curves import (
    CURVE_MODELS,
    CurveBand,
    CurveDraws,
    CurveFit,
    CurvePoint,
    FittedCurve,
    curve_differences,
    curve_points,
    curve_weights,
    draw_curves,
    fit_curve,
    fitted_curve,
)
from steelyard.inference.null_distributions import (
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    monte_carlo_error,
    p_from_count,
)
from steelyard.inference.outcome import Outcome, SettledPValues, WinCounts
from steelyard.inference.pair_order import count_exchanged_order, count_pair_order
from steelyard.inference.power.calibration import (
    exchanged_systems,
    mixed_systems,
    permuted_systems,
    repeated_adjusted,
    repeated_p_values,
    resampled_units,
)
from steelyard.inference.power.detectable import MOST_EXCHANGED, detectable_by_exchange
from steelyard.inference.power.power import (
    detectable_range,
    minimum_detectable,
    power_of,
    smallest_p_value,
    units_needed,
)
from steelyard.inference.power.shifts import equal_systems, shifted_systems
from steelyard.inference.power.true_nulls import Uniformity, split_halves, uniformity
from steelyard.inference.proportions import binomial_tail, clopper_pearson_interval, wilson_interval
from steelyard.inference.registry import SignificanceTest, get_test, register, registered_tests
from steelyard.inference.runs.replicates import stratified_randomization
from steelyard.inference.runs.run_variance import RunSpread, VarianceSplit, run_spread, variance_split
from steelyard.inference.runs.samples import sampling_errors
from steelyard.inference.selection import interval_from_best, interval_of_family
from steelyard.inference.sequential import (
    EXCEEDANCES,
    SEQUENTIAL_CORRECTIONS,
    SEQUENTIAL_ERROR,
    BesagClifford,
    SequentialFamilies,
    besag_clifford,
    binomial_confidence_sequence,
    linear_scales,
    sequential_families,
)
from steelyard.inference.short_boards import ITEM_CHOICES, ShortBoard, choose_items, short_boards
from steelyard.inference.significance import is_significant
from steelyard.inference.small_test_sets import (
    LEVEL_FLOORS,
    LevelCounts,
    SetConclusions,
    conclusions_by_level,
    set_conclusions,
    whole_set_sides,
)
from steelyard.inference.systems import (
    PROCEDURES,
    AllPairs,
    BlockAnalysis,
    BlockContrasts,
    JointDifferences,
    Procedure,
    RandomizedTukey,
    RankIntervals,
    auto_rank,
    block_analysis,
    check_auto_rank,
    get_procedure,
    joint_differences,
    paired_tukey,
    randomized_tukey,
    rank_intervals,
    ranks_that_follow,
    scheffe,
    share_best,
)
from steelyard.inference.tasks import (
    RandomEffects,
    average_of_tasks,
    clustered_sign_tails,
    clustered_wilcoxon_tails,
    domains_p_value,
    family_of_tasks,
    n_tasks_better,
    partial_conjunction,
    random_effects,
    ranks_as_published,
    relative_change,
    stouffer,
)
from steelyard.inference.two_way import Clustered, ClusterProducts, TwoWay, clustered, two_way
from steelyard.inference.units.broad_samples import broad_samples, coverage_of_part, set_intervals
from steelyard.inference.units.dependence import BroadAndBlocks, SetScores, broad_and_blocks, design_effects, real_level
from steelyard.inference.units.fewest_removals import Removal, differs_by_jackknife, units_to_turn
from steelyard.inference.units.influence import bucket_scores, difference_influence, influence, subset_scores

__all__ = [
    "t_quantiles", "t_below", "normal_quantile", "normal_below", "noncentral_t_below", "chi_squared_quantile",
    "chi_squared_above", "LINKS", "ScaleLink", "link_scales", "auto_rank", "carrying_numbers", "check_auto_rank",
    "ITEM_CHOICES", "ShortBoard", "choose_items", "short_boards", "RandomEffects", "average_of_tasks",
    "clustered_sign_tails", "clustered_wilcoxon_tails", "family_of_tasks", "n_tasks_better", "partial_conjunction",
    "random_effects", "relative_change", "stouffer", "is_significant", "CORRECTIONS", "CURVE_MODELS", "EXCEEDANCES",
    "FEW_UNITS", "LEVEL_FLOORS", "MOST_CELLS", "MOST_EXCHANGED", "PROCEDURES", "SEQUENTIAL_CORRECTIONS",
    "SEQUENTIAL_ERROR", "Adjusted", "AllPairs", "Alternative", "BesagClifford", "BlockAnalysis", "BlockContrasts",
    "BroadAndBlocks", "ClusterProducts", "Clustered", "Correction", "CurveBand", "CurveDraws", "CurveFit",
    "CurvePoint", "Draws", "Equivalence", "ExactNull", "FittedCurve", "Histogram", "JointDifferences", "JointNull",
    "LevelCounts", "NullDistribution", "Outcome", "PairLogic", "PairedBootstrap", "Rates", "Procedure",
    "RandomizedTukey", "RankIntervals", "Removal", "RunSpread", "SequentialFamilies", "SetConclusions", "SetScores",
    "SettledPValues", "SignificanceTest", "Uniformity", "TwoWay", "UnitShares", "VarianceSplit", "WeightedSums",
    "WinCounts", "acceleration", "arcsine_interval", "adjust", "as_extreme", "basic_interval", "bca_interval",
    "bca_levels", "betting_intervals", "benjamini_hochberg", "benjamini_yekutieli", "better_by_steps",
    "besag_clifford", "bias_correction", "binomial_confidence_sequence", "binomial_tail", "block_analysis",
    "bonferroni", "bonferroni_critical_value", "bootstrap_draws", "bootstrap_equivalence", "bootstrap_scores",
    "broad_and_blocks", "broad_samples", "bucket_scores", "check_alternative", "check_correction", "check_margin",
    "check_p_values", "check_resamples", "clopper_pearson_interval", "clustered", "clusters",
    "conclusions_by_level", "count_exchanged_order", "count_pair_order", "coverage_of_part", "curve_differences",
    "curve_points", "curve_weights", "degrees_of_freedom", "delta_interval", "delta_standard_error",
    "design_effects", "detectable_by_exchange", "detectable_range", "difference_influence", "differs_by_jackknife",
    "discordance_p_values", "domains_p_value", "drawn_on", "draw_curves", "effective_number", "equal_systems",
    "equivalence", "exact_null", "exact_randomization", "exchanged_systems", "experimentwise_error", "fit_curve",
    "fitted_curve", "get_correction", "get_procedure", "get_test", "given_draws", "hochberg", "holm", "holm_sidak",
    "hommel", "influence", "influence_values", "inside_range", "logit_interval", "item_rest_correlations",
    "interval_from_best", "interval_of_family", "jackknife_interval", "jackknife_scores", "level_together",
    "joint_differences", "joint_experimentwise_error", "joint_test", "least_adjusted", "linear_scales", "max_t",
    "may_hide_catastrophes", "max_t_level", "max_t_shaffer", "minimum_detectable", "mixed_systems",
    "monte_carlo_error", "moses", "normal_equivalent", "normal_interval", "null_histograms", "p_from_count",
    "paired_bootstrap", "paired_t", "paired_tukey", "percentile_interval", "permuted_systems", "power_of",
    "pseudo_statistics", "randomization", "randomized_tukey", "rank_intervals", "ranks_that_follow", "rank_ranges",
    "rate_differences", "rate_intervals", "rates_of", "ranks_as_published", "real_level", "register",
    "registered_tests", "repeated_adjusted", "repeated_p_values", "resampled_units", "run_spread",
    "sampling_errors", "scheffe", "score_gradient", "seed_of", "sequential_families", "set_conclusions",
    "set_intervals", "shaffer", "share_best", "shared_bins", "shares_of_pairs", "shifted_bootstrap",
    "shifted_systems", "sidak", "sidak_level", "sign_counts", "sign_tails", "sign_test", "single_critical_value",
    "smallest_p_value", "split_halves", "spread_interval", "share_within", "spread_quantile", "standard_error",
    "standardised_difference", "stratified_randomization", "student_difference_interval", "student_interval",
    "studentized_randomization", "subset_scores", "exchange_p_values", "subset_sum_probabilities",
    "sup_t_critical_value", "sum_kept", "swap_draws", "t_quantile", "uniformity", "two_way", "unit_scores",
    "unit_shares", "units_needed", "units_to_turn", "variance_split", "whole_set_sides", "wilcoxon",
    "wilson_interval", "worked_on", "item_mean_intervals", "item_rest_intervals", "FEW_SYSTEMS", "ItemCurves",
    "few_carry", "fit_item_curves",
]  # fmt: skip
