"""From statistics to what may be concluded: resampling, intervals, tests and corrections. Arrays in, results out."""

from steelyard.inference.calibration import (
    exchanged_systems,
    mixed_systems,
    repeated_p_values,
    resampled_units,
    wilson_interval,
)
from steelyard.inference.clusters import clusters, rank_ranges
from steelyard.inference.dependence import BroadAndBlocks, SetScores, broad_and_blocks, design_effects, real_level
from steelyard.inference.effect_size import UnitShares, standardised_difference, unit_shares
from steelyard.inference.equivalence import Equivalence, bootstrap_equivalence, check_margin, equivalence
from steelyard.inference.influence import Removal, bucket_scores, influence, subset_scores, units_to_turn
from steelyard.inference.intervals import (
    FEW_UNITS,
    bonferroni_critical_value,
    bootstrap_scores,
    jackknife_interval,
    jackknife_scores,
    percentile_interval,
    spread_quantile,
    standard_error,
    sup_t_critical_value,
    t_quantile,
)
from steelyard.inference.multiplicity import (
    CORRECTIONS,
    Adjusted,
    adjust,
    bonferroni,
    holm,
    max_t,
    single_critical_value,
)
from steelyard.inference.null import (
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    monte_carlo_error,
    p_from_count,
)
from steelyard.inference.power import minimum_detectable, power_of, smallest_p_value, units_needed
from steelyard.inference.randomization import randomization
from steelyard.inference.registry import SignificanceTest, get_test, register, registered_tests
from steelyard.inference.replicates import (
    RunSpread,
    VarianceSplit,
    run_spread,
    stratified_randomization,
    variance_split,
)
from steelyard.inference.resample import (
    Draws,
    bootstrap_draws,
    check_resamples,
    given_draws,
    seed_of,
    swap_draws,
)
from steelyard.inference.sums import WeightedSums

__all__ = [
    "CORRECTIONS",
    "FEW_UNITS",
    "Adjusted",
    "Alternative",
    "BroadAndBlocks",
    "Draws",
    "Equivalence",
    "NullDistribution",
    "Removal",
    "RunSpread",
    "SetScores",
    "SignificanceTest",
    "UnitShares",
    "VarianceSplit",
    "WeightedSums",
    "adjust",
    "as_extreme",
    "bonferroni",
    "bonferroni_critical_value",
    "bootstrap_draws",
    "bootstrap_equivalence",
    "bootstrap_scores",
    "broad_and_blocks",
    "bucket_scores",
    "check_alternative",
    "check_margin",
    "check_resamples",
    "clusters",
    "design_effects",
    "equivalence",
    "exchanged_systems",
    "get_test",
    "given_draws",
    "holm",
    "influence",
    "jackknife_interval",
    "jackknife_scores",
    "max_t",
    "minimum_detectable",
    "mixed_systems",
    "monte_carlo_error",
    "p_from_count",
    "percentile_interval",
    "power_of",
    "randomization",
    "rank_ranges",
    "real_level",
    "register",
    "registered_tests",
    "run_spread",
    "repeated_p_values",
    "resampled_units",
    "seed_of",
    "single_critical_value",
    "smallest_p_value",
    "spread_quantile",
    "standard_error",
    "standardised_difference",
    "stratified_randomization",
    "subset_scores",
    "sup_t_critical_value",
    "swap_draws",
    "t_quantile",
    "unit_shares",
    "units_needed",
    "units_to_turn",
    "variance_split",
    "wilson_interval",
]
