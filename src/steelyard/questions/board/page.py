"""A board as text: who may lead, a row per system, subsets, and items that tell nothing."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from steelyard.page.auto_ranks import auto_rank_table
from steelyard.page.blocks import Block, Legend, Page, Paragraph, Titled
from steelyard.page.rows import BY_RANGE, decimals_of, detectable_text, percent_text
from steelyard.page.summary import about_raters
from steelyard.questions.board.answer import Board, BoardRow, ItemRow, SubsetRow, SubsetSystemRow
from steelyard.questions.board.question import ALL, JOINT, LEADER
from steelyard.results.missing import missing_text
from steelyard.results.numbers import interval_text, number_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted, word_for_segment
from steelyard.results.table import Table, clean

__all__ = ["lay_out", "range_text", "step_outputs", "subsets_title", "table_title"]

_MARGIN = 13
_NAMED = 6  # systems that may lead
_LISTED = 3  # items
_FEWEST_SYSTEMS = 10  # for correlations over systems
_LEGEND = (
    ("ranks", "the places a system may have: all these ranges hold together"),
    ("tier", "every system of it is worse than every system of the tiers before"),
    ("may lead", "these systems hold the best one with a probability of {level} or more"),
    ("first in %", "of draws of the whole board; not the probability that the system is the best"),
    ("{score}", "how far the score alone may be off"),
    ("all at once", "how far the difference may be off; this holds for {family}"),
    ("by range", BY_RANGE),
    ("verdict", "worse or better where that leaves out 0"),
    ("detectable", "{detectable}"),
    ("error, ...", "standard error of the difference with other items, judged by these raters, or by any like them"),
)

_RATES = "by Student's t and normal draws; the intervals are those of rates, and the two can disagree"
_VERDICT = (
    "by the test {test}, whose p is corrected for {family}; intervals are made otherwise, and the two can disagree"
)
_RATERS = "by Student's t with Holm's correction; the intervals are Bonferroni's, and the two can disagree"


def lay_out(board: Board, *, width: int | None = None) -> Page:
    """Lay out what was found, a table per metric, items, what columns mean, and the method."""
    method = board.method
    metrics = list(dict.fromkeys(row.metric for row in board.rows))
    blocks: list[Block] = [Paragraph("\n".join(_verdict(board, metric) for metric in metrics))]
    if warning := method.get("warning"):
        blocks.append(Paragraph(clean(f"Warning: {warning}.")))
    if missing := missing_text(method):
        blocks.append(Paragraph(clean(missing)))
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
    return Page((*blocks, _legend(board), Paragraph(clean(method["sentence"]))))


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
    level = percent_text(method)
    if rows[0].may_lead is None:
        verdicts = [pair.verdict for pair in pairs.values()]
        told = ", ".join(
            f"{verdicts.count(verdict):,} {'is' if verdicts.count(verdict) == 1 else 'are'} {verdict}"
            for verdict in ("better", "worse")
        )
        baseline = clean(method["opponents"][metric])
        return f"{label}: of {counted(n_pairs, 'system')} compared with {baseline}, {told} ({level}, all together)."
    if rows[0].standard_error is None:
        return f"{label}: a single {method['unit']} says nothing of chance, so that no rank can be told."
    leading = [row for row in rows if row.may_lead]
    names = ", ".join(clean(row.system) for row in leading[:_NAMED])
    more = f" and {len(leading) - _NAMED} more" if len(leading) > _NAMED else ""
    first = f"{label}: {clean(rows[0].system)} has the best score"
    if len(leading) == 1:
        lead = f"{first}, and no other system may be the best ({level})."
    elif len(leading) == len(rows):
        whichever = "either of the two" if len(rows) == 2 else f"any of the {len(rows)} systems"
        lead = f"{first}, but {whichever} may be the best ({level})."
    else:
        lead = f"{first}; the best system is one of {len(leading)} ({level}): {names}{more}."
    if n_pairs == 1:
        return f"{lead} The two {'differ' if n_better else 'cannot be told apart'}."
    return f"{lead} {n_better:,} of {counted(n_pairs, 'pair')} {'differs' if n_better == 1 else 'differ'}."


def _table(
    rows: Sequence[BoardRow], pairs: Mapping[tuple[str, str], PairRow], decimals: int, method: Mapping[str, Any]
) -> Table:
    """Lay out the systems, the best first; a column without content is left out."""
    opponent = method["opponents"][rows[0].metric]
    level = percent_text(method)
    against = "leader" if rows[0].may_lead is not None else clean(opponent)
    has_tiers = len({row.tier for row in rows}) > 1
    has_two_ends = method.get("missing", {}).get("rule") == "bounds"
    are_even = not has_two_ends and all(is_symmetric(pair.delta, pair.interval_simultaneous) for pair in pairs.values())
    is_even = all(is_symmetric(row.score, row.interval) for row in rows)
    columns: dict[str, list[str]] = {}
    for row in rows:
        delta = _difference(row, opponent, pairs)
        cells = {
            "rank" if row.rank_low is None else "ranks": range_text(row),
            "system": clean(row.system),
            ">score": f"{row.score:.{decimals}f}",
            **_alone(row.interval, decimals, level, is_even=is_even),
            ">tier": str(row.tier) if has_tiers and row.tier else "",
            "may lead": "yes" if row.may_lead else "",
            ">first in %": "" if row.share_best is None else f"{100 * row.share_best:.1f}",
            f">less {against}": "" if delta is None else f"{delta.delta:+.{decimals}f}",
            **all_at_once(None if delta is None else delta.interval_simultaneous, decimals, is_even=are_even),
            "by range": interval_text(None if delta is None else delta.interval_by_range, decimals, sign="+"),
            "verdict": "" if delta is None else delta.verdict,
            ">detectable": number_text(row.minimum_detectable, decimals),
            **_errors(row, decimals),
        }
        for header, cell in cells.items():
            columns.setdefault(header, []).append(cell)
    kept = {header: cells for header, cells in columns.items() if any(cells)}
    styled = list(kept).index("verdict") if "verdict" in kept else None
    return Table(tuple(kept), list(zip(*kept.values(), strict=True)), styled=styled)


def _errors(row: BoardRow, decimals: int) -> dict[str, str]:
    """Show both errors of the difference from the leader or the baseline, where raters were sampled."""
    of_these, of_any = row.errors_by_raters or (None, None)
    headers = (">error, these raters", ">error, any like them")
    return {header: number_text(one, decimals) for header, one in zip(headers, (of_these, of_any), strict=True)}


def is_symmetric(value: float, interval: tuple[float, float] | None) -> bool:
    """Say whether an interval is as wide on both sides."""
    return interval is None or abs(interval[0] + interval[1] - 2 * value) <= 1e-9 * (interval[1] - interval[0])


def _half(interval: tuple[float, float] | None, decimals: int) -> str:
    return "" if interval is None else f"{(interval[1] - interval[0]) / 2:.{decimals}f}"


def _alone(interval: tuple[float, float] | None, decimals: int, level: str, *, is_even: bool) -> dict[str, str]:
    """Show how far a score may be off: half the width of its interval, or both ends where sides differ."""
    return {f">± {level}": _half(interval, decimals)} if is_even else {level: interval_text(interval, decimals)}


def all_at_once(interval: tuple[float, float] | None, decimals: int, *, is_even: bool) -> dict[str, str]:
    """Show how far a difference may be off likewise."""
    if is_even:
        return {">± all at once": _half(interval, decimals)}
    return {"all at once": interval_text(interval, decimals, sign="+")}


def _difference(row: BoardRow, opponent: str, pairs: Mapping[tuple[str, str], PairRow]) -> PairRow | None:
    """Return the difference of a system from the opponent, whichever of them is A; None for the opponent."""
    if found := pairs.get((row.system, opponent)):
        return found
    turned = pairs.get((opponent, row.system))
    return None if turned is None else _turned(turned)


def _turned(pair: PairRow) -> PairRow:
    """Exchange A and B."""
    from dataclasses import replace

    opposite = {"better": "worse", "worse": "better"}
    around, bound = pair.interval_simultaneous, pair.interval_by_range
    return replace(
        pair,
        system_a=pair.system_b,
        system_b=pair.system_a,
        delta=-pair.delta,
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
    headers: tuple[str, ...] = ("subset", f">{word}s", "first", ">score", ">ahead by", ">rank on all")
    told = ("may lead",) if has_leaders else ("better", "worse")
    headers += told if has_leaders else tuple(f"{name} than {clean(method['against'])}" for name in told)
    cells = [
        (
            clean(row.subset),
            f"{row.n_items:,}",
            clean(row.system),
            f"{row.score:.{decimals}f}",
            f"{row.lead:.{decimals}f}",
            str(row.rank_overall),
            *(_named(getattr(row, name.replace(" ", "_"))) for name in told),
        )
        for row in rows
    ]
    alone = [f"{clean(row.subset)} ({clean(row.system)})" for row in rows if len(row.may_lead) == 1]
    level = percent_text(method)
    after = f"These statements hold for all {len(rows)} subsets together ({level}), so that any may be picked."
    if has_leaders:
        after = (
            f"One system alone may lead on {len(alone)} of {len(rows)} subsets"
            + (f": {', '.join(alone[:_NAMED])}" + (", ..." if len(alone) > _NAMED else "") if alone else "")
            + f". {after}"
        )
    return Titled(subsets_title(rows[0]), Table(headers, cells), after=after)


def _named(systems: Sequence[str]) -> str:
    """Name a few systems, or count them."""
    if len(systems) <= _LISTED:
        return ", ".join(map(clean, systems)) or "none"
    return f"{', '.join(map(clean, systems[: _LISTED - 1]))} and {len(systems) - _LISTED + 1} more"


def range_text(row: BoardRow | SubsetSystemRow) -> str:
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
    told = f"Samples: {few if few == many else f'{few} to {many}'} of each {word}, whose mean counts."
    share = method["sampling_share"][rows[0].metric]
    if share is None:
        return told
    against = "leader" if rows[0].may_lead is not None else clean(method["opponents"][rows[0].metric])
    narrower = 100 * (1 - (1 - share / 2) ** 0.5)
    return (
        f"{told} Of the variance of a difference from the {against} {100 * share:.0f}% (in the median) comes from "
        f"which samples were drawn, the rest from which {word}s: twice the samples would make intervals "
        f"{narrower:.0f}% narrower, twice the {word}s 29%."
    )


def _items_text(items: Sequence[ItemRow], rows: Sequence[BoardRow], method: Mapping[str, Any]) -> list[str]:
    """Say how many items tell nothing between all systems and between the first, and which tell the wrong thing."""
    n, top = len(items), method["top"]
    same = [item for item in items if item.is_same]
    everyone = "both systems" if len(rows) == 2 else f"all {len(rows)} systems"
    lines = [
        f"Items: on {_share(len(same), n)} {everyone} have one score{_which(same)}, and such items tell nothing."
        if same
        else f"Items: on none of {n:,} do {everyone} have one score."
    ]
    if top < len(rows):
        at_top = sum(item.is_same_at_top for item in items)
        lines.append(f"Among the first {top} systems it is {_share(at_top, n)}.")
    known = [(item.discrimination, item.item) for item in items if item.discrimination is not None]
    if len(rows) >= _FEWEST_SYSTEMS and known:
        middle = median(r for r, _ in known)
        negative = sorted(one for one in known if one[0] < 0)
        named = ", ".join(f"{clean(item)} ({r:+.2f})" for r, item in negative[:_LISTED])
        lines.append(
            f"The scores on an item correlate with those on the rest by {middle:.2f} in the median; on "
            f"{counted(len(negative), 'item')} below 0" + (f", lowest on {named}." if named else ".")
        )
    return [" ".join(lines)]


def _share(count: int, n: int) -> str:
    return f"{count:,} of {n:,} ({100 * count / n:.0f}%)"


def _which(same: Sequence[ItemRow]) -> str:
    """Say on how many all have 1, all have 0, and all have some other score; empty where it is neither of the two."""
    counts = {"1": 0, "0": 0, "between": 0}
    for item in same:
        counts[f"{item.mean:g}" if item.mean in (0, 1) else "between"] += 1
    told = [f"{count:,} times {score}" for score, count in counts.items() if count]
    return f" ({', '.join(told)})" if counts["1"] or counts["0"] else ""


def _legend(board: Board) -> Legend:
    """Explain the columns that are there."""
    method, first = board.method, board.rows[0]
    n = method["family_size"]
    family = f"all {n:,} differences together" if n > 1 else "the difference"
    has_ranks = first.may_lead is not None
    absent = set()
    if not has_ranks:
        absent |= {"ranks", "may lead", "tier"}
    if first.share_best is None:
        absent.add("first in %")
    if not any((row.tier or 1) > 1 for row in board.rows):
        absent.add("tier")
    if not any(pair.interval_simultaneous for pair in board.pairs):
        absent.add("all at once")
    if not method.get("ends"):
        absent.add("by range")
    if not any(row.minimum_detectable for row in board.rows):
        absent.add("detectable")
    if not any(row.errors_by_raters for row in board.rows):
        absent.add("error, ...")
    level = percent_text(method)
    is_even = all(is_symmetric(row.score, row.interval) for row in board.rows)
    values = {
        "level": level,
        "score": f"± {level}" if is_even else level,
        "family": family,
        "detectable": detectable_text(method),
    }
    meanings = [(name.format(**values), text.format(**values)) for name, text in _LEGEND if name not in absent]
    if method["test"] != JOINT:
        verdict = _VERDICT.format(test=method["test"], family=family)
        meanings = [(name, verdict if name == "verdict" else text) for name, text in meanings]
    elif "error, ..." not in absent:
        meanings = [(name, _RATERS if name == "verdict" else text) for name, text in meanings]
    elif method.get("rates"):
        meanings = [(name, _RATES if name == "verdict" else text) for name, text in meanings]
    return Legend.of(meanings, _MARGIN)
