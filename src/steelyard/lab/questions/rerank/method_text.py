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
    scaled = "divided by their standard deviation within lists" if method["is_scaled"] else "unscaled"
    offered = ", ".join(f"{n:,} {_KINDS[kind]}" for kind, n in method["n_offered"].items())
    return (
        f"We fitted an l1-regularised log-linear model to {method['n_candidates']:,} candidates of "
        f"{method['n_segments']:,} segments with Steelyard {package_version()} by grafting (Riezler and Maxwell 2005). "
        f"The target is the best candidate of each list by {method['label']} ({method['signature']}). Features are "
        f"{offered}, {scaled}; {n_features:,} {'has' if n_features == 1 else 'have'} a weight. The penalty was chosen "
        f"by {method['n_folds']}-fold cross-validation ({share:g} of the smallest penalty with no feature)."
    )


def notes_on(method: RerankMethod, *, is_better: bool, smallest: float | None) -> list[str]:
    """Say what to know when reading the scores."""
    notes = [
        "The held-out score is slightly too high, because it chose the penalty. Evaluate the model on other lists with "
        "`steelyard lab rerank apply --references`.",
        f"{method['label']} decides which candidates are best, so evaluate the outputs with another metric, too.",
    ]
    if smallest is not None:
        notes.append(f"The best penalty, {smallest:g}, is the smallest of `--gammas`: try smaller ones.")
    if not is_better:
        notes.append(
            "Do not use this model: on held-out lists, its score is not higher than that of the decoder's first "
            "candidates with any penalty."
        )
    return notes
