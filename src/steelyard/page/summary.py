"""The answer in sentences: first where metrics contradict each other, then which systems differ, by metric."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.page.rows import by_metric, choose_decimals, metric_names
from steelyard.page.tiers import tiers_text
from steelyard.results.contradiction import contradictions
from steelyard.results.family_level import has_family_level
from steelyard.results.numbers import p_text
from steelyard.results.pair_rows import Decided, PairRow
from steelyard.results.plurals import counted, none_of
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import clean

__all__ = [
    "about_raters",
    "contradiction_sentence",
    "differences_sentence",
    "is_about_these_runs",
    "scope_text",
    "summary_sentences",
    "uncorrected_sentence",
]

_RATERS = {"sampled": "raters like these", "fixed": "these raters"}
_MOST_NAMED = 3  # pairs of systems that a sentence names


def summary_sentences(scores: Sequence[ScoreRow], pairs: Sequence[PairRow], method: Mapping[str, Any]) -> list[str]:
    """Say which metrics contradict each other, where any do, and in a sentence per metric which systems differ.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.page.summary import summary_sentences
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> found = sy.evaluate(data).compare()
    >>> summary_sentences(found.scores, found.pairs, found.method)
    ['y and x do not differ significantly (BLEU -81.87, p = 1.0000, 2 segments).']
    """
    names = metric_names(scores)
    has_groups = has_family_level(method)
    sentences = [
        differences_sentence(
            clean(names[metric]),
            rows,
            [pair for pair in pairs if pair.metric == metric],
            has_groups=has_groups,
            scope=scope_text(method),
        )
        for metric, rows in by_metric(scores)
    ]
    return [*filter(None, [contradiction_sentence(scores, pairs), uncorrected_sentence(method), *sentences])]


def about_raters(method: Mapping[str, Any], metric: str = "") -> str:
    """Begin a sentence with the raters that it is about, like these or these alone; empty where none are known.

    A method has their role, or roles by metric.
    """
    raters = _raters(method, metric)
    return f"For {raters}: " if raters else ""


def _raters(method: Mapping[str, Any], metric: str = "") -> str:
    role = method.get("raters", "")
    return _RATERS.get(role.get(metric, "") if isinstance(role, Mapping) else role, "")


def scope_text(method: Mapping[str, Any]) -> str:
    """Say for which units, raters and runs a verdict is: "12 documents, raters like these"."""
    runs = "these runs" if is_about_these_runs(method) else "new runs on new text" if "runs" in method else ""
    units = counted(method["n_units"], method["unit"]) if "n_units" in method else ""
    return ", ".join(filter(None, [units, _raters(method) or runs]))


def is_about_these_runs(method: Mapping[str, Any]) -> bool:
    """Say whether systems have several runs, and verdicts are about these very runs."""
    return "runs" in method and method.get("generalise_to") != "both"


def uncorrected_sentence(method: Mapping[str, Any]) -> str:
    """Say that tests are not corrected for the family-wise error, and how large it is; empty where they are."""
    if has_family_level(method):
        return ""
    if method["correction"] != "none":
        return (
            f"No groups are formed: the correction {method['correction']} controls the false discovery rate, not the "
            "family-wise error rate."
        )
    if "experimentwise_error" not in method:
        return ""
    found = method["experimentwise_error"]
    tests = f"No groups are formed: {found['n_tests']:,} tests at {found['level']:g} each are not corrected"
    if found["rate"] is None:
        return f"{tests}."
    return f"{tests}. If no pair differs, {100 * found['rate']:.0f}% of such families have a false verdict."


def differences_sentence(
    label: str, rows: Sequence[ScoreRow], pairs: Sequence[Decided], *, has_groups: bool, scope: str = ""
) -> str:
    """Say which systems differ significantly under one metric, and in parentheses for which units and raters."""
    if len(pairs) == 1:
        return _sentence_of_pair(label, rows, pairs[0], scope)
    n_decided = sum(pair.verdict in ("better", "worse") for pair in pairs)
    about = f" ({scope})" if scope else ""
    if all(pair.verdict == "equivalent" for pair in pairs):
        return f"{label}: all {len(rows)} systems have identical results throughout."
    if n_decided == 0:
        return f"{label}: {none_of(len(pairs), 'pair')} differs significantly{about}."
    every = "both" if n_decided == 2 else f"all {n_decided:,}"
    n = every if n_decided == len(pairs) else f"{n_decided:,} of {len(pairs):,}"
    told = f"{n} pairs {'differ' if n_decided > 1 else 'differs'} significantly{about}."
    # Results that older versions stored have systems without a cluster.
    is_grouped = has_groups and any(row.cluster is not None for row in rows)
    return f"{label}: {tiers_text(rows)}; {told}" if is_grouped else f"{label}: {told}"


def _sentence_of_pair(label: str, rows: Sequence[ScoreRow], pair: Decided, scope: str) -> str:
    """Say which of two systems is better, the better one first, with the difference and p where there are any."""
    first, second = clean(pair.system), clean(pair.against)
    if pair.verdict == "equivalent":
        return f"{label}: {first} and {second} have identical results throughout."
    sign = 1
    if pair.verdict == "worse":
        first, second, sign = second, first, -1
    figures = [label]
    if isinstance(pair, PairRow):
        figures = [
            f"{label} {sign * pair.difference:+.{choose_decimals(rows, None)}f}",
            f"p = {p_text(pair.p_adjusted)}",
        ]
    about = f"({', '.join([*figures, *filter(None, [scope])])})"
    if pair.verdict in ("better", "worse"):
        return f"{first} is better than {second} {about}."
    if pair.verdict == "within margin":
        return f"{first} and {second} are equivalent within the margin {about}."
    return f"{first} and {second} do not differ significantly {about}."


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
    where = f"significantly on {len(found):,} of {n_pairs:,} pairs" if n_pairs > 1 else "significantly on the pair"
    return f"{who} disagree {where}: {'; '.join(named)}."
