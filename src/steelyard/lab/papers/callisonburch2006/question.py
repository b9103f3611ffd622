"""What may be asked of Callison-Burch, Osborne and Koehn 2006."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import option
from steelyard.choices import Judges
from steelyard.errors import SpecError
from steelyard.lab.questions.replicate.question import ReplicateQuestion, judges_option, protocol_option, ratings_option

__all__ = ["CallisonBurch2006"]


def _number(name: str, n: int) -> None:
    if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 1000:
        raise SpecError(f"{name} (--{name}) must be a whole number from 0 to 1,000, not {n!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallisonBurch2006(ReplicateQuestion):
    """How many orders of words BLEU cannot tell apart, and how differently people rate what BLEU rates alike."""

    about: ClassVar[str] = (
        "count the word orders of equal BLEU, and compare people's ratings of outputs with equal BLEU"
    )
    source: ClassVar[str] = (
        'Callison-Burch, Osborne and Koehn 2006, "Re-evaluating the role of BLEU in machine translation research", '
        "EACL, pages 249-256, https://aclanthology.org/E06-1032"
    )
    metrics: ClassVar[tuple[str, ...]] = ("bleu", "chrf", "ter", "wer", "meteor-2005(without='stem synonym')")

    protocol: str = protocol_option("callisonburch2006")
    ratings: Any = ratings_option()
    judges: Judges | None = judges_option()
    examples: int = option(5, "print N outputs, each with a word order of equal BLEU", metavar="N", check=_number)
