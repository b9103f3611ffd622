"""The sentence for a paper on how weights were tuned."""

from steelyard.lab.questions.tune_weights.answer import WeightTuning
from steelyard.lab.questions.tune_weights.objectives import Objective
from steelyard.metrics import package_version

__all__ = ["weights_sentence"]

_OF_KIND = {
    "expected": "the corpus {label} of expected counts (L-BFGS; Zens et al. 2007)",
    "expected-segment": "the expected segment {label} (L-BFGS; Zens et al. 2007)",
    "mle-ngram": "the likelihood of the references' n-grams (L-BFGS; Zens et al. 2007)",
    "expected-bleu-ngram": "expected BLEU of n-grams by themselves (L-BFGS; Zens et al. 2007)",
    "likelihood": "the likelihood of each list's best candidate by {label} (L-BFGS)",
    "max-margin": "the structured hinge loss with costs by {label} (cutting planes; Tsochantaridis et al. 2005)",
}
_OF_SEARCH = {
    "line": "minimum error rate training with exact line searches (Och 2003)",
    "nelder-mead": "Nelder-Mead's simplex",
    "grid": "a grid along each axis",
    "exhaustive": "every weighting in steps of a tenth",
    "random": "random search",
}


def weights_sentence(tuning: WeightTuning) -> str:
    """Say in words what was done."""
    method = tuning.method
    kind, label = Objective.parse(method["objective"]).kind, tuning.scores[0].label
    how = _OF_KIND[kind].format(label=label) if kind else f"corpus {label} by {_OF_SEARCH[method['search']]}"
    n_tuned = sum(not row.held for row in tuning.weights)
    n_climbs = len(method["values"])
    points = "random point" if n_climbs == 2 else "random points"
    starts = f", from the start and {n_climbs - 1} {points} (seed {method['seed']})" if n_climbs > 1 else ""
    text = (
        f"We tuned {n_tuned} weights with Steelyard {package_version()} to {how} on {method['n_candidates']:,} "
        f"candidates of {method['n_segments']:,} segments{starts}."
    )
    if tuning.selected:
        text += f" Features were selected greedily by held-out {label}."
    asked = method["recipe"]["arguments"]
    if asked.get("also"):
        text += f" Weights were also tuned to {', '.join(asked['also'])}."
    if asked.get("mbr"):
        text += (
            f" Minimum Bayes risk chose the candidate with the highest expected {asked['mbr']} in its list (sharpness "
            f"{asked['sharpness']:g})."
        )
    if method["n_folds"] > 1:
        whole = "whole documents" if method["n_documents"] is not None else "consecutive segments"
        text += (
            f" Held-out outputs were chosen with weights of the other folds ({method['n_folds']} folds of {whole}). "
            f"{method['comparison']['sentence']}"
        )
    return text
