"""METEOR of 2007."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from steelyard.metrics.meteor.meteor_early import EarlyMeteor, EarlyParameters
from steelyard.metrics.registry import register

__all__ = ["Meteor2007"]


@register
@dataclass(frozen=True)
class Meteor2007(EarlyMeteor):
    """METEOR of 2007: that of 2005 with parameters fitted to adequacy, fluency or both.

    When it misleads
        Its parameters were fitted to Arabic-English of 2003 and, for other languages, to few judgements.
        {family}

    Parameters
    ----------
    language : str, default "en"
        ``en``, or ``fr``, ``de`` and ``es``, which have no synonyms.
    fitted_to : {"adequacy", "fluency", "sum"}, default "sum"
        Which judgements the published parameters were fitted to.

    References
    ----------
    Lavie and Agarwal 2007, "METEOR: an automatic metric for MT evaluation with high levels of correlation with human
    judgments", W07-0734.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-2007(without=synonym, tokenize=none)")
    >>> sentence = "the president spoke to the audience"
    >>> round(meteor.sentence_score(sentence, ["the president then spoke to the audience"]).score, 4)
    0.7819
    """

    name: ClassVar[str] = "meteor-2007"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]] = {
        "en": {
            "adequacy": EarlyParameters(0.82, 1.0, 0.21),
            "fluency": EarlyParameters(0.78, 0.75, 0.38),
            "sum": EarlyParameters(0.81, 0.83, 0.28),
        },
        "fr": {
            "adequacy": EarlyParameters(0.86, 0.5, 1.0),
            "fluency": EarlyParameters(0.74, 0.5, 1.0),
            "sum": EarlyParameters(0.76, 0.5, 1.0),
        },
        "de": {
            "adequacy": EarlyParameters(0.95, 0.5, 0.6),
            "fluency": EarlyParameters(0.95, 0.5, 0.8),
            "sum": EarlyParameters(0.95, 0.5, 0.75),
        },
        "es": {
            "adequacy": EarlyParameters(0.95, 1.0, 0.9),
            "fluency": EarlyParameters(0.62, 1.0, 1.0),
            "sum": EarlyParameters(0.95, 1.0, 0.98),
        },
    }
    languages: ClassVar[tuple[str, ...]] = tuple(published)
    cites: ClassVar[tuple[str, ...]] = ("lavie2007meteor",)

    fitted_to: Literal["adequacy", "fluency", "sum"] = "sum"

    @property
    def tuning(self) -> str:
        """Which of the published parameters of a language are used."""
        return self.fitted_to
