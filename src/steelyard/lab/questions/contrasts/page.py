"""What metrics make of contrastive pairs, laid out."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from steelyard.lab.questions.contrasts.answer import ACES, ContrastExampleRow, ContrastRow, Contrasts
from steelyard.page.blocks import MARKED, Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.cautions import cautions
from steelyard.page.judged_units import item_pairs_block, named_differences
from steelyard.page.rows import percent_text
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST_EXAMPLES = 5
_LONGEST_WORD = 20  # characters, on average, in a text of words
_MOST_NAMED = 4  # phenomena in a sentence
_LEGEND = (
    ("accuracy", "share of the items whose good translation has the better score, in percent"),
    ("tau", "2 x accuracy - 1, from -1 to 1"),
)


def to_page(answer: Contrasts, *, width: int | None = None, n_examples: int | None = _MOST_EXAMPLES) -> Page:
    """Lay out what was found, wholes, categories, phenomena, tests, examples and the method."""
    method, decimals = answer.method, 1 if width is None else width
    blocks: list[Block] = [Paragraph("\n".join(_findings(answer)))]
    blocks += [*cautions(method), _wholes(answer, decimals)]
    for level, title in (("category", "Categories"), ("phenomenon", "Phenomena"), ("langpair", "Language pairs")):
        rows = [row for row in answer.rates if row.level == level]
        if rows:
            blocks.append(_rates(title, rows, answer, decimals))
    blocks += _pairs(answer, decimals)
    blocks += _examples(answer.examples, n_examples)
    return Page((*blocks, Legend.below(blocks, _LEGEND), MethodText(clean(method["sentence"]))))


def _labels(rows: Iterable[ContrastRow]) -> list[str]:
    return list(dict.fromkeys(row.label for row in rows))


def _findings(answer: Contrasts) -> list[str]:
    """Say for each metric its accuracy and worst phenomena, and for each pair where it differs."""
    found = []
    for label in _labels(answer.rates):
        own = [row for row in answer.rates if row.label == label and row.level == "phenomenon"]
        worse = sorted((row for row in own if row.interval[1] < 0.5), key=lambda row: row.accuracy)
        names = ", ".join(f"{clean(row.name)} ({100 * row.accuracy:.0f}%)" for row in worse[:_MOST_NAMED])
        more = f" and {len(worse) - _MOST_NAMED:,} more" if len(worse) > _MOST_NAMED else ""
        whole = next(row for row in answer.rates if row.label == label and row.level == "items")
        told = (
            f"{clean(label)} prefers the good translation in {whole.accuracy:.1%} of {counted(whole.n_items, 'item')}"
        )
        found.append(f"{told}; significantly fewer than half for {names}{more}." if names else f"{told}.")
    for a, b in dict.fromkeys((pair.system, pair.against) for pair in answer.pairs):
        rows = [pair for pair in answer.pairs if (pair.system, pair.against) == (a, b)]
        parts = [
            f"{what} {text}"
            for what, verdict in (("worse on", "worse"), ("better on", "better"))
            if (text := named_differences([pair for pair in rows if pair.level == "phenomenon"], verdict))
        ]
        found.append(
            f"{clean(a)} is significantly {'; '.join(parts)} than {clean(b)}."
            if parts
            else f"{clean(a)} and {clean(b)} do not differ significantly on any phenomenon."
        )
    return found


def _wholes(answer: Contrasts, decimals: int) -> Titled:
    """Set what is of all items: a row per metric."""
    aces = {row.label: row for row in answer.aces}
    means = {row.label: row for row in answer.rates if row.level == "mean"}
    interval = f"{percent_text(answer.method)} interval"
    percent = f"100*.{decimals}f"
    columns: list[Shown] = ["label"]
    if aces:
        columns += [(ACES, lambda row: aces[row.label].score)]
        columns += [(Term("", interval, ".2f"), lambda row: aces[row.label].interval)]
    if means:
        columns += [(Term("", ">mean of phenomena", percent), lambda row: means[row.label].accuracy)]
        columns += [(Term("", f"{interval} ", percent), lambda row: means[row.label].interval)]
        columns += [(Term("", ">tau", ".3f"), lambda row: means[row.label].tau)]
    columns += [(Term("", ">all items", percent), "accuracy"), (Term("", f"{interval}  ", percent), "interval")]
    wholes = [row for row in answer.rates if row.level == "items"]
    return Titled("Accuracy in percent", table(wholes, (*columns, "n_right", "n_tied", "n_wrong")))


def _percent(row: ContrastRow, decimals: int) -> str:
    return interval_text((100 * row.interval[0], 100 * row.interval[1]), decimals)


def _rates(title: str, rows: Sequence[ContrastRow], answer: Contrasts, decimals: int) -> Titled:
    """Set a row per name, with the accuracy, its interval and ties of each metric."""
    labels, tied = _labels(rows), {row.label for row in rows if row.n_tied}
    has_category = title == "Phenomena" and any(row.category for row in rows)
    headers = [title.lower().replace("phenomena", "phenomenon").replace("categories", "category").removesuffix("s")]
    headers += ["category"] * has_category + [">items"]
    for place, label in enumerate(labels):
        headers += [f">{clean(label)}", f"interval{' ' * place}", f">tau{' ' * place}"]
        headers += [f">tied{' ' * place}"] * (label in tied)
    groups: dict[str, list[ContrastRow]] = {}
    for row in rows:
        groups.setdefault(row.name, []).append(row)
    cells = []
    for group in sorted(groups.values(), key=lambda group: (group[0].category, sum(row.accuracy for row in group))):
        first = group[0]
        line = [clean(first.name), *[clean(first.category)] * has_category, f"{first.n_items:,}"]
        for row in group:
            line += [f"{100 * row.accuracy:.{decimals}f}", _percent(row, decimals), f"{row.tau:.3f}"]
            line += [f"{row.n_tied:,}"] * (row.label in tied)
        cells.append(tuple(line))
    return Titled(title, Table(tuple(headers), cells))


def _pairs(answer: Contrasts, decimals: int) -> list[Block]:
    """Set the differences over several phenomena, then those by phenomenon."""
    found = []
    for title, is_own in (("Differences over several phenomena", False), ("Differences by phenomenon", True)):
        rows = [pair for pair in answer.pairs if (pair.level == "phenomenon") == is_own]
        names = {"mean": "mean of phenomena", "aces": "ACES score"}
        found.append(item_pairs_block(title, rows, names, decimals=decimals, scales={"aces": (1, 2)}, most=len(rows)))
    return [block for block in found if block is not None]


def _examples(rows: Sequence[ContrastExampleRow], most: int | None) -> list[Block]:
    """Show items that metrics miss, with what differs between the two translations marked."""
    if not rows:
        return []
    by_phenomenon = list({row.phenomenon: row for row in reversed(rows)}.values())[::-1]
    shown = rows if most is None else by_phenomenon[:most]
    n_more = len(rows) - len(shown)
    more = f" {n_more:,} more are in --report and --format json." if n_more else ""
    found: list[Block] = [Paragraph(f"Examples of wrong decisions, with the differences {MARKED}.{more}")]
    return found + [_example(row) for row in shown]


def _example(row: ContrastExampleRow) -> Texts:
    good, wrong = _marked(row.good, row.wrong)
    named = f"item {row.item:,}" + (f" ({clean(row.id)})" if row.id != str(row.item) else "")
    head = ", ".join(filter(None, (clean(row.phenomenon), clean(row.langpair), named)))
    texts = (("source", row.source), ("reference", row.reference), ("good", good), ("wrong", wrong))
    scores = ", ".join(
        f"{clean(label)} {first:.4g} {'<=>'[(first > second) - (first < second) + 1]} {second:.4g}"
        for label, (first, second) in row.scores.items()
        if label in row.missed_by
    )
    return Texts(head, (*(one for one in texts if one[1]), ("missed by", scores)))


def _marked(good: str, wrong: str) -> list[str]:
    """Put what differs between two texts in marks: words, or characters where there are hardly any words."""
    is_spaced = good.count(" ") > len(good) / _LONGEST_WORD
    texts = [re.split(r"(\s+)", text) if is_spaced else list(text) for text in (good, wrong)]
    found: list[list[str]] = [[], []]
    for kind, a, b, c, d in SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes():
        for side, (first, last) in enumerate(((a, b), (c, d))):
            part = "".join(texts[side][first:last])
            core = part.strip()
            found[side].append(part.replace(core, f"{{+{core}+}}") if kind != "equal" and core else part)
    return ["".join(parts) for parts in found]
