"""What may be asked: how far metrics agree with people, and which to trust."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from steelyard.asking.question import Question, between_0_and_1, option, raters_option, resamples_option, seed_option
from steelyard.choices import PAIR_STATISTICS

__all__ = [
    "FISHER", "LEVELS", "OF_ITEMS", "OF_SYSTEMS", "OF_VALUES", "STATISTICS", "TESTS", "WILLIAMS", "MetaQuestion",
    "Resampled", "Swap",
]  # fmt: skip

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
    """How well metrics agree with people, which differ significantly, and which to trust."""

    description: ClassVar[str] = (
        "Measure how well metrics agree with people's ratings of the same outputs, with intervals and tests between "
        "metrics. Name the metrics to trust for systems and for single segments."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard meta ref.txt -i a.txt b.txt c.txt d.txt -m bleu chrf ter --ratings ratings.tsv",
        "steelyard meta --scores COMET=comet.tsv BLEURT=bleurt.tsv --ratings ratings.tsv",
    )

    levels: tuple[str, ...] = option(
        ("system", "segment"),
        "compare systems, outputs of segments, or means over documents",
        choices=LEVELS,
        is_first=True,
    )
    statistics: tuple[str, ...] = option(
        (),
        f"choose statistics; for systems: {', '.join(OF_SYSTEMS)}; for outputs: {', '.join(OF_ITEMS)}; for both: "
        f"{', '.join(_OF_BOTH)}. Average: item (within each segment), system (within each system) or none",
        metavar=_SPELLING,
        more="A level without a statistic has its defaults; the default average is item, and none is over all outputs.",
    )
    by: tuple[str, ...] = option(
        (),
        "rank metrics by this statistic, one per level",
        flags=("--decide-by",),
        metavar=_SPELLING,
        shown="system:soft-accuracy segment:calibrated-accuracy",
    )
    test: str | None = option(
        None,
        "choose the test of pairs of metrics",
        choices=TESTS,
        shown="by --decide-by; williams: Pearson of systems or over all outputs",
        more="Williams' test is for these statistics only; others keep their own.",
    )
    swap: Swap | None = option(
        None,
        "exchange whole systems, whole inputs, or single scores",
        choices=get_args(Swap),
        shown="systems for systems, else both: single scores",
    )
    resample: Resampled = option(
        "both", "resample systems, inputs (segments or documents), or both, for intervals", choices=get_args(Resampled)
    )
    metric_lines: str = option(
        "all",
        "average a metric's system scores over all lines, as WMT does, or over the rated lines",
        choices=("all", "rated"),
    )
    interval: str = option(
        "student",
        "choose the kind of interval; fisher is for correlations of systems",
        choices=("student", "percentile", "fisher"),
        more='"student": Student\'s t with the variance over systems plus that over segments minus that of both, on '
        'the scale of Fisher\'s z or of the arcsine. "percentile": of resamples of both; too wide, because the '
        "interaction of systems and segments counts three times. fisher: correlations of systems, else student.",
    )
    confidence_level: float = option(0.95, "level of the intervals", flags=(), check=between_0_and_1)
    alpha: float = option(
        0.05, "set the family-wise error rate of all pairs of metrics of a level", metavar="X", check=between_0_and_1
    )
    n_resamples: int = resamples_option(1000, "set the number of draws of intervals, tests and soft pairwise accuracy")
    rng: Any = seed_option()
    raters: str | None = raters_option(
        "Metrics are compared with the mean of these raters: only fixed is possible.", shown="fixed"
    )
    buckets: Any = option(
        None,
        "compare agreement in parts of the test set: short and long segments, or by a label per segment",
        flags=(),
        python="Labels, sequence of str, TextFile or ByLength",
        more="Uses the first statistic of segments that is a correlation or counts pairs.",
        is_first=True,
    )
