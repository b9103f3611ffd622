"""What became of a test suite, laid out."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from steelyard.lab.questions.suite_judge.answer import JudgedSuite, SuiteAgreementRow, SuiteExampleRow, SuiteRow
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.cautions import cautions
from steelyard.page.judged_units import item_pairs_block, named_differences
from steelyard.page.rows import percent_text
from steelyard.results.columns import Shown, Term, table
from steelyard.results.item_pairs import ItemPairRow
from steelyard.results.numbers import interval_text, ranks_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_WIDE = 4  # systems, up to which each has columns of its own
_MOST_NAMED = 4
_MOST_ROWS = 40  # of phenomena
_MOST_EXAMPLES = 6
_NAMES = {"items": "all items", "phenomena": "mean of phenomena", "categories": "mean of categories"}
_WHY = {"listed": "people said so", "pattern": "by pattern", "both": "by both sides", "neither": "no pattern found"}
_UNDECIDED = Term("outputs that neither lists nor patterns decide", ">undecided", ",", legend=True)
_BOUNDS = Term("share of right items, if all undecided items are wrong, and if all are right", "bounds", "", True)


def to_page(answer: JudgedSuite, *, n_rows: int = _MOST_ROWS, n_examples: int = _MOST_EXAMPLES) -> Page:
    """Lay out what was found, systems, categories, phenomena, tests, agreement, outputs to look at, the method."""
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_findings(answer))), *cautions(method)]
    if answer.rates:
        blocks.append(_systems(answer))
        blocks += [
            _levels(title, rows, n_rows)
            for level, title in (("category", "Categories"), ("phenomenon", "Phenomena"))
            if (rows := [row for row in answer.rates if row.level == level])
        ]
    for title, is_own in (("Differences", False), ("Differences by phenomenon", True)):
        pairs = [pair for pair in answer.pairs if (pair.level == "phenomenon") == is_own]
        block = item_pairs_block(title, pairs, _NAMES)
        blocks += [] if block is None else [block]
    blocks += _agreement(answer.agreement, is_beside=bool(answer.rates))
    blocks += _examples(answer.examples, n_examples)
    if answer.rates:
        blocks.append(Legend.below(blocks))
    return Page((*blocks, MethodText(clean(method["sentence"]))))


def _findings(answer: JudgedSuite) -> list[str]:
    """Say what every system gets right, and on what pairs were told apart."""
    wholes = [row for row in answer.rates if row.level == "items"]
    if not wholes:
        return [_agreed(answer.agreement)]
    if len(wholes) > _WIDE:
        return _of_many(answer, wholes)
    found = [_told(row) for row in wholes]
    for a, b in dict.fromkeys((pair.system, pair.against) for pair in answer.pairs):
        own = [pair for pair in answer.pairs if (pair.system, pair.against) == (a, b)]
        found.append(f"{clean(a)} compared with {clean(b)}: {_pair_found(own)}.")
    return found


def _of_many(answer: JudgedSuite, wholes: Sequence[SuiteRow]) -> list[str]:
    """Say who is best and worst, how many pairs are told apart, and on what."""
    ranked = sorted(wholes, key=lambda row: -(row.lowest if row.rate is None else row.rate))
    ends = [f"{clean(row.system)} ({_share(row)}%)" for row in (ranked[0], ranked[-1])]
    told = [pair for pair in answer.pairs if pair.verdict in ("better", "worse")]
    n = sum(pair.level == "items" for pair in told)
    n_pairs = sum(pair.level == "items" for pair in answer.pairs)
    found = [
        f"All items: {ends[0]} has the highest rate, {ends[1]} the lowest; {n:,} of {n_pairs:,} pairs differ "
        "significantly."
    ]
    for level, word in (("category", "Categories"), ("phenomenon", "Phenomena")):
        counts = Counter(pair.name for pair in told if pair.level == level).most_common(_MOST_NAMED)
        named = ", ".join(f"{clean(name)} ({count:,} pairs)" for name, count in counts)
        found += [f"{word} with most significant pairs: {named}."] if named else []
    return found


def _told(row: SuiteRow) -> str:
    open_ = row.n_both + row.n_neither
    told = f"{clean(row.system)}: {counted(row.n_right, 'item')} right, {row.n_wrong:,} wrong, {open_:,} undecided"
    return (
        (f"{told}; {row.rate:.1%} right of the {row.n_used:,} decided for all systems.")
        if row.rate is not None
        else f"{told}."
    )


def _pair_found(pairs: Sequence[ItemPairRow]) -> str:
    whole = next((pair for pair in pairs if pair.level == "items"), None)
    parts = []
    if whole is not None and whole.verdict in ("better", "worse"):
        parts.append(f"{whole.verdict} on all items ({100 * whole.difference:+.1f})")
    for level, verdict in ((level, verdict) for verdict in ("better", "worse") for level in ("category", "phenomenon")):
        named = named_differences([pair for pair in pairs if pair.level == level], verdict)
        parts += [f"{verdict} on {named}"] if named else []
    return "; ".join(parts) or "no significant difference"


def _open(row: SuiteRow) -> int:
    return row.n_both + row.n_neither


def _share(row: SuiteRow) -> str:
    if row.rate is not None:
        return f"{100 * row.rate:.1f}"
    return _bounds(row) if row.n_used else ""


def _bounds(row: SuiteRow) -> str:
    low, high = (f"{100 * share:.1f}" for share in (row.lowest, row.highest))
    return low if low == high else f"{low} - {high}"


def _interval(row: SuiteRow) -> str:
    return interval_text(row.interval and (100 * row.interval[0], 100 * row.interval[1]), 1)


def _systems(answer: JudgedSuite) -> Titled:
    """Set a row per system, the best first."""
    levels = [level for level in _NAMES if any(row.level == level for row in answer.rates)]
    known = {(row.level, row.system): row for row in answer.rates if not row.name}
    ranks = {row.system: row for row in answer.ranks if row.level == "items"}
    systems = list(dict.fromkeys(row.system for row in answer.rates))
    systems.sort(key=lambda name: ranks[name].rank if ranks else 0)
    interval = f"{percent_text(answer.method)} interval"

    def of(level: str) -> tuple[Shown, ...]:
        name = Term("", f"{interval}{' ' * levels.index(level)}", "100*.1f")
        return (
            (f">{_NAMES[level]} %", lambda row: _share(known[level, row.system])),
            (name, lambda row: known[level, row.system].interval),
        )

    columns: tuple[Shown, ...] = (
        (">rank", lambda row: ranks_text((ranks[row.system].rank_low, ranks[row.system].rank_high)) if ranks else ""),
        "system",
        *chain.from_iterable(map(of, levels)),
        *("n_right", "n_wrong", (_UNDECIDED, _open), "n_listed", (_BOUNDS, _bounds)),
    )
    return Titled("Systems", table([known["items", name] for name in systems], columns))


def _levels(title: str, rows: Sequence[SuiteRow], most: int) -> Titled:
    """Set a row per category or phenomenon: all systems, or of many the best and the worst."""
    systems = list(dict.fromkeys(row.system for row in rows))
    groups: dict[str, list[SuiteRow]] = {}
    for row in rows:
        groups.setdefault(row.name, []).append(row)
    ordered = sorted(groups.values(), key=lambda group: (group[0].category, -group[0].n_items))
    has_category = any(row.category for row in rows)
    headers = ["category" if title == "Categories" else "phenomenon", *["category"] * has_category, ">items", ">used"]
    if len(systems) <= _WIDE:
        for place, system in enumerate(systems):
            headers += [f">{clean(system)} %", f"interval{' ' * place}", f">undecided{' ' * place}"]
    else:
        headers += ["best", ">%", "interval", "worst", ">% ", "interval ", ">undecided, at most"]
    cells = []
    for group in ordered[:most]:
        first = group[0]
        line = [clean(first.name), *[clean(first.category)] * has_category, f"{first.n_items:,}", f"{first.n_used:,}"]
        if len(systems) <= _WIDE:
            for row in group:
                line += [_share(row), _interval(row), f"{_open(row):,}"]
        else:
            ranked = sorted(group, key=lambda row: -(row.lowest if row.rate is None else row.rate))
            for row in (ranked[0], ranked[-1]):
                line += [clean(row.system) if row.n_used else "", _share(row), _interval(row)]
            line.append(f"{max(map(_open, group)):,}")
        cells.append(tuple(line))
    n_more = len(ordered) - len(cells)
    after = f"{n_more:,} more are in --report and --format json." if n_more else ""
    return Titled(title, Table(tuple(headers), cells), after)


def _agreed(rows: Sequence[SuiteAgreementRow]) -> str:
    """Say how far patterns alone agree with people."""
    own = [row for row in rows if not row.category]
    if not own:
        return "There are no outputs: put -i before the files of outputs."
    n = sum(row.n for row in own)
    n_decided = sum(row.n_right + row.n_wrong for row in own)
    n_agreed = sum(row.n_right if row.people == "right" else row.n_wrong for row in own)
    share = f" ({n_agreed / n_decided:.1%})" if n_decided else ""
    return (
        f"Patterns agree with people on {n_agreed:,} of {n_decided:,} decided outputs{share}; people judged "
        f"{counted(n, 'output')}. Lists are not a random sample, because they have outputs that patterns left "
        "undecided."
    )


def _agreement(rows: Sequence[SuiteAgreementRow], *, is_beside: bool) -> list[Block]:
    if not rows:
        return []
    after = _agreed(rows) if is_beside else ""
    return [Titled("Agreement of patterns with people", table([row for row in rows if row.n]), after)]


def _examples(rows: Sequence[SuiteExampleRow], most: int) -> list[Block]:
    """Show outputs that are wrong where most others are right, and undecided ones."""
    if not rows:
        return []
    ordered = sorted(rows, key=lambda row: (row.verdict != "wrong", -row.n_right))
    wrong = [row for row in ordered if row.verdict == "wrong"][: (most + 1) // 2]
    shown = wrong + [row for row in ordered if row.verdict != "wrong"][: most - len(wrong)]
    n_more = len(rows) - len(shown)
    more = f" {n_more:,} more are in --format json." if n_more else ""
    return [Paragraph(f"Examples: wrong and undecided outputs.{more}"), *map(_example, shown)]


def _example(row: SuiteExampleRow) -> Texts:
    head = f"{clean(row.phenomenon)}, {clean(row.system)}, item {clean(row.item)}: {row.verdict}, {_WHY[row.reason]}"
    others = f"; {counted(row.n_right, 'system')} right" if row.n_right else ""
    patterns = [("right", " | ".join(row.right)), ("wrong", " | ".join(row.wrong))]
    asked = [("source", row.source)] if row.source else []
    return Texts(head + others, (*asked, ("output", row.output), *(one for one in patterns if one[1])))
