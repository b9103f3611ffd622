"""Which systems people prefer, from any file of judgements, and what the judgements are worth."""

import os
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np

from steelyard.asking.doors import asked_by, describes_options
from steelyard.counted import Sampling
from steelyard.counted.pairs import choose_pairs
from steelyard.errors import unknown_name
from steelyard.human import MqmWeights, Scale, category_table
from steelyard.inference import registered_tests, seed_of
from steelyard.people.marked_errors import mark_costs
from steelyard.people.recipe import score_inputs
from steelyard.progress import shown_progress
from steelyard.questions.compare.compute import compare
from steelyard.questions.compare.design import design_of
from steelyard.questions.compare.plan import plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.human.answer import CategoryRow, RatingsAnalysis, RatingsMethod
from steelyard.questions.human.judged_systems import judged_systems
from steelyard.questions.human.mixed_model import MIXED_MODEL, mixed_model
from steelyard.questions.human.question import HumanQuestion
from steelyard.questions.human.rank_tests import RANK_TESTS, rank_test
from steelyard.questions.human.rankings import analyse_rankings
from steelyard.questions.human.raters import agreement_rows, rater_rows
from steelyard.questions.human.recipe import with_recipe
from steelyard.questions.human.sentence import ratings_sentence
from steelyard.reading import Judgements, read_judgements
from steelyard.types import ErrorMarks, Labels
from steelyard.types.reading import value_of

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["analyse_ratings", "compute"]


@describes_options("human")
def analyse_ratings(
    judgements: Judgements | str | os.PathLike[str],
    *,
    test: str = "randomization",
    correction: str | None = None,
    scaling: str = "raw",
    weights: str | MqmWeights | None = None,
    average: str = "macro",
    segments: str = "auto",
    quality_control: str = "none",
    win_rule: str = "expected-wins",
    agreement: Scale = "interval",
    lower_is_better: bool = False,
    unit: str | None = None,
    interval: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    rng: "Rng" = 12345,
    n_threads: int = 1,
    progress: "Progress | bool | None" = None,
) -> RatingsAnalysis:
    """Say which systems people prefer.

    Parameters
    ----------
    judgements : Judgements or path-like
        From `read_judgements`, or a file that it reads without being told more.
    n_threads : int, default 1
        Threads.
    {options}

    Returns
    -------
    RatingsAnalysis
        Scores, pairs, raters, agreement, and kinds of errors; of rankings shares of wins and clusters.

    Raises
    ------
    DataError
        The file cannot be read, or has nothing to compare.
    SpecError
        A choice does not exist or does not fit.

    Notes
    -----
    The test exchanges, document by document where documents are known, what people said of two systems, rated or not:
    systems may have been rated on different segments, but differences of these segments then count as noise. With few
    documents it can find nothing, and says so. Raters are taken as they are: others could see it differently, which no
    test of segments covers.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2017, "Can machine translation systems be evaluated by the crowd alone",
    doi:10.1017/S1351324915000339. Freitag et al. 2021, doi:10.1162/tacl_a_00437.

    Examples
    --------
    >>> import steelyard as sy
    >>> analysis = sy.analyse_ratings("examples/ratings.tsv", scaling="z", quality_control="degraded")
    >>> [row.rater for row in analysis.raters if not row.is_kept]
    ['dev']
    """
    judgements = value_of(judgements, "ratings")
    if not isinstance(judgements, Judgements):
        judgements = read_judgements(judgements, lines="number")
    question = asked_by(HumanQuestion, locals())
    with shown_progress(progress) as shown:
        return compute(judgements, question, n_threads=n_threads, progress=shown)


def compute(
    judgements: Judgements, question: HumanQuestion, *, n_threads: int = 1, progress: "Progress | None" = None
) -> RatingsAnalysis:
    """Analyse rankings, or scores and marked errors."""
    if judgements.rankings is not None:
        analysis = analyse_rankings(
            judgements.rankings, question, as_judged=judgements.as_judged, n_threads=n_threads, progress=progress
        )
    else:
        analysis = _analyse_scores(judgements, question, n_threads, progress)
    return replace(analysis, method=with_recipe(analysis.method, judgements, question))


def _analyse_scores(
    judgements: Judgements, question: HumanQuestion, n_threads: int, progress: "Progress | None"
) -> RatingsAnalysis:
    """Average scores by system, compare systems on every scale, and describe raters."""
    asked, rated = _comparison(question), judged_systems(judgements, question)
    measurements, pairs = rated.measurements, choose_pairs(rated.aligned.system_names, "all")
    raters, estimated, own = rater_rows(rated.raw, rated.quality, rated.raters), None, None
    if question.test in RANK_TESTS:
        correction = question.correction or RANK_TESTS[question.test][0]
        own = rank_test(question.test, correction, rated.aligned.scales, measurements, pairs, question.alpha)
    elif question.test == MIXED_MODEL:
        model = mixed_model(
            rated.ratings, measurements, pairs, question.correction or "holm", question.alpha,
            lower_is_better=rated.is_penalty,
        )  # fmt: skip
        measurements, estimated, raters, own = model.measurements, model.estimated, model.of_raters(raters), model.test
    sampling = Sampling(asked.n_bootstrap, seed_of(question.rng), n_threads, progress)
    design = design_of(rated.aligned, measurements, plan_of(asked, own), sampling)
    found = compare(design, score_inputs=score_inputs(rated.aligned.scales), estimated=estimated)
    told = {
        **found.method,
        "format": judgements.format,
        "scaling": question.scaling,
        "average": question.average,
        **rated.described(question.quality_control),
        **({"are_penalties": True} if rated.is_penalty and judgements.ratings is not None else {}),
    }
    method = cast("RatingsMethod", told)  # the sentence and the recipe come now
    method["ratings_sentence"] = ratings_sentence(method)
    return RatingsAnalysis(
        found.scores,
        found.pairs,
        method,
        tuple(raters),
        tuple(agreement_rows(rated.ratings, 1 - question.alpha, question.agreement)),
        tuple(category_rows(judgements.marks, question.weights, is_priced=judgements.ratings is None)),
    )


def _comparison(question: HumanQuestion) -> CompareQuestion:
    """Ask for a comparison; a test of ratings of its own takes the place of the one named here."""
    known = (*registered_tests(), *RANK_TESTS, MIXED_MODEL)
    if question.test not in known:
        raise unknown_name("test", question.test, known)
    is_registered = question.test in registered_tests()
    return CompareQuestion(
        test=question.test if is_registered else "randomization",
        correction=question.correction if is_registered else None,
        n_resamples=question.n_resamples,
        alpha=question.alpha,
        unit=question.unit,
        interval=question.interval,
    )


def category_rows(
    marks: ErrorMarks | None, weights: str | MqmWeights | None, *, is_priced: bool = True
) -> list[CategoryRow]:
    """Split the penalty of each system by kinds of error; nothing without marks.

    Marks that stand beside scores, as those of ESA, have no price: they are only counted, by severity.
    """
    if marks is None or not len(marks):
        return []
    costs = mark_costs(marks, weights) if is_priced else np.zeros(len(marks))
    tops = Labels.of((*(name.split("/")[0] for name in marks.categories.names), ""))
    kinds = {"severity": (marks.severities.names, marks.severities.codes)}
    if is_priced:
        kinds = {"category": (tops.names, tops.codes[marks.categories.codes])} | kinds
    rows = []
    for kind, (names, codes) in kinds.items():
        systems = marks.systems.codes.astype(np.int64)
        table = category_table(
            costs, codes.astype(np.int64), systems, marks.segments, marks.judgements, n_categories=len(names)
        )
        rows += [
            CategoryRow(system, kind, name or "(none)", int(table.counts[s, c]), float(table.penalties[s, c]))
            for s, system in enumerate(marks.systems.names)
            for c, name in enumerate(names)
            if s < len(table.counts) and table.counts[s].any() and table.counts[:, c].any()
        ]
    return rows
