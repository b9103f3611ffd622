"""What may be asked: which units of the source every system gets right."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    not_negative,
    option,
    pairs_option,
    resamples_option,
    seed_option,
    unit_option,
    words_option,
)
from steelyard.choices import CREDITS
from steelyard.errors import SpecError

__all__ = ["CheckPointsQuestion"]

_MATCHES = ("form", "lower")


def _match(name: str, value: str) -> None:
    if value not in _MATCHES and not value.startswith(("stem:", "lemma:")):
        raise SpecError(f"{name} (--match) must be form, lower, stem:LANGUAGE or lemma:LANGUAGE, not {value!r}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPointsQuestion(Question):
    """Which units of the source every system gets right, by category."""

    description: ClassVar[str] = (
        "Score outputs on check-points (translations of words, phrases and sentences of the source). Show the share "
        "that each system has, by category and group, with intervals and corrected tests."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard lab suite points.jsonl -i baseline.txt ours.txt",
        "steelyard lab suite points.jsonl -i baseline.txt ours.txt --references ref.txt --sources src.txt",
    )

    credit: str = option(
        "ngrams",
        "score points by their n-grams, all points together; by the share of n-grams of each point; or by whole "
        "references found",
        choices=CREDITS,
        is_first=True,
    )
    match: str = option(
        "lower", "compare words by form, lower, stem:en, lemma:de, ...", metavar="VIEW", check=_match,
        is_first=True,
    )  # fmt: skip
    tokenize: str = words_option("split texts into words with this tokenizer: zh, none, ...")
    categories: tuple[str, ...] = option((), "use only these categories or groups", metavar="NAME", shown="all")
    examples: int = option(1, "show N points for each category and system", metavar="N", check=not_negative)
    pairs: str | tuple[str, ...] = pairs_option()
    alpha: float = option(
        0.05,
        "set the family-wise error rate",
        metavar="X",
        check=between_0_and_1,
        more="Categories are one family; groups and all points are another. Intervals have level 1 - alpha.",
    )
    n_resamples: int = resamples_option(10_000, "make N draws for the tests")
    unit: str | None = unit_option("Units are exchanged.")
    rng: Any = seed_option()
