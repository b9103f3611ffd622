"""What people say of systems, and how far the people can be relied on."""

from dataclasses import dataclass
from typing import Any, ClassVar, NotRequired, TypedDict, final

from steelyard.questions.compare.answer import CompareMethod
from steelyard.results.base import Result
from steelyard.results.method import Provenance, Told
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.results.score_rows import ScoreRow, describe_size
from steelyard.short_repr import short_repr

__all__ = [
    "AgreementRow",
    "CategoryRow",
    "MethodOfJudgements",
    "MethodOfPenalties",
    "RankingsMethod",
    "RaterErrors",
    "RaterRow",
    "RatingsAnalysis",
    "RatingsMethod",
    "WinRow",
]


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater on one scale.

    Attributes
    ----------
    scale, rater : str
        What was asked, and who answered.
    n_judgements : int
        Of outputs, repeats with them.
    mean, deviation : float
        Of these scores, as in the file; NaN is stored as None.
    with_others : float or None
        Pearson's r with the mean of the other raters, over outputs that others rated, too; None below three.
    n_repeats : int
        Outputs that were shown again.
    repeat_difference : float or None
        Mean size of the difference between the two scores.
    n_degraded : int
        Damaged outputs beside the output itself.
    degraded_difference : float or None
        Mean of the output's score less that of its damaged form.
    p_control : float or None
        One-sided p of the quality control: that damage lowers scores at all (Wilcoxon's signed-rank test), or by more
        than repeats differ (rank-sum test); None where there are too few control items.
    is_kept : bool
        Whether the rater's judgements count in the scores.
    n_references : int
        References that were shown in place of an output, beside the output itself.
    reference_difference : float or None
        Mean of the reference's score less that of the output.
    lenience : float or None
        By how much the rater scores higher than an average one, as a mixed model finds, where one was fitted.

    Examples
    --------
    >>> from steelyard.results import RaterRow
    >>> RaterRow("score", "ann", 280, 64.2, 21.0, 0.71, 24, 5.2, 24, 27.0, 1e-5, True).is_kept
    True
    """

    scale: str
    rater: str
    n_judgements: int
    mean: float
    deviation: float | None
    with_others: float | None
    n_repeats: int
    repeat_difference: float | None
    n_degraded: int
    degraded_difference: float | None
    p_control: float | None
    is_kept: bool
    n_references: int = 0
    reference_difference: float | None = None
    lenience: float | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class RaterErrors:
    """How far the difference of two systems may be off: with these raters, and with raters like these.

    Attributes
    ----------
    scale, system_a, system_b : str
        What was asked, and the pair.
    these_raters : float
        Standard error over other documents (or segments), judged by the same raters.
    raters_like_these : float
        The same if raters, too, were others; the verdict rests on it.
    degrees_of_freedom : float
        Of the second, for Student's t.

    Examples
    --------
    >>> from steelyard.results import RaterErrors
    >>> RaterErrors("score", "mine", "theirs", 1.2, 2.9, 3.4).raters_like_these
    2.9
    """

    scale: str
    system_a: str
    system_b: str
    these_raters: float
    raters_like_these: float
    degrees_of_freedom: float


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One coefficient of agreement.

    Attributes
    ----------
    scale : str
        What was asked.
    between : str
        ``"raters"``, or ``"repeats"`` of one rater.
    coefficient : str
        Its name, such as ``"Krippendorff's alpha, interval"``.
    value : float or None
        1 is perfect, 0 is chance; None where it is not defined.
    interval : (float, float) or None
        By the jackknife over segments or documents.
    n_items : int
        Outputs, or pairs of outputs, that were judged more than once.

    Examples
    --------
    >>> from steelyard.results import AgreementRow
    >>> AgreementRow("score", "raters", "Krippendorff's alpha, interval", 0.62, (0.5, 0.74), 240).value
    0.62
    """

    scale: str
    between: str
    coefficient: str
    value: float | None
    interval: tuple[float, float] | None
    n_items: int


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """What one kind of marked error costs one system.

    Attributes
    ----------
    system : str
        Whose output.
    kind : {"category", "severity"}
        What errors are sorted by: the first part of their category, or how bad they are.
    name : str
        Which.
    n_marks : int
        Marks of all raters.
    penalty : float
        Share of the system's mean penalty per segment; the rows of a kind add up to it.

    Examples
    --------
    >>> from steelyard.results import CategoryRow
    >>> CategoryRow("mine", "category", "Accuracy", 12, 0.4).penalty
    0.4
    """

    system: str
    kind: str
    name: str
    n_marks: int
    penalty: float


@dataclass(frozen=True, slots=True)
class WinRow:
    """How often people ranked one system above another.

    Attributes
    ----------
    system_a, system_b : str
        The pair; B is the earlier in the order of the file.
    n_wins, n_losses, n_ties : int
        Judgements for A, for B, and for neither.
    p_value, p_adjusted : float or None
        Of the sign test, where it was asked for; the second for all pairs.
    verdict : {"better", "worse", "cannot tell"} or None
        About A.
    reason : str
        Why nothing could have been told, however one-sided the judgements.

    Examples
    --------
    >>> from steelyard.results import WinRow
    >>> WinRow("b", "a", 12, 8, 5).n_wins
    12
    """

    system_a: str
    system_b: str
    n_wins: int
    n_losses: int
    n_ties: int
    p_value: float | None = None
    p_adjusted: float | None = None
    verdict: Verdict | None = None
    reason: str = ""


class MethodOfJudgements(TypedDict):
    """How many judgements there are, and how many count.

    Attributes
    ----------
    n_judgements, n_counted, n_missing : int
        Rows with a score; those that count; rows without a score.
    n_raters, n_raters_kept : int
        Raters with a name, and those whose judgements count.
    quality_control : str
        Who stays.
    is_complete : bool
        Whether all systems were rated on the same segments.
    n_rated : list of int
        By system, segments with a rating.
    """

    n_judgements: int
    n_counted: int
    n_missing: int
    n_raters: int
    n_raters_kept: int
    quality_control: str
    is_complete: bool
    n_rated: list[int]


class MethodOfPenalties(TypedDict):
    """Whether the file's scores are penalties.

    Attributes
    ----------
    are_penalties : bool
        Missing where they are not.
    """

    are_penalties: NotRequired[bool]


@final
class RatingsMethod(CompareMethod, MethodOfJudgements, MethodOfPenalties):
    """How systems were compared by their ratings; also what a comparison says.

    Attributes
    ----------
    format : str
        Of the file.
    scaling : {"raw", "z", "blatz"}
        How raters were brought to one scale.
    average : {"macro", "micro"}
        Over segments, or over judgements.
    variances : dict
        Of a mixed model, by scale and effect.
    omnibus : dict
        Of tests of all systems together, by scale: statistic, degrees of freedom, p and n.
    raters : {"sampled", "fixed", "unknown"}
        Whether verdicts and intervals are for raters like these, or for these alone.
    ratings_sentence : str
        What was read and what counts, for the paper.
    """

    format: str
    scaling: str
    average: str
    variances: NotRequired[dict[str, dict[str, float]]]
    omnibus: NotRequired[dict[str, dict[str, Any]]]
    raters: str
    ratings_sentence: str


@final
class RankingsMethod(Provenance, Told):
    """How systems were ranked by people's rankings.

    Attributes
    ----------
    format : str
        ``"rankings"``.
    win_rule : str
        What counts as the score.
    unit : {"ranking", "segment", "pair"}
        What is drawn as a whole, or counts once.
    n_units : int
        How many there are.
    n_judgements, n_comparisons, n_compared, n_ties : int
        Rankings; comparisons of two systems; those that somebody made; and ties.
    n_raters, n_skipped : int
        Raters with a name, and rows that hold no ranking.
    alpha, confidence_level : float
        Level of tests, and of ranges of ranks.
    seed : int
        Of all draws.
    has_strengths : bool
        Whether Bradley and Terry's strengths exist.
    n_resamples, n_dropped : int
        Without a test: resamples, and those that had no comparison of some system.
    test, validity, correction, family : str
        Of the sign test, where it was asked for.
    family_size : int
        Pairs that were tested.
    experimentwise_error : dict
        Of tests that nothing corrects.
    sentence : str
        The same for the paper.
    """

    format: str
    win_rule: str
    unit: str
    n_units: int
    n_judgements: int
    n_comparisons: int
    n_compared: int
    n_ties: int
    n_raters: int
    n_skipped: int
    alpha: float
    confidence_level: float
    seed: int
    has_strengths: bool
    n_resamples: NotRequired[int]
    n_dropped: NotRequired[int]
    test: NotRequired[str]
    validity: NotRequired[str]
    correction: NotRequired[str]
    family: NotRequired[str]
    family_size: NotRequired[int]
    experimentwise_error: NotRequired[dict[str, Any]]
    sentence: str


@dataclass(frozen=True)
class RatingsAnalysis(Result):
    """Systems as people see them: scores, which of them differ, and what the ratings are worth.

    Attributes
    ----------
    scores : tuple of ScoreRow
        Scale by scale; of rankings, the share of comparisons won.
    pairs : tuple of PairRow
        Scale by scale; none for rankings.
    method : RatingsMethod or RankingsMethod
        How it was done, versions, and the SHA-256 of every input.
    raters : tuple of RaterRow
        Where the file names raters.
    agreement : tuple of AgreementRow
        Where outputs were judged more than once.
    categories : tuple of CategoryRow
        Of marked errors.
    wins : tuple of WinRow
        Of rankings.
    errors : tuple of RaterErrors
        Of every pair, where raters were sampled (the default, where the file names them).

    Examples
    --------
    >>> import steelyard as sy
    >>> analysis = sy.analyse_ratings("examples/ratings.tsv")
    >>> [(row.system, round(row.score, 1), row.cluster) for row in analysis.scores][:2]
    [('harbour', 79.2, 1), ('lantern', 80.6, 1)]
    """

    schema: ClassVar[str] = "steelyard.ratings-analysis/1"
    tables: ClassVar[tuple[str, ...]] = ("scores", "pairs", "raters", "agreement", "categories", "wins", "errors")

    scores: tuple[ScoreRow, ...]
    pairs: tuple[PairRow, ...]
    method: RatingsMethod | RankingsMethod
    raters: tuple[RaterRow, ...] = ()
    agreement: tuple[AgreementRow, ...] = ()
    categories: tuple[CategoryRow, ...] = ()
    wins: tuple[WinRow, ...] = ()
    errors: tuple[RaterErrors, ...] = ()

    def __str__(self) -> str:
        """Return what was rated and how many groups people tell apart."""
        groups = max((row.cluster or 1 for row in self.scores), default=1)
        return f"RatingsAnalysis: {describe_size(self.scores, self.method)}\nclusters: {groups}"
