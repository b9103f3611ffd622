"""Corrections for asking many questions at once; one way to correct = one file."""

from steelyard.inference.corrections.adjusted import Adjusted, single_critical_value
from steelyard.inference.corrections.experimentwise import experimentwise_error, joint_experimentwise_error, sidak_level
from steelyard.inference.corrections.false_discovery import benjamini_hochberg, benjamini_yekutieli
from steelyard.inference.corrections.joint_null import JointNull
from steelyard.inference.corrections.max_t import max_t
from steelyard.inference.corrections.max_t_level import max_t_level
from steelyard.inference.corrections.one_sided_steps import better_by_steps
from steelyard.inference.corrections.pair_logic import PairLogic
from steelyard.inference.corrections.registry import (
    CORRECTIONS,
    Correction,
    adjust,
    check_correction,
    get_correction,
    least_adjusted,
)
from steelyard.inference.corrections.shaffer import max_t_shaffer, shaffer
from steelyard.inference.corrections.stepwise import (
    bonferroni,
    check_p_values,
    hochberg,
    holm,
    holm_sidak,
    hommel,
    sidak,
)

__all__ = [
    "CORRECTIONS", "Adjusted", "Correction", "JointNull", "PairLogic", "adjust", "benjamini_hochberg",
    "benjamini_yekutieli", "better_by_steps", "bonferroni", "check_correction", "check_p_values",
    "experimentwise_error", "get_correction", "hochberg", "holm", "holm_sidak", "hommel",
    "joint_experimentwise_error", "least_adjusted", "max_t", "max_t_level", "max_t_shaffer", "shaffer", "sidak",
    "sidak_level", "single_critical_value",
]  # fmt: skip
