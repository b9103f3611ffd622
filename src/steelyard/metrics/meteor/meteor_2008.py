"""METEOR of 2008."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_early import EarlyMeteor, EarlyParameters
from steelyard.metrics.registry import register

__all__ = ["Meteor2008"]


@register
@dataclass(frozen=True)
class Meteor2008(EarlyMeteor):
    """METEOR of 2008: that of 2005 with parameters fitted to rankings by people.

    When it misleads
        Its parameters were fitted to rankings of the systems of 2007.
        {family}

    Parameters
    ----------
    language : str, default "en"
        ``en``, or ``de``, ``fr`` and ``es``, which have no synonyms.

    References
    ----------
    Agarwal and Lavie 2008, "METEOR, M-BLEU and M-TER: evaluation metrics for high-correlation with human rankings of
    machine translation output", W08-0312.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-2008(without=synonym, tokenize=none)")
    >>> sentence = "the president spoke to the audience"
    >>> round(meteor.sentence_score(sentence, ["the president then spoke to the audience"]).score, 4)
    0.639
    """

    name: ClassVar[str] = "meteor-2008"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]] = {
        "en": {"rank": EarlyParameters(0.95, 0.5, 0.45)},
        "de": {"rank": EarlyParameters(0.9, 3.0, 0.15)},
        "fr": {"rank": EarlyParameters(0.9, 0.5, 0.55)},
        "es": {"rank": EarlyParameters(0.9, 0.5, 0.55)},
    }
    languages: ClassVar[tuple[str, ...]] = tuple(published)
    cites: ClassVar[tuple[str, ...]] = ("agarwal2008meteor",)

    @property
    def tuning(self) -> str:
        """Which of the published parameters of a language are used."""
        return "rank"
