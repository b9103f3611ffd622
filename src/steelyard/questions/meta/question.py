"""What may be asked: how far metrics agree with people, and which to trust."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from steelyard.asking.question import Question, between_0_and_1, option, raters_option, resamples_option, seed_option
from steelyard.choices import PAIR_STATISTICS

__all__ = [
    "FISHER",
    "LEVELS",
    "OF_ITEMS",
    "OF_SYSTEMS",
    "OF_VALUES",
    "STATISTICS",
    "TESTS",
    "WILLIAMS",
    "MetaQuestion",
    "Resampled",
    "Swap",
]

LEVELS = ("system", "segment", "document")
OF_SYSTEMS = ("soft-accuracy", "soft-accuracy-published", "pairwise-accuracy", "robust-pearson")
OF_ITEMS = ("calibrated-accuracy", "darr")
FISHER = ("pearson", "spearman", "kendall")
"""Correlations that Fisher's interval is for."""
OF_VALUES = ("pearson", "robust-pearson")
"""Correlations of values, not of ranks or counts of pairs."""
_OF_BOTH = (*FISHER, *(name for name in PAIR_STATISTICS if name != "tau_b"))
STATISTICS = (*OF_SYSTEMS, *OF_ITEMS, *_OF_BOTH)
TESTS = ("exchange", "bootstrap", "williams")
WILLIAMS = ("system:pearson", "segment:pearson:none")
"""What Williams' test is for."""
Resampled = Literal["systems", "inputs", "both"]
Swap = Literal["systems", "inputs", "both"]
_SPELLING = "LEVEL:STATISTIC[:AVERAGE]"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaQuestion(Question):
    """How far metrics agree with people, which cannot be told apart, and which to trust."""

    description: ClassVar[str] = (
        "Hold metrics against people's ratings of the same outputs: agreement with intervals, which metrics cannot be "
        "told apart, and which to trust for systems and for single segments."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta ref.txt -i a.txt b.txt c.txt d.txt -m bleu chrf ter --ratings ratings.tsv",
        "steelyard meta --scores COMET=comet.tsv BLEURT=bleurt.tsv --ratings ratings.tsv",
    )

    levels: tuple[str, ...] = option(
        ("system", "segment"),
        "what is compared: systems; outputs; or systems' means over documents",
        choices=LEVELS,
        is_first=True,
    )
    statistics: tuple[str, ...] = option(
        (),
        f"of systems: {', '.join(OF_SYSTEMS)}; of outputs: {', '.join(OF_ITEMS)}; of both: {', '.join(_OF_BOTH)}. "
        "Average: item (within each segment), system (within each system) or none (over all outputs)",
        metavar=_SPELLING,
        more="A level without any gets its defaults; an average that is not named is item.",
    )
    by: tuple[str, ...] = option(
        (),
        "what decides: the agreement with people that ranks metrics, one per level",
        flags=("--decide-by",),
        metavar=_SPELLING,
        shown="system:soft-accuracy segment:calibrated-accuracy",
    )
    test: str | None = option(
        None,
        "of all pairs of metrics",
        choices=TESTS,
        shown="by what decides; williams: Pearson of systems or over all outputs",
        more="Williams' test leaves other statistics their own.",
    )
    swap: Swap | None = option(
        None,
        "what is exchanged as a whole",
        choices=get_args(Swap),
        shown="systems for systems, else both: single scores",
    )
    resample: Resampled = option(
        "both", "for intervals: systems, segments or documents, or both", choices=get_args(Resampled)
    )
    metric_lines: str = option(
        "all",
        "lines that a metric's scores of systems are of: all it has, as WMT does, or those that people rated",
        choices=("all", "rated"),
    )
    interval: str = option(
        "student",
        "kind; fisher is for correlations of systems",
        choices=("student", "percentile", "fisher"),
        more='"student": Student\'s t with the variance over systems plus that over segments less that of both, on the '
        'scale of Fisher\'s z or of the arcsine. "percentile": of resamples of both, which are too wide: they count '
        "what systems and segments have together three times. Statistics that fisher is not for keep student.",
    )
    confidence_level: float = option(0.95, "of the intervals", flags=(), check=between_0_and_1)
    alpha: float = option(
        0.05, "family-wise level of all pairs of metrics of a level", metavar="X", check=between_0_and_1
    )
    n_resamples: int = resamples_option(1000, "draws of intervals, tests, and soft pairwise accuracy")
    rng: Any = seed_option()
    raters: str | None = raters_option(
        "The standard is the mean of these raters: only fixed can be answered here.", shown="fixed"
    )
    buckets: Any = option(
        None,
        "also by parts of the test set: short and long segments, or a label per segment, such as its domain",
        flags=(),
        python="Labels, sequence of str, TextFile or ByLength",
        more="By the first statistic of segments that is a correlation or counts pairs.",
        is_first=True,
    )
