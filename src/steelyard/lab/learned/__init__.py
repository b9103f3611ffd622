"""Learning metrics: learners, splits that never mix sources, and what a learned metric is worth where it is new."""

from steelyard.lab.learned.fitting import preferences
from steelyard.lab.learned.importance import learning_curve, permutation_importance
from steelyard.lab.learned.learners import LEARNERS, Learner, fit_learner, learner_named, with_options
from steelyard.lab.learned.nested import Examples, Fitted, NestedFit, fit_nested, fit_outputs, mixed_estimate
from steelyard.lab.learned.splits import Split, group_folds, inner_fold, mixed_folds, split_outputs
from steelyard.lab.learned.wins import system_wins, tie_interval

__all__ = [
    "LEARNERS", "Examples", "Fitted", "Learner", "NestedFit", "Split", "fit_learner", "fit_nested", "fit_outputs",
    "group_folds", "inner_fold", "learner_named", "learning_curve", "mixed_estimate", "mixed_folds",
    "permutation_importance", "preferences", "split_outputs", "system_wins", "tie_interval", "with_options",
]  # fmt: skip
