"""Comparisons as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.pairs import doubts, is_undecided, pairs_that_matter, verdict_text
from steelyard.page.rows import (
    BY_RANGE,
    CLUSTERS,
    NOT_THE_BEST,
    RANKS,
    by_metric,
    choose_decimals,
    detectable_text,
    metric_names,
    percent_text,
    ranked_table,
    title_text,
)
from steelyard.page.summary import is_about_these_runs, summary_sentences
from steelyard.questions.compare.answer import Comparison, RunRow
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text, p_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import Table, clean

__all__ = ["as_latex", "to_page", "run_table", "summary"]

_MARGIN = 14
ERROR_COLUMNS = ("error, these raters", "error, new raters")
_ERROR_LEGEND = (
    ("error, ...", "standard error of the difference on new texts, judged by these raters or by new raters like them"),
)
_RANK_LEGEND = (
    ("ranks, ...", "range of possible ranks from the simultaneous intervals (simultaneous for all systems)"),
    ("first in %", f"of the bootstrap resamples ({NOT_THE_BEST})"),
)
_EFFECT_LEGEND = (
    ("effect", "effect size: the difference divided by its standard deviation over units (Cohen's d for pairs)"),
    ("% of ...", "units scored one by one; a few large differences can outweigh many small ones"),
)


def to_page(
    comparison: Comparison,
    *,
    width: int | None = None,
    short: bool = False,
    ranks: bool = False,
    effects: bool = False,
    more: Sequence[Block] = (),
    errors: Mapping[tuple[str, str, str], tuple[float, float]] | None = None,
    most_pairs: int | None = None,
    all_pairs: str = "--pairs all or --format json",
) -> Page:
    """Lay out a comparison: the verdict, a ranked table per metric, pairs, further blocks, and the method.

    Where raters were sampled, `errors` has those of the difference by metric and both systems: these raters', any's.
    `all_pairs`: the flags that show pairs which are left out.
    """
    blocks: list[Block] = [Paragraph("\n".join(summary(comparison)))]
    blocks += cautions(comparison.method)
    names = metric_names(comparison.scores)
    for metric, rows in by_metric(comparison.scores):
        decimals = choose_decimals(rows, width)
        ranked = ranked_table(rows, decimals, comparison.method, ranks=ranks)
        blocks.append(Titled(title_text(names[metric], rows, short), ranked, is_detail=False))
        pairs = [pair for pair in comparison.pairs if pair.metric == metric]
        reason = _common_reason(pairs)
        shown = pairs_that_matter(pairs, rows, comparison.method, is_hopeless=bool(reason), most=most_pairs)
        shown_pairs = _pair_table(shown, decimals, comparison.method, effects=effects, errors=errors)
        blocks.append(Titled("", shown_pairs, is_detail=False))
        blocks += (Paragraph(doubt, is_detail=False) for doubt in doubts(shown, comparison.method))
        runs = [row for row in comparison.runs if row.metric == metric]
        if runs:
            blocks.append(Titled("", run_table(runs, decimals, comparison.method)))
        if len(shown) < len(pairs):
            which = f", none significant ({reason})" if reason else ""
            n_more = len(pairs) - len(shown)
            blocks.append(Paragraph(f"{n_more:,} more pairs{which}: use {all_pairs}.", is_detail=False))
    blocks += more
    blocks.append(_legend(comparison, ranks=ranks, effects=effects))
    blocks.append(MethodText(clean(comparison.method["sentence"])))
    return Page(tuple(blocks))


def as_latex(comparison: Comparison, *, width: int | None = None) -> str:
    """Write scores and verdicts as one table for a paper."""
    from steelyard.page.paper import paper_latex

    return paper_latex(comparison.scores, comparison.pairs, comparison.method, label="comparison", width=width)


def summary(comparison: Comparison) -> list[str]:
    """Say which metrics contradict each other, which systems differ, and what new runs would change."""
    sentences = summary_sentences(comparison.scores, comparison.pairs, comparison.method)
    return [*sentences, *filter(None, [_new_runs(comparison)])]


def _new_runs(result: Comparison) -> str:
    """Say of verdicts on these runs alone what new runs would do; empty where the verdicts are about new ones."""
    if not result.runs or not is_about_these_runs(result.method):
        return ""
    level = percent_text(result.method)
    if len(result.runs) == 1:
        decimals = choose_decimals(result.scores, None)
        interval = interval_text(result.runs[0].interval_new_runs, decimals, sign="+")
        return f"New runs of both systems: difference {interval} ({level} interval)."
    told = [
        run.interval_new_runs
        for pair, run in zip(result.pairs, result.runs, strict=True)
        if pair.verdict in ("better", "worse") and run.interval_new_runs is not None
    ]
    n_held = sum(low > 0 or high < 0 for low, high in told)
    return (
        f"New runs: {n_held:,} of these {len(told):,} differences {'remain' if n_held != 1 else 'remains'} significant "
        f"({level} intervals, each for one difference alone)."
        if told
        else ""
    )


def _legend(comparison: Comparison, *, ranks: bool, effects: bool) -> Legend:
    """Explain the columns that are there."""
    meanings = _legend_of_tests(comparison)
    are_sampled = comparison.method.get("raters") == "sampled" and comparison.method["test"] == "two-way"
    further = (
        (are_sampled, _ERROR_LEGEND),
        (ranks, _RANK_LEGEND),
        (effects, _EFFECT_LEGEND),
        (True, run_table(comparison.runs, 0, comparison.method).meanings),
    )
    meanings += [meaning for is_wanted, legend in further if is_wanted for meaning in legend]
    is_absent = {
        "cluster": all(row.cluster is None for row in comparison.scores),
        "detectable": all(pair.minimum_detectable is None for pair in comparison.pairs),
        "first in %": all(row.share_best is None for row in comparison.scores),
    }
    return Legend.of([(column, text) for column, text in meanings if not is_absent.get(column)], _MARGIN)


def _legend_of_tests(comparison: Comparison) -> list[tuple[str, str]]:
    """Explain what every comparison shows."""
    method = comparison.method
    has_ranges = any(row.rank_low is not None for row in comparison.scores)
    is_of_test = method["correction"] in ("tukey", "scheffe")  # whose intervals are the test turned round
    rest = ", from the same test" if is_of_test else "; the verdict uses the adjusted p, so the two can differ"
    about = ", for new runs on new text" if method.get("generalise_to") == "both" else ""
    bounds = []
    if "sequential" in method:
        error = f"{method['sequential']['error']:g}"
        bounds = [("bounds", f"of the adjusted p with unlimited draws; simultaneous, error probability {error}")]
    return [
        ("rank", RANKS if has_ranges else "by score, without a test"),
        ("cluster", CLUSTERS),
        ("simultaneous", f"simultaneous intervals for all pairs{rest}"),
        *([("by range", BY_RANGE)] if method.get("ends") else []),
        ("verdict", f"for the system, from the adjusted p{about}"),
        ("detectable", detectable_text(method)),
        *bounds,
    ]


def _common_reason(pairs: Sequence[PairRow]) -> str:
    """Return why no pair at all can be significant, where there is one reason for all."""
    reasons = {pair.reason for pair in pairs}
    return reasons.pop() if len(reasons) == 1 else ""


def _pair_table(
    pairs: Sequence[PairRow],
    decimals: int,
    method: Any,
    *,
    effects: bool,
    errors: Mapping[tuple[str, str, str], tuple[float, float]] | None,
) -> Table:
    is_exact = method["is_exact"]
    verdict = "verdict, of these runs" if is_about_these_runs(method) else "verdict"
    shares = Term("", f">% of {method['unit']}s: better, tied, worse", _shares_text, spare=1)
    columns: list[Shown] = [
        *("system", "against", "difference"),
        (f"simultaneous {percent_text(method)}", "interval_simultaneous"),
        "interval_by_range",
        "p_value" if is_exact else (Term("", ">p ± its error", spare=3), _p_with_error),
        (">adjusted p, bounds" if "sequential" in method else ">adjusted p", partial(_adjusted_p, method=method)),
        (terms.VERDICT._replace(header=verdict), partial(_verdict, method=method)),
        "minimum_detectable",
        *(("effect_size", (shares, attrgetter("shares"))) if effects else ()),
    ]
    if errors is not None:
        columns += [
            (Term("", f">{name}", "score", spare=3), partial(_error, errors, place))
            for place, name in enumerate(ERROR_COLUMNS)
        ]
    return table(pairs, columns, decimals=decimals)


def _error(errors: Mapping[tuple[str, str, str], tuple[float, float]], place: int, pair: PairRow) -> float:
    return errors[pair.metric, pair.system, pair.against][place]


def _verdict(pair: PairRow, method: Any) -> str:
    return verdict_text(pair, method) + (f": {pair.reason}" if pair.reason else "")


def _p_with_error(pair: PairRow) -> str:
    return f"{p_text(pair.p_value)} ± {p_text(pair.monte_carlo_error)}"


def _shares_text(shares: tuple[float, float, float]) -> str:
    return "  ".join(f"{100 * share:5.1f}" for share in shares)


def run_table(rows: Sequence[RunRow], decimals: int, method: Any) -> Table:
    """Lay out what new data and new runs would change."""
    level = percent_text(method)
    columns: list[Shown] = [
        *("system", "against", "difference"),
        (f"{level}, new data", "interval_new_data"),
        (f"{level}, new runs", "interval_new_runs"),
        (f"{level}, both", "interval_both"),
        "run_sd",
        (">sd of runs, against", "run_sd_against"),
        (f"{level}, new references", "interval_new_references"),
    ]
    return table(rows, columns, decimals=decimals)


def _adjusted_p(pair: PairRow, method: Any) -> str:
    """Show p, with its bounds where draws stopped early; bounds alone where they decide, as p is then rough."""
    if pair.interval_p_adjusted is None:
        return p_text(pair.p_adjusted)
    low, high = pair.interval_p_adjusted
    bounds = f"[{p_text(low) if low else 0}, {p_text(high)}]"
    is_p_needed = method["sequential"]["procedure"] == "besag-clifford" or is_undecided(pair, method)
    return f"{p_text(pair.p_adjusted)} {bounds}" if is_p_needed else bounds
