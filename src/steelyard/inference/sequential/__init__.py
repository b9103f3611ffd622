"""Draws that stop as soon as they have said enough."""

from steelyard.inference.sequential.besag_clifford import EXCEEDANCES, BesagClifford, besag_clifford
from steelyard.inference.sequential.confidence_sequence import SEQUENTIAL_ERROR, binomial_confidence_sequence
from steelyard.inference.sequential.families import SEQUENTIAL_CORRECTIONS, SequentialFamilies, sequential_families
from steelyard.inference.sequential.scales import linear_scales

__all__ = [
    "SEQUENTIAL_ERROR", "EXCEEDANCES", "SEQUENTIAL_CORRECTIONS", "BesagClifford", "SequentialFamilies",
    "besag_clifford", "binomial_confidence_sequence", "linear_scales", "sequential_families",
]  # fmt: skip
