"""The sentence for a paper on how dependence was measured."""

from steelyard.metrics import package_version
from steelyard.results.missing import missing_text
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted
from steelyard.scored.sentences import describe_metrics
from steelyard.types import word_for_layout

__all__ = ["dependence_sentence"]


def dependence_sentence(counted: Counted, alpha: float, n_pairs: int) -> str:
    """Describe how dependence was measured."""
    metrics, n_segments = describe_metrics(counted.measurements), counted.test_set.n_segments
    word = word_for_layout(counted.test_set)
    effects = (
        f"The design effect is the jackknife variance of a difference of systems over documents or blocks, divided by "
        f"that over {word}s (Kish 1965; {number_of(n_pairs, 'difference')} per metric); the real level is that "
        f"of a two-sided test of {word}s at {alpha:g} with the median effect, by normal theory. "
        if n_pairs
        else ""
    )
    return (
        f"We measured how {number_of(n_segments, word)} hang together with Steelyard {package_version()}: "
        f"{metrics}. {effects}Broad sets take every g-th {word}, blocks take neighbours (Koehn 2004), "
        "and their scores are those of single systems."
        + (f" {missing}" if (missing := missing_text({"missing": getattr(counted.test_set, "missing", None)})) else "")
    )
