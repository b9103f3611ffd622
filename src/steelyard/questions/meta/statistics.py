"""The statistics by which metrics are held against people: their names, and how users spell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from steelyard.errors import SpecError, unknown_name
from steelyard.questions.meta.question import LEVELS, OF_ITEMS, OF_SYSTEMS, STATISTICS

__all__ = ["AVERAGES", "DEFAULTS", "Statistic", "parse_all"]

Level = Literal["system", "item", "within-system", "global"]

AVERAGES: dict[str, Level] = {"item": "item", "system": "within-system", "none": "global"}
"""Names of users, and of `steelyard.meta`."""
_OF_OUTPUTS = ("calibrated-accuracy:item", "pearson:none", "kendall:item")
DEFAULTS = {
    "system": ("soft-accuracy", "pairwise-accuracy", "pearson"),
    "segment": _OF_OUTPUTS,
    "document": _OF_OUTPUTS,
}


@dataclass(frozen=True, slots=True)
class Statistic:
    """What is computed, at which level, averaged over what."""

    level: str  # "system", "segment", "document": what is compared
    name: str  # of `STATISTICS`
    average: str  # "", "item", "system", "none": empty at the system level

    @classmethod
    def parse(cls, text: str) -> "Statistic":
        """Read ``LEVEL:STATISTIC`` or ``LEVEL:STATISTIC:AVERAGE``."""
        level, _, rest = text.partition(":")
        name, _, average = rest.partition(":")
        if level not in LEVELS:
            raise unknown_name(f"level in {text!r}:", level, LEVELS)
        name = "kendall" if name == "tau_b" else name
        if name not in STATISTICS:
            raise unknown_name(f"statistic in {text!r}:", name, STATISTICS)
        if level == "system":
            if average:
                raise SpecError(f"Systems are compared as they are: write system:{name}, without {average!r}.")
            if name in OF_ITEMS:
                raise SpecError(f"{name} compares outputs of the same segment: write segment:{name}.")
            return cls(level, name, "")
        if name in OF_SYSTEMS:
            raise SpecError(f"{name} compares systems: write system:{name}.")
        average = average or "item"
        if average not in AVERAGES:
            raise unknown_name(f"average in {text!r}:", average, AVERAGES)
        if name in OF_ITEMS and average != "item":
            raise SpecError(f"{name} is defined between outputs of the same {level}: write {level}:{name}.")
        return cls(level, name, average)

    def __str__(self) -> str:
        """Spell it as users do."""
        return ":".join(part for part in (self.level, self.name, self.average) if part)


def parse_all(texts: Sequence[str], by: Sequence[str], levels: Sequence[str]) -> list[Statistic]:
    """Read the statistics that are asked for; a level without any gets its defaults, and that which decides."""
    for level in levels:
        if level not in LEVELS:
            raise unknown_name("level", level, LEVELS)
    asked, deciding = ([Statistic.parse(text) for text in part] for part in (texts, by))
    wanted = {*levels, *(statistic.level for statistic in (*asked, *deciding))}
    found: list[Statistic] = []
    for level in DEFAULTS:
        if level not in wanted:
            continue
        own = [statistic for statistic in asked if statistic.level == level]
        shown = own or [Statistic.parse(f"{level}:{name}") for name in DEFAULTS[level]]
        found += dict.fromkeys([*(statistic for statistic in deciding if statistic.level == level), *shown])
    return found
