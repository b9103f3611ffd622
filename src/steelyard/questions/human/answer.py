"""What people say of systems, and how far the people can be relied on."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NotRequired, TypedDict, final

from steelyard.questions.compare.answer import CompareMethod
from steelyard.results import terms
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance, WithRecipe
from steelyard.results.numbers import p_text
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.results.score_rows import ScoreRow, describe_size

__all__ = [
    "AgreementRow", "CategoryRow", "MethodOfJudgements", "MethodOfPenalties", "RankingsMethod", "RaterErrors",
    "RaterRow", "RatingsAnalysis", "RatingsMethod", "WinRow",
]  # fmt: skip


@row
class RaterRow:
    """One rater on one scale."""

    scale: str = column("what was asked")
    rater: str = column("who answered", "rater")
    n_judgements: int = column("judgements of outputs, repeats with them", ">judgements", ",")
    mean: float = column("mean of these scores, as in the file", ">mean", ".2f")
    deviation: float | None = column("standard deviation of these scores; NaN is stored as None", ">sd", ".2f")
    with_others: float | None = column(
        "Pearson's r with the mean of the other raters, over the outputs that they also rated; None below three",
        ">with others",
        ".2f",
        "Pearson's r with the mean of the other raters, over the outputs that they also rated",
    )
    n_repeats: int = column("outputs that were shown again")
    repeat_difference: float | None = column(
        "mean absolute difference between the two scores",
        ">again",
        ".2f",
        "mean absolute difference between two scores of the same output",
    )
    n_degraded: int = column("damaged outputs beside the output itself")
    degraded_difference: float | None = column(
        "mean score of the outputs minus that of their damaged copies",
        ">damaged",
        "+.2f",
        "mean score of outputs minus that of their damaged copies; p is one-sided",
    )
    p_control: float | None = column(
        "one-sided p of the quality control: that damage lowers scores at all (Wilcoxon's signed-rank test), or by "
        "more than repeats differ (rank-sum test); None where there are too few control items",
        ">p",
        p_text,
    )
    is_kept: bool = column("whether the rater's judgements count in the scores")
    n_references: int = column("references that were shown in place of an output, beside the output itself", default=0)
    reference_difference: float | None = column(
        "mean score of the references minus that of the outputs",
        ">reference",
        "+.2f",
        "mean score of references minus that of the outputs that they replaced",
        default=None,
    )
    lenience: float | None = column(
        "how much higher the rater scores than an average rater, by a mixed model, if one was fitted",
        ">lenience",
        "+.2f",
        "how much higher the rater scores than an average rater, by the mixed model",
        default=None,
    )


@row
class RaterErrors:
    """How far the difference of two systems may be off: with these raters, and with raters like these."""

    scale: str = column("what was asked")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    these_raters: float = column(
        "standard error on new documents (or segments), judged by these raters", ">these raters", ".3f"
    )
    raters_like_these: float = column("the same with new raters like these; the verdict uses it", ">new raters", ".3f")
    degrees_of_freedom: float = column("of the second, for Student's t", ">df", ".1f")


@row
class AgreementRow:
    """One coefficient of agreement."""

    scale: str = column("what was asked")
    between: str = column('``"raters"``, or ``"repeats"`` of one rater')
    coefficient: str = column("its name, such as Krippendorff's alpha, interval", "agreement")
    value: float | None = column("1 is perfect, 0 is chance; None if it is not defined", ">value", ".3f")
    interval: tuple[float, float] | None = column("by the jackknife over segments or documents", show=".3f")
    n_items: int = column("outputs, or pairs of outputs, that were judged more than once", show=",")


@row
class CategoryRow:
    """What one kind of marked error costs one system."""

    system: str = column("whose output")
    kind: str = column("what errors are sorted by: the first part of their category, or how bad they are")
    name: str = column("which")
    n_marks: int = column("marks of all raters")
    penalty: float = column("share of the system's mean penalty per segment; the rows of a kind add up to it")


@row
class WinRow:
    """How often people ranked one system above another."""

    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    n_wins: int = column("judgements for the system", ">preferred", ",")
    n_losses: int = column("judgements for the other", ">other preferred", ",")
    n_ties: int = column("judgements for neither", ">neither", ",")
    p_value: float | None = column("of the sign test, if requested", ">p", p_text, default=None)
    p_adjusted: float | None = column("the same after correction for all pairs", ">adjusted p", p_text, default=None)
    verdict: Verdict | None = column(terms.VERDICT, default=None)
    reason: str = column("why no result could have been significant", default="")


@documented
class MethodOfJudgements(TypedDict):
    """How many judgements there are, and how many count."""

    n_judgements: Annotated[int, "rows with a score"]
    n_counted: Annotated[int, "those that count"]
    n_missing: Annotated[int, "rows without a score"]
    n_raters: Annotated[int, "raters with a name"]
    n_raters_kept: Annotated[int, "those whose judgements count"]
    quality_control: Annotated[str, "who stays"]
    is_complete: Annotated[bool, "whether all systems were rated on the same segments"]
    n_rated: Annotated[list[int], "by system, segments with a rating"]


@documented
class MethodOfPenalties(TypedDict):
    """Whether the file's scores are penalties."""

    are_penalties: NotRequired[Annotated[bool, "missing where they are not"]]


@final
@documented
class RatingsMethod(CompareMethod, MethodOfJudgements, MethodOfPenalties):
    """How systems were compared by their ratings; also what a comparison says."""

    format: Annotated[str, "of the file"]
    scaling: Annotated[str, "how raters were brought to one scale"]
    average: Annotated[str, "over segments, or over judgements"]
    variances: NotRequired[Annotated[dict[str, dict[str, float]], "of a mixed model, by scale and effect"]]
    omnibus: NotRequired[
        Annotated[
            dict[str, dict[str, Any]],
            "of tests of all systems together, by scale: statistic, degrees of freedom, p and n",
        ]
    ]
    raters: Annotated[str, "whether verdicts and intervals are for raters like these, or for these alone"]
    ratings_sentence: Annotated[str, "what was read and what counts, for the paper"]


@final
@documented
class RankingsMethod(Provenance, WithRecipe):
    """How systems were ranked by people's rankings."""

    format: Annotated[str, '``"rankings"``']
    win_rule: Annotated[str, "what counts as the score"]
    unit: Annotated[str, "what is drawn as a whole, or counts once"]
    n_units: Annotated[int, "how many there are"]
    n_judgements: Annotated[int, "rankings"]
    n_comparisons: Annotated[int, "comparisons of two systems"]
    n_compared: Annotated[int, "pairs that somebody compared"]
    n_ties: Annotated[int, "ties among the comparisons"]
    n_raters: Annotated[int, "raters with a name"]
    n_skipped: Annotated[int, "rows that hold no ranking"]
    alpha: Annotated[float, "level of tests"]
    confidence_level: Annotated[float, "of ranges of ranks"]
    seed: Annotated[int, "of all draws"]
    has_strengths: Annotated[bool, "whether Bradley and Terry's strengths exist"]
    n_resamples: NotRequired[Annotated[int, "without a test: resamples"]]
    n_dropped: NotRequired[Annotated[int, "without a test: resamples that had no comparison of some system"]]
    test: NotRequired[Annotated[str, "the sign test, where it was asked for"]]
    validity: NotRequired[Annotated[str, "what its p-values claim"]]
    correction: NotRequired[Annotated[str, "of these p-values"]]
    family: NotRequired[Annotated[str, "what is corrected together"]]
    family_size: NotRequired[Annotated[int, "pairs that were tested"]]
    experimentwise_error: NotRequired[Annotated[dict[str, Any], "of tests that nothing corrects"]]
    sentence: Annotated[str, "the same for the paper"]


@documented
@dataclass(frozen=True)
class RatingsAnalysis(Result):
    """Systems as people see them: scores, which of them differ, and what the ratings are worth.

    Examples
    --------
    >>> import steelyard as sy
    >>> analysis = sy.analyse_ratings("examples/ratings.tsv")
    >>> [(row.system, round(row.score, 1), row.cluster) for row in analysis.scores][:2]
    [('harbour', 79.2, 1), ('lantern', 80.6, 1)]
    """

    schema: ClassVar[str] = "steelyard.ratings-analysis/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "raters", "agreement", "categories", "wins", "errors")

    scores: Annotated[tuple[ScoreRow, ...], "scale by scale; of rankings, the share of comparisons won"]
    pairs: Annotated[tuple[PairRow, ...], "scale by scale; none for rankings"]
    method: Annotated[RatingsMethod | RankingsMethod, "how it was done, versions, and the SHA-256 of every input"]
    raters: Annotated[tuple[RaterRow, ...], "where the file names raters"] = ()
    agreement: Annotated[tuple[AgreementRow, ...], "where outputs were judged more than once"] = ()
    categories: Annotated[tuple[CategoryRow, ...], "of marked errors"] = ()
    wins: Annotated[tuple[WinRow, ...], "of rankings"] = ()
    errors: Annotated[
        tuple[RaterErrors, ...], "of every pair, where raters were sampled (the default, where the file names them)"
    ] = ()

    def __str__(self) -> str:
        """Return what was rated and how many groups people tell apart."""
        groups = max((score.cluster or 1 for score in self.scores), default=1)
        return f"RatingsAnalysis: {describe_size(self.scores, self.method)}\nclusters: {groups}"
