"""Consistency of texts, laid out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from steelyard.lab.questions.consistency.answer import (
    Consistency,
    ConsistencyTextRow,
    EnforcedRow,
    RepeatedWordRow,
    TermExampleRow,
    TermRow,
    forms_text,
)
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.cautions import cautions
from steelyard.page.judged_units import pairs_shown
from steelyard.page.measures import pair_table, score_table
from steelyard.page.pairs import verdict_text
from steelyard.page.rows import by_metric, decimals_of
from steelyard.page.summary import differences_sentence
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.family_level import has_family_level
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST_PAIRS = 21  # of more, those that were told apart
_MOST_TEXTS = 5  # columns of the table of terms
_MOST_TERMS = 15
_MOST_EXAMPLES = 2  # of a text
_OF_TERMS = ("right-terms", "forbidden-terms")
_LEGEND = (
    ("one form", "share of the repeated words with only one form in a document"),
    ("agreement", "mean probability that two occurrences of a word have the same form"),
)
_PAIR_LEGEND = ((terms.VERDICT_CORRECTED.header, terms.VERDICT_CORRECTED.explanation),)
_TERMS_LEGEND = (("right terms", "share of the occurrences of terms with an allowed target in the text"),)


def to_page(answer: Consistency, *, width: int | None = None) -> Page:
    """Lay out what was found, measures, differences, texts, words or terms, examples, and the method."""
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_found(answer))), *cautions(method)]
    blocks += [score_table(answer.scores, method, "text", width), *_pairs(answer, width), _texts(answer.texts)]
    if any(row.n_compared for row in answer.texts):
        blocks.append(_shares(answer.texts))
    blocks += _enforced(answer.enforced, method)
    blocks += _terms(answer.terms)
    blocks += _examples(answer.examples, method["references"])
    for kind, title in (
        ("reference", "One form in the reference, several in the system (possible errors)"),
        ("system", "One form in the system, several in the reference"),
    ):
        blocks += _words([row for row in answer.words if row.consistent == kind], title)
    legend = (*(_TERMS_LEGEND if method["has_glossary"] else ()), *_LEGEND, *(_PAIR_LEGEND if answer.pairs else ()))
    return Page((*blocks, Legend.below(blocks, legend), MethodText(clean(method["sentence"]))))


_ORACLE = (
    "Each word has its most frequent form in the document, in place of the others. With the reference's forms, the "
    "gain is an upper bound."
)


def _enforced(rows: Sequence[EnforcedRow], method: Any) -> list[Block]:
    """Set what outputs would score with one form for each repeated word."""
    blocks: list[Block] = []
    level = f"{1 - method['alpha']:.0%} interval"
    columns = ("form", "system", "n_words", "n_exchanged", "score", "enforced", "gain", (level, "interval"))
    for label in dict.fromkeys(row.label for row in rows):
        own = [row for row in rows if row.label == label]
        decimals = decimals_of(None, [row.score for row in own], None)
        title = f"{clean(label)} with one form for each repeated word"
        blocks.append(Titled(title, table(own, columns, decimals=decimals)))
    return [*blocks, Paragraph(_ORACLE)] if blocks else []


def _found(answer: Consistency) -> list[str]:
    """Say for every measure which texts differ; of consistency, which is more consistent."""
    if not answer.pairs and len(answer.texts) == 1:
        one = answer.texts[0]
        terms_found = (
            f"{one.n_right:,} of {counted(one.n_occurrences, 'occurrence')} of terms have an allowed target (--details "
            "shows the others)"
            if one.n_right is not None
            else f"{counted(one.n_compared, 'repeated word')} can be compared"
        )
        return [f"{clean(one.system)}: {terms_found}. Give a second text to test a difference."]
    told = []
    has_groups = has_family_level(answer.method)
    for metric, rows in by_metric(answer.scores):
        pairs = [pair for pair in answer.pairs if pair.metric == metric]
        sentence = differences_sentence(clean(rows[0].label), rows, pairs, has_groups=has_groups)
        sentence = sentence.replace(" systems", " texts")
        if metric not in _OF_TERMS:
            sentence = sentence.replace(" is better than ", " is more consistent than ")
        more = "" if metric in _OF_TERMS or " > " not in sentence else " (> is more consistent, not better)"
        told.append(f"{sentence[:-1]}{more}.")
    return told


def _verdict(pair: PairRow, method: Any) -> str:
    """Call no text better for being consistent."""
    said = verdict_text(pair, method)
    if pair.metric in _OF_TERMS:
        return said
    return said.replace("better", "more consistent").replace("worse", "less consistent")


def _pairs(answer: Consistency, width: int | None) -> list[Block]:
    pairs = answer.pairs
    shown, after = pairs_shown(pairs, _MOST_PAIRS)
    if not shown:
        return (
            [Paragraph(f"None of {len(pairs):,} differences is significant; --format json has all.")] if pairs else []
        )
    return [replace(pair_table(answer.scores, shown, answer.method, width, _verdict), after=after)]


def _texts(rows: Sequence[ConsistencyTextRow]) -> Titled:
    labels = list(dict.fromkeys(label for row in rows for label in row.scores))
    counts = ("n_right", *(("n_forbidden",) if any(row.n_forbidden for row in rows) else ()))
    under: list[Shown] = [(Term("", f">{clean(label)}", ".2f"), partial(_score, label=label)) for label in labels]
    columns = ("system", "n_words", "type_token_ratio", "n_occurrences", "found_rate", *counts, *under)
    return Titled("Texts", table(rows, columns))


def _score(row: ConsistencyTextRow, label: str) -> float | None:
    return row.scores.get(label)


def _shares(rows: Sequence[ConsistencyTextRow]) -> Titled:
    heads = (">1 form", ">2", ">3", ">4 or more")
    shares: list[Shown] = [(Term("", head, ".1%"), partial(_share, place=place)) for place, head in enumerate(heads)]
    after = "Only words that all texts have at least twice are compared."
    shown = table(rows, ("system", "n_repeated", "n_compared", *shares, "herfindahl"))
    return Titled("Forms of a repeated word", shown, after)


def _share(row: ConsistencyTextRow, place: int) -> float:
    return row.shares[place]


def _terms(rows: Sequence[TermRow]) -> list[Block]:
    """Set terms in rows and texts in columns, the terms with the fewest right targets first."""
    if not rows:
        return []
    names = list(dict.fromkeys(row.system for row in rows))
    shown = names[:_MOST_TEXTS]
    by_term: dict[str, dict[str, TermRow]] = {}
    for row in rows:
        by_term.setdefault(row.term, {})[row.system] = row
    headers = ("term", ">in the source", *(f">{clean(name)}" for name in shown), "what texts have")
    cells = []
    for term, group in list(by_term.items())[:_MOST_TERMS]:
        forms: dict[str, int] = {}
        for row in group.values():
            for form, n in row.forms:
                forms[form] = forms.get(form, 0) + n
        listed = sorted(forms.items(), key=lambda entry: -entry[1])[:4]
        cells.append(
            (
                clean(term),
                f"{next(iter(group.values())).n_occurrences:,}",
                *(f"{group[name].n_right:,}" for name in shown),
                forms_text(listed),
            )
        )
    left_out = [f"{len(by_term) - len(cells):,} more terms"] if len(by_term) > len(cells) else []
    left_out += [f"{len(names) - len(shown):,} more texts"] if len(names) > len(shown) else []
    after = f"{' and '.join(left_out)}; --format json has all." if left_out else ""
    return [Titled("Correct targets by term, the worst first", Table(headers, cells), after)]


def _examples(rows: Sequence[TermExampleRow], references: Sequence[str]) -> list[Block]:
    shown: dict[str, list[TermExampleRow]] = {}
    for row in rows:
        if row.system not in references:
            shown.setdefault(row.system, []).append(row)
    if not shown:
        return []
    found: list[Block] = [Paragraph("Segments without a target:")]
    for group in shown.values():
        for row in group[:_MOST_EXAMPLES]:
            has = f", has {clean(row.forbidden)}" if row.forbidden else ""
            term = f"{clean(row.term)} ({clean(' | '.join(row.allowed))})"
            head = f"{term}, {clean(row.system)}, segment {row.segment:,}{has}"
            found.append(Texts(head, (("source", row.source), ("output", row.output)), 3))
    return found


def _words(rows: Sequence[RepeatedWordRow], title: str) -> list[Block]:
    if not rows:
        return []
    columns = ("system", "word", "document", "reference_forms", "system_forms", "segments")
    return [Titled(title, table(rows, columns))]
