"""What answers say of how they came about: typed, and stored as they stand."""

from typing import Annotated, Any, NotRequired, TypedDict

from steelyard.results.columns import documented

__all__ = [
    "DesignEffect", "DesignEffects", "MethodOfIntervals", "MethodOfGold", "MethodOfRates", "MethodOfUnits",
    "Provenance", "TextFinding", "WithRecipe",
]  # fmt: skip


@documented
class Provenance(TypedDict):
    """What an answer rests on."""

    n_segments: Annotated[int, "of the test set"]
    n_systems: Annotated[int, "of the test set"]
    n_documents: Annotated[int | None, "of the test set; None where documents are not known"]
    versions: Annotated[dict[str, str], "of Steelyard, NumPy and Python"]
    inputs: Annotated[list[dict[str, str]], "role, name and SHA-256 of every input"]
    segments_are: NotRequired[
        Annotated[
            str,
            '``"items"`` where there are scores alone, without texts; ``"blocks"`` or ``"documents"`` where statistics '
            "were summed to these before",
        ]
    ]
    missing: NotRequired[
        Annotated[
            dict[str, Any],
            "scores that were missing, of scores alone: the rule, and by system and metric how many there are and why",
        ]
    ]


@documented
class WithRecipe(TypedDict):
    """How an answer came about."""

    recipe: Annotated[dict[str, Any], "what the question needs to be asked again"]
    sampled: NotRequired[
        Annotated[list[str], "what varies in the errors of tests and intervals; missing where there are none"]
    ]
    fixed: NotRequired[Annotated[list[str], "what these errors take as it is; missing where there are none"]]


@documented
class MethodOfUnits(TypedDict):
    """What was resampled or left out."""

    unit: Annotated[str, 'what a unit is: ``"document"``, ``"segment"`` or ``"block"``']
    n_units: Annotated[int, "how many there are"]
    block_size: NotRequired[Annotated[int, "segments of a block"]]
    last_block_size: NotRequired[Annotated[int, "segments of the last block, which may be shorter"]]


@documented
class DesignEffect(TypedDict):
    """Variances of differences over units, divided by those over independent segments."""

    median: Annotated[float, "over the differences"]
    low: Annotated[float, "the lowest of the differences"]
    high: Annotated[float, "the highest of the differences"]
    n_differences: Annotated[int, "those that vary"]
    segment_level: Annotated[float, "false positive rate of a test of independent segments, with the median"]


@documented
class DesignEffects(TypedDict):
    """How much the segments of a unit depend on each other."""

    design_effect: NotRequired[
        Annotated[DesignEffect, "missing where the unit is the segment, or no difference varies"]
    ]


@documented
class MethodOfGold(TypedDict):
    """Whose scores metrics were held against."""

    raters: NotRequired[Annotated[str, "agreement is with these raters; missing where nobody is named"]]
    n_raters: NotRequired[Annotated[int, "of them"]]


@documented
class MethodOfRates(TypedDict):
    """Which scores are rates."""

    rates: NotRequired[
        Annotated[
            list[str], "labels of metrics whose scores are rates, with intervals of their own; missing without any"
        ]
    ]


@documented
class MethodOfIntervals(MethodOfRates):
    """How intervals of scores came about."""

    interval: Annotated[str | None, "their kind; None where there are none"]
    ends: NotRequired[
        Annotated[dict[str, list[float]], "by metric, the declared least and greatest score; missing without a range"]
    ]
    n_effective: NotRequired[Annotated[float, "effective number of units"]]
    confidence_level: NotRequired[Annotated[float, "such as 0.95"]]
    n_resamples: NotRequired[Annotated[int, "of a bootstrap"]]
    seed: NotRequired[Annotated[int, "of a bootstrap, and of intervals by range"]]


@documented
class TextFinding(TypedDict):
    """What a first look at the texts found."""

    check: Annotated[str, "name of the check, as `steelyard check files` has it"]
    severity: Annotated[str, "error or warning"]
    system: Annotated[str, "whose text it is"]
    message: Annotated[str, "what was found"]
    fix: Annotated[str, "what to do"]
