"""The sentence for a paper on how two systems were held against each other."""

from steelyard.metrics import package_version
from steelyard.questions.diff.diff_tables import Found
from steelyard.questions.diff.exchange import A, B
from steelyard.questions.diff.question import DiffQuestion
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted, Sampling
from steelyard.scored.sentences import describe_metrics, describe_units
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["difference_sentence"]


def difference_sentence(
    counted: Counted, question: DiffQuestion, sampling: Sampling, units: Units, by: Measurement, found: Found
) -> str:
    """Describe how two systems were held against each other part by part."""
    names, metrics, alpha = counted.test_set.system_names, describe_metrics(counted.measurements), question.alpha
    start = (
        f"We compared two systems part by part, with Steelyard {package_version()}: {names[A]} and {names[B]} "
        f"on {number_of(counted.test_set.n_segments, 'segment')}; {metrics}. "
    )
    if not found.n_changed:
        return f"{start}Their outputs are identical, so that there was nothing to test."
    return (
        f"{start}Buckets of segments and classes of words (F1) were tested by randomization of "
        f"{describe_units(units.described())} ({sampling.n_resamples:,} draws, or all exchanges where these are fewer; "
        f"seed {sampling.seed}); n-grams by an exact two-sided binomial test of the {units.name}s in which "
        f"{names[A]} has more of one against those in which {names[B]} has. What too few {units.name}s bear on for a p "
        f"of {alpha:g} was not tested. "
        "Adjusted p-values control the false discovery rate (Benjamini and Hochberg 1995) over "
        f"{number_of(found.n_bucket_tests, 'test')} of buckets and metrics, {found.n_word_tests:,} of classes of "
        f"words, and {found.n_ngram_tests:,} of n-grams: of what is called different at {alpha:g} in a family, at "
        f"most a share of {alpha:g} is expected to be false. P-values on all segments are not corrected. Words are "
        f"those of the tokenizer {question.tokenize}. Examples were chosen by {by.label} ({by.signature}), the largest "
        "differences first: they show, and prove nothing."
    )
