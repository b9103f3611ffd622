"""The sentence for a paper on how parts of the test set were left out."""

from steelyard.inference.units.fewest_removals import ONE_BY_ONE
from steelyard.metrics import package_version
from steelyard.questions.influence.question import InfluenceQuestion
from steelyard.results.missing import missing_text
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted
from steelyard.scored.sentences import describe_degrees, describe_metrics, describe_units
from steelyard.scored.units import Units
from steelyard.types import word_for_layout

__all__ = ["influence_sentence"]

_SPANS = (
    " Spans were cut out of the texts that have some, and their counterparts out of the others: words linked by the "
    "alignment with the source, or by the fewest edits between output and reference. A gap parts the text, so that "
    "BLEU and chrF count no n-gram across it (after Mohit and Hwa 2007); intervals of changes are by jackknife."
)


def influence_sentence(counted: Counted, question: InfluenceQuestion, units: Units) -> str:
    """Describe how parts of the test set were left out."""
    metrics, of_units = describe_metrics(counted.measurements), describe_units(units.described())
    (against, system), n_segments = counted.test_set.system_names, counted.test_set.n_segments
    word = word_for_layout(counted.test_set)
    many = f", from {ONE_BY_ONE:,} on a hundredth of them at a time" if n_segments > ONE_BY_ONE else ""
    degrees = describe_degrees({"n_effective": units.n_effective()})
    return (
        f"We left out parts of {number_of(n_segments, word)} one by one, and scored the rest of {system} and "
        f"{against} again, with Steelyard {package_version()}: {metrics}. The number of {units.name}s "
        f"that carry a verdict is an upper bound, found by leaving out at every step the one without which it is "
        f"nearest its end{many} (after Broderick et al. 2020); significant means a jackknife t test over {of_units} at "
        f"{question.alpha:g} ({degrees} degrees of freedom to begin with, then those of what is left), where compare "
        "may test otherwise: near the level the two can disagree. Scores of parts are a description: no test says that "
        "they differ."
        + (_SPANS if question.spans is not None else "")
        + (f" {missing}" if (missing := missing_text({"missing": getattr(counted.test_set, "missing", None)})) else "")
    )
