"""How a plan of ratings came about, in words."""

from steelyard.metrics import package_version
from steelyard.questions.plan_ratings.answer import PlanMethod
from steelyard.ratings.shared_systems import left_out_text

__all__ = ["rating_plan_sentence"]


def rating_plan_sentence(method: PlanMethod) -> str:
    """Describe the pilot, the variance components, what was counted for which test, and the lines drawn."""
    kind = "document" if method["has_documents"] else "segment"
    n = method["n_rated_documents"]
    documents = f" of {n:,} documents" if method["has_documents"] else ""
    pairs = f" over the {method['n_pairs']:,} pairs of {method['n_systems']:,} systems together"
    by = "of one rater's scores of both" if method["is_paired"] else "of the segments' mean scores"
    low, high = (f"{factor:,.2f}" if factor < 10 else f"{factor:,.0f}" for factor in method["off_by"])
    sentence = (
        f"We planned ratings with Steelyard {package_version()} from a pilot of {method['n_rated']:,} segments"
        f"{documents}. Variance components of differences ({by}) were fitted by least squares"
        f"{pairs if method['n_pairs'] > 1 else ''}; {kind}s were counted so that a two-sided t test over them at "
        f"{method['alpha']:g} finds a difference of {method['difference']:g} in text like this with a power of "
        f"{method['power']:g} (noncentral t). "
    )
    if method["for_all_raters"]:
        sentence += (
            f"With a number of raters, who stand for all, the test is t with the error of {kind}s and raters together "
            "(from the variance components of the new ratings) and Satterthwaite's degrees of freedom; a test over "
            f"{kind}s alone does not hold its level for all raters. "
        )
    sentence += (
        "The components are taken for known, and text and raters for like those of the pilot. A variance between "
        f"{n:,} {kind}s is known only so far: what is needed can be from {low} to {high} times as much (95%, by "
        f"chi-square with {_degrees(n - 1)} of freedom)."
    )
    if not method["has_documents"]:
        sentence += " No documents were named: segments were taken for independent of each other."
    if method["left_out"]:
        sentence += f" {left_out_text(method['left_out'])}"
    if method["n_next"]:
        kind = "documents" if method["by_document"] else "lines"
        how = f"the pilot: {method['sampling']}" if method["sampling"] else "the pilot stands for itself alone"
        n_next = f"{method['n_next']:,} lines to rate next were" if method["n_next"] > 1 else "1 line to rate next was"
        sentence += f" {n_next} drawn systematically in random order, by {kind} (seed {method['seed']}; {how})."
        if method["n_left_out"]:
            n = method["n_left_out"]
            sentence += f" {n:,} line{'s were' if n > 1 else ' was'} rated for some systems only and not drawn from."
    return sentence


def _degrees(n: int) -> str:
    return f"{n:,} degree{'s' if n != 1 else ''}"
