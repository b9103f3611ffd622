"""Which systems people rank above others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.human import (
    Agreement,
    PairCounts,
    bradley_terry,
    fixed_chance_kappa,
    judged_ranks,
    nominal_alpha,
    pair_counts,
    win_shares,
)
from steelyard.inference import bootstrap_draws, seed_of
from steelyard.metrics import package_version
from steelyard.questions.compare.plan import Plan, plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.verdicts import groups
from steelyard.questions.human.answer import AgreementRow, RankingsMethod, RatingsAnalysis, WinRow
from steelyard.questions.human.method_text import WIN_RULES, rankings_sentence
from steelyard.questions.human.preferences import Comparisons, by_preferences
from steelyard.questions.human.question import HumanQuestion
from steelyard.ratings.alignment import Aligned
from steelyard.results.factors import Factors
from steelyard.results.family_level import has_family_level
from steelyard.results.score_rows import ScoreRow
from steelyard.scored.provenance import provenance
from steelyard.types import Rankings

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["analyse_rankings"]

_UNITS = ("ranking", "segment", "pair")
_DRAWS = 1000
_OUTCOMES = 3  # better, tied, worse
_TIE = 1  # the label of the second

Place = tuple[int, int | None, int | None, int | None]  # rank, its range, cluster


def analyse_rankings(
    rankings: Rankings,
    question: HumanQuestion,
    *,
    as_judged: Rankings | None = None,
    n_threads: int = 1,
    progress: "Progress | None" = None,
) -> RatingsAnalysis:
    """Rank systems by comparisons, with ranges of ranks and clusters.

    By default ranges come from resamples; the test "sign" tests every pair, and they follow from its verdicts.

    Agreement is that of the rankings `as_judged`, where `rankings` holds ties that nobody judged.
    """
    plan, seed = _plan(question), seed_of(question.rng)
    agreement = tuple(_agreement(as_judged or rankings, question.alpha))  # before comparisons take their place
    compared = _comparisons(rankings, question, plan)
    counts = pair_counts(compared.first, compared.second, compared.outcomes, n_systems=len(compared.names))
    shares, strengths = _shares(counts, compared.names, question.win_rule), _strengths(counts)
    places, of_ranks = _resampled(compared, question, seed, n_threads, progress) if plan is None else ([], {})
    wins = _wins(counts, compared.names)
    if plan is not None:
        wins, of_ranks = by_preferences(wins, compared, plan)
        places = _tested(shares[question.win_rule], wins, compared.names, has_groups=has_family_level(of_ranks))
    segments = np.unique(rankings.segments)
    inputs = [{"role": "ratings", "name": path, "sha256": sha256} for path, sha256 in rankings.files]
    ranked = Aligned(system_names=compared.names, segments=segments, n_lines=int(segments.max()) + 1)
    method = cast(
        "RankingsMethod",
        {
            **provenance(ranked, inputs),
            "format": "rankings",
            "win_rule": question.win_rule,
            "unit": compared.unit,
            "n_units": len(np.unique(compared.units)),
            "n_judgements": len(rankings),
            "n_comparisons": len(compared.outcomes),
            "n_compared": len(compared.outcomes) if as_judged is None else len(as_judged.pairs()[0]),
            "n_ties": int((compared.outcomes == 0).sum()),
            "n_raters": sum(map(bool, rankings.raters.only(np.arange(len(rankings))).names)),
            "n_skipped": rankings.n_skipped,
            "alpha": question.alpha,
            "confidence_level": 1 - question.alpha,
            "seed": seed,
            "has_strengths": bool(strengths[0]),
            **of_ranks,
        },
    )  # the recipe comes with the file of the judgements
    method = {**method, **Factors.of_units(compared.unit, ("raters", "systems")).told(rankings_sentence(method))}
    return RatingsAnalysis(
        tuple(_score_rows(compared.names, shares, strengths, places, question.win_rule)),
        (),
        method,
        agreement=agreement,
        wins=tuple(wins),
    )


def _comparisons(rankings: Rankings, question: HumanQuestion, plan: Plan | None) -> Comparisons:
    """Take rankings apart into comparisons of two systems, and say what is drawn, or counts once."""
    if question.unit not in (None, *_UNITS):
        raise unknown_name("unit of rankings", str(question.unit), _UNITS)
    unit = question.unit or ("ranking" if plan is None else "segment")  # raters of one text agree beyond chance
    ranking, first, second, outcomes = rankings.pairs()
    of_pair = {"ranking": ranking, "segment": rankings.segments[ranking], "pair": np.arange(len(ranking))}[unit]
    return Comparisons(
        rankings.systems.names,
        first.astype(np.int64),
        second.astype(np.int64),
        outcomes,
        np.unique(of_pair, return_inverse=True)[1],
        unit,
    )


def _resampled(
    compared: Comparisons, question: HumanQuestion, seed: int, n_threads: int, progress: "Progress | None"
) -> tuple[list[Place], dict[str, Any]]:
    """Give each system its rank, range of ranks and cluster by resamples, and say how many there were."""
    n_draws = _DRAWS if question.n_resamples is None else question.n_resamples
    draws = bootstrap_draws(int(compared.units.max()) + 1, n_draws, rng=seed, n_threads=n_threads)
    found = judged_ranks(
        compared.first, compared.second, compared.outcomes, compared.units,
        rng=seed, rule=question.win_rule, confidence_level=1 - question.alpha, n_systems=len(compared.names),
        draws=replace(draws, progress=progress),
    )  # fmt: skip
    columns = (found.ranks, found.lowest, found.highest, found.clusters)
    places = list(zip(*(column.tolist() for column in columns), strict=True))
    return places, {"n_resamples": n_draws, "n_dropped": int(found.n_dropped)}


def _tested(
    scores: NDArray[np.float64], wins: Sequence[WinRow], names: Sequence[str], *, has_groups: bool
) -> list[Place]:
    """Give each system its rank by score, and range of ranks and cluster by the verdicts on pairs."""
    positions = [(names.index(row.system), names.index(row.against)) for row in wins]
    ranks = [1 + int((scores > score).sum()) for score in scores]
    grouped = groups(ranks, wins, positions, has_groups=has_groups)
    return [(rank, one["rank_low"], one["rank_high"], one["cluster"]) for rank, one in zip(ranks, grouped, strict=True)]


def _shares(counts: PairCounts, names: Sequence[str], win_rule: str) -> dict[str, NDArray[np.float64]]:
    """Score the systems by every rule; the one asked for must score all."""
    shares = {rule: win_shares(counts, rule=rule) for rule in WIN_RULES}
    lacks = np.isnan(shares[win_rule])
    if lacks.all():
        raise DataError(
            f"All {int(np.triu(counts.ties).sum()):,} comparisons are ties, and {win_rule} does not count ties: "
            "choose --win-rule at-least."
        )
    if lacks.any():
        name = names[int(np.argmax(lacks))]
        raise DataError(f"The system {name!r} has no comparison that counts: leave it out.")
    return shares


def _wins(counts: PairCounts, names: Sequence[str]) -> list[WinRow]:
    return [
        WinRow(names[j], names[i], int(counts.wins[j, i]), int(counts.wins[i, j]), int(counts.ties[i, j]))
        for i in range(len(names))
        for j in range(i + 1, len(names))
    ]


def _score_rows(
    names: Sequence[str],
    shares: Mapping[str, NDArray[np.float64]],
    strengths: Sequence[Mapping[str, float]],
    places: Sequence[Place],
    win_rule: str,
) -> list[ScoreRow]:
    signature = f"rule:{win_rule}|version:sy.{package_version()}"
    return [
        ScoreRow(
            metric="wins",
            label="Rankings by people",
            system=name,
            score=float(shares[win_rule][i]),
            interval=None,
            rank=rank,
            rank_low=low,
            rank_high=high,
            cluster=cluster,
            signature=signature,
            details={**strengths[i], **{rule.replace("-", "_"): float(values[i]) for rule, values in shares.items()}},
            scale=1,
            higher_is_better=True,
        )
        for i, (name, (rank, low, high, cluster)) in enumerate(zip(names, places, strict=True))
    ]


def _strengths(counts: PairCounts) -> list[dict[str, float]]:
    """Return the details of each system; none where some always won or never did: no strengths are likeliest."""
    try:
        found = bradley_terry(counts)
    except DataError:
        return [{} for _ in counts.wins]
    return [
        {"bradley_terry": float(ability), "bradley_terry_error": float(error)}
        for ability, error in zip(found.abilities, found.standard_errors, strict=True)
    ]


def _plan(question: HumanQuestion) -> Plan | None:
    """Check the test and its correction; None where ranges of ranks come from resamples."""
    test, correction = question.test, question.correction
    if test is None:
        if correction is not None:
            raise SpecError("--correction of rankings needs the sign test: add --test sign, or leave --correction out.")
        return None
    if test != "sign":
        raise SpecError(
            f"The test {test} needs scores, and the file has rankings: use --test sign, or leave --test out for ranges "
            "of ranks from resamples."
        )
    return plan_of(CompareQuestion(test=test, correction=correction, alpha=question.alpha))


def _agreement(rankings: Rankings, alpha: float) -> list[AgreementRow]:
    """Measure how often people who compared the same two outputs agree, and how often one agrees with oneself."""
    if (rankings.raters.codes < 0).any():
        return []
    labels, items, raters, segments = _judged_pairs(rankings)
    item_segments = np.zeros(int(items.max(initial=-1)) + 1, dtype=np.int64)
    item_segments[items] = segments
    rows = []
    for between, kind in (("raters", "inter"), ("repeats", "intra")):
        for coefficient, tie_label in (("kappa, chance 1/3 (WMT07)", None), ("kappa, chance from ties (WMT13)", _TIE)):
            found = fixed_chance_kappa(
                labels, items, raters,
                n_labels=_OUTCOMES, tie_label=tie_label, kind=kind, groups=segments, confidence_level=1 - alpha,
            )  # fmt: skip
            if found.n_items:
                rows.append(_row(between, coefficient, found))
    counts, of_item = _last_labels(labels, items, raters)
    alpha_nominal = nominal_alpha(counts, groups=item_segments[of_item], confidence_level=1 - alpha)
    if alpha_nominal.n_items:
        rows.append(_row("raters", "Krippendorff's alpha, nominal", alpha_nominal))
    return rows


def _judged_pairs(rankings: Rankings) -> tuple[NDArray[np.int64], ...]:
    """Return of each comparison what was said, the two outputs as one item, who said it, and the segment."""
    ranking, first, second, outcomes = rankings.pairs()
    labels = np.where(first <= second, outcomes, -outcomes).astype(np.int64, copy=False) + 1
    n_systems = len(rankings.systems.names)
    segments = rankings.segments[ranking]
    key = segments * n_systems + np.minimum(first, second)
    key *= n_systems
    key += np.maximum(first, second)
    _, items = np.unique(key, return_inverse=True)
    return labels, items, rankings.raters.codes[ranking].astype(np.int64), segments


def _last_labels(
    labels: NDArray[np.int64], items: NDArray[np.int64], raters: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count how many raters gave each item each label, items by number; of a rater who judged it again the last one."""
    key = items * (int(raters.max(initial=-1)) + 1) + raters
    last = len(key) - 1 - np.unique(key[::-1], return_index=True)[1]
    of_item, item = np.unique(items[last], return_inverse=True)
    counts = np.bincount(item * _OUTCOMES + labels[last], minlength=len(of_item) * _OUTCOMES)
    return counts.reshape(-1, _OUTCOMES), of_item


def _row(between: str, coefficient: str, found: Agreement) -> AgreementRow:
    value = None if np.isnan(found.value) else float(found.value)
    return AgreementRow("rankings", between, coefficient, value, found.interval, found.n_items)
