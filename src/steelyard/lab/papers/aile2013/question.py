"""What may be asked of Echizen'ya, Araki and Hovy 2013."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.choices import Judges
from steelyard.lab.questions.replicate.question import ReplicateQuestion, judges_option, protocol_option, ratings_option

__all__ = ["Aile2013"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aile2013(ReplicateQuestion):
    """How well metrics agree with people on systems, on segments, and by length."""

    about: ClassVar[str] = (
        "measure how well metrics agree with people on systems, segments, and short and long segments"
    )
    source: ClassVar[str] = (
        "Echizen'ya, Araki and Hovy 2013, \"Automatic evaluation metric for machine translation that is independent "
        'of sentence length", RANLP, pages 230-236, https://aclanthology.org/R13-1030'
    )
    metrics: ClassVar[tuple[str, ...]] = (
        "aile",
        "bleu(lowercase=True)",
        "impact",
        "meteor-2005(without='stem synonym')",
        "ribes(tokenize=13a)",
        "ter(normalized=True)",
    )
    has_figures: ClassVar[bool] = False
    is_averaged: ClassVar[bool] = True

    protocol: str = protocol_option("aile2013")
    ratings: Any = ratings_option()
    judges: Judges | None = judges_option()
