"""The sentence for a paper on how scores were computed."""

from collections.abc import Sequence

from steelyard.choices import RATES
from steelyard.metrics import package_version
from steelyard.questions.score.answer import ScoreMethod
from steelyard.results.plurals import counted as number_of
from steelyard.results.plurals import word_for_segment
from steelyard.scored.sentences import (
    describe_ends,
    describe_interval,
    describe_metrics,
    describe_rates,
    describe_units,
    describe_worth,
    show_percent,
)
from steelyard.types import Measurement

__all__ = ["score_sentence"]


def score_sentence(measurements: Sequence[Measurement], method: ScoreMethod) -> str:
    """Describe a table of scores."""
    sentence = (
        f"Scores of {number_of(method['n_segments'], word_for_segment(method))} with Steelyard {package_version()}: "
    )
    sentence += describe_metrics(measurements)
    if method["interval"]:
        by = f"{describe_interval(method, method['interval'])} over {describe_units(method)}{describe_worth(method)}"
        sentence += f"; {show_percent(method['confidence_level'])} intervals by {by}"
    rates = "" if method["interval"] in RATES else f" {describe_rates(method, has_differences=False)}".rstrip()
    sentence = f"{sentence}.{rates}{describe_ends(method, of_scores=True)}"
    if "missing" not in method:
        return sentence
    from steelyard.results.missing import missing_text  # rare

    return f"{sentence} {missing_text(method)}"
