"""The sentence for a paper on how a reranker was fitted, and what to know when reading its scores."""

from steelyard.lab.questions.rerank.answer import RerankMethod
from steelyard.metrics import package_version

__all__ = ["notes_on", "training_sentence"]

_KINDS = {
    "decoder": "of the decoder",
    "words": "n-grams",
    "chain": "chains of words in parses",
    "relations": "chains of relations in parses",
}


def training_sentence(method: RerankMethod, share: float, n_features: int) -> str:
    """Say in words what was done."""
    scaled = "divided by their standard deviation within lists" if method["is_scaled"] else "as they are"
    offered = ", ".join(f"{n:,} {_KINDS[kind]}" for kind, n in method["n_offered"].items())
    return (
        f"We fitted an l1-regularised log-linear model to {method['n_candidates']:,} candidates of "
        f"{method['n_segments']:,} segments with Steelyard {package_version()} by grafting (Riezler and Maxwell 2005), "
        f"to the best candidate of each list by {method['label']} ({method['signature']}). Features offered: "
        f"{offered}, {scaled}; {n_features:,} {'has' if n_features == 1 else 'have'} a weight. The penalty, {share:g} "
        f"of that which leaves none, has the best score in {method['n_folds']}-fold cross-validation."
    )


def notes_on(method: RerankMethod, *, is_better: bool, smallest: float | None) -> list[str]:
    """Say what to know when reading the scores."""
    notes = [
        "The held-out score chose the penalty, so it is a little too good: judge the model on other lists, with "
        "`steelyard lab rerank apply --references`.",
        f"The right candidates and these scores are those of one metric, {method['label']}: judge the outputs by "
        "another one, too.",
    ]
    if smallest is not None:
        notes.append(
            f"The best penalty, {smallest:g}, is the smallest that was tried: smaller ones may be better (`--gammas`)."
        )
    if not is_better:
        notes.append(
            "No penalty gives a model that scores higher than the decoder's first on lists it has not seen: these "
            "lists teach too little, and the model should not be used as it is."
        )
    return notes
