"""METEOR 1.4."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.metrics.meteor.meteor_15 import Meteor15
from steelyard.metrics.registry import register

__all__ = ["Meteor14"]


@register
@dataclass(frozen=True)
class Meteor14(Meteor15):
    """METEOR 1.4: METEOR 1.5 before it had parameters for the tasks util and universal.

    Parameters
    ----------
    task : {"default", "rank", "adq", "hter", "li", "tune"}, default "default"
        Published parameters: fitted to ranks, to adequacy, to HTER, for any language, for tuning. By default ``rank``
        where the language has it, else ``li``.

    References
    ----------
    Denkowski and Lavie 2011, "Meteor 1.3: automatic metric for reliable optimization and evaluation of machine
    translation systems", W11-2107; version 1.4 of the program added Russian.

    Examples
    --------
    >>> import steelyard as sy
    >>> lists = "without=paraphrase, synonyms=examples/synonyms.tsv, function_words=none, tokenize=meteor:en"
    >>> meteor = sy.metrics.parse(f"meteor-1.4({lists})")
    >>> score = meteor.sentence_score("the ship departs at nine", ["the ferry leaves at nine"])
    >>> score.chunks, round(score.precision, 3), round(score.score, 3)
    (0.0, 0.92, 0.92)
    """

    name: ClassVar[str] = "meteor-1.4"
    cites: ClassVar[tuple[str, ...]] = ("denkowski2011meteor",)
    version: ClassVar[str] = "1.4"
