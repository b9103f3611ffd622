"""A board as text: who may lead, a row per system, subsets, and items that tell nothing."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from steelyard.page.auto_ranks import auto_rank_table
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.rows import BY_RANGE, decimals_of, detectable_text, percent_text
from steelyard.page.summary import about_raters
from steelyard.questions.board.answer import Board, BoardRow, ItemRow, SubsetRow, SubsetSystemRow
from steelyard.questions.board.question import ALL, JOINT, LEADER
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted, none_of, word_for_segment
from steelyard.results.table import Table, clean

__all__ = ["differences", "to_page", "ranks", "step_outputs", "subsets_title", "table_title"]

_NAMED = 6  # systems that may lead
_LISTED = 3  # items
_FEWEST_SYSTEMS = 10  # for correlations over systems
_RANKS = Term("", "ranks", legend="range of possible ranks (simultaneous for all systems)")
_ALONE = Term("", "", "score", "confidence interval of this score alone", spare=1)
_SIMULTANEOUS = Term("", "simultaneous", "+score", "{interval}")
_ERRORS = (
    Term(
        "",
        ">error, these raters",
        "score",
        "standard error of the difference on new items, judged by these raters",
        spare=3,
    ),
    Term("", ">error, new raters", "score", "the same, judged by new raters like these", spare=3),
)
_VERDICT = "worse or better if the simultaneous interval excludes 0"
_RATES = "from Student's t and normal draws; intervals are for rates, so the two can differ"
_TESTED = "from the test {test}, with p corrected for {family}; intervals use another method, so the two can differ"
_RATERS = "from Student's t with Holm's correction; intervals use Bonferroni's, so the two can differ"


def to_page(board: Board, *, width: int | None = None) -> Page:
    """Lay out what was found, a table per metric, items, what columns mean, and the method."""
    method = board.method
    metrics = list(dict.fromkeys(row.metric for row in board.rows))
    blocks: list[Block] = [Paragraph("\n".join(_verdict(board, metric) for metric in metrics))]
    blocks += cautions(method)
    for metric in metrics:
        rows, pairs = board.of_metric(metric)
        decimals = decimals_of(rows[0].scale, [row.score for row in rows], width)
        blocks.append(Titled(table_title(rows, method), _table(rows, pairs, decimals, method)))
        if samples := _samples_text(rows, method):
            blocks.append(Paragraph(samples))
        subsets = [row for row in board.subsets if row.metric == metric]
        if subsets:
            blocks.append(_subset_table(subsets, decimals, method))
        items = [item for item in board.items if item.metric == metric]
        if items:
            blocks.append(Paragraph("\n".join(_items_text(items, rows, method))))
    if board.auto_ranks:
        blocks.append(auto_rank_table(board.auto_ranks, len(metrics)))
    n = method["family_size"]
    legend = Legend.below(
        blocks,
        level=percent_text(method),
        family=f"all {n:,} differences" if n > 1 else "the difference",
        interval=f"simultaneous intervals of all {n:,} differences" if n > 1 else "interval of the difference",
        detectable=detectable_text(method),
        test=method["test"],
    )
    return Page((*blocks, legend, MethodText(clean(method["sentence"]))))


def step_outputs(board: Board) -> dict[str, str]:
    """Say what later steps of a workflow may ask: the first system, and all that may lead, of the first metric."""
    import json

    rows, _ = board.of_metric(board.rows[0].metric)
    may_lead = [row.system for row in rows if row.may_lead]
    return {"leader": clean(rows[0].system), "may-lead": json.dumps(may_lead, ensure_ascii=False)}


def table_title(rows: Sequence[BoardRow], method: Mapping[str, Any]) -> str:
    """Head the table of a metric."""
    direction = "higher" if rows[0].higher_is_better else "lower"
    n = counted(method["n_segments"], word_for_segment(method))
    return f"{clean(rows[0].label)}: {counted(len(rows), 'system')} on {n}; {direction} is better"


def _verdict(board: Board, metric: str) -> str:
    """Say who may lead and how many differences there are, or how many systems differ from the baseline."""
    method = board.method
    rows, pairs = board.of_metric(metric)
    label = about_raters(method, metric) + clean(rows[0].label)
    n_better, n_pairs = method["n_better"][metric], method["family_size"]
    units = counted(method["n_units"], method["unit"])
    scope = f"{percent_text(method)} confidence, {units}"
    if rows[0].may_lead is None:
        verdicts = [pair.verdict for pair in pairs.values()]
        n_of = {verdict: verdicts.count(verdict) for verdict in ("better", "worse")}
        baseline = clean(method["opponents"][metric])
        if not any(n_of.values()):
            none = f"{none_of(n_pairs, 'other system')} differs" if n_pairs > 1 else "the other system does not differ"
            return f"{label}: {none} significantly from {baseline} ({units})."
        return (
            f"{label}: {n_of['better']:,} of {counted(n_pairs, 'other system')} significantly better than {baseline}, "
            f"{n_of['worse']:,} significantly worse ({units})."
        )
    if rows[0].standard_error is None:
        return f"{label}: ranks cannot be tested on a single {method['unit']}."
    leading = [row for row in rows if row.may_lead]
    names = ", ".join(clean(row.system) for row in leading[:_NAMED])
    more = f" and {len(leading) - _NAMED} more" if len(leading) > _NAMED else ""
    first = f"{label}: {clean(rows[0].system)} scores best"
    if len(leading) == 1:
        lead = f"{first}, and no other system may be the best ({scope})."
    elif len(leading) == len(rows):
        whichever = "either of the two" if len(rows) == 2 else f"any of the {len(rows)} systems"
        lead = f"{first}, but {whichever} may be the best ({scope})."
    else:
        lead = f"{first}; the best system is among {len(leading)} ({scope}): {names}{more}."
        n_wider = sum(row.rank_low == 1 and not row.may_lead for row in rows)
        if n_wider:  # one question about each system, and all pairs at once, are answered by different tests
            lead += f" Ranges of ranks hold for all pairs at once: there rank 1 is possible for {n_wider:,} more."
    if n_pairs == 1:
        return f"{lead} The two {'differ' if n_better else 'do not differ'} significantly."
    if not n_better:
        return f"{lead} None of the {n_pairs:,} pairs differs significantly."
    return f"{lead} {n_better:,} of {n_pairs:,} pairs {'differs' if n_better == 1 else 'differ'} significantly."


def _table(
    rows: Sequence[BoardRow], pairs: Mapping[tuple[str, str], PairRow], decimals: int, method: Mapping[str, Any]
) -> Table:
    """Lay out the systems, the best first."""
    opponent = method["opponents"][rows[0].metric]
    level = percent_text(method)
    found = {row.system: pair for row in rows if (pair := _difference(row, opponent, pairs))}
    is_even = all(_is_symmetric(row.score, row.interval) for row in rows)
    columns: tuple[Shown, ...] = (
        *(ranks(rows), "system", "score"),
        (_ALONE._replace(header=f">± {level}"), lambda row: _half(row.interval))
        if is_even
        else (_ALONE._replace(header=level), "interval"),
        *(("tier",) if len({row.tier for row in rows}) > 1 else ()),
        *("may_lead", "share_best"),
        *differences(found, "leader" if rows[0].may_lead is not None else opponent, method),
        "minimum_detectable",
        *((term, partial(_error, place)) for place, term in enumerate(_ERRORS)),
    )
    return table(rows, columns, decimals=decimals)


def ranks(rows: Sequence[BoardRow | SubsetSystemRow]) -> Shown:
    """Show the ranks that systems may have, or those by score alone."""
    return ("rank" if rows[0].rank_low is None else _RANKS, _range_text)


def differences(
    found: Mapping[str, PairRow | SubsetSystemRow], against: str, method: Mapping[str, Any]
) -> tuple[Shown, ...]:
    """Show the differences of systems, which `found` has by name, from the one that they are compared with."""

    def of(name: str) -> Callable[[BoardRow | SubsetSystemRow], Any]:
        return lambda row: getattr(found.get(row.system), name, None)

    are_even = method.get("missing", {}).get("rule") != "bounds" and all(
        _is_symmetric(one.difference or 0.0, one.interval_simultaneous) for one in found.values()
    )
    interval = of("interval_simultaneous")
    return (
        (Term("", f">minus {against}", "+score"), of("difference")),
        (_SIMULTANEOUS._replace(header=">± simultaneous", show="score"), lambda row: _half(interval(row)))
        if are_even
        else (_SIMULTANEOUS, interval),
        (Term("", "by range", "+score", BY_RANGE), of("interval_by_range")),
        (terms.VERDICT._replace(legend=_verdict_legend(method)), of("verdict")),
    )


def _verdict_legend(method: Mapping[str, Any]) -> str:
    if method["test"] != JOINT:
        return _TESTED
    if "raters" in method and "sampled" in method["raters"].values():
        return _RATERS
    return _RATES if method.get("rates") else _VERDICT


def _error(place: int, row: BoardRow) -> float | None:
    return row.errors_by_raters[place] if row.errors_by_raters else None


def _is_symmetric(value: float, interval: tuple[float, float] | None) -> bool:
    """Say whether an interval is as wide on both sides."""
    return interval is None or abs(interval[0] + interval[1] - 2 * value) <= 1e-9 * (interval[1] - interval[0])


def _half(interval: tuple[float, float] | None) -> float | None:
    return None if interval is None else (interval[1] - interval[0]) / 2


def _difference(row: BoardRow, opponent: str, pairs: Mapping[tuple[str, str], PairRow]) -> PairRow | None:
    """Return the difference of a system from the opponent, whichever stands first; None for the opponent."""
    if found := pairs.get((row.system, opponent)):
        return found
    turned = pairs.get((opponent, row.system))
    return None if turned is None else _turned(turned)


def _turned(pair: PairRow) -> PairRow:
    """Exchange both systems."""
    from dataclasses import replace

    opposite = {"better": "worse", "worse": "better"}
    around, bound = pair.interval_simultaneous, pair.interval_by_range
    return replace(
        pair,
        system=pair.against,
        against=pair.system,
        difference=-pair.difference,
        interval_simultaneous=None if around is None else (-around[1], -around[0]),
        interval_by_range=None if bound is None else (-bound[1], -bound[0]),
        verdict=opposite.get(pair.verdict, pair.verdict),  # type: ignore[arg-type]
    )


def subsets_title(row: BoardRow | SubsetRow) -> str:
    """Head the table of subsets of a metric."""
    return f"{clean(row.label)} by subset"


def _subset_table(rows: Sequence[SubsetRow], decimals: int, method: Mapping[str, Any]) -> Titled:
    """Say who leads where, or who differs from the baseline where."""
    has_leaders = method["against"] in (LEADER, ALL)
    word = word_for_segment(method)
    columns: tuple[Shown, ...] = ("subset", (f">{word}s", "n_items"), "system", "score", "lead", "rank_overall")
    if has_leaders:
        columns += ("may_lead",)
    else:
        columns += tuple((f"{name} than {method['against']}", name) for name in ("better", "worse"))
    alone = [f"{clean(row.subset)} ({clean(row.system)})" for row in rows if len(row.may_lead) == 1]
    level = percent_text(method)
    after = f"Results are simultaneous for all {len(rows)} subsets ({level}): any subset may be picked."
    if has_leaders:
        after = (
            f"The leader is significantly best on {len(alone)} of {len(rows)} subsets"
            + (f": {', '.join(alone[:_NAMED])}" + (", ..." if len(alone) > _NAMED else "") if alone else "")
            + f". {after}"
        )
    return Titled(subsets_title(rows[0]), table(rows, columns, decimals=decimals), after=after)


def _range_text(row: BoardRow | SubsetSystemRow) -> str:
    """Show the ranks that a system may have, or its rank by score alone."""
    if row.rank_low is None or row.rank_high is None:
        return str(row.rank)
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}-{row.rank_high}"


def _samples_text(rows: Sequence[BoardRow], method: Mapping[str, Any]) -> str:
    """Say what several samples of each item are worth; empty where there was one."""
    counts = [row.n_samples for row in rows if row.n_samples]
    if not counts:
        return ""
    few, many, word = f"{min(counts):.3g}", f"{max(counts):.3g}", word_for_segment(method)
    told = f"Samples: {few if few == many else f'{few} to {many}'} of each {word}, averaged."
    share = method["sampling_share"][rows[0].metric]
    if share is None:
        return told
    against = "the leader" if rows[0].may_lead is not None else clean(method["opponents"][rows[0].metric])
    narrower = 100 * (1 - (1 - share / 2) ** 0.5)
    return (
        f"{told} Sampling outputs causes {100 * share:.0f}% of the variance of a difference from {against} (median), "
        f"the choice of {word}s the rest. Twice the samples would make intervals {narrower:.0f}% narrower, twice the "
        f"{word}s 29%."
    )


def _items_text(items: Sequence[ItemRow], rows: Sequence[BoardRow], method: Mapping[str, Any]) -> list[str]:
    """Say how many items do not separate the systems, all or the first, and which favour weaker systems."""
    n, top = len(items), method["top"]
    same = [item for item in items if item.is_same]
    everyone = "both systems" if len(rows) == 2 else f"all {len(rows)} systems"
    lines = [
        f"Items: {everyone} have the same score on {_share(len(same), n)}{_which(same)}. These do not separate systems."
        if same
        else f"Items: all {n:,} separate some systems."
    ]
    if top < len(rows):
        at_top = sum(item.is_same_at_top for item in items)
        lines.append(f"The first {top} systems have the same score on {_share(at_top, n)}.")
    known = [(item.discrimination, item.item) for item in items if item.discrimination is not None]
    if len(rows) >= _FEWEST_SYSTEMS and known:
        middle = median(r for r, _ in known)
        negative = sorted(one for one in known if one[0] < 0)
        named = ", ".join(f"{clean(item)} ({r:+.2f})" for r, item in negative[:_LISTED])
        lines.append(
            f"The median correlation of an item with the other items is {middle:.2f}; it is negative for "
            f"{counted(len(negative), 'item')}" + (f", lowest for {named}." if named else ".")
        )
    return [" ".join(lines)]


def _share(count: int, n: int) -> str:
    return f"{count:,} of {n:,} ({100 * count / n:.0f}%)"


def _which(same: Sequence[ItemRow]) -> str:
    """Say on how many all have 1, all have 0, and all have some other score; empty where it is neither of the two."""
    counts = {"score 1": 0, "score 0": 0, "another score": 0}
    for item in same:
        counts[f"score {item.mean:g}" if item.mean in (0, 1) else "another score"] += 1
    told = [f"{score} on {counted(count, 'item')}" for score, count in counts.items() if count]
    return f": {', '.join(told)}" if counts["score 1"] or counts["score 0"] else ""
