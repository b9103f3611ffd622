"""Errors by class and tag, laid out."""

from collections.abc import Sequence

from steelyard.page.blocks import MARKED, Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.cautions import cautions
from steelyard.page.judged_units import difference_names, pairs_shown
from steelyard.page.rows import decimals_of
from steelyard.page.summary import scope_text
from steelyard.questions.errors.answer import (
    OTHER_FORM,
    ErrorExampleRow,
    ErrorRow,
    Errors,
    ErrorWordsRow,
    HumanLabelRow,
    RepairRow,
)
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import Table, clean

__all__ = ["EXAMPLES", "to_page"]

EXAMPLES = f"Examples, with words of the class {MARKED}:"
_MOST_TAGS = 15  # of the most errors, or words; the JSON has all
_MOST_FINDINGS = 10  # pairs of systems
_MOST_NAMED = 5  # tags of a pair; there are no more classes
_MOST_PAIRS = 15  # of a family; of more, those that were told apart
_MOST_EXAMPLES = 24  # of more, those of so many systems
_MOST_SYSTEMS = 3
_LEGEND = (
    ("inflection", "a wrong form: output and reference have different forms of the same word"),
    ("order", "a word that output and reference both have, at different places"),
    ("missing", "a word of the reference that is in no form in the output; extra: the reverse"),
    ("lexical", "a wrong word: the reference has a different word at this place"),
    ("in % of words", "percentage of the words of the reference"),
)
_FEATURE_LEGEND = (("other form", "the two forms have the same value of every feature that both have"),)
_MOST_SENTENCES = 6  # pairs
_ORACLE = (
    "The gains are upper bounds, because repairs are copied from the reference. All outputs are scored as words "
    "separated by spaces."
)


def to_page(errors: Errors) -> Page:
    """Lay out what was found, systems, classes, tags, words, examples and the method."""
    method = errors.method
    blocks: list[Block] = [Paragraph("\n".join(_findings(errors))), *cautions(method), _systems(errors)]
    for level, title in (("class", f"Error rates by class ({method['count']}, in % of words)"), *_TITLES.items()):
        rows = [row for row in errors.rates if row.level == level]
        if rows:
            blocks.append(_rates(title, rows, _HEADS[level]))
            metrics = {row.metric for row in rows}
            blocks += _pairs([pair for pair in errors.pairs if pair.metric in metrics], _HEADS[level])
    if errors.tags:
        blocks.append(_tags(errors))
    if errors.people:
        blocks.append(_people(errors.people))
    blocks += _lay_out_repairs(errors)
    blocks += _words(errors.words)
    blocks += _examples(errors.examples)
    legend = (*_LEGEND, *(_FEATURE_LEGEND if method["n_feature_tests"] else ()))
    blocks.append(Legend.below(blocks, legend))
    return Page((*blocks, MethodText(clean(method["sentence"]))))


_HEADS = {"class": "class", "tag": "tag", "alone": "tag", "feature": "feature", "people": "class"}


_TITLES = {
    "tag": "WER by tag of the wrong word (in % of words)",
    "alone": "WER of the words of one tag alone (in % of the words of this tag)",
    "feature": "Inflection errors by the feature that is wrong (in % of words)",
    "people": "Words of outputs that people labelled as wrong (in % of the words of the class)",
}


def _findings(errors: Errors) -> list[str]:
    """Say for each pair which error rates differ significantly."""
    if not errors.pairs:
        return ["Error rates of one system; give a second system to compare."]
    found, scope = [], f" ({scope_text(errors.method)})"
    pairs = list(dict.fromkeys((pair.system, pair.against) for pair in errors.pairs))
    for a, b in pairs[:_MOST_FINDINGS]:
        told = [pair for pair in errors.pairs if (pair.system, pair.against) == (a, b)]
        parts = [
            f"significantly {what} errors: {text}"
            for what, verdict in (("more", "worse"), ("fewer", "better"))
            if (text := _named([pair for pair in told if pair.verdict == verdict]))
        ]
        found.append(
            f"{clean(a)} compared with {clean(b)} has {'; '.join(parts)}{scope}."
            if parts
            else f"No error rate differs significantly between {clean(a)} and {clean(b)}{scope}."
        )
    n_more = len(pairs) - len(found)
    return [*found, f"The tables show {n_more:,} more pairs."] if n_more else found


def _named(pairs: Sequence[PairRow]) -> str:
    """Name classes, then tags so that they are not taken for classes; the largest differences first."""
    parts = []
    for lead, start in (("", "errors("), ("among ", "wer(tag="), ("inflection in ", "inflection(")):
        own = [pair for pair in pairs if pair.metric.startswith(start) and pair.label != OTHER_FORM]
        named = [(pair.label, pair.difference) for pair in own]
        if named:
            parts.append(lead + ", ".join(difference_names(named, _MOST_NAMED, 2, "and {:,} more tags")))
    return ", ".join(parts)


def _systems(errors: Errors) -> Titled:
    def under(label: str) -> Shown:
        return Term("", f">{clean(label)}", ".2f"), lambda row: row.scores[label]

    labels = errors.systems[0].scores if errors.systems else ()
    columns = ("system", "n_words", "n_reference", "wer", "per", "rper", "hper", *map(under, labels))
    return Titled("", table(errors.systems, columns))


def _rates(title: str, rows: Sequence[ErrorRow], level: str) -> Titled:
    """Lay out a row per class or tag, and columns per system."""
    systems = list(dict.fromkeys(row.system for row in rows))
    headers = [level]
    for system in systems:
        headers += [f">{clean(system)}", "interval", ">words"]
    by_name: dict[str, list[ErrorRow]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    groups = list(by_name.values())
    if level == "tag":
        groups.sort(key=lambda group: -max(row.n_errors for row in group))
    cells = []
    for group in groups[:_MOST_TAGS]:
        line = [clean(group[0].name)]
        for row in group:
            interval = None if row.interval is None else (100 * row.interval[0], 100 * row.interval[1])
            line += [f"{100 * row.rate:.2f}", interval_text(interval, 2), f"{row.n_errors:,}"]
        cells.append(tuple(line))
    return Titled(title, Table(tuple(headers), cells), _left_out(len(groups) - len(cells)))


def _left_out(n_more: int) -> str:
    return f"{n_more:,} more tag{'s' * (n_more != 1)}; --format json has all." if n_more > 0 else ""


def _pairs(pairs: Sequence[PairRow], level: str) -> list[Block]:
    if not pairs:
        return []
    shown, after = pairs_shown(pairs, _MOST_PAIRS)
    if not shown:
        return [Paragraph(f"None of the {len(pairs):,} differences by {level} is significant; --format json has all.")]
    return [Titled("", _pair_table(shown, (Term("", level), "label"), "100*+.2f"), after)]


def _pair_table(pairs: Sequence[PairRow], first: Shown, show: str, decimals: int = 2) -> Table:
    columns: tuple[Shown, ...] = (
        first,
        *("system", "against"),
        (terms.DIFFERENCE._replace(show=show), "difference"),
        (Term("", "interval", show), "interval"),
        (terms.P_CORRECTED, "p_adjusted"),
        (terms.VERDICT_CORRECTED, "verdict"),
    )
    return table(pairs, columns, decimals=decimals)


def _tags(errors: Errors) -> Titled:
    sizes: dict[str, int] = {}
    for row in errors.tags:
        sizes[row.tag] = max(sizes.get(row.tag, 0), row.n_reference)
    order = sorted(sizes, key=lambda tag: -sizes[tag])
    shown = order[:_MOST_TAGS]
    rows = sorted((row for row in errors.tags if row.tag in shown), key=lambda row: order.index(row.tag))
    rates = ("alone_wer", "alone_per", "alone_base_per", "order_share", "inflection_share")
    columns = ("tag", "system", "n_reference", "n_words", *rates, "n_inflection", "n_missing", "n_extra")
    return Titled("The words of one tag alone", table(rows, columns), _left_out(len(order) - len(shown)))


def _people(rows: Sequence[HumanLabelRow]) -> Titled:
    """Lay out what classes the words of each label have."""
    kinds = list(rows[0].classes)
    n_more = len(rows) - _MOST_TAGS
    after = f"{n_more:,} more labels; --format json has all." if n_more > 0 else ""
    headers = ("label", ">words", *(f">{kind} %" for kind in kinds))
    cells = [
        (
            clean(row.label),
            f"{row.n_words:,}",
            *(f"{100 * row.classes[kind] / max(row.n_words, 1):.1f}" for kind in kinds),
        )
        for row in rows[:_MOST_TAGS]
    ]
    return Titled("Error classes of the words that people labelled as wrong", Table(headers, cells), after)


def _words(rows: Sequence[ErrorWordsRow]) -> list[Block]:
    if not any(row.words for row in rows):
        return []
    largest: dict[tuple[str, str], list[ErrorWordsRow]] = {}
    for row in rows:
        largest.setdefault((row.name, row.system), []).append(row)
    shown = [row for group in largest.values() for row in sorted(group, key=lambda row: -row.n_errors)[:3]]
    n_more = len(rows) - len(shown)
    after = f"{n_more:,} more classes and tags; --format json has all." if n_more else ""
    return [Titled("Most frequent wrong words", table(shown), after)]


def _examples(rows: Sequence[ErrorExampleRow]) -> list[Block]:
    if not rows:
        return []
    systems = list(dict.fromkeys(row.system for row in rows))[:_MOST_SYSTEMS]
    shown = [row for row in rows if len(rows) <= _MOST_EXAMPLES or row.system in systems]
    n_more = len(rows) - len(shown)
    more = f" {n_more:,} examples of other systems are in --report and --format json." if n_more else ""
    found: list[Block] = [Paragraph(f"{EXAMPLES}{more}")]
    for row in shown:
        head = f"{row.name}, {clean(row.system)}, segment {row.segment:,}"
        found.append(Texts(head, (("reference", row.reference), ("output", row.output))))
    return found


def _lay_out_repairs(errors: Errors) -> list[Block]:
    """Lay out gains by class, what becomes of differences, and what these numbers are."""
    blocks: list[Block] = []
    for metric in dict.fromkeys(row.metric for row in errors.repairs):
        rows = [row for row in errors.repairs if row.metric == metric]
        decimals = decimals_of(None, [row.score for row in rows], None)
        blocks.append(_gains(rows, decimals, 1 - errors.method["alpha"]))
        blocks += _differences(rows, _of_metric(errors.repaired_pairs, rows), decimals)
    return [*blocks, Paragraph(_ORACLE)] if blocks else []


def _of_metric(pairs: Sequence[PairRow], rows: Sequence[RepairRow]) -> list[PairRow]:
    """Keep the pairs of a metric, as it is and with each class repaired."""
    metric = rows[0].metric
    known = {metric, *(f"{metric}+{row.name}" for row in rows)}
    return [pair for pair in pairs if pair.metric in known]


def _gains(rows: Sequence[RepairRow], decimals: int, level: float) -> Titled:
    """Set classes in rows, and for every system the score without them, what that gains, and how many words it is."""
    systems = list(dict.fromkeys(row.system for row in rows))
    headers = ["repaired"]
    for system in systems:
        headers += [f">{clean(system)}", ">gain", f"{level:.0%} interval", ">words"]
    first = {row.system: row for row in reversed(rows)}
    line = ["nothing"]
    for system in systems:
        line += [f"{first[system].score:.{decimals}f}", "", "", ""]
    cells = [tuple(line)]
    for name in dict.fromkeys(row.name for row in rows):
        line = [name]
        for row in (row for row in rows if row.name == name):
            line += [f"{row.repaired:.{decimals}f}", f"{row.gain:+.{decimals}f}"]
            line += [interval_text(row.interval, decimals, sign="+"), f"{row.n_repaired:,}"]
        cells.append(tuple(line))
    return Titled(f"{clean(rows[0].label)} after repair of all errors of a class", Table(tuple(headers), cells))


def _differences(rows: Sequence[RepairRow], pairs: Sequence[PairRow], decimals: int) -> list[Block]:
    """Show what is left of every difference where both systems are repaired."""
    if not pairs:
        return []
    metric = rows[0].metric
    before = {(pair.system, pair.against): pair for pair in pairs if pair.metric == metric}
    told = []
    for names, pair in list(before.items())[:_MOST_SENTENCES]:
        own = [one for one in pairs if (one.system, one.against) == names and one.metric != metric]
        if not own or not pair.difference:
            continue
        toward = [(pair.difference - one.difference) * (1 if pair.difference > 0 else -1) for one in own]
        most = own[toward.index(max(toward))]
        if max(toward) > 0:
            name, (a, b) = most.metric.removeprefix(f"{metric}+"), map(clean, names)
            told.append(
                f"{a} minus {b} is {pair.difference:+.{decimals}f}. Repair of {name} errors in both systems changes "
                f"it to {most.difference:+.{decimals}f}, more than any other class."
            )
    shown, after = pairs_shown(pairs, _MOST_PAIRS)
    first: Shown = "repaired", lambda pair: pair.metric.removeprefix(metric).removeprefix("+") or "nothing"
    differences = [Titled("", _pair_table(shown, first, "+score", decimals), after)] if shown else []
    return [*([Paragraph("\n".join(told))] if told else []), *differences]
