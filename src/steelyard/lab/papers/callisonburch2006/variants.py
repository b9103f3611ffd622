"""Variants of outputs that BLEU scores as it does the outputs, and what other metrics say of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.papers.callisonburch2006.permutations import Orders, blanked, count_orders, reordered
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.metrics import Bleu, Metric, measure
from steelyard.results.figure import Figure, Series
from steelyard.text import Corpus, EncodedCorpus
from steelyard.types import TestSet, Tokens

__all__ = ["Variants", "examples_table", "make_variants", "orders_figure", "orders_table", "scores_table"]

BLANK = "□"
_LONGEST_EXAMPLE = 18  # tokens of an output that is printed
_FEWEST_PHRASES = 3
_AS_TOKENS: dict[str, Any] = {
    "tokenize": "none", "lowercase": False, "unicode_form": "none", "remove_punctuation": False, "view": "words",
}  # fmt: skip
_MILLION = 6 * np.log(10)


@dataclass(frozen=True, slots=True, eq=False)
class Variants:
    """The outputs as BLEU's tokens, and the same in another order."""

    systems: tuple[str, ...]  # in the order of the test set
    encoded: EncodedCorpus  # outputs and references, as BLEU reads them
    orders: Orders  # of the outputs
    # and blanked: by system; the second also with a blank for every word that stands in no reference
    reordered: tuple[Tokens, ...]
    blanked: tuple[Tokens, ...]
    words: list[str]  # by the ids of all these

    def given(self, s: int) -> Tokens:
        """Return the outputs of a system."""
        n = self.encoded.n_segments
        return self.encoded.hypotheses.take(np.arange(s * n, (s + 1) * n))

    def text(self, tokens: NDArray[np.int32]) -> str:
        """Write tokens with spaces between them."""
        return " ".join(self.words[i] for i in tokens.tolist())

    def texts(self, lines: Tokens) -> list[str]:
        """Write every line."""
        return [self.text(line) for line in lines]


def make_variants(test_set: TestSet, bleu: Bleu, seed: int, n_threads: int) -> Variants:
    """Count the orders of every output, and draw one of each."""
    corpus = Corpus(test_set, n_threads)
    encoded = corpus.encode(bleu.text_reading)
    orders = count_orders(encoded, n_threads)
    drawn = reordered(encoded, orders, seed, max(bleu.counted_orders, 2), n_threads)
    blank = int(corpus.vocabulary.encode([BLANK])[0][0])
    blanks = tuple(blanked(encoded, texts, blank) for texts in drawn)
    return Variants(test_set.system_names, encoded, orders, drawn, blanks, corpus.vocabulary.words())


def orders_table(variants: Variants) -> PaperTable:
    """Say by system how many orders its outputs have."""
    orders = variants.orders
    rows = []
    for s, system in enumerate(variants.systems):
        decimal = orders.log_orders[s] / np.log(10)
        rows.append((
            system, float(orders.words[s].mean()), float(np.median(orders.sites[s])), float(np.median(decimal)),
            float(decimal.max()), float(100 * (orders.log_orders[s] > _MILLION).mean()),
            float(np.median(orders.log_texts[s]) / np.log(10)), float(_share_free(variants, s)),
        ))  # fmt: skip
    return PaperTable(
        "Section 3.1",
        f"orders of an output with at least the same BLEU, over {orders.words.shape[1]:,} outputs of each system",
        ("system", "words", "sites", "log10", "most", "above 10^6 %", "sure log10", "free words %"),
        tuple(rows),
        "words: mean length; sites: 2-grams without a match (median); log10: decimal logarithm of how many orders, ("
        "words minus matching 2-grams)! (median), and most: the largest; above 10^6: share of outputs with over a "
        "million; sure log10: counts only orders that certainly break no match, and equal phrases once; free words: "
        "share of tokens that are in no reference, which any other word could replace (section 3.2).",
        (None, 1, 1, 1, 1, 1, 1, 1),
    )


def _share_free(variants: Variants, s: int) -> float:
    blanks = variants.blanked[s].values
    return 100 * float((blanks != variants.reordered[s].values).mean()) if len(blanks) else 0.0


def orders_figure(variants: Variants, s: int) -> Figure:
    """Draw figure 1: length against the number of orders, of one system."""
    orders = variants.orders
    decimal = orders.log_orders[s] / np.log(10)
    return Figure(
        "figure-1",
        f"length of each output of {variants.systems[s]} and the number of its orders of equal BLEU",
        "scatter",
        "words of the output",
        "decimal logarithm of the number of orders",
        (Series("", tuple(map(float, orders.words[s])), tuple(map(float, decimal))),),
        note="Of the system with the best BLEU; the paper has the second best of NIST 2005, with up to 10^73 orders.",
    )


def examples_table(variants: Variants, s: int, n_examples: int) -> PaperTable:
    """Print some outputs of a system with their sites, and another order of each."""
    orders = variants.orders
    phrases = variants.orders.phrases[s]
    first = np.append(0, np.cumsum(orders.n_phrases[s]))
    fit = (orders.words[s] <= _LONGEST_EXAMPLE) & (orders.n_phrases[s] >= _FEWEST_PHRASES)
    rows = []
    for segment in np.flatnonzero(fit)[:n_examples].tolist():
        cut = " | ".join(variants.text(phrases[row]) for row in range(first[segment], first[segment + 1]))
        n_orders = factorial(round(orders.sites[s][segment]) + 1)
        rows += [(segment + 1, f"{n_orders:,}", cut), ("", "another", variants.text(variants.reordered[s][segment]))]
    return PaperTable(
        "Variants",
        f"outputs of {variants.systems[s]}, bars where no 2-gram matches, and an order that matches as much",
        ("line", "orders", "output"),
        tuple(rows),
    )


def scores_table(
    variants: Variants, test_set: TestSet, bleu: Bleu, metrics: Sequence[Metric], n_threads: int
) -> PaperTable:
    """Score outputs, the same in another order, and with blanks, all as BLEU's tokens."""
    kinds = ("as given", "reordered", "and blanked")
    texts = {}
    for s in range(len(variants.systems)):
        for kind, lines in zip(kinds, (variants.given(s), variants.reordered[s], variants.blanked[s]), strict=True):
            texts[f"{s} {kind}"] = variants.texts(lines)
    references = _references(variants, test_set)
    as_tokens = [replace(metric, **_AS_TOKENS) if metric is bleu else metric for metric in metrics]
    measured = measure(TestSet(references, texts), as_tokens, n_threads=n_threads)
    scores = [one.scores(one.statistics.totals()) for one in measured]
    rows = []
    for s, system in enumerate(variants.systems):
        changed = [_share_changed(variants.given(s), lines) for lines in (variants.reordered[s], variants.blanked[s])]
        for k, kind in enumerate(kinds):
            values = (float(of_all[3 * s + k]) for of_all in scores)
            rows.append((system if k == 0 else "", kind, None if k == 0 else changed[k - 1], *values))
    return PaperTable(
        "Equal BLEU, other texts",
        "scores of outputs, of another order of their phrases, and of that with blanks for words in no reference",
        ("system", "output", "changed %", *(one.label for one in measured)),
        tuple(rows),
        "All texts stand as BLEU's tokens with spaces between them, so that other metrics may differ from what they "
        "give outputs as they are. Outputs without an order of equal BLEU, or for which twenty draws gave none, stay.",
        (None, None, 1, *(2 if one.scale == 100 else 4 for one in measured)),
    )


def _references(variants: Variants, test_set: TestSet) -> list[list[str | None]]:
    """Write references as BLEU's tokens; what was missing stays so."""
    lines = variants.texts(variants.encoded.references)
    n = test_set.n_segments
    return [
        [line if is_there else None for line, is_there in zip(lines[r * n : (r + 1) * n], there, strict=True)]
        for r, there in enumerate(variants.encoded.is_present.tolist())
    ]


def _share_changed(texts: Tokens, others: Tokens) -> float:
    """Say in % how many of the lines differ."""
    differs = np.add.reduceat(np.append(texts.values != others.values, False), texts.offsets[:-1])
    return float(100 * ((differs > 0) & (texts.lengths > 0)).mean())
