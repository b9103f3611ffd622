"""Which systems people prefer, from any file of judgements, and what the judgements are worth."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from steelyard.counted import Sampling
from steelyard.counted.pairs import choose_pairs
from steelyard.data import Judgements, read_judgements
from steelyard.errors import unknown_name
from steelyard.human import MqmWeights, Scale, category_table
from steelyard.inference import registered_tests, seed_of
from steelyard.people.judged_systems import JudgedSystems, judged_systems
from steelyard.people.marked_errors import mark_costs, plain_weights
from steelyard.people.recipe import score_inputs
from steelyard.questions.compare.compute import compare
from steelyard.questions.compare.design import design_of
from steelyard.questions.compare.plan import OwnTest, plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.human.answer import CategoryRow, RatingsAnalysis
from steelyard.questions.human.mixed_model import MIXED_MODEL, MixedModel, mixed_model
from steelyard.questions.human.rank_tests import RANK_TESTS, rank_test
from steelyard.questions.human.raters import agreement_rows, rater_rows
from steelyard.results.words import counted
from steelyard.types import ErrorMarks, Labels

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["analyse_ratings"]


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
    progress: "Progress | None" = None,
) -> RatingsAnalysis:
    """Say which systems people prefer.

    Parameters
    ----------
    judgements : Judgements or path-like
        From `read_judgements`, or a file that it reads without being told more.
    test : str, default "randomization"
        A registered test, or ``"rank-sum"``: Wilcoxon's of segments, unpaired and one-sided in both directions, as in
        WMT's tables of direct assessment; or ``"in-turn"``, the same with two scales, the second of which decides
        where the first does not; or ``"mixed-model"``, which tells systems from raters and segments (`rater_effects`).
        ``"kruskal"`` (unpaired, then Dunn's test) and ``"friedman"`` (within segments, then Nemenyi's) rank all systems
        together. Rankings are resampled for ranges of ranks, or have every pair tested by ``"sign"``.
    correction : str, optional
        For all pairs and scales. By default max-T, or Holm's where the test has no joint null; for rank sums
        ``"none"``, as in those tables, or ``"holm"``; for the mixed model and Dunn's test ``"holm"``, or ``"none"``. Of
        rankings, with the sign test.
    scaling : {"raw", "z", "blatz"}, default "raw"
        Scores as they are, standardised by rater, or each rater's ranks.
    weights : str or MqmWeights, optional
        Of marked errors, by default the file's own or ``"google"``.
    average : {"macro", "micro"}, default "macro"
        Every rated segment counts once, or every judgement does.
    segments : {"auto", "common", "all"}, default "auto"
        Those on which all systems were rated, or all. ``auto`` takes the first where they are nine tenths or more.
    quality_control : {"none", "degraded", "repeat"}, default "none"
        Leave out raters who do not see at `alpha` that damaged outputs are worse, or worse by more than the scores of
        one output shown twice differ.
    win_rule : str, default "expected-wins"
        Of rankings, see `steelyard.human.win_shares`.
    agreement : {"interval", "ratio", "ordinal", "nominal"}, default "interval"
        Distances of Krippendorff's alpha (`krippendorff_alpha`): "ratio" for scores with a true zero; not of rankings.
    lower_is_better : bool, default False
        Scores are penalties; marked errors are so anyway.
    unit, interval, alpha, n_resamples, rng
        As for `Evaluation.compare`. Of rankings the unit is the ranking, or with ``"pair"`` the single comparison;
        of their sign test the segment.
    n_threads : int, default 1
        Threads.
    progress : callable, optional
        Called with (draws done, draws in all).

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
    if not isinstance(judgements, Judgements):
        judgements = read_judgements(judgements, lines="number")
    asked = {
        "test": test,
        "correction": correction,
        "scaling": scaling,
        "weights": plain_weights(weights),
        "average": average,
        "segments": segments,
        "quality_control": quality_control,
        "win_rule": win_rule,
        "agreement": agreement,
        "lower_is_better": lower_is_better,
        "unit": unit,
        "interval": interval,
        "alpha": alpha,
        "n_resamples": n_resamples,
    }
    if judgements.rankings is not None:
        from steelyard.questions.human.rankings import analyse_rankings

        analysis = analyse_rankings(
            judgements.rankings,
            as_judged=judgements.as_judged,
            test=None if test == "randomization" else test,
            correction=correction,
            win_rule=win_rule,
            unit=unit,
            alpha=alpha,
            n_resamples=n_resamples,
            rng=rng,
        )
        return replace(analysis, method=_with_recipe(analysis.method, judgements, asked))
    if agreement not in get_args(Scale):
        raise unknown_name("level of agreement", agreement, get_args(Scale))
    known = (*registered_tests(), *RANK_TESTS, MIXED_MODEL)
    if test not in known:
        raise unknown_name("test", test, known)
    is_registered = test in registered_tests()
    question = CompareQuestion(
        test=test if is_registered else "randomization",
        correction=correction if is_registered else None,
        n_resamples=n_resamples,
        alpha=alpha,
        unit=unit,
        interval=interval,
    )
    rated = judged_systems(judgements, asked | {"weights": weights})
    raters = rater_rows(rated.raw, rated.quality, rated.raters)
    measurements, estimated, own = rated.measurements, None, None
    if test in RANK_TESTS:
        own = _by_ranks(test, correction or RANK_TESTS[test][0], rated, alpha)
    elif test == MIXED_MODEL:
        model = _by_model(correction or "holm", rated, alpha)
        measurements, estimated, raters, own = model.measurements, model.estimated, model.of_raters(raters), model.test
    plan, sampling = plan_of(question, own), Sampling(question.n_bootstrap, seed_of(rng), n_threads, progress)
    design = design_of(rated.aligned, measurements, plan, sampling)
    found = compare(design, score_inputs=score_inputs(rated.aligned.scales), estimated=estimated)
    method = dict(found.method) | {"format": judgements.format, "scaling": scaling, "average": average}
    method |= rated.described(quality_control)
    if rated.is_penalty and judgements.ratings is not None:
        method["are_penalties"] = True
    method["ratings_sentence"] = ratings_sentence(method)
    method = _with_recipe(method, judgements, asked)
    return RatingsAnalysis(
        found.scores,
        found.pairs,
        method,
        tuple(raters),
        tuple(agreement_rows(rated.ratings, 1 - alpha, agreement)),
        tuple(category_rows(judgements.marks, weights, is_priced=judgements.ratings is None)),
    )


def _by_ranks(test: str, correction: str, rated: JudgedSystems, alpha: float) -> OwnTest:
    """Test by ranks."""
    pairs = choose_pairs(rated.aligned.system_names, "all")
    return rank_test(test, correction, rated.aligned.scales, rated.measurements, pairs, alpha)


def _by_model(correction: str, rated: JudgedSystems, alpha: float) -> MixedModel:
    """Test by a mixed model."""
    pairs = choose_pairs(rated.aligned.system_names, "all")
    return mixed_model(rated.ratings, rated.measurements, pairs, correction, alpha, lower_is_better=rated.is_penalty)


def _with_recipe(method: Mapping[str, Any], judgements: Judgements, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Add to a method what `verify` needs to compute the result again, if the judgements were read from a file."""
    inputs = {"inputs": [*method["inputs"], *judgements.further]}
    if judgements.reading is None:
        return dict(method) | inputs
    arguments = dict(asked) | {"rng": method["seed"]}
    recipe = {"command": "human", "reading": dict(judgements.reading), "arguments": arguments}
    return dict(method) | inputs | {"recipe": recipe}


def ratings_sentence(method: "dict[str, object]") -> str:
    """Say what was read and what counts."""
    n_judgements, n_counted, n_missing = method["n_judgements"], method["n_counted"], method["n_missing"]
    raters = f" by {counted(int(str(method['n_raters'])), 'rater')}" if method["n_raters"] else ""
    parts = [f"The file holds {n_judgements:,} judgements{raters}, of which {n_counted:,} count"]
    if n_missing:
        parts.append(f"{n_missing:,} rows without a score were left out")
    if method.get("are_penalties"):
        parts.append("they are penalties, whose sign is turned here, so that larger scores are better")
    if method["quality_control"] != "none":
        lost = int(str(method["n_raters"])) - int(str(method["n_raters_kept"]))
        parts.append(f"quality control ({method['quality_control']}) left {counted(lost, 'rater')} out")
    if method["scaling"] != "raw":
        how = "standardised" if method["scaling"] == "z" else "ranked"
        parts.append(f"scores were {how} by rater")
    if not method["is_complete"]:
        parts.append("systems were not all rated on the same segments")
    return "; ".join(parts) + "."


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
