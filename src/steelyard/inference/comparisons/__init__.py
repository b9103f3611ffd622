"""Tests of whether two systems differ, one file per test."""

from steelyard.inference.comparisons.joint import joint_test
from steelyard.inference.comparisons.moses import moses
from steelyard.inference.comparisons.paired_bootstrap import PairedBootstrap, paired_bootstrap
from steelyard.inference.comparisons.paired_t import paired_t
from steelyard.inference.comparisons.randomization import randomization
from steelyard.inference.comparisons.shifted_bootstrap import shifted_bootstrap
from steelyard.inference.comparisons.sign import sign_counts, sign_tails, sign_test
from steelyard.inference.comparisons.studentized_randomization import studentized_randomization
from steelyard.inference.comparisons.wilcoxon import wilcoxon

__all__ = [
    "PairedBootstrap", "joint_test", "moses", "paired_bootstrap", "paired_t", "randomization", "shifted_bootstrap",
    "sign_counts", "sign_tails", "sign_test", "studentized_randomization", "wilcoxon",
]  # fmt: skip
