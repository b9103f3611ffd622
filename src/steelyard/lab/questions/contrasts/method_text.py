"""How metrics were put to the test, fit for a paper, and what must not be overlooked."""

from collections.abc import Sequence

import numpy as np

from steelyard.lab.questions.contrasts.judged import NOT_APPLIED, REFERENCE, SAME, Judged
from steelyard.lab.questions.contrasts.question import ContrastsQuestion
from steelyard.metrics import package_version
from steelyard.results.plurals import counted
from steelyard.scored.judged_units.method_text import by_draws, by_exact_tests, of_phenomena, rates_sentence
from steelyard.scored.sampling import Sampling

__all__ = ["cautions", "contrasts_sentence"]

_UNSPACED = ("zh", "ja", "th", "lo", "km", "my", "yue", "wuu")  # languages that put no blanks between words
_FEW = 10  # items of a phenomenon
_WHY = {
    NOT_APPLIED: "have no planted error",
    SAME: "have the same text twice",
    REFERENCE: "have the reference itself as the wrong translation",
}


def contrasts_sentence(
    judged: Judged, asked: ContrastsQuestion, sampling: Sampling, sizes: tuple[int, int, int]
) -> str:
    """Say what was judged, counted and tested."""
    n_phenomena = len(judged.items.phenomena.names)
    metrics = ", ".join(
        f"{label} ({signature})" for label, signature in zip(judged.labels, judged.signatures, strict=True)
    )
    tie = "a tie is wrong, as in ACES" if asked.ties == "wrong" else "a tie is half right"
    parts = [
        f"We asked {counted(len(judged.labels), 'metric')} of {counted(judged.items.n_items, 'item')} of "
        f"{of_phenomena(n_phenomena)} whether the good translation is better than the wrong one, with Steelyard "
        f"{package_version()}: {metrics}.",
        f"Accuracy is the share of items whose good translation has the better score; {tie}. Tau is twice the accuracy "
        f"less 1 (Amrhein et al. 2022). {rates_sentence(judged.items, asked.alpha)}",
    ]
    if any(judged.items.categories.names) or n_phenomena > 1:
        parts.append("Categories and the mean weight their phenomena equally.")
    n_tests, n_told, n_means = sizes
    if n_tests:
        parts.append(
            f"By phenomenon metrics were {by_exact_tests(judged.items)} at {asked.alpha:g}. Of "
            f"{counted(n_tests, 'difference')} the {n_told:,} that could reach that level are the family (Tarone 1990)."
        )
    if n_means:
        parts.append(f"Means over phenomena were {by_draws(sampling, n_means)}, a family of its own.")
    return " ".join(parts)


def cautions(judged: Judged, asked: ContrastsQuestion) -> list[str]:
    """Say what was left out, and what numbers do not show."""
    notes = [
        f"{counted(n, 'item')} {_verb(_WHY[why], n)}, and {'is' if n == 1 else 'are'} left out."
        for why, n in judged.left_out.items()
    ]
    langpairs = judged.pairs.langpairs or ()
    targets = {pair.rpartition("-")[2] for pair in langpairs if "-" in pair}
    unspaced = sorted(targets & set(_UNSPACED))
    if unspaced and any("tok:13a" in one for one in judged.signatures):
        n = sum(pair.rpartition("-")[2] in unspaced for pair in langpairs)
        notes.append(
            f"The tokenizer 13a finds no words in {', '.join(unspaced)} ({counted(n, 'item')}): ask for each language "
            "pair with -l, which chooses BLEU's tokenizer."
        )
    notes += _tied(judged)
    n_small, n_all = int((np.bincount(judged.items.phenomena.codes) < _FEW).sum()), len(judged.items.phenomena.names)
    if n_small and n_all > 1:
        verb = "has" if n_small == 1 else "have"
        notes.append(f"{of_phenomena(n_small)} of {n_all:,} {verb} fewer than {_FEW} items: look at the intervals.")
    return notes


def _tied(judged: Judged) -> Sequence[str]:
    shares = (judged.outcomes == 0).mean(axis=1)
    return [
        f"{label} gives both translations the same score in {share:.0%} of the items."
        for label, share in zip(judged.labels, shares, strict=True)
        if share >= 0.05
    ]


def _verb(text: str, n: int) -> str:
    return text.replace("have ", "has ", 1) if n == 1 else text
