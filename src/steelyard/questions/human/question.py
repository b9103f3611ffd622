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
        "Average people's ratings by system, test which systems differ, and say how far the raters agree. Reads direct "
        "assessment, MQM, ESA, exports of Appraise, logs of Pearmut, scores of mt-metrics-eval, rankings and votes."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard human ratings.tsv",
        "steelyard human ratings.tsv --scaling z --quality-control degraded",
        "steelyard human ratings.tsv --raters fixed",
        "steelyard human mqm.tsv --weights google --report page.html",
    )

    test: str | None = option(
        None,
        "two-way, as of compare, or rank-sum, in-turn, kruskal, friedman, mixed-model; of rankings: sign",
        kind=str,
        metavar="TEST",
        shown="two-way, where the file names several raters; else randomization",
        more='"two-way": Student\'s t with the error that other documents and other raters would make. "rank-sum": '
        "Wilcoxon's of segments, unpaired and one-sided in both directions, as in WMT's tables of direct assessment; "
        '"in-turn": the same with two scales, the second of which decides where the first does not; "mixed-model" '
        'tells systems from raters and segments (`rater_effects`). "kruskal" (unpaired, then Dunn\'s test) and '
        '"friedman" (within segments, then Nemenyi\'s) rank all systems together. Rankings are resampled for ranges '
        'of ranks, or have every pair tested by "sign".',
        is_first=True,
    )
    correction: str | None = option(
        None,
        "for all pairs and scales, as of compare",
        metavar="CORRECTION",
        shown="holm; with --raters fixed maxt; of rank-sum none",
        more="Holm's where the test has no joint null. Of rankings, with the sign test.",
    )
    scaling: str = option(
        "raw",
        "scores as they are, standardised by rater, or each rater's ranks",
        is_shared=True,
        choices=RATING_SCALINGS,
        is_first=True,
    )
    weights: Any = option(
        None,
        "of marked errors",
        is_shared=True,
        metavar="SCHEME",
        shown="the file's own or google",
        on_command_line=f": {', '.join(MQM_WEIGHTINGS)}",
        python="str or MqmWeights",
        is_first=True,
    )
    average: str = option(
        "macro",
        "over segments, or over judgements",
        choices=RATING_AVERAGES,
        more="Every rated segment counts once, or every judgement does.",
    )
    segments: RatingSegments = option(
        "auto",
        "those rated for every system, or all",
        choices=RATING_SEGMENTS,
        shown="auto: the first where they are nine tenths",
    )
    quality_control: str = option(
        "none",
        "leave out raters who do not score damaged outputs lower, or not by more than repeats differ",
        is_shared=True,
        choices=QUALITY_CONTROLS,
        more="At `alpha`.",
        is_first=True,
    )
    raters: str | None = raters_option('Other tests than "two-way" and "mixed-model" are about these raters.')
    win_rule: str = option(
        "expected-wins",
        "of rankings: what counts as the score",
        choices=WIN_RULES,
        more="See `steelyard.human.win_shares`.",
    )
    agreement: AgreementLevel = option(
        "interval",
        "how far apart Krippendorff's alpha takes two scores for; ratio where they have a true zero",
        choices=AGREEMENT_LEVELS,
        on_command_line="; of nominal ones also Fleiss's kappa, of two raters Cohen's",
        more="Not of rankings. Of two raters Cohen's kappa is there for nominal scores, and weighted for ordinal ones; "
        "Fleiss's for nominal scores where every output has as many raters.",
    )
    lower_is_better: bool = option(
        False,
        "ratings are penalties: lower is better",
        flags=("--penalties",),
        is_shared=True,
        dest="penalties",
        more="Marked errors are so anyway.",
        is_first=True,
    )
    unit: str | None = option(
        None,
        "document, segment, block:K; of rankings: ranking, segment, pair",
        metavar="UNIT",
        shown="document, where they are known; of rankings ranking, of their sign test segment",
    )
    interval: str | None = interval_option("jackknife; around scores of 40 units or more percentile")
    alpha: float = option(0.05, "level of all tests together", metavar="X", check=between_0_and_1, is_first=True)
    n_resamples: int | None = resamples_option(None, "draws", shown="10000; of rankings 1000")
    rng: Any = seed_option()
