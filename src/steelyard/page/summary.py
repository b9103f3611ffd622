"""What tested systems come to: first where metrics contradict each other, then a sentence per metric."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.page.rows import by_metric, metric_names
from steelyard.page.tiers import tiers_text
from steelyard.results.contradiction import contradictions
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import Decided, PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

__all__ = [
    "about_raters",
    "contradiction_sentence",
    "is_about_these_runs",
    "summary_sentences",
    "told_apart",
    "uncorrected_sentence",
]

_RATERS = {"sampled": "For raters like these: ", "fixed": "For these raters: "}
_MOST_NAMED = 3  # pairs of systems that a sentence names


def summary_sentences(scores: Sequence[ScoreRow], pairs: Sequence[PairRow], method: Mapping[str, Any]) -> list[str]:
    """Say which metrics contradict each other, where any do, and in a sentence per metric which systems it tells apart.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.page.summary import summary_sentences
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> found = sy.evaluate(data).compare()
    >>> summary_sentences(found.scores, found.pairs, found.method)
    ['BLEU cannot tell any of the 2 systems apart.']
    """
    names = metric_names(scores)
    has_groups = has_family_level(method)
    sentences = [
        _about_whom(method)
        + told_apart(clean(names[metric]), rows, [p for p in pairs if p.metric == metric], has_groups=has_groups)
        for metric, rows in by_metric(scores)
    ]
    return [*filter(None, [contradiction_sentence(scores, pairs), uncorrected_sentence(method), *sentences])]


def about_raters(method: Mapping[str, Any], metric: str = "") -> str:
    """Begin a sentence with the raters that it is about, like these or these alone; empty where none are known.

    A method has their role, or roles by metric.
    """
    role = method.get("raters", "")
    return _RATERS.get(role.get(metric, "") if isinstance(role, Mapping) else role, "")


def _about_whom(method: Mapping[str, Any]) -> str:
    """Say which raters, or which runs and texts, verdicts are about, where there are such."""
    if about := about_raters(method):
        return about
    if is_about_these_runs(method):
        return "Of these runs: "
    return "For new runs on new text: " if "runs" in method else ""


def is_about_these_runs(method: Mapping[str, Any]) -> bool:
    """Say whether systems have several runs, and verdicts are about these very runs."""
    return "runs" in method and method.get("generalise_to") != "both"


def uncorrected_sentence(method: Mapping[str, Any]) -> str:
    """Say what tests claim together that nothing corrects for; empty where that is kept small, or not known."""
    if has_family_level(method):
        return ""
    if method["correction"] != "none":
        return (
            f"No groups: the correction {method['correction']} keeps the share of false claims small, not the chance "
            "of any."
        )
    if "experimentwise_error" not in method:
        return ""
    found = method["experimentwise_error"]
    tests = f"Not corrected, so no groups: {found['n_tests']:,} tests at {found['level']:g} each"
    if found["rate"] is None:
        return f"{tests}."
    return f"{tests} call at least one pair different in {100 * found['rate']:.0f}% of cases where none differs."


def told_apart(label: str, rows: Sequence[ScoreRow], pairs: Sequence[Decided], *, has_groups: bool) -> str:
    """Say what one metric tells apart."""
    n_decided = sum(pair.verdict in ("better", "worse") for pair in pairs)
    n_groups = len({row.cluster for row in rows} - {None}) if has_groups else 0  # older results have some without
    if all(pair.verdict == "equivalent" for pair in pairs):
        return f"{label} sees no difference at all: the {len(rows)} systems have equal statistics."
    if n_decided == 0:
        return f"{label} cannot tell any of the {len(rows)} systems apart."
    if n_groups == len(rows):
        which = "the 2" if len(rows) == 2 else f"all {len(rows)}"
        return f"{label} tells {which} systems apart: {tiers_text(rows)}."
    if n_groups > 1:
        return f"{label} tells {n_groups} groups apart: {tiers_text(rows, pairs)}."
    told = f"{label} tells {n_decided:,} of {len(pairs):,} pairs apart"
    return f"{told}: {tiers_text(rows, pairs)}." if n_groups else f"{told}."


def contradiction_sentence(scores: Sequence[ScoreRow], pairs: Sequence[PairRow]) -> str:
    """Name the metrics whose verdicts on a pair are opposite, and the pairs; empty where there are none."""
    found = contradictions(pairs)
    if not found:
        return ""
    labels = {metric: clean(name) for metric, name in metric_names(scores).items()}
    n_pairs = len({(pair.system, pair.against) for pair in pairs})
    metrics = [metric for metric in labels if any(metric in (*one.better, *one.worse) for one in found)]
    named = []
    for one in found[:_MOST_NAMED]:
        sides = [", ".join(labels[metric] for metric in side) for side in (one.better, one.worse)]
        against = f" ({sides[0]} against {sides[1]})" if len(metrics) > 2 else ""
        named.append(f"{clean(one.system)} and {clean(one.against)}{against}")
    if len(found) > len(named):
        named.append(f"{len(found) - len(named):,} more")
    who = " and ".join(labels[metric] for metric in metrics) if len(metrics) == 2 else f"{len(metrics)} metrics"
    where = f"on {len(found):,} of {n_pairs:,} pairs" if n_pairs > 1 else "on the only pair"
    return f"{who} contradict each other {where}: {'; '.join(named)}."
