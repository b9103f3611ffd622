"""METEOR of 2005."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_early import EarlyMeteor, EarlyParameters
from steelyard.metrics.registry import register

__all__ = ["Meteor2005"]


@register
@dataclass(frozen=True)
class Meteor2005(EarlyMeteor):
    """METEOR of 2005: unigrams matched as words, stems and synonyms, recall first.

    When it misleads
        Its parameters were set by hand; later versions fitted them to people's judgements.
        {family}

    Parameters
    ----------
    language : str, default "en"
        English only: ``en``.

    References
    ----------
    Banerjee and Lavie 2005, "METEOR: an automatic metric for MT evaluation with improved correlation with human
    judgments", W05-0909.

    Examples
    --------
    >>> import steelyard as sy
    >>> meteor = sy.metrics.parse("meteor-2005(without=synonym, tokenize=none)")
    >>> sentence = "the president spoke to the audience"
    >>> round(meteor.sentence_score(sentence, ["the president then spoke to the audience"]).score, 4)
    0.8535
    """

    name: ClassVar[str] = "meteor-2005"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]] = {"en": {"original": EarlyParameters(0.9, 3.0, 0.5)}}
    languages: ClassVar[tuple[str, ...]] = tuple(published)
    cites: ClassVar[tuple[str, ...]] = ("banerjee2005meteor",)
