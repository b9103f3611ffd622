"""Which systems people rank above others."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.method import provenance
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.human import (
    Agreement,
    PairCounts,
    bradley_terry,
    fixed_chance_kappa,
    judged_ranks,
    krippendorff_alpha,
    pair_counts,
    win_shares,
)
from steelyard.inference import seed_of
from steelyard.metrics import package_version
from steelyard.people.alignment import Aligned
from steelyard.questions.compare.plan import Plan, plan_of
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.verdicts import groups
from steelyard.questions.human.answer import AgreementRow, RatingsAnalysis, WinRow
from steelyard.questions.human.preferences import by_preferences, preferences_sentence
from steelyard.questions.human.question import HumanQuestion
from steelyard.results.family_level import has_family_level
from steelyard.results.score_rows import ScoreRow
from steelyard.types import Rankings

__all__ = ["analyse_rankings"]

_UNITS = ("ranking", "segment", "pair")
_OUTCOMES = 3  # better, tied, worse
_RULES = {
    "expected-wins": "mean over the other systems of wins / (wins + losses) against each (WMT13)",
    "rank": "wins / all comparisons, ties with them (WMT07)",
    "ignore-ties": "wins / (wins + losses) (WMT12)",
    "at-least": "(wins + ties) / all comparisons (WMT08 to WMT11)",
}


def analyse_rankings(
    rankings: Rankings, question: HumanQuestion, *, as_judged: Rankings | None = None
) -> RatingsAnalysis:
    """Rank systems by comparisons, with ranges of ranks and clusters.

    By default ranges come from resamples; the test "sign" tests every pair, and they follow from its verdicts.

    Agreement is that of the rankings `as_judged`, where `rankings` holds ties that nobody judged.

    Raises
    ------
    DataError
        A system was never compared.
    SpecError
        There is no such rule, unit or test, or the correction does not fit.
    """
    unit, win_rule, alpha = question.unit, question.win_rule, question.alpha
    plan = _plan(None if question.test == "randomization" else question.test, question.correction, alpha)
    if unit not in (None, *_UNITS):
        raise unknown_name("unit of rankings", str(unit), _UNITS)
    drawn = unit or ("ranking" if plan is None else "segment")  # raters of one text agree beyond chance
    ranking, first, second, outcomes = rankings.pairs()
    a, b = first.astype(np.int64), second.astype(np.int64)
    names = rankings.systems.names
    of_pair = {"ranking": ranking, "segment": rankings.segments[ranking], "pair": np.arange(len(ranking))}[drawn]
    units = np.unique(of_pair, return_inverse=True)[1]
    seed, n_draws = seed_of(question.rng), 1000 if question.n_resamples is None else question.n_resamples
    places: list[tuple[int, int | None, int | None, int | None]] = [(1, None, None, None)] * len(names)
    of_ranks: dict[str, Any] = {}
    if plan is None:
        found = judged_ranks(
            a, b, outcomes, units,
            rng=seed, rule=win_rule, n_resamples=n_draws, confidence_level=1 - alpha, n_systems=len(names),
        )  # fmt: skip
        columns = (found.ranks, found.lowest, found.highest, found.clusters)
        places = list(zip(*(column.tolist() for column in columns), strict=True))
        of_ranks = {"n_resamples": n_draws, "n_dropped": int(found.n_dropped)}
    counts = pair_counts(a, b, outcomes, n_systems=len(names))
    shares = {rule: win_shares(counts, rule=rule) for rule in _RULES}
    if np.isnan(shares[win_rule]).any():
        name = names[int(np.argmax(np.isnan(shares[win_rule])))]
        raise DataError(f"The system {name!r} has no comparison that counts: leave it out.")
    strengths = _strengths(counts)
    signature = f"rule:{win_rule}|version:sy.{package_version()}"
    scores = tuple(
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
            details={
                **strengths[i],
                **{rule.replace("-", "_"): float(values[i]) for rule, values in shares.items()},
            },
            scale=1,
            higher_is_better=True,
        )
        for i, (name, (rank, low, high, cluster)) in enumerate(zip(names, places, strict=True))
    )
    wins = tuple(
        WinRow(names[j], names[i], int(counts.wins[j, i]), int(counts.wins[i, j]), int(counts.ties[i, j]))
        for i in range(len(names))
        for j in range(i + 1, len(names))
    )
    if plan is not None:
        tested, of_ranks = by_preferences(wins, a, b, outcomes, units, names, plan)
        positions = [(names.index(row.system_a), names.index(row.system_b)) for row in tested]
        ranks = [1 + sum(other.score > row.score for other in scores) for row in scores]
        grouped = groups(ranks, tested, positions, has_groups=has_family_level(of_ranks))
        scores = tuple(
            replace(row, rank=rank, **group) for row, rank, group in zip(scores, ranks, grouped, strict=True)
        )
        wins = tuple(tested)
    n_raters = len({name for name in rankings.raters.values if name})
    segments = np.unique(rankings.segments)
    inputs = [{"role": "ratings", "name": path, "sha256": sha256} for path, sha256 in rankings.files]
    ranked = Aligned(system_names=names, segments=segments, n_lines=int(segments.max()) + 1)
    method: dict[str, Any] = provenance(ranked, inputs) | {
        "format": "rankings",
        "win_rule": win_rule,
        "unit": drawn,
        "n_units": len(np.unique(units)),
        "n_judgements": len(rankings),
        "n_comparisons": len(outcomes),
        "n_compared": len(outcomes) if as_judged is None else len(as_judged.pairs()[0]),
        "n_ties": int((outcomes == 0).sum()),
        "n_raters": n_raters,
        "n_skipped": rankings.n_skipped,
        "alpha": alpha,
        "confidence_level": 1 - alpha,
        "seed": seed,
        "has_strengths": bool(strengths[0]),
        **of_ranks,
    }
    method["sentence"] = _sentence(method)
    return RatingsAnalysis(scores, (), method, agreement=tuple(_agreement(as_judged or rankings, alpha)), wins=wins)


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


def _plan(test: str | None, correction: str | None, alpha: float) -> Plan | None:
    """Check the test and its correction; None where ranges of ranks come from resamples."""
    if test is None:
        if correction is not None:
            raise SpecError(
                "A correction (--correction) of rankings goes with the test sign (--test sign): ranges of ranks from "
                "resamples hold each for its system alone."
            )
        return None
    if test != "sign":
        raise SpecError(
            f"The test {test} is about scores: rankings have the test sign (--test sign), or without a test ranges of "
            "ranks from resamples."
        )
    return plan_of(CompareQuestion(test=test, correction=correction, alpha=alpha))


def _sentence(method: "dict[str, Any]") -> str:
    raters = f" by {method['n_raters']:,} people" if method["n_raters"] else ""
    n_same = method["n_comparisons"] - method["n_compared"]
    same = f"; {n_same:,} are of systems that share an output with another, and were judged together" if n_same else ""
    ranges = (
        preferences_sentence(method)
        if "test" in method
        else f"Ranges of ranks hold {100 * method['confidence_level']:g} of 100 bootstrap resamples of "
        f"{method['unit']}s (Koehn 2012; {method['n_resamples']:,} resamples, seed {method['seed']}), each for its "
        "system alone; a new cluster starts where ranges do not overlap."
    )
    strength = " Strength is that of Bradley and Terry (1952), a tie half a win for both."
    if not method["has_strengths"]:
        strength = " There are no strengths of Bradley and Terry (1952), as some systems always won, or never."
    return (
        f"We ranked {method['n_systems']} systems with Steelyard {package_version()} from {method['n_judgements']:,} "
        f"rankings{raters} of outputs of {method['n_segments']:,} segments, {method['n_comparisons']:,} comparisons of "
        f"two systems, {method['n_ties']:,} of them ties{same}. The score is {_RULES[method['win_rule']]}. "
        f"{ranges}{strength}"
    )


def _agreement(rankings: Rankings, alpha: float) -> list[AgreementRow]:
    """Measure how often people who compared the same two outputs agree, and how often one agrees with oneself."""
    if (rankings.raters.codes < 0).any():
        return []
    ranking, first, second, outcomes = rankings.pairs()
    low, high = np.minimum(first, second).astype(np.int64), np.maximum(first, second).astype(np.int64)
    labels = np.where(first <= second, outcomes, -outcomes).astype(np.int64) + 1
    n_systems = len(rankings.systems.names)
    segments = rankings.segments[ranking]
    key = (segments * n_systems + low) * n_systems + high
    _, items = np.unique(key, return_inverse=True)
    item_segments = np.zeros(int(items.max(initial=-1)) + 1, dtype=np.int64)
    item_segments[items] = segments
    raters = rankings.raters.codes[ranking].astype(np.int64)
    rows = []
    for between, kind in (("raters", "inter"), ("repeats", "intra")):
        found = fixed_chance_kappa(
            labels, items, raters,
            n_labels=_OUTCOMES, kind=kind, groups=segments, confidence_level=1 - alpha,
        )  # fmt: skip
        if found.n_items:
            rows.append(_row(between, "kappa, chance 1/3 (WMT07)", found))
    alpha_nominal = krippendorff_alpha(
        _by_rater(labels, items, raters), groups=item_segments, confidence_level=1 - alpha
    )
    if alpha_nominal.n_items:
        rows.append(_row("raters", "Krippendorff's alpha, nominal", alpha_nominal))
    return rows


def _by_rater(labels: NDArray[np.int64], items: NDArray[np.int64], raters: NDArray[np.int64]) -> NDArray[np.float64]:
    """Lay labels out as (A, I); of a rater who judged a pair again the last one."""
    table = np.full((int(raters.max(initial=-1)) + 1, int(items.max(initial=-1)) + 1), np.nan)
    table[raters, items] = labels
    return table


def _row(between: str, coefficient: str, found: Agreement) -> AgreementRow:
    value = None if np.isnan(found.value) else float(found.value)
    return AgreementRow("rankings", between, coefficient, value, found.interval, found.n_items)
