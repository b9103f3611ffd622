"""What varies and what does not: the words in which every command says what its answer was sampled from."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypedDict

from steelyard.reprs import short_repr

__all__ = ["FACTORS", "Factors", "ToldFactors"]

FACTORS = (
    "pairs", "rankings", "segments", "items", "documents", "blocks", "sources", "references", "groups",
    "runs", "raters", "tasks", "systems", "metrics",
)  # fmt: skip
"""All that may vary between one evaluation and the next, the smallest first."""


class ToldFactors(TypedDict):
    """What a method holds of its factors: a sentence that ends with them, and their words."""

    sentence: str
    sampled: list[str]
    fixed: list[str]


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors whose variation is in the errors, and those that are taken as they are.

    An answer holds for others like the sampled ones, and for the fixed ones themselves.

    Parameters
    ----------
    sampled, fixed : tuple of str
        Of `FACTORS`.

    Raises
    ------
    ValueError
        A factor has no word, or is sampled and fixed at once.

    Examples
    --------
    >>> Factors(("documents", "raters"), ("systems",)).sentence()
    'Documents and raters are treated as sampled; systems are treated as fixed.'
    >>> Factors(("items",), ()).sentence("In the intervals")
    'In the intervals, items are treated as sampled.'
    """

    sampled: tuple[str, ...]
    fixed: tuple[str, ...]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Check the words."""
        named = [*self.sampled, *self.fixed]
        if unknown := {*named} - {*FACTORS} or {one for one in named if named.count(one) > 1}:
            raise ValueError(f"what varies: {sorted(unknown)} of {named}")

    @classmethod
    def of_units(cls, unit: str, fixed: Sequence[str] = ("systems",)) -> "Factors":
        """Name the units that a test or an interval rests on, such as ``"document"``, as what was sampled."""
        return cls((f"{unit}s",), tuple(fixed))

    @classmethod
    def with_raters(
        cls, units: Sequence[str], roles: Collection[str], fixed: Sequence[str] = ("systems",)
    ) -> "Factors":
        """Name raters besides, where they have roles: as sampled if some answer holds for raters like these."""
        is_sampled, raters = "sampled" in roles, ("raters",) if roles else ()
        return cls((*units, *raters), (*fixed,)) if is_sampled else cls((*units,), (*raters, *fixed))

    def sentence(self, where: str = "") -> str:
        """Say it; `where` begins the sentence where an answer has parts that rest on different things."""
        parts = [
            f"{' and '.join(words)} are treated as {how}"
            for words, how in ((self.sampled, "sampled"), (self.fixed, "fixed"))
            if words
        ]
        said = "; ".join(parts)
        return f"{where}, {said}." if where else f"{said[0].upper()}{said[1:]}."

    def told(self, sentence: str, where: str = "") -> ToldFactors:
        """Return what a method holds of them: its sentence, which ends with them, and their words."""
        return {
            "sentence": f"{sentence} {self.sentence(where)}",
            "sampled": list(self.sampled),
            "fixed": list(self.fixed),
        }
