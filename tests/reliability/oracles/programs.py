"""Oracles that are other programs."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.reliability.oracles.base import QUICK, Oracle, of_words
from tests.reliability.pairs import Lengths

_ROUGES = {"rouge-1": "rouge1", "rouge-2": "rouge2", "rouge-3": "rouge3", "rouge-4": "rouge4", "rouge-l": "rougeL"}


def of_programs() -> list[Oracle]:
    """Return sacreBLEU, jiwer, RapidFuzz, rouge-score and NLTK."""
    from nltk.translate.gleu_score import sentence_gleu

    gleu = Oracle("gleu(tokenize=none)", "NLTK", of_words(lambda h, r: float(sentence_gleu([r], h))))
    return [*_sacrebleu(), *_words_in_error(), *_rouges(), gleu]


def _sacrebleu() -> list[Oracle]:
    from sacrebleu.metrics import BLEU, CHRF, TER

    def theirs(kind: Any, **options: Any) -> Callable[..., float]:
        metric = kind(**options)
        return lambda h, *references: metric.corpus_score([h], [[r] for r in references]).score

    shifted = Lengths(usual=5, longest=40, share=0.005)
    return [
        Oracle("bleu(tokenize=intl)", "sacreBLEU", theirs(BLEU, tokenize="intl")),
        Oracle("bleu(smooth_method=floor)", "sacreBLEU", theirs(BLEU, smooth_method="floor")),
        Oracle("chrf(word_order=2)", "sacreBLEU", theirs(CHRF, word_order=2)),
        *(
            Oracle(kind.__name__.lower(), "sacreBLEU", theirs(kind), lengths, n_references=n)
            for kind, lengths in ((BLEU, QUICK), (CHRF, QUICK), (TER, shifted))
            for n in (1, 3)
        ),
    ]


def _words_in_error() -> list[Oracle]:
    import jiwer
    from rapidfuzz.distance import Levenshtein

    def of_jiwer(name: str, *, is_characters: bool = False) -> Callable[[str, str], float]:
        process = jiwer.process_characters if is_characters else jiwer.process_words
        return lambda h, r: getattr(process([r], [h]), name)

    return [
        *(Oracle(name, "jiwer", of_jiwer(name), is_wild=False) for name in ("wer", "mer", "wil", "wip")),
        Oracle("cer", "jiwer", of_jiwer("cer", is_characters=True)),
        Oracle("cer", "RapidFuzz", lambda h, r: Levenshtein.distance(h.strip(), r.strip()) / max(len(r.strip()), 1)),
    ]


def _rouges() -> list[Oracle]:
    found = [Oracle(name, "rouge-score", rouge(of), n_references=n) for name, of in _ROUGES.items() for n in (1, 2)]
    sentences = ("a", "b", "c", "the", "cat", "\n")
    return [*found, Oracle("rouge-lsum", "rouge-score", rouge("rougeLsum"), words=sentences)]


@cache
def rouge(name: str) -> Callable[..., float]:
    """Return the F-measure of rouge-score, of several references the best."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([name])
    return lambda h, *references: float(scorer.score_multi(references, h)[name].fmeasure)
