"""What may be asked of Chiang, DeNeefe, Chan and Ng 2008."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Lines, option
from steelyard.choices import Judges
from steelyard.lab.questions.replicate.question import ReplicateQuestion, judges_option, protocol_option, ratings_option

__all__ = ["Chiang2008"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chiang2008(ReplicateQuestion):
    """Three games that a metric allows which is not decomposable: the sign test, genres, deleted sentences."""

    about: ClassVar[str] = "show three ways to raise a metric that is no sum over segments"
    source: ClassVar[str] = (
        'Chiang, DeNeefe, Chan and Ng 2008, "Decomposability of translation metrics for improved evaluation and '
        'efficient algorithms", EMNLP, pages 610-619, https://aclanthology.org/D08-1064'
    )
    metrics: ClassVar[tuple[str, ...]] = (
        "bleu(reference_length=shortest)",
        "bleu-sbp",
        "grr",
        "meteor-2007(without='stem synonym')",
        "gtm(exponent=1.2)",
        "ter",
        "wer",
    )
    has_figures: ClassVar[bool] = False

    protocol: str = protocol_option("chiang2008")
    genres: Lines | None = option(
        None, "read one label per line, such as the genre, to test genres", file="genres", is_first=True
    )
    ratings: Any = ratings_option()
    judges: Judges | None = judges_option()
