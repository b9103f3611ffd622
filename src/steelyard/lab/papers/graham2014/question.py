"""What may be asked of Graham, Mathur and Baldwin 2014."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import option
from steelyard.lab.questions.replicate.question import ReplicateQuestion, protocol_option, ratings_option

__all__ = ["Graham2014"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graham2014(ReplicateQuestion):
    """What three randomized tests conclude of every ordered pair under every metric."""

    about: ClassVar[str] = "compare the conclusions of three randomized tests on every ordered pair of systems"
    source: ClassVar[str] = (
        'Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", WMT, pages 266-274, '
        "https://aclanthology.org/W14-3333"
    )
    metrics: ClassVar[tuple[str, ...]] = ("bleu", "nist", "meteor-2005(without='stem synonym')", "ter")

    protocol: str = protocol_option("graham2014")
    ratings: Any = ratings_option("As for `test_accuracy`.")
    histograms: tuple[str, ...] = option(
        (), "show the pseudo-statistics of these pairs", metavar="A:B", shown="two typical ones per metric"
    )
