"""The sentence for a paper on how a metric was tuned."""

from steelyard.choices import CORRELATIONS
from steelyard.lab.questions.tune.answer import TUNED, Tuning
from steelyard.lab.questions.tune.question import LEAVING, LEVELS
from steelyard.metrics import package_version
from steelyard.questions.meta.page_held_out import verdict_text

__all__ = ["tuning_sentence", "tuning_warnings"]


def tuning_sentence(tuning: Tuning) -> str:
    """Say in words what was done."""
    method, names, metric = tuning.method, tuning.start, tuning.metric
    leaving = f", {LEAVING[method['leave_out']]} in each of {method['n_folds']} climbs" if method["n_folds"] > 1 else ""
    mean = " The parameters are the mean over these climbs." if method["n_folds"] > 1 else ""
    restarts = f" and {method['n_restarts']} restarts" if method["n_restarts"] else ""
    return (
        f"We tuned {', '.join(names)} of {metric} with Steelyard {package_version()} by hill climbing (steps "
        f"{', '.join(f'{step:g}' for step in method['steps'])}{restarts}). The goal was the highest "
        f"{CORRELATIONS[method['objective']]} {LEVELS[method['level']]}, with {method['n_ratings']:,} ratings of "
        f"{method['n_systems']} systems{leaving}.{mean}{_tested(tuning)}"
    )


def _tested(tuning: Tuning) -> str:
    """Say how the gain was tested; empty where it was not."""
    if tuning.held_out is None:
        return ""
    return (
        " Then we compared two metrics on all outputs: one with held-out parameters, one with those of the start. "
        f"Scores were standardised. {tuning.held_out.method['sentence']}"
    )


def tuning_warnings(tuning: Tuning) -> list[str]:
    """Say where the tuned parameters are not shown to be any better."""
    gain = tuning.gain
    if gain is None or verdict_text(gain, TUNED) == "better":
        return []
    if verdict_text(gain, TUNED) == "worse":
        return ["On held-out data, the tuned parameters agree less than those of the start: keep the start parameters."]
    return ["The gain over the start parameters is not significant: keep the start parameters."]
