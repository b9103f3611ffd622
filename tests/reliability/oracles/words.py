"""Oracles of n-grams and of words in error."""

from collections.abc import Callable

from tests.reliability.oracles.base import Oracle, Words, of_words
from tests.reliability.pairs import Lengths
from tests.twins import bleu_relatives, edits, jumps, ngrams, ter

_SHIFTED = Lengths(usual=7, longest=20, share=0.03)  # every shift is tried, with a table of its own


def of_n_grams() -> list[Oracle]:
    """Return those of BLEU and its relatives."""
    of_segments = {
        "bleu-s(tokenize=none)": lambda one: bleu_relatives.bleu_s(one, 4, False, "closest"),
        "bleu-sbp(tokenize=none)": lambda one: bleu_relatives.bleu_sbp(one, "exp", "shortest"),
        "bleu-arithmetic(tokenize=none)": lambda one: bleu_relatives.bleu_arithmetic(one, 4, False),
    }
    scores = {"bleu(tokenize=none)": bleu, "gleu(tokenize=none)": _gleu}
    scores |= {spelling: _of_segment(score) for spelling, score in of_segments.items()}
    return [
        Oracle(spelling, "twin", of_words(score), n_references=n) for spelling, score in scores.items() for n in (1, 3)
    ]


def _of_segment(score: Callable[[list[bleu_relatives.Segment]], float]) -> Callable[..., float]:
    return lambda hypothesis, *references: score([(hypothesis, references)])


def bleu(hypothesis: Words, *references: Words) -> float:
    """Return BLEU of one segment by the twin."""
    length, ref_length, *counts = ngrams.segment_statistics(hypothesis, references, 4)
    return ngrams.bleu(length, ref_length, counts[:4], counts[4:], "exp")


def _gleu(hypothesis: Words, *references: Words) -> float:
    match, most = bleu_relatives.gleu_counts(hypothesis, references, 1, 4)
    return match / most if most else 0.0


def of_errors() -> list[Oracle]:
    """Return those of edit distances."""
    return [
        Oracle("wer", "twin", _counted(_wer)),
        Oracle("wrr", "twin", _counted(lambda *counts: 1 - _wer(*counts))),
        Oracle("mer", "twin", _counted(lambda h, s, d, i: rate(s + d + i, h + s + d + i))),
        Oracle("wip", "twin", _counted(lambda h, s, d, i: _in_both(h, h + s + i, h + s + d))),
        Oracle("wil", "twin", _counted(lambda h, s, d, i: 1 - _in_both(h, h + s + i, h + s + d))),
        Oracle("per", "twin", of_words(_per)),
        Oracle("cder(tokenize=none)", "twin", of_words(lambda h, r: rate(float(jumps.cover_distance(h, r)), len(r)))),
        Oracle("ter(case_sensitive=True)", "twin", of_words(translation_edit_rate), _SHIFTED),
        Oracle(
            "ter(case_sensitive=True, variant=tercom)", "twin",
            of_words(lambda h, r: 100 * rate(ter.tercom_ter(h, r), len(r))), _SHIFTED,
            is_wild=False,  # it drops controls
        ),
        Oracle("zero-edit-rate", "twin", of_words(lambda h, r: 100.0 * (h == r))),
        Oracle("exact-match", "twin", of_words(lambda h, r: float(h == r))),
    ]  # fmt: skip


def rate(errors: float, words: int, *, most: float = 1) -> float:
    """Divide errors by words; where there are none, by the errors."""
    return errors / words if words else min(errors, most)


def translation_edit_rate(hypothesis: Words, reference: Words) -> float:
    """Return TER of one segment, as sacreBLEU's, by the twin."""
    return 100 * rate(ter.sacrebleu_ter(hypothesis, reference), len(reference))


def _wer(hits: int, substitutions: int, deletions: int, insertions: int) -> float:
    errors = substitutions + deletions + insertions
    return rate(errors, hits + substitutions + deletions, most=errors)  # as jiwer: no words count as one


def _counted(score: Callable[[int, int, int, int], float]) -> Callable[..., float]:
    return of_words(lambda h, r: score(*edits.counts(h, r)))


def _per(hypothesis: Words, reference: Words) -> float:
    missed = len(reference) - edits.words_in_common(hypothesis, reference)
    return rate(missed + max(len(hypothesis) - len(reference), 0), len(reference))


def _in_both(hits: int, n_hyp: int, n_ref: int) -> float:
    return hits / n_hyp * hits / n_ref if n_hyp and n_ref else float(n_hyp == n_ref)
