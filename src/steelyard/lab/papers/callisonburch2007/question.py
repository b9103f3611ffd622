"""What may be asked of Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import Lines, option
from steelyard.lab.questions.replicate.question import ReplicateQuestion, protocol_option, ratings_option

__all__ = ["CallisonBurch2007"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallisonBurch2007(ReplicateQuestion):
    """How consistent and how fast people are by type of judgement, and how well metrics agree with each."""

    about: ClassVar[str] = "agreement and speed of people by type of judgement, and metrics beside them"
    source: ClassVar[str] = (
        'Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007, "(Meta-) evaluation of machine translation", WMT, '
        "pages 136-158, https://aclanthology.org/W07-0718"
    )
    metrics: ClassVar[tuple[str, ...]] = ("meteor-2007(without='stem synonym')", "bleu", "ter", "gtm(exponent=1.2)")
    is_averaged: ClassVar[bool] = True

    protocol: str = protocol_option("callisonburch2007")
    ratings: Any = ratings_option()
    rankings: Any = option(
        None, "people's rankings of whole outputs", metavar="FILE", is_first=True, python="Judgements",
        more="What `read_judgements` gives.",
    )  # fmt: skip
    constituents: Any = option(
        None, "people's rankings of constituents: as of outputs", metavar="FILE", python="Judgements",
        more="What `read_judgements` gives.",
    )  # fmt: skip
    times: Lines | None = option(
        None, "TSV of judgements with start and end, or with seconds and the hit that took them", file="times"
    )
