"""From statistics to what may be concluded: resampling, intervals, tests and corrections. Arrays in, results out."""

from steelyard.inference.clusters import clusters, rank_ranges
from steelyard.inference.corrections import (
    CORRECTIONS,
    Adjusted,
    adjust,
    bonferroni,
    holm,
    max_t,
    single_critical_value,
)
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
from steelyard.inference.null import (
    Alternative,
    NullDistribution,
    as_extreme,
    check_alternative,
    monte_carlo_error,
    p_from_count,
)
from steelyard.inference.power import minimum_detectable, smallest_p_value
from steelyard.inference.randomization import randomization
from steelyard.inference.registry import SignificanceTest, get_test, register, registered_tests
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
    "Draws",
    "NullDistribution",
    "SignificanceTest",
    "WeightedSums",
    "adjust",
    "as_extreme",
    "bonferroni",
    "bonferroni_critical_value",
    "bootstrap_draws",
    "bootstrap_scores",
    "check_alternative",
    "check_resamples",
    "clusters",
    "get_test",
    "given_draws",
    "holm",
    "jackknife_interval",
    "jackknife_scores",
    "max_t",
    "minimum_detectable",
    "monte_carlo_error",
    "p_from_count",
    "percentile_interval",
    "randomization",
    "rank_ranges",
    "register",
    "registered_tests",
    "seed_of",
    "single_critical_value",
    "smallest_p_value",
    "spread_quantile",
    "standard_error",
    "sup_t_critical_value",
    "swap_draws",
    "t_quantile",
]
