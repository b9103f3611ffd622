"""The sentence for a paper on how a board was made."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.inference import get_correction, get_test
from steelyard.metrics import package_version
from steelyard.questions.board.question import ALL, JOINT, LEADER
from steelyard.results.auto_rank_row import auto_rank_text
from steelyard.results.missing import missing_text
from steelyard.results.plurals import counted, word_for_segment
from steelyard.scored.sentences import (
    describe_degrees,
    describe_ends,
    describe_metrics,
    describe_rates,
    describe_two_way,
    describe_units,
    describe_worth,
    said_of_score_coverage,
    show_percent,
)
from steelyard.types import Measurement

__all__ = ["board_sentence"]


def board_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how the board was made."""
    level = show_percent(method["confidence_level"])
    units = f"{describe_units(method)}{describe_worth(method)}"
    start = (
        f"We ranked {counted(method['n_systems'], 'system')} on "
        f"{counted(method['n_segments'], word_for_segment(method))} with Steelyard {package_version()}: "
        f"{describe_metrics(measurements)}. "
    )
    draws = (
        f"Student's t ({describe_degrees(method)} degrees of freedom) and the largest of all in {method['n_draws']:,} "
        f"normal draws (seed {method['seed']}) with the same correlations (Chernozhukov and others 2013)"
    )
    n, alpha = method["family_size"], f"{method['alpha']:g}"
    family = f"{n:,} differences were tested together" if n > 1 else "The difference was tested"
    errors = f"Standard errors are by the jackknife over {units}. {family} by "
    first = f". Shares of first places are from {method['n_draws']:,} normal draws (seed {method['seed']})"
    first = first if method["against"] in (LEADER, ALL) else ""
    if method["test"] == JOINT:
        errors += f"{draws}. This controls the family-wise error rate at {alpha}. "
    else:
        test, correction = get_test(method["test"]), get_correction(method["correction"])
        drawn = f" ({method['n_draws']:,} draws, seed {method['seed']})" if test.is_resampled else ""
        errors += (
            f"{test.summary}{drawn}, corrected at {alpha} by {correction.summary}{first}. Intervals of differences use "
            f"Bonferroni's correction, with Student's t ({describe_degrees(method)} degrees of freedom). "
        )
    ranks = (
        f"Ranges of ranks are simultaneous at {level}, from stepwise tests of all differences. With {level} confidence "
        "the best system is among those that may lead (Mogstad, Romano, Shaikh and Wilhelm 2024). "
        if method["against"] in (LEADER, ALL)
        else ""
    )
    judged = [one for one in measurements if method.get("raters", {}).get(one.metric) == "sampled"]
    if judged:
        named = "" if len(judged) == len(measurements) else f" ({', '.join(one.label for one in judged)})"
        n_raters = max(method["n_raters"][one.metric] for one in judged)
        errors = errors if named else ""
        errors += (
            f"{describe_two_way(method['n_units'], method['unit'], n_raters)} Differences{named} were tested by "
            f"Student's t (Satterthwaite's degrees of freedom) with Holm's correction at {alpha}. Their intervals are "
            "simultaneous (Bonferroni). "
        )
    missing = missing_text(method)
    scaled = auto_rank_text(method["auto_rank"]) if method["auto_rank"] else ""
    are_rates = len(method.get("rates", ())) == len(measurements)
    scores = "" if are_rates or judged else said_of_score_coverage(method["n_units"], method["unit"]).lstrip() + " "
    rates = describe_rates(method)
    scaled += describe_ends(method)
    warning = f" {method['warning']}." if method["warning"] else ""
    return f"{start}{errors}{scores.lstrip()}{rates}{ranks}{missing}".rstrip() + scaled + warning
