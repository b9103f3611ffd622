"""Comparisons with missing scores at both ends of their scale: a difference is called where it holds at both."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steelyard.errors import SpecError
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.compare.verdicts import groups
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.results.score_rows import ScoreRow
from steelyard.scored import Counted
from steelyard.scored.pairs import choose_pairs
from steelyard.scored.score_matrix import both_ends

__all__ = ["at_both_ends", "check_bounds", "ends_of"]

_NO_PAIRS = ("shaffer", "maxt-shaffer")  # they take for granted which systems the pairs are of


def check_bounds(question: CompareQuestion, correction: str, *, is_procedure: bool) -> None:
    """Refuse what looks at all systems at once, of which there are two for each here."""
    if question.runs is not None:
        raise SpecError(
            "--missing bounds and --runs cannot be combined: choose --missing worst or --missing drop-item."
        )
    if is_procedure or correction in _NO_PAIRS:
        raise SpecError(
            f"--missing bounds and the correction {correction} cannot be combined: choose --correction maxt or holm."
        )


def ends_of(counted: Counted, question: CompareQuestion, correction: str) -> list[tuple[Counted, CompareQuestion]]:
    """Say what is compared at each end: the system at its worst with the other at its best, and the reverse.

    The system at its best, or worst, stands first, as the earlier system does; the order of pairs stays.
    """
    if counted.best is None:
        raise SpecError("There are no missing scores to bound.")
    names = counted.test_set.system_names
    pairs = choose_pairs(names, question.pairs, keep_order=question.alternative != "two-sided")
    asked = replace(question, correction=correction, pairs=tuple(f"{len(names) + a}:{b}" for a, b in pairs))
    # the earlier system of each pair comes from the first half, the later one from the second
    return [(both_ends(counted.best, counted), asked), (both_ends(counted, counted.best), asked)]


def at_both_ends(shown: Comparison, against: Comparison, in_favour: Comparison, names: Sequence[str]) -> Comparison:
    """Return for each pair the verdict that is the same whether missing scores are worst or best for the system.

    What is shown of single systems has missing scores at their worst; their intervals reach up to their best.
    """
    rows, told, is_two_sided = [], [], shown.method["alternative"] == "two-sided"
    for row, low, high in zip(shown.pairs, against.pairs, in_favour.pairs, strict=True):
        rows.append(_between(row, low, high, is_two_sided=is_two_sided))
        deltas = sorted((low.difference, high.difference))
        ends = [end.p_adjusted for end in sorted((low, high), key=lambda end: end.difference)]
        if deltas[0] != deltas[1]:
            told.append(
                {
                    "metric": row.metric,
                    "system": row.system,
                    "against": row.against,
                    "difference": deltas,
                    "p_adjusted": ends,
                }
            )
    position = {name: i for i, name in enumerate(names)}
    best = {(row.metric, int(row.system)): row for row in against.scores}  # the first half of its systems
    of_systems = [
        {"metric": row.metric, "system": row.system, "score": sorted((row.score, other.score))}
        for row in shown.scores
        if (other := best[row.metric, position[row.system]]).score != row.score
    ]
    missing = {**shown.method.get("missing", {}), "bounds": told, "bounds_of_scores": of_systems}
    method: Any = {**shown.method, "missing": missing}
    reaching = [
        replace(row, interval=_hull(row.interval, best[row.metric, position[row.system]].interval))
        for row in shown.scores
    ]
    scores = _regrouped(reaching, rows, position, has_groups=has_family_level(method))
    return replace(shown, pairs=tuple(rows), scores=tuple(scores), method=method)


def _between(row: PairRow, low: PairRow, high: PairRow, *, is_two_sided: bool) -> PairRow:
    """Take the less favourable of both ends; the difference is the one nearer 0.

    Between ends on both sides of 0 some scores make the systems equal, so that p is 1 though it may be small at either.
    """
    verdict: Verdict = low.verdict if low.verdict == high.verdict else "cannot tell"
    nearer = low if abs(low.difference) <= abs(high.difference) else high
    further = high if nearer is low else low
    reason = nearer.reason
    if low.verdict != high.verdict:
        ends = sorted((low.difference, high.difference))
        reason = f"{ends[0]:+.4g} to {ends[1]:+.4g} depending on missing scores"
    may_be_equal = is_two_sided and low.difference * high.difference < 0
    p_values = [(end.p_value, end.p_adjusted) for end in (low, high)] + [(1.0, 1.0)] * may_be_equal
    error = nearer.monte_carlo_error if nearer.p_value >= further.p_value else further.monte_carlo_error
    interval_p = _hull(low.interval_p_adjusted, high.interval_p_adjusted)
    detectable = [end.minimum_detectable for end in (low, high)]
    is_whole = low.difference == high.difference
    return replace(
        row,
        difference=nearer.difference,
        interval=_hull(low.interval, high.interval),
        interval_simultaneous=_hull(low.interval_simultaneous, high.interval_simultaneous),
        p_value=max(p for p, _ in p_values),
        p_adjusted=max(p for _, p in p_values),
        monte_carlo_error=0.0 if may_be_equal else error,
        verdict=verdict,
        reason=reason,
        minimum_detectable=None if None in detectable else max(one for one in detectable if one is not None),
        p_equivalence=_larger(low.p_equivalence, high.p_equivalence),
        effect_size=row.effect_size if is_whole else None,
        shares=row.shares if is_whole else None,
        n_draws=None if low.n_draws is None or high.n_draws is None else max(low.n_draws, high.n_draws),
        interval_p_adjusted=_hull(interval_p, (1.0, 1.0)) if may_be_equal else interval_p,
    )


def _hull(first: tuple[float, float] | None, second: tuple[float, float] | None) -> tuple[float, float] | None:
    if first is None or second is None:
        return None
    return min(first[0], second[0]), max(first[1], second[1])


def _larger(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else max(first, second)


def _regrouped(
    scores: Sequence[ScoreRow], rows: Sequence[PairRow], position: Mapping[str, int], *, has_groups: bool
) -> list[ScoreRow]:
    """Rank anew by what holds at both ends; how often each is first is not known."""
    found: list[ScoreRow] = []
    for metric in dict.fromkeys(row.metric for row in scores):
        part = [row for row in scores if row.metric == metric]
        of_metric = [row for row in rows if row.metric == metric]
        pairs = [(position[row.system], position[row.against]) for row in of_metric]
        ordered = sorted(part, key=lambda row: position[row.system])
        grouped = groups([row.rank for row in ordered], of_metric, pairs, has_groups=has_groups)
        by_system = dict(zip([row.system for row in ordered], grouped, strict=True))
        found += [replace(row, **by_system[row.system], share_best=None, interval_rank=None) for row in part]
    return found
