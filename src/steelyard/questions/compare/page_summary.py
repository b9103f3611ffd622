"""What a comparison or people's ratings say: first where metrics contradict each other, then a sentence a metric."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.page_tiers import tiers_text
from steelyard.questions.human.answer import RatingsAnalysis, WinRow
from steelyard.report.rows import by_metric, choose_decimals, interval_text, metric_names, percent_text
from steelyard.report.table import clean
from steelyard.results.contradiction import contradictions
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow

__all__ = ["contradiction_sentence", "is_about_these_runs", "summary_sentences"]

_MOST_NAMED = 3  # pairs of systems that a sentence names


def summary_sentences(result: Comparison | RatingsAnalysis) -> list[str]:
    """Say which metrics contradict each other, where any do, and in a sentence a metric which systems it tells apart.

    Parameters
    ----------
    result : Comparison or RatingsAnalysis
        With tested pairs.

    Returns
    -------
    list of str
        The contradiction, then one a metric; names cleaned.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.questions.compare.page_summary import summary_sentences
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c", "e f"]})
    >>> summary_sentences(sy.evaluate(data).compare())
    ['BLEU cannot tell any of the 2 systems apart.']
    """
    if isinstance(result, RatingsAnalysis) and result.wins:
        return [_rankings_sentence(result)]
    names = metric_names(result.scores)
    has_groups = has_family_level(result.method)
    sentences = [
        _about_runs(result.method)
        + _metric_sentence(
            clean(names[metric]), rows, [p for p in result.pairs if p.metric == metric], has_groups=has_groups
        )
        for metric, rows in by_metric(result.scores)
    ]
    first = [contradiction_sentence(result), _uncorrected(result.method)]
    return [*filter(None, [*first, *sentences, _new_runs(result)])]


def _about_runs(method: Mapping[str, Any]) -> str:
    """Say which runs and texts verdicts are about, where systems have several runs."""
    if is_about_these_runs(method):
        return "Of these runs: "
    return "For new runs on new text: " if "runs" in method else ""


def is_about_these_runs(method: Mapping[str, Any]) -> bool:
    """Say whether systems have several runs, and verdicts are about these very runs."""
    return "runs" in method and method.get("generalise_to") != "both"


def _new_runs(result: Comparison | RatingsAnalysis) -> str:
    """Say of verdicts on these runs alone what new runs would do; empty where the verdicts are about new ones."""
    if not isinstance(result, Comparison) or not result.runs or not is_about_these_runs(result.method):
        return ""
    level = percent_text(result.method)
    if len(result.runs) == 1:
        decimals = choose_decimals(result.scores, None)
        interval = interval_text(result.runs[0].interval_new_runs, decimals, sign="+")
        return f"For new runs of both systems the difference lies in {interval} ({level})."
    told = [
        run.interval_new_runs
        for pair, run in zip(result.pairs, result.runs, strict=True)
        if pair.verdict in ("better", "worse") and run.interval_new_runs is not None
    ]
    n_held = sum(low > 0 or high < 0 for low, high in told)
    return (
        f"For new runs {n_held:,} of these {len(told):,} differences {'are' if n_held != 1 else 'is'} clear of 0 "
        f"({level} intervals, each alone)."
        if told
        else ""
    )


def _uncorrected(method: Mapping[str, Any]) -> str:
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


def _metric_sentence(
    label: str, rows: Sequence[ScoreRow], pairs: Sequence[PairRow | WinRow], *, has_groups: bool
) -> str:
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


def contradiction_sentence(result: Comparison | RatingsAnalysis) -> str:
    """Name the metrics whose verdicts on a pair are opposite, and the pairs; empty where there are none."""
    found = contradictions(result.pairs)
    if not found:
        return ""
    labels = {metric: clean(name) for metric, name in metric_names(result.scores).items()}
    n_pairs = len({(pair.system_a, pair.system_b) for pair in result.pairs})
    metrics = [metric for metric in labels if any(metric in (*one.for_a, *one.for_b) for one in found)]
    pairs = []
    for one in found[:_MOST_NAMED]:
        sides = [", ".join(labels[metric] for metric in side) for side in (one.for_a, one.for_b)]
        against = f" ({sides[0]} against {sides[1]})" if len(metrics) > 2 else ""
        pairs.append(f"{clean(one.system_a)} and {clean(one.system_b)}{against}")
    if len(found) > len(pairs):
        pairs.append(f"{len(found) - len(pairs):,} more")
    who = " and ".join(labels[metric] for metric in metrics) if len(metrics) == 2 else f"{len(metrics)} metrics"
    where = f"on {len(found):,} of {n_pairs:,} pairs" if n_pairs > 1 else "on the only pair"
    return f"{who} contradict each other {where}: {'; '.join(pairs)}."


def _rankings_sentence(analysis: RatingsAnalysis) -> str:
    """Say which systems people's rankings tell apart."""
    if "test" in analysis.method:
        sentence = _metric_sentence(
            "The sign test", analysis.scores, analysis.wins, has_groups=has_family_level(analysis.method)
        )
        return " ".join(filter(None, [_uncorrected(analysis.method), sentence]))
    n_groups = len({row.cluster for row in analysis.scores})
    if n_groups == 1:
        return f"People's rankings do not tell the {len(analysis.scores)} systems apart."
    if n_groups == len(analysis.scores):
        which = "the 2" if n_groups == 2 else f"all {n_groups}"
        return f"People tell {which} systems apart: {tiers_text(analysis.scores)}."
    return f"People tell {n_groups} groups apart: {tiers_text(analysis.scores)}."
