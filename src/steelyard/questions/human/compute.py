"""Which systems people prefer, from any file of judgements, and what the judgements are worth."""

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from steelyard.asking.doors import asks, question_from
from steelyard.errors import unknown_name
from steelyard.human import MqmWeights, category_table
from steelyard.inference import registered_tests, seed_of
from steelyard.progress import shown_progress
from steelyard.questions.compare.both_sampled import TWO_WAY
from steelyard.questions.compare.compute import compare
from steelyard.questions.compare.design import design_of
from steelyard.questions.compare.plan import plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.human.answer import CategoryRow, RaterErrors, RaterRow, RatingsAnalysis, RatingsMethod
from steelyard.questions.human.judged_systems import judged_systems
from steelyard.questions.human.method_text import ratings_sentence
from steelyard.questions.human.mixed_model import MIXED_MODEL, mixed_model
from steelyard.questions.human.question import HumanQuestion
from steelyard.questions.human.rank_tests import RANK_TESTS, rank_test
from steelyard.questions.human.rankings import analyse_rankings
from steelyard.questions.human.raters import agreement_rows, rater_rows
from steelyard.questions.human.recipe import with_recipe
from steelyard.ratings.marked_errors import mark_costs
from steelyard.ratings.recipe import score_inputs
from steelyard.reading import Judgements, read_judgements
from steelyard.results.factors import Factors
from steelyard.scored import Sampling
from steelyard.scored.cautions import caution_of_units
from steelyard.scored.pairs import choose_pairs
from steelyard.types import ErrorMarks, Labels
from steelyard.types.reading import value_of

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress
from dataclasses import dataclass

from steelyard.errors import SpecError
from steelyard.inference import CORRECTIONS, detectable_range
from steelyard.questions.compare.both_sampled import BothSampled
from steelyard.questions.compare.estimates import Estimates
from steelyard.questions.compare.plan import NEED_JOINT_NULL, CustomTest
from steelyard.questions.human.judged_systems import JudgedSystems
from steelyard.questions.human.method_text import two_way_sentence
from steelyard.ratings.of_raters import rater_sums, role_of_raters
from steelyard.scored.pairs import Pair
from steelyard.scored.units import choose_units

__all__ = ["analyse_ratings", "compute"]

_SEEN = 30  # judgements from which on a rater's standard deviation says something
_UNLIKE = 1.5
_STANDARDISED = ("z", "raw_z", "z_score", "z-score", "zscore")  # names of scores that were standardised before


@asks("human")
def analyse_ratings(
    judgements: Judgements | str | os.PathLike[str],
    *,
    n_threads: int = 1,
    progress: "Progress | bool | None" = None,
    **options: Any,
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
    Documents (segments, where none are known) and raters are both samples: the variance of a difference is that over
    documents plus that over raters less that of both together, and answers are for raters like these. With two or three
    raters hardly anything can be told. Where raters are fixed or not known, the test exchanges, document by document,
    what people said of two systems, rated or not, and answers are for these raters: others could see it differently.
    Systems may have been rated on different segments, but differences of these segments then count as noise.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2017, "Can machine translation systems be evaluated by the crowd alone",
    doi:10.1017/S1351324915000339. Freitag et al. 2021, doi:10.1162/tacl_a_00437. Cameron, Gelbach and Miller 2011,
    "Robust inference with multiway clustering", doi:10.1198/jbes.2010.07136.

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
    question = question_from(HumanQuestion, options)
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
    rated = judged_systems(judgements, question)
    _check_test(question.test)
    test, raters_are = test_of(question, rated)
    asked = _comparison(replace(question, test=test))
    measurements, pairs = rated.measurements, choose_pairs(rated.aligned.system_names, "all")
    raters, estimated, own = rater_rows(rated.raw, rated.quality, rated.raters), None, None
    errors: tuple[RaterErrors, ...] = ()
    if test == TWO_WAY:
        found = two_way_test(question, rated, pairs)
        estimated, own, errors = found.estimated, found.test, found.errors
    elif test in RANK_TESTS:
        correction = question.correction or RANK_TESTS[test][0]
        own = rank_test(test, correction, rated.aligned.scales, measurements, pairs, question.alpha)
    elif test == MIXED_MODEL:
        model = mixed_model(
            rated.ratings, measurements, pairs, question.correction or "holm", question.alpha,
            lower_is_better=rated.is_penalty,
        )  # fmt: skip
        measurements, estimated, raters, own = model.measurements, model.estimated, model.of_raters(raters), model.test
    sampling = Sampling(asked.n_bootstrap, seed_of(question.rng), n_threads, progress)
    design = design_of(rated.aligned, measurements, plan_of(asked, own), sampling)
    # The model knows no documents: segments are its random effects.
    units = "segments" if test == MIXED_MODEL else f"{design.units.name}s"
    factors = Factors.with_raters([units], [raters_are])
    compared = compare(design, factors, score_inputs=score_inputs(rated.aligned.scales), estimated=estimated)
    of_units = caution_of_units(design.units, design.measurements) if test in (TWO_WAY, MIXED_MODEL) else ""
    is_raw = question.scaling == "raw" and rated.aligned.scales[0].name.lower() not in _STANDARDISED
    unlike = _spread(raters) if test == TWO_WAY and is_raw else ""
    warnings = [compared.method["warning"], of_units, unlike]
    told = {
        **compared.method,
        "raters": raters_are,
        "warning": ". ".join(filter(None, warnings)),
        "format": judgements.format,
        "scaling": question.scaling,
        "average": question.average,
        **rated.described(question.quality_control),
        **({"are_penalties": True} if rated.is_penalty and judgements.ratings is not None else {}),
    }
    method = cast("RatingsMethod", told)  # the sentence and the recipe come now
    method["ratings_sentence"] = ratings_sentence(method)
    return RatingsAnalysis(
        compared.scores,
        compared.pairs,
        method,
        tuple(raters),
        tuple(agreement_rows(rated.ratings, 1 - question.alpha, question.agreement)),
        tuple(category_rows(judgements.marks, question.weights, is_priced=judgements.ratings is None)),
        errors=errors,
    )


def _spread(raters: Sequence[RaterRow]) -> str:
    """Warn if raters use the scale differently, which counts as disagreement of raters like these."""
    spread = [row.deviation for row in raters if row.is_kept and row.n_judgements >= _SEEN and row.deviation]
    if not spread or max(spread) < _UNLIKE * min(spread):
        return ""
    return (
        f"Raters use the scale differently (standard deviations {min(spread):.3g} to {max(spread):.3g}), which makes "
        "results for raters like these less certain. Use --scaling z to standardise scores by rater"
    )


def _check_test(test: str | None) -> None:
    known = (TWO_WAY, *registered_tests(), *RANK_TESTS, MIXED_MODEL)
    if test is not None and test not in known:
        raise unknown_name("test", test, known)


def _comparison(question: HumanQuestion) -> CompareQuestion:
    """Ask for a comparison; a test of ratings of its own takes the place of the one named here."""
    is_registered = question.test in registered_tests()
    return CompareQuestion(
        test=str(question.test) if is_registered else "randomization",
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


# The test of raters like these: documents and raters were both sampled.


@dataclass(frozen=True, slots=True)
class TwoWayTest:
    """What is said of raters like these: the test, intervals, and both errors of every difference."""

    test: CustomTest
    estimated: Estimates
    errors: tuple[RaterErrors, ...]


def test_of(question: HumanQuestion, rated: JudgedSystems) -> tuple[str, str]:
    """Return the test that is run, and for whom it holds: ``"sampled"``, ``"fixed"`` or ``"unknown"`` raters.

    SpecError: the test that was asked for, or what raters were said to be, does not fit the other or the file.
    DataError: raters are sampled, and those of a system judged no other.
    """
    is_sampled = question.test in (TWO_WAY, MIXED_MODEL)
    if question.raters == "fixed" and is_sampled:
        raise SpecError(
            f"The test {question.test} needs sampled raters: leave out --raters fixed, or choose another test (--test)."
        )
    if question.raters == "sampled" and not (is_sampled or question.test is None):
        raise SpecError(
            f"The test {question.test} is for these raters alone: for raters like these (--raters sampled) use --test "
            f"{TWO_WAY} or {MIXED_MODEL}."
        )
    if question.test not in (None, TWO_WAY):
        test = str(question.test)
        return test, "sampled" if test == MIXED_MODEL else role_of_raters("fixed", rated.ratings)
    role = role_of_raters(question.raters, rated.ratings, is_needed=question.test == TWO_WAY)
    return (TWO_WAY if role == "sampled" else "randomization"), role


def two_way_test(question: HumanQuestion, rated: JudgedSystems, pairs: Sequence[Pair]) -> TwoWayTest:
    """Test all differences of systems with the error that other units and other raters would make."""
    correction = question.correction or "holm"
    known = [name for name in CORRECTIONS if name not in NEED_JOINT_NULL]
    if correction not in known:
        raise unknown_name(f"correction of the test {TWO_WAY}", correction, known)
    units = choose_units(rated.aligned, rated.measurements, question.unit)
    sums = [
        rater_sums(
            rated.ratings, scale, rated.aligned.segments, units.of_segments, is_micro=question.average == "micro"
        )
        for scale in rated.aligned.scales
    ]
    found = BothSampled.of(units.measurements, sums, pairs)
    test = found.test(
        correction,
        two_way_sentence,
        interval="student",
        interval_of_differences="student",
        n_raters_kept=len(rated.raters),
        detectable_range=detectable_range(found.n_effective),
    )
    names = [(one.metric, one.systems[a], one.systems[b]) for one in rated.measurements for a, b in pairs]
    errors = np.stack([found.errors_of_these, found.both.errors, found.both.degrees_of_freedom], axis=1).tolist()
    of_pairs = tuple(RaterErrors(*name, *row) for name, row in zip(names, errors, strict=True))
    return TwoWayTest(test, found.estimated(1 - question.alpha, len(names)), of_pairs)
