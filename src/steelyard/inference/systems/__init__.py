"""Procedures over all systems at once rather than over pairs; one procedure = one file."""

from steelyard.inference.systems.auto_rank import auto_rank, check_auto_rank
from steelyard.inference.systems.block_contrasts import (
    BlockAnalysis,
    BlockContrasts,
    block_analysis,
    paired_tukey,
    scheffe,
)
from steelyard.inference.systems.joint import JointDifferences, joint_differences
from steelyard.inference.systems.procedures import PROCEDURES, AllPairs, Procedure, get_procedure
from steelyard.inference.systems.randomized_tukey import RandomizedTukey, randomized_tukey
from steelyard.inference.systems.rank_intervals import RankIntervals, rank_intervals, ranks_that_follow
from steelyard.inference.systems.share_best import share_best

__all__ = [
    "PROCEDURES", "AllPairs", "BlockAnalysis", "BlockContrasts", "JointDifferences", "Procedure", "RandomizedTukey",
    "RankIntervals", "auto_rank", "check_auto_rank", "block_analysis", "get_procedure", "joint_differences",
    "paired_tukey", "randomized_tukey", "rank_intervals", "ranks_that_follow", "scheffe", "share_best",
]  # fmt: skip
