"""The sentence for a paper on a learned metric, and what to know before it is used."""

from steelyard.lab.questions.train.answer import LEARNED, Training
from steelyard.metrics import package_version

__all__ = ["training_sentence", "training_warnings"]

_FEW = 10  # rated outputs for each feature
_FLATTERS = 0.02  # of agreement


def training_sentence(training: Training) -> str:
    """Say in words what was done."""
    method, n = training.method, len(training.features)
    also = " and none of its system" if method["holds_systems"] else ""
    features, options = "feature" if n == 1 else "features", method["options"] or "no options"
    return (
        f"We learned a metric with Steelyard {package_version()} ({method['learner']}; {options}) from {n} {features} "
        f"and ratings ({method['people']}) of {method['n_outputs']:,} outputs of {method['n_rated_segments']:,} "
        f"segments. Held out, each output is scored by what was learned from others, none of its "
        f"{method['groups'][:-1]}{also} among them ({len(training.folds)} parts, seed {method['seed']})"
        f"{_chosen(training)}. Then we compared it with the feature that "
        f"agrees best with all ratings ({method['best']}), with p and the interval of the difference corrected for the "
        "differences from each feature. "
        f"{training.held_out.method['sentence']}"
    )


def _chosen(training: Training) -> str:
    """Say how options were chosen, if any were."""
    arguments = training.method["recipe"]["arguments"]
    if training.method["options"].count("=") == len(arguments.get("learner_options", ())):
        return ""
    return f"; options were chosen on every sixth of the {training.method['groups']} learned from"


def training_warnings(training: Training) -> list[str]:
    """Return a sentence for each trap that this metric is in."""
    found, method, gain = [], training.method, training.gain
    if not (gain.metric == LEARNED and gain.verdict == "better"):
        found.append(f"No gain over {method['best']} alone can be told from chance: take that, which is simpler.")
    if method["groups"] == "segments":
        found.append(
            "No documents are known: segments of one document may stand on both sides of a split, which flatters. Give "
            "them with --documents."
        )
    if not method["holds_systems"]:
        found.append("The same systems were learned from and judged: --hold-systems says what to expect of new ones.")
    honest = training.agreement[LEARNED].value
    if method["mixed"] is not None and honest is not None and method["mixed"] - honest > _FLATTERS:
        found.append(
            f"Random folds would have said {method['mixed']:.3f} in place of {honest:.3f}: outputs of one segment are "
            "alike."
        )
    if method["n_outputs"] < _FEW * len(training.features):
        found.append(f"There are fewer than {_FEW} rated outputs for each feature: expect less on new texts.")
    return found
