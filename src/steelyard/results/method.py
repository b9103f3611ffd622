"""What answers say of how they came about: typed, and stored as they stand."""

from typing import Any, NotRequired, TypedDict

__all__ = [
    "DesignEffect",
    "DesignEffects",
    "MethodOfIntervals",
    "MethodOfGold",
    "MethodOfRates",
    "MethodOfUnits",
    "Provenance",
    "TextFinding",
    "Told",
]


class Provenance(TypedDict):
    """What an answer rests on.

    Attributes
    ----------
    n_segments, n_systems : int
        Sizes of the test set.
    n_documents : int or None
        None where documents are not known.
    versions : dict
        Of Steelyard, NumPy and Python.
    inputs : list of dict
        Role, name and SHA-256 of every input.
    segments_are : str
        ``"items"`` where there are scores alone, without texts; ``"blocks"`` or ``"documents"`` where statistics were
        summed to these before.
    missing : dict
        Scores that were missing, of scores alone: the rule, and by system and metric how many there are and why.
    """

    n_segments: int
    n_systems: int
    n_documents: int | None
    versions: dict[str, str]
    inputs: list[dict[str, str]]
    segments_are: NotRequired[str]
    missing: NotRequired[dict[str, Any]]


class Told(TypedDict):
    """How an answer came about.

    Attributes
    ----------
    recipe : dict
        What the question needs to be asked again.
    sampled, fixed : list of str
        What varies in the errors of tests and intervals, and what is taken as it is (`steelyard.results.factors`);
        missing where there are none.
    """

    recipe: dict[str, Any]
    sampled: NotRequired[list[str]]
    fixed: NotRequired[list[str]]


class MethodOfUnits(TypedDict):
    """What was resampled or left out.

    Attributes
    ----------
    unit : str
        What a unit is: ``"document"``, ``"segment"`` or ``"block"``.
    n_units : int
        How many there are.
    block_size, last_block_size : int
        Segments of a block, and of the last one, which may be shorter.
    """

    unit: str
    n_units: int
    block_size: NotRequired[int]
    last_block_size: NotRequired[int]


class DesignEffect(TypedDict):
    """Variances of differences over units, divided by those over independent segments.

    Attributes
    ----------
    median, low, high : float
        Over the differences.
    n_differences : int
        Those that vary.
    segment_level : float
        False-alarm rate that a test of independent segments has with the median.
    """

    median: float
    low: float
    high: float
    n_differences: int
    segment_level: float


class DesignEffects(TypedDict):
    """How much the segments of a unit hang together.

    Attributes
    ----------
    design_effect : DesignEffect
        Missing where the unit is the segment, or no difference varies.
    """

    design_effect: NotRequired[DesignEffect]


class MethodOfGold(TypedDict):
    """Whose scores metrics were held against.

    Attributes
    ----------
    raters : {"fixed"}
        Agreement is with these raters; missing where nobody is named.
    n_raters : int
        Of them.
    """

    raters: NotRequired[str]
    n_raters: NotRequired[int]


class MethodOfRates(TypedDict):
    """Which scores are rates.

    Attributes
    ----------
    rates : list of str
        Labels of metrics whose scores are rates, and have intervals of their own; missing where there are none.
    """

    rates: NotRequired[list[str]]


class MethodOfIntervals(MethodOfRates):
    """How intervals of scores came about.

    Attributes
    ----------
    interval : str or None
        Their kind; None where there are none.
    n_effective : float
        As many units of equal size as there are in effect.
    confidence_level : float
        Such as 0.95.
    n_resamples, seed : int
        Of a bootstrap; the seed also of intervals by range.
    ends : dict of str to list of float
        By metric, the declared least and greatest score; missing where there are no intervals by range.
    """

    interval: str | None
    ends: NotRequired[dict[str, list[float]]]
    n_effective: NotRequired[float]
    confidence_level: NotRequired[float]
    n_resamples: NotRequired[int]
    seed: NotRequired[int]


class TextFinding(TypedDict):
    """What a first look at the texts found.

    Attributes
    ----------
    check : str
        Name of the check, as `steelyard check files` has it.
    severity : str
        error or warning.
    system : str
        Whose text it is.
    message, fix : str
        What was found, and what to do.
    """

    check: str
    severity: str
    system: str
    message: str
    fix: str
