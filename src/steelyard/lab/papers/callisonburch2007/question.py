"""What may be asked of Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Lines, option
from steelyard.lab.questions.replicate.question import ReplicateQuestion, protocol_option, ratings_option

__all__ = ["CallisonBurch2007"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallisonBurch2007(ReplicateQuestion):
    """How consistent and how fast people are by type of judgement, and how well metrics agree with each."""

    about: ClassVar[str] = (
        "measure agreement and speed of people by type of judgement, and their correlation with metrics"
    )
    source: ClassVar[str] = (
        'Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007, "(Meta-) evaluation of machine translation", WMT, '
        "pages 136-158, https://aclanthology.org/W07-0718"
    )
    metrics: ClassVar[tuple[str, ...]] = ("meteor-2007(without='stem synonym')", "bleu", "ter", "gtm(exponent=1.2)")
    is_averaged: ClassVar[bool] = True

    protocol: str = protocol_option("callisonburch2007")
    ratings: Any = ratings_option()
    rankings: Any = option(
        None, "read people's rankings of whole outputs", metavar="FILE", is_first=True, python="Judgements",
        more="What `read_judgements` gives.",
    )  # fmt: skip
    constituents: Any = option(
        None, "read people's rankings of constituents, in the same format", metavar="FILE", python="Judgements",
        more="What `read_judgements` gives.",
    )  # fmt: skip
    times: Lines | None = option(
        None, "read times of judgements: TSV with start and end, or with the seconds of each hit", file="times"
    )
