"""An independent answer for one output and one reference, by metric: slow twins, and other programs where they agree.

Metrics that need parses, alignments or word lists, and those that look at all references, have theirs in tests of their
own; `differential` names what has none here.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.twins import (
    bleu_relatives,
    characters,
    chrf,
    chunks,
    edits,
    gtm,
    homola,
    jumps,
    ngrams,
    recognition,
    ribes,
    rouge,
    sia,
    ter,
    word_order,
)  # fmt: skip

Words = list[str]


@dataclass(frozen=True)
class Oracle:
    """Who says what a pair scores.

    Attributes
    ----------
    spelling : str
        Of the metric that is compared.
    name : str
        Of the program or the twin.
    score : callable
        From output and reference to the score of the pair.
    longest : int
        Words of a text, by what the oracle costs.
    is_wild : bool
        Whether it reads any character and white space as we do.
    """

    spelling: str
    name: str
    score: Callable[[str, str], float]
    longest: int = 60
    is_wild: bool = True


def oracles() -> list[Oracle]:
    """Return all of them."""
    return [*_bleu_and_chrf(), *_errors(), *_others(), *_programs()]


def _of_words(score: Callable[[Words, Words], float]) -> Callable[[str, str], float]:
    return lambda hypothesis, reference: score(hypothesis.split(), reference.split())


def _bleu_and_chrf() -> list[Oracle]:
    def bleu(hypothesis: Words, reference: Words) -> float:
        length, ref_length, *counts = ngrams.segment_statistics(hypothesis, [reference], 4)
        return ngrams.bleu(length, ref_length, counts[:4], counts[4:], "exp")

    def gleu(hypothesis: Words, reference: Words) -> float:
        match, most = bleu_relatives.gleu_counts(hypothesis, [reference], 1, 4)
        return match / most if most else 0.0

    return [
        Oracle("bleu(tokenize=none)", "twin", _of_words(bleu)),
        Oracle(
            "bleu-s(tokenize=none)", "twin",
            _of_words(lambda h, r: bleu_relatives.bleu_s([(h, [r])], 4, False, "closest")),
        ),
        Oracle(
            "bleu-sbp(tokenize=none)", "twin",
            _of_words(lambda h, r: bleu_relatives.bleu_sbp([(h, [r])], "exp", "shortest")),
        ),
        Oracle(
            "bleu-arithmetic(tokenize=none)", "twin",
            _of_words(lambda h, r: bleu_relatives.bleu_arithmetic([(h, [r])], 4, False)),
        ),
        Oracle("gleu(tokenize=none)", "twin", _of_words(gleu)),
        Oracle("chrf", "twin", lambda h, r: chrf.score(chrf.statistics(h, r))),
        Oracle("chrf(word_order=2)", "twin", lambda h, r: chrf.score(chrf.statistics(h, r, word_order=2))),
    ]  # fmt: skip


def _errors() -> list[Oracle]:
    def rate(errors: float, words: int, *, most: float = 1) -> float:
        return errors / words if words else min(errors, most)

    def wer(hits: int, substitutions: int, deletions: int, insertions: int) -> float:
        errors = substitutions + deletions + insertions
        return rate(errors, hits + substitutions + deletions, most=errors)  # as jiwer: no words count as one

    def counted(score: Callable[[int, int, int, int], float]) -> Callable[[str, str], float]:
        return _of_words(lambda h, r: score(*edits.counts(h, r)))

    def per(hypothesis: Words, reference: Words) -> float:
        missed = len(reference) - edits.words_in_common(hypothesis, reference)
        return rate(missed + max(len(hypothesis) - len(reference), 0), len(reference))

    def in_both(hits: int, n_hyp: int, n_ref: int) -> float:
        return hits / n_hyp * hits / n_ref if n_hyp and n_ref else float(n_hyp == n_ref)

    return [
        Oracle("wer", "twin", counted(wer)),
        Oracle("wrr", "twin", counted(lambda *counts: 1 - wer(*counts))),
        Oracle("mer", "twin", counted(lambda h, s, d, i: rate(s + d + i, h + s + d + i))),
        Oracle("wip", "twin", counted(lambda h, s, d, i: in_both(h, h + s + i, h + s + d))),
        Oracle("wil", "twin", counted(lambda h, s, d, i: 1 - in_both(h, h + s + i, h + s + d))),
        Oracle("per", "twin", _of_words(per)),
        Oracle("cder(tokenize=none)", "twin", _of_words(lambda h, r: rate(float(jumps.cover_distance(h, r)), len(r)))),
        Oracle(
            "ter(case_sensitive=True)", "twin",
            _of_words(lambda h, r: 100 * rate(ter.sacrebleu_ter(h, r), len(r))), 20,
        ),
        Oracle(
            "ter(case_sensitive=True, variant=tercom)", "twin",
            _of_words(lambda h, r: 100 * rate(ter.tercom_ter(h, r), len(r))), 20, is_wild=False,  # it drops controls
        ),
        Oracle("character-ter", "twin", characters.character_ter, 8),
        Oracle("eed", "twin", lambda h, r: characters.eed(*map(characters.prepare_english, (h, r))), 20),
        Oracle("zero-edit-rate", "twin", _of_words(lambda h, r: 100.0 * (h == r))),
        Oracle("exact-match", "twin", _of_words(lambda h, r: float(h == r))),
    ]  # fmt: skip


def _others() -> list[Oracle]:
    def f(pair: tuple[float, float]) -> float:
        return rouge.f_measure(*pair)

    def of_gtm(hypothesis: Words, reference: Words) -> float:
        return gtm.f_measure(gtm.match_size(hypothesis, [reference], 1.2), len(hypothesis), len(reference))

    def of_grr(hypothesis: Words, reference: Words) -> float:
        n_grams = sum(max(len(reference) - n, 0) for n in range(4))
        return recognition.best_value(hypothesis, reference, 4, 1.0, 0.0) / n_grams if n_grams else math.nan

    def of_sia(hypothesis: Words, reference: Words) -> float:
        return sia.score(hypothesis, [reference], {}, 0.6, "power", iterative=True)

    def skips(*, with_words: bool) -> Callable[[str, str], float]:
        return _of_words(lambda h, r: f(rouge.rouge_s(h, r, None, with_words=with_words)))

    plain = "tokenize=none, lowercase=False"
    found = [
        Oracle("gtm", "twin", _of_words(of_gtm)),
        Oracle(
            "ribes(lowercase=False)", "twin",
            _of_words(lambda h, r: ribes.score(h, r, 0.25, 0.1, is_right_first=False)), 30,
        ),
        Oracle(f"aile({plain})", "twin", _of_words(lambda h, r: chunks.score(h, r, 0.1, 1.2, delta=2.0)), 12),
        Oracle(f"impact({plain})", "twin", _of_words(lambda h, r: chunks.score(h, r, 0.1, 1.2)), 12),
        Oracle(f"sia({plain})", "twin", _of_words(of_sia), 12),
        Oracle("homola(tokenize=none)", "twin", _of_words(lambda h, r: homola.score(h, r, 0.15, 0.9, "fewest")), 12),
        Oracle("grr(tokenize=none)", "twin", _of_words(of_grr), 4),
        Oracle("rouge-w(tokenize=none)", "twin", _of_words(lambda h, r: f(rouge.rouge_w(h, r, 1.2))), 20),
        Oracle("rouge-s(tokenize=none)", "twin", skips(with_words=False), 20),
        Oracle("rouge-su(tokenize=none)", "twin", skips(with_words=True), 20),
    ]  # fmt: skip
    for distance in ("hamming", "kendall"):
        found.append(Oracle(f"{distance}-order(tokenize=none)", "twin", _word_order(distance), 20))
    return found


def _word_order(distance: str) -> Callable[[str, str], float]:
    return _of_words(lambda h, r: word_order.score(h, r, 4, distance, brevity_penalty=True))


def _programs() -> list[Oracle]:
    import jiwer
    from rapidfuzz.distance import Levenshtein
    from sacrebleu.metrics import BLEU, CHRF, TER

    @cache
    def theirs(kind: Any, **options: Any) -> Callable[[str, str], float]:
        metric = kind(**options)
        return lambda h, r: metric.corpus_score([h], [[r]]).score

    def of_jiwer(name: str, *, is_characters: bool = False) -> Callable[[str, str], float]:
        process = jiwer.process_characters if is_characters else jiwer.process_words
        return lambda h, r: getattr(process([r], [h]), name)

    return [
        Oracle("bleu", "sacreBLEU", theirs(BLEU)),
        Oracle("bleu(tokenize=intl)", "sacreBLEU", theirs(BLEU, tokenize="intl")),
        Oracle("bleu(smooth_method=floor)", "sacreBLEU", theirs(BLEU, smooth_method="floor")),
        Oracle("chrf", "sacreBLEU", theirs(CHRF)),
        Oracle("chrf(word_order=2)", "sacreBLEU", theirs(CHRF, word_order=2)),
        Oracle("ter", "sacreBLEU", theirs(TER)),
        *(Oracle(name, "jiwer", of_jiwer(name), is_wild=False) for name in ("wer", "mer", "wil", "wip")),
        Oracle("cer", "jiwer", of_jiwer("cer", is_characters=True)),
        Oracle(
            "cer", "RapidFuzz", lambda h, r: Levenshtein.distance(h, r) / max(len(r), 1)
        ),
        *(Oracle(name, "rouge-score", _rouge(called)) for name, called in _ROUGES.items()),
    ]  # fmt: skip


_ROUGES = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-3": "rouge3", "rouge-4": "rouge4", "rouge-l": "rougeL"}


def _rouge(name: str) -> Callable[[str, str], float]:
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([name])
    return lambda h, r: float(scorer.score(r, h)[name].fmeasure)
