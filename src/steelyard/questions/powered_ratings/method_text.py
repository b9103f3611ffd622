"""The sentence for a paper on prediction-powered ratings."""

from steelyard.metrics import package_version
from steelyard.questions.powered_ratings.answer import PoweredMethod
from steelyard.ratings.shared_systems import left_out_text

__all__ = ["powered_sentence", "spread_of"]

_DRAWN = {
    "random": "drawn at random",
    "documents": "all lines of documents drawn at random",
    "weights": "drawn with known chances",
}
_TARGETS = {
    "set": "What is estimated is the mean that people would give to these {n:,} lines, had all been rated.",
    "population": "What is estimated is the mean in the population that the test set's {kind}s come from.",
}


def spread_of(method: PoweredMethod) -> str:
    """Say over what errors are: documents were drawn where the population of documents is asked about."""
    if method["target"] != "population":
        return method["unit"]
    return "document" if method["has_documents"] else "segment"


def powered_sentence(method: PoweredMethod) -> str:
    """Describe how mean ratings were estimated from a metric and a rated sample."""
    n, kind = method["n_segments"], "document" if method["has_documents"] else "segment"
    spread = spread_of(method)
    documents = f" of {method['n_documents']:,} documents" if method["has_documents"] else ""
    sentence = (
        f"We estimated mean ratings with Steelyard {package_version()} by prediction-powered inference (PPI++; "
        f"Angelopoulos, Duchi and Zrnic 2023): people rated {method['n_rated']:,} of {n:,} segments{documents}, "
        f"{_DRAWN[str(method['sampling']).partition(':')[0]]}; the metric scored all. {_TARGETS[method['target']]} The "
        "metric's weight was fitted on other documents than those it was applied to. ".format(n=n, kind=kind)
    )
    sentence += (
        f"Intervals ({round(100 * method['confidence_level'], 6):g}%) are by Student's t "
        f"({method['degrees_of_freedom']:,} degrees of freedom) with standard errors over {spread}s, one by one; "
        f"verdicts are at {method['alpha']:g} after Holm's correction for all pairs."
    )
    if not method["has_documents"]:
        sentence += " No documents were named: segments were taken for independent of each other."
    if method["n_left_out"]:
        sentence += (
            f" {method['n_left_out']:,} more lines were rated for some systems only and are left out, as if the test "
            "set did not have them."
        )
    if method["left_out"]:
        sentence += f" {left_out_text(method['left_out'])}"
    return sentence
