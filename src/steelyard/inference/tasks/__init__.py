"""Many tasks at once: language pairs, domains, test sets; what holds on these, and what on tasks like these."""

from steelyard.inference.tasks.averages import average_of_tasks, family_of_tasks
from steelyard.inference.tasks.domains import domains_p_value, ranks_as_published
from steelyard.inference.tasks.partial_conjunction import n_tasks_better, partial_conjunction
from steelyard.inference.tasks.random_effects import RandomEffects, random_effects, relative_change
from steelyard.inference.tasks.wins import clustered_sign_tails, clustered_wilcoxon_tails, stouffer

__all__ = [
    "RandomEffects", "average_of_tasks", "clustered_sign_tails", "clustered_wilcoxon_tails", "domains_p_value",
    "family_of_tasks", "n_tasks_better", "partial_conjunction", "random_effects", "ranks_as_published",
    "relative_change", "stouffer",
]  # fmt: skip
