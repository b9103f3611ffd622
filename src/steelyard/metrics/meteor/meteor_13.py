"""METEOR 1.3."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_14 import Meteor14
from steelyard.metrics.registry import register

__all__ = ["Meteor13"]


@register
@dataclass(frozen=True)
class Meteor13(Meteor14):
    """METEOR 1.3: METEOR 1.4 before it had parameters for Russian.

    References
    ----------
    Denkowski and Lavie 2011, "Meteor 1.3: automatic metric for reliable optimization and evaluation of machine
    translation systems", W11-2107.

    Examples
    --------
    >>> import steelyard as sy
    >>> lists = "without=paraphrase, synonyms=examples/synonyms.tsv, function_words=none, tokenize=meteor:en"
    >>> meteor = sy.metrics.parse(f"meteor-1.3({lists})")
    >>> score = meteor.sentence_score("the ship departs at nine", ["the ferry leaves at nine"])
    >>> score.chunks, round(score.precision, 3), round(score.score, 3)
    (0.0, 0.92, 0.92)
    """

    name: ClassVar[str] = "meteor-1.3"
    version: ClassVar[str] = "1.3"
