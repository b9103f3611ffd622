"""The sentence for a paper on how a metric was tuned."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.choices import CORRELATIONS
from steelyard.metrics import package_version
from steelyard.questions.tune.answer import TuningMethod
from steelyard.questions.tune.question import LEAVING, LEVELS

if TYPE_CHECKING:
    pass

__all__ = ["tuning_sentence"]


def tuning_sentence(metric: str, names: Sequence[str], method: TuningMethod) -> str:
    """Say in words what was done."""
    leaving = f", {LEAVING[method['leave_out']]} in each of {method['n_folds']} climbs" if method["n_folds"] > 1 else ""
    mean = "; the parameters are the mean of where these ended" if method["n_folds"] > 1 else ""
    restarts = f" and {method['n_restarts']} restarts" if method["n_restarts"] else ""
    return (
        f"We tuned {', '.join(names)} of {metric} with Steelyard {package_version()} by hill climbing (steps "
        f"{', '.join(f'{step:g}' for step in method['steps'])}{restarts}) to the highest "
        f"{CORRELATIONS[method['objective']]} {LEVELS[method['level']]}, with {method['n_ratings']:,} ratings of "
        f"{method['n_systems']} systems{leaving}{mean}."
    )
