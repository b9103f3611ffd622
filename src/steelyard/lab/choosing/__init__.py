"""Choosing one output of several: expected gains, priors, pruning, oracles, ensembles, confusion networks."""

from steelyard.lab.choosing.aggregation import expected_cosines
from steelyard.lab.choosing.ensembles import EnsembleStep, greedy_ensemble, unlike_order
from steelyard.lab.choosing.expected_gain import ExpectedGains, best_by_gain, expected_gains, merge_doubles
from steelyard.lab.choosing.networks import ConfusionNetwork, build_network, skeleton_priors
from steelyard.lab.choosing.oracles import best_of_each, corpus_oracle
from steelyard.lab.choosing.paths import NetworkPath, PathWeights, best_paths
from steelyard.lab.choosing.priors import refined_priors, score_priors, summed_by_code
from steelyard.lab.choosing.pruning import Pruned, prune
from steelyard.lab.choosing.word_order import Alignment, align_by_edits, spelling_costs

__all__ = [
    "Alignment", "ConfusionNetwork", "EnsembleStep", "ExpectedGains", "NetworkPath", "PathWeights", "Pruned",
    "align_by_edits", "best_by_gain", "best_of_each", "best_paths", "build_network", "corpus_oracle",
    "expected_cosines", "expected_gains", "greedy_ensemble", "merge_doubles", "prune", "refined_priors",
    "score_priors", "skeleton_priors", "spelling_costs", "summed_by_code", "unlike_order",
]  # fmt: skip
