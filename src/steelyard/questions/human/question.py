"""What may be asked: which systems people prefer, and what the ratings are worth."""

from dataclasses import dataclass
from typing import Any, ClassVar

from steelyard.asking.question import (
    Question,
    between_0_and_1,
    interval_option,
    option,
    raters_option,
    resamples_option,
    seed_option,
)
from steelyard.choices import (
    AGREEMENT_LEVELS,
    MQM_WEIGHTINGS,
    QUALITY_CONTROLS,
    RATING_AVERAGES,
    RATING_SCALINGS,
    RATING_SEGMENTS,
    WIN_RULES,
    AgreementLevel,
    RatingSegments,
)

__all__ = ["HumanQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanQuestion(Question):
    """Which systems people prefer."""

    description: ClassVar[str] = (
        "Average people's ratings by system, test which systems differ, and measure how well the raters agree. Reads "
        "direct assessment, MQM, ESA, exports of Appraise, logs of Pearmut, scores of mt-metrics-eval, rankings and "
        "votes."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard human ratings.tsv",
        "steelyard human ratings.tsv --scaling z --quality-control degraded",
        "steelyard human ratings.tsv --raters fixed",
        "steelyard human mqm.tsv --weights google --report page.html",
    )

    test: str | None = option(
        None,
        "choose the test: two-way, rank-sum, in-turn, kruskal, friedman, mixed-model, or one of compare; for rankings "
        "sign",
        kind=str,
        metavar="TEST",
        shown="two-way if the file names several raters, else randomization",
        more='"two-way": Student\'s t with the variance over documents and over raters. "rank-sum": Wilcoxon\'s test '
        "of segments, unpaired and one-sided in both directions, as in WMT's tables of direct assessment. "
        '"in-turn": the same with two scales; the second is tested where the first is not significant. "mixed-model" '
        'separates the effects of systems, raters and segments (`rater_effects`). "kruskal" (unpaired, then Dunn\'s '
        'test) and "friedman" (within segments, then Nemenyi\'s) test all systems together. For rankings, "sign" '
        "tests every pair; without it, ranges of ranks come from resamples.",
        is_first=True,
    )
    correction: str | None = option(
        None,
        "correct p-values for all pairs and scales, as in compare",
        metavar="CORRECTION",
        shown="holm; with --raters fixed maxt; for rank-sum none",
        more="Holm's if the test has no joint null distribution. For rankings, with the sign test only.",
    )
    scaling: str = option(
        "raw",
        "use scores as they are, standardise them by rater, or use ranks by rater",
        is_shared=True,
        choices=RATING_SCALINGS,
        is_first=True,
    )
    weights: Any = option(
        None,
        "weight marked errors by a scheme",
        is_shared=True,
        metavar="SCHEME",
        shown="the file's own or google",
        on_command_line=f": {', '.join(MQM_WEIGHTINGS)}",
        python="str or MqmWeights",
        is_first=True,
    )
    average: str = option(
        "macro",
        "average over segments, or over judgements",
        choices=RATING_AVERAGES,
        more="Every rated segment counts once, or every judgement does.",
    )
    segments: RatingSegments = option(
        "auto",
        "use segments rated for every system, or all segments",
        choices=RATING_SEGMENTS,
        shown="auto: the first if they are nine tenths of all",
    )
    quality_control: str = option(
        "none",
        "remove raters who do not score damaged outputs lower (or not by more than repeats differ)",
        is_shared=True,
        choices=QUALITY_CONTROLS,
        more="Tested at `alpha`.",
        is_first=True,
    )
    raters: str | None = raters_option('Only "two-way" and "mixed-model" generalise to raters like these.')
    win_rule: str = option(
        "expected-wins",
        "choose how rankings become a score",
        choices=WIN_RULES,
        more="See `steelyard.human.win_shares`.",
    )
    agreement: AgreementLevel = option(
        "interval",
        "choose the scale type of Krippendorff's alpha (ratio needs a true zero)",
        choices=AGREEMENT_LEVELS,
        on_command_line="; nominal scores also get Fleiss's kappa, two raters Cohen's",
        more="Not for rankings. Two raters get Cohen's kappa for nominal scores, weighted for ordinal ones. Fleiss's "
        "kappa "
        "needs nominal scores and the same number of raters for every output.",
    )
    lower_is_better: bool = option(
        False,
        "read ratings as penalties: lower is better",
        flags=("--penalties",),
        is_shared=True,
        dest="penalties",
        more="Marked errors always are.",
        is_first=True,
    )
    unit: str | None = option(
        None,
        "resample documents, segments or block:K (K segments); for rankings: ranking, segment, pair",
        metavar="UNIT",
        shown="document if known; rankings: ranking, with the sign test segment",
    )
    interval: str | None = interval_option("jackknife; around scores of 40 units or more percentile")
    alpha: float = option(0.05, "set the family-wise error rate", metavar="X", check=between_0_and_1, is_first=True)
    n_resamples: int | None = resamples_option(None, "set the number of draws", shown="10000; for rankings 1000")
    rng: Any = seed_option()
