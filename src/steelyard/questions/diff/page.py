"""Where two systems differ, as text for a terminal or a pipe."""

import textwrap
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled, Verbatim
from steelyard.page.rows import decimals_of
from steelyard.questions.diff.answer import (
    BucketRow,
    ChangedRow,
    Difference,
    DifferenceMethod,
    ExampleRow,
    NgramRow,
    WordRow,
    short,
)
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import number_text
from steelyard.results.plurals import counted
from steelyard.results.table import clean

__all__ = ["EXAMPLES", "to_page", "marked_words"]

_LINE = 100
_MOST_DOCUMENTS = 8  # shown; the JSON has all
_MOST_WORDS = 400  # of a text whose words are marked: more would take long, and be cut off anyway
_HEADS = {"length": "words of reference", "source length": "words of source", "document": "document", "label": "label"}
_CLASSES = {"frequency": "count in references", "length": "letters", "tag": "part of speech"}
EXAMPLES = "Segments with the largest"  # begins what introduces some
_LEGEND_OF_EXAMPLES = ("{+word+}", "the other output does not have this word at this place")


def to_page(difference: Difference, *, width: int | None = None) -> Page:
    """Lay out where two systems differ: changed segments, buckets, words, n-grams, examples with marks."""
    method = difference.method
    a, b = clean(method["system"]), clean(method["against"])
    n, changed = method["n_segments"], method["n_changed"]
    if not difference.changed:
        same = f"{a} and {b} are identical in all {n:,} segments: there is nothing to compare."
        return Page((Paragraph(same), MethodText(method["sentence"])))
    lead = f"{a} and {b} differ in {changed:,} of {n:,} segments ({100 * changed / n:.1f}%)."
    blocks: list[Block] = [Paragraph(f"{lead}\n{_found(difference)}"), _changed(difference, width)]
    if changed < n:
        blocks.append(
            Paragraph(
                "Segments with equal outputs do not affect the test. The p-value is for all segments, not only the "
                "segments that differ."
            )
        )
    for (_, level), rows in groupby(difference.buckets, key=lambda row: (row.metric, row.level)):
        blocks.append(_bucket_table(list(rows), level, method, width))
    for level, words in groupby(difference.words, key=lambda row: row.level):
        blocks.append(_word_table(list(words), level, method))
    for kind, title in (
        ("matched", "N-grams that match a reference more often in one of the systems"),
        ("extra", "Extra n-grams: more often in one of the systems than in the references"),
    ):
        ngrams = [row for row in difference.ngrams if row.kind == kind]
        if ngrams:
            blocks.append(_ngram_table(ngrams, title, method, a, b))
    for side, name in (("system", a), ("against", b)):
        examples = [row for row in difference.examples if row.speaks_for == side]
        if examples:
            blocks.append(Paragraph(f"{EXAMPLES} {clean(examples[0].label)} advantage of {name}:"))
            blocks += [Verbatim(_example(row, a, b, method, width)) for row in examples]
    legend = Legend.below(blocks, [_LEGEND_OF_EXAMPLES] if difference.examples else [])
    return Page((*blocks, legend, MethodText(method["sentence"])))


def _found(difference: Difference) -> str:
    """Say in a sentence how much was found."""
    method = difference.method
    parts = []
    for rows, of_tests, nouns, n_tests in (
        (
            difference.buckets,
            f"{counted(method['n_bucket_tests'], 'test')} of buckets",
            "buckets",
            method["n_bucket_tests"],
        ),
        (difference.words, f"{method['n_word_tests']:,} classes of words", "classes of words", method["n_word_tests"]),
    ):
        n_better = sum(row.verdict == "better" for row in rows)
        n_worse = sum(row.verdict == "worse" for row in rows)
        if not n_tests:
            parts.append(f"no {nouns} have enough {method['unit']}s for a test")
            continue
        parts.append(
            f"in {of_tests}, {clean(method['system'])} is significantly better in {n_better:,} and worse in {n_worse:,}"
            if n_better or n_worse
            else f"none of {of_tests} differs significantly"
        )
    n_found, n_ngrams = method["n_ngrams_found"], method["n_ngram_tests"]
    if n_ngrams:
        n_tested = counted(n_ngrams, "tested n-gram")
        parts.append(f"{n_found or 'none'} of {n_tested} differ{'s' * (n_found < 2)} significantly")
    sentences = " ".join(f"{text[0].upper()}{text[1:]}." for text in parts)
    return f"{sentences} The false discovery rate is {method['alpha']:g}."


def _decimals(metric: str, values: Sequence[float | None], method: DifferenceMethod, width: int | None) -> int:
    return decimals_of(method["scales"].get(metric), values, width)


def _changed(difference: Difference, width: int | None) -> Titled:
    def score(head: str, name: str, sign: str = "") -> Shown:
        return head, lambda row: number_text(getattr(row, name), decimals(row), sign)

    def decimals(row: ChangedRow) -> int:
        return _decimals(row.metric, (row.score, row.score_against), difference.method, width)

    are_all = difference.method["n_changed"] == difference.method["n_segments"]
    parts = (score(">changed", "changed"), score(">against", "changed_against"), score(">unchanged", "same"))
    whole = (score(">all", "score"), score(">against", "score_against"), score(">difference", "difference", "+"))
    return Titled("", table(difference.changed, (("metric", "label"), *(() if are_all else parts), *whole, "p_value")))


def _bucket_table(rows: Sequence[BucketRow], level: str, method: DifferenceMethod, width: int | None) -> Titled:
    """Lay out the buckets of one metric and level; of many documents those whose scores are furthest apart."""
    decimals = _decimals(rows[0].metric, [row.score for row in rows], method, width)
    shown = list(rows)
    if level == "document" and len(rows) > _MOST_DOCUMENTS:
        shown = sorted(rows, key=lambda row: -abs(row.difference or 0.0))[:_MOST_DOCUMENTS]
    is_range = level in ("length", "source length")
    is_tested = any(row.p_value is not None for row in shown)
    columns = ((">" * is_range + _HEADS[level], "name"), "n_segments", "score", "score_against", "difference")
    tested = ("p_value", "p_adjusted", "verdict") if is_tested else ()
    after = []
    if len(shown) < len(rows):
        after.append(f"{len(rows) - len(shown):,} more have smaller differences; --format json has all.")
    if not is_tested:
        after.append(f"None of these has enough {method['unit']}s for a test.")
    direction = "" if method["higher_is_better"][rows[0].metric] else " (lower is better)"
    title = f"{clean(rows[0].label)}{direction} by {level}"
    return Titled(title, table(shown, (*columns, *tested), decimals=decimals), " ".join(after))


def _word_table(rows: Sequence[WordRow], level: str, method: DifferenceMethod) -> Titled:
    head = "count in --word-counts" if level == "frequency" and method["has_word_counts"] else _CLASSES[level]
    scores = ("recall", "recall_against", "precision", "precision_against", "f1", "f1_against")
    columns = ((">" * (level != "tag") + head, "name"), "n_reference", *scores, "p_value", "p_adjusted", "verdict")
    return Titled(f"Words by {'part of speech' if level == 'tag' else level}", table(rows, columns))


def _ngram_table(rows: Sequence[NgramRow], title: str, method: DifferenceMethod, a: str, b: str) -> Titled:
    units = Term(
        "units in which the system has the n-gram more often; fewer: the other system has it more often",
        f">{method['unit']}s: more",
        ",",
        legend=True,
    )
    more: Shown = ("more in", lambda row: a if row.more == "system" else b)
    counts = ("n_reference", "count", "count_against", (units, "units_more"), "units_fewer")
    return Titled(title, table(rows, (more, "ngram", *counts, "p_value", "p_adjusted")))


def _example(row: ExampleRow, a: str, b: str, method: DifferenceMethod, width: int | None) -> str:
    decimals = width if width is not None else 2 if method["by_scale"] == 100 else 4
    lines = [f"segment {row.segment:,}: {row.score:.{decimals}f} and {row.score_against:.{decimals}f}"]
    lines[0] += f", {row.difference:+.{decimals}f}"
    marked_a, marked_b = marked_words(row.excerpt.system, row.excerpt.against)
    texts = {"reference": row.excerpt.reference, short(a): marked_a, short(b): marked_b}
    if row.excerpt.source is not None:
        texts = {"source": row.excerpt.source, **texts}
    margin = max(map(len, texts)) + 2
    for name, text in texts.items():
        lead = f"  {name:<{margin}}"
        room = max(_LINE, len(lead) + 40)
        # cut by characters, not words: some text has no spaces
        cut = text if len(text) <= 4 * (room - len(lead)) else f"{text[: 4 * (room - len(lead))]} ..."
        shown = clean(cut) or "(empty)"
        filled = textwrap.fill(
            shown, room, initial_indent=lead, subsequent_indent=" " * len(lead), break_on_hyphens=False
        )
        lines.append(filled if filled.strip() else f"{lead}(empty)")
    return "\n".join(lines)


def marked_words(a: str, b: str) -> tuple[str, str]:
    """Mark the words of two texts that the other one does not have there, as ``{+word+}``.

    Words are what spaces part; a text of very many stays as it is.

    Examples
    --------
    >>> from steelyard.questions.diff.page import marked_words
    >>> marked_words("the old red ferry", "the ferry leaves")
    ('the {+old red+} ferry', 'the ferry {+leaves+}')
    """
    first, second = a.split(), b.split()
    if max(len(first), len(second)) > _MOST_WORDS:
        return a, b
    marked: tuple[list[str], list[str]] = ([], [])
    for kind, start_a, end_a, start_b, end_b in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        for out, words in zip(marked, (first[start_a:end_a], second[start_b:end_b]), strict=True):
            if words:
                out.append(" ".join(words) if kind == "equal" else f"{{+{' '.join(words)}+}}")
    return " ".join(marked[0]), " ".join(marked[1])
