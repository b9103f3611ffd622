"""Sentences for a paper on what people's ratings were read, and how systems were compared by them."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.metrics import package_version
from steelyard.questions.compare.method_text import correction_sentence, describe_intervals
from steelyard.questions.human.answer import RankingsMethod, RatingsMethod
from steelyard.results.family_level import has_family_level
from steelyard.results.plurals import counted as number_of
from steelyard.scored.sentences import describe_two_way
from steelyard.types import Measurement

__all__ = [
    "OMNIBUS_TESTS", "WIN_RULES", "mixed_model_sentence", "omnibus_sentence", "preferences_sentence",
    "rank_sum_sentence", "rankings_sentence", "ratings_sentence", "two_way_sentence",
]  # fmt: skip

_SIMULTANEOUS = "Intervals of differences are simultaneous for the family (Bonferroni)."


def ratings_sentence(method: RatingsMethod) -> str:
    """Say what was read and what counts."""
    n_judgements, n_counted, n_missing = method["n_judgements"], method["n_counted"], method["n_missing"]
    raters = f" by {number_of(method['n_raters'], 'rater')}" if method["n_raters"] else ""
    parts = [f"The file has {n_judgements:,} judgements{raters}; {n_counted:,} count"]
    if n_missing:
        parts.append(f"{n_missing:,} rows without a score were left out")
    if method.get("are_penalties"):
        parts.append("ratings are penalties and have a minus sign here, so higher scores are better")
    if method["quality_control"] != "none":
        lost = method["n_raters"] - method["n_raters_kept"]
        parts.append(f"quality control ({method['quality_control']}) removed {number_of(lost, 'rater')}")
    if method["scaling"] != "raw":
        how = "standardised" if method["scaling"] == "z" else "ranked"
        parts.append(f"scores were {how} by rater")
    if not method["is_complete"]:
        parts.append("systems were rated on different segments")
    return "; ".join(parts) + "."


def preferences_sentence(method: RankingsMethod) -> str:
    """Describe the test, its correction, and what it assumes to be independent."""
    once = (
        "of segments; each counts once, for the system preferred more often on it"
        if method["unit"] == "segment"
        else "of all comparisons, assumed independent within a segment"
    )
    groups = "; ranges of ranks and clusters follow from the verdicts" if has_family_level(method) else ""
    return (
        f"Every two systems were compared by the two-sided sign test (Dixon and Mood 1946; without ties) {once}. "
        f"{correction_sentence(method)}. {_level(method)}{groups}."
    )


def two_way_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe the test where units and raters were both sampled."""
    return (
        f"{_compared(measurements, method)}"
        f"{describe_two_way(method['n_units'], method['unit'], method['n_raters_kept'])} Differences were tested by "
        f"Student's t (Satterthwaite's degrees of freedom). {correction_sentence(method)}. {_level(method)}. "
        f"{_SIMULTANEOUS}"
    )


def mixed_model_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe the mixed model and its tests."""
    names = "; ".join(f"{one.label} ({one.signature})" for one in measurements)
    how = (
        "adjusted by Holm's step-down Bonferroni over all pairs and scales"
        if method["correction"] == "holm"
        else "not corrected"
    )
    return (
        f"We compared systems on {method['n_segments']:,} segments with Steelyard {package_version()}: {names}. Scores "
        "are means adjusted by a mixed model, fitted to all judgements by restricted maximum likelihood. Systems are "
        "fixed effects; raters, segments and the interaction of raters and systems are random effects. Differences "
        "were tested by Student's t (Satterthwaite's degrees of freedom, at most those of the interaction). p-values "
        f"were {how}. {_level(method)}. {_SIMULTANEOUS}"
    )


WIN_RULES = {
    "expected-wins": "mean over the other systems of wins / (wins + losses) against each (WMT13)",
    "rank": "wins / all comparisons, including ties (WMT07)",
    "ignore-ties": "wins / (wins + losses) (WMT12)",
    "at-least": "(wins + ties) / all comparisons (WMT08 to WMT11)",
}


def rankings_sentence(method: RankingsMethod) -> str:
    """Describe how systems were ranked from comparisons of their outputs."""
    raters = f" by {method['n_raters']:,} people" if method["n_raters"] else ""
    n_same = method["n_comparisons"] - method["n_compared"]
    same = f"; {n_same:,} are between systems with the same output" if n_same else ""
    ranges = (
        preferences_sentence(method)
        if "test" in method
        else f"Ranges of ranks cover {100 * method['confidence_level']:g}% of the bootstrap resamples of "
        f"{method['unit']}s (Koehn 2012; {method['n_resamples']:,} resamples, seed {method['seed']}), for each system "
        "alone. A new cluster starts where ranges do not overlap."
    )
    strength = " Strength is by Bradley and Terry (1952); a tie is half a win for both."
    if not method["has_strengths"]:
        strength = " There are no strengths of Bradley and Terry (1952), because some systems always won or never won."
    return (
        f"We ranked {method['n_systems']} systems with Steelyard {package_version()} from {method['n_judgements']:,} "
        f"rankings{raters} of outputs of {method['n_segments']:,} segments, {method['n_comparisons']:,} comparisons of "
        f"two systems, {method['n_ties']:,} of them ties{same}. The score is {WIN_RULES[method['win_rule']]}. "
        f"{ranges}{strength}"
    )


OMNIBUS_TESTS = {
    "kruskal": "Kruskal and Wallis's test (1952) of segments, unpaired and assumed independent",
    "friedman": "Friedman's test (1937) with segments as blocks, assumed independent",
}


_PAIRS = {
    "holm": "Dunn's test (1964), p-values adjusted by Holm's step-down Bonferroni over all pairs and scales",
    "none": "Dunn's test (1964), p-values not corrected",
    "nemenyi": "Nemenyi's test (1963), simultaneous for all pairs of a scale",
}


def rank_sum_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe the rank-sum test, in turn or not."""
    how = (
        "two-sided, p-values adjusted by Holm's step-down Bonferroni over all pairs and scales"
        if method["correction"] == "holm"
        else "one-sided in the direction of the difference and not corrected, as in WMT's tables: two equal systems "
        f"differ significantly in up to {200 * method['alpha']:g}% of cases, and with many pairs some almost always do"
    )
    in_turn = ""
    if method["test"] == "in-turn":
        in_turn = (
            f"Pairs without a significant difference by {measurements[0].metric} were tested by "
            f"{measurements[1].metric} (Graham, Mathur and Baldwin 2014). Two tests can double the false positives. "
        )
    return (
        f"{_compared(measurements, method)}Differences were tested by Wilcoxon's rank-sum test (1945; normal "
        f"distribution, corrected for ties and continuity) of segments, unpaired and assumed independent; {how}. "
        f"{_level(method)}. {in_turn}{describe_intervals(method)}"
    )


def omnibus_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe the test over all systems, and that of pairs after it."""
    said = "; ".join(
        f"{name} {one['statistic']:.2f} with {one['degrees_of_freedom']} degrees of freedom, p = {one['p_value']:.2g}"
        for name, one in method["omnibus"].items()
    )
    n_scales = len(method["omnibus"])
    times = f", times {n_scales}, the number of scales" if method["correction"] == "nemenyi" and n_scales > 1 else ""
    return (
        f"{_compared(measurements, method)}All systems were tested together by {OMNIBUS_TESTS[method['test']]}, "
        f"corrected for ties (chi-squared: {said}). Pairs were tested by {_PAIRS[method['correction']]}{times}, "
        f"whatever the result of the first test. {_level(method)}. {describe_intervals(method)}"
    )


def _level(method: Mapping[str, Any]) -> str:
    return f"The significance level is {method['alpha']:g}"


def _compared(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Name the systems' segments and the scales."""
    names = "; ".join(f"{one.label} ({one.signature})" for one in measurements)
    return f"We compared systems on {method['n_segments']:,} segments with Steelyard {package_version()}: {names}. "
