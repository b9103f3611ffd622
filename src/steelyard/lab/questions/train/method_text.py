"""The sentence for a paper on a learned metric, and what to know before it is used."""

from steelyard.lab.questions.train.answer import LEARNED, Training
from steelyard.metrics import package_version

__all__ = ["training_sentence", "training_warnings"]

_FEW = 10  # rated outputs for each feature
_FLATTERS = 0.02  # of agreement


def training_sentence(training: Training) -> str:
    """Say in words what was done."""
    method, n = training.method, len(training.features)
    also = " or system" if method["holds_systems"] else ""
    features, options = "feature" if n == 1 else "features", method["options"] or "no options"
    return (
        f"We learned a metric with Steelyard {package_version()} ({method['learner']}; {options}) from {n} {features} "
        f"and ratings ({method['people']}) of {method['n_outputs']:,} outputs of {method['n_rated_segments']:,} "
        f"segments. Each output was scored by a model without data of its {method['groups'][:-1]}{also} "
        f"({len(training.folds)} folds, seed {method['seed']}){_chosen(training)}. Then we compared the learned metric "
        f"with the best feature on all ratings ({method['best']}); p and the interval are corrected for this "
        f"selection. {training.held_out.method['sentence']}"
    )


def _chosen(training: Training) -> str:
    """Say how options were chosen, if any were."""
    arguments = training.method["recipe"]["arguments"]
    if training.method["options"].count("=") == len(arguments.get("learner_options", ())):
        return ""
    return f"; options were chosen on every sixth of the training {training.method['groups']}"


def training_warnings(training: Training) -> list[str]:
    """Return a sentence for each trap that this metric is in."""
    found, method, gain = [], training.method, training.gain
    if not (gain.metric == LEARNED and gain.verdict == "better"):
        found.append(
            f"The learned metric is not significantly better than {method['best']} alone: use {method['best']}, which "
            "is simpler."
        )
    if method["groups"] == "segments":
        found.append(
            "Agreement is too high, because documents are unknown and can be in training and test data. Add "
            "--documents."
        )
    if not method["holds_systems"]:
        found.append(
            "Training and test data have the same systems. Add --hold-systems for the agreement on new systems."
        )
    honest = training.agreement[LEARNED].value
    if method["mixed"] is not None and honest is not None and method["mixed"] - honest > _FLATTERS:
        found.append(
            f"With random folds the agreement is {method['mixed']:.3f}, not {honest:.3f}, because outputs of one "
            "segment are similar."
        )
    if method["n_outputs"] < _FEW * len(training.features):
        found.append(
            f"There are fewer than {_FEW} rated outputs for each feature: expect lower agreement on new texts."
        )
    return found
