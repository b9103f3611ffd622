"""The sentence for a paper on a learned metric, and what to know before it is used."""

from steelyard.lab.questions.train.answer import BEST, Training
from steelyard.metrics import package_version
from steelyard.results.plurals import counted

__all__ = ["training_sentence", "training_warnings"]

_FEW = 10  # rated outputs for each feature
_FLATTERS = 0.02  # of agreement


def training_sentence(training: Training) -> str:
    """Say in words what was done."""
    method, several = training.method, training.learners
    also = " or system" if method["holds_systems"] else ""
    told = [(row.learner, row.options) for row in several] or [(method["learner"], method["options"])]
    made = "; ".join(f"{name}; {options or 'no options'}" for name, options in told)
    metric, metrics = ("metrics", "metrics with each other and") if several else ("metric", "metric")
    return (
        f"We learned {len(told) if several else 'a'} {metric} with Steelyard {package_version()} ({made}) from "
        f"{counted(len(training.features), 'feature')} and ratings ({method['people']}) of {method['n_outputs']:,} "
        f"outputs of {method['n_rated_segments']:,} segments. Each output was scored by a model without data of its "
        f"{method['groups'][:-1]}{also} ({len(training.folds)} folds, seed {method['seed']}){_chosen(training)}. Then "
        f"we compared the learned {metrics} with the best feature on all ratings ({method['best']}); p and the "
        "interval are corrected for this "
        f"selection. {training.held_out.method['sentence']}"
    )


def _chosen(training: Training) -> str:
    """Say how options were chosen, if any were."""
    arguments = training.method["recipe"]["arguments"]
    given = {text.partition("=")[0] for text in arguments.get("learner_options", ())}
    options = [training.method["options"], *(row.options for row in training.learners)]
    if {part.partition("=")[0] for text in options for part in text.split(", ") if part} <= given:
        return ""
    return f"; options were chosen on every sixth of the training {training.method['groups']}"


def training_warnings(training: Training) -> list[str]:
    """Return a sentence for each trap that this metric is in."""
    found, method = [], training.method
    gains = [training.pair(name, BEST) for name in training.names]
    if not any(gain.against == BEST and gain.verdict == "better" for gain in gains):
        learned = "No learned metric is" if training.learners else "The learned metric is not"
        found.append(
            f"{learned} significantly better than {method['best']} alone: use {method['best']}, which is simpler."
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
    honest = training.agreement[training.names[0]].value
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
