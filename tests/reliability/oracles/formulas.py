"""Oracles of metrics that are made of other metrics: formulas over the answers of others."""

import json
from functools import cache

from sacrebleu.metrics import BLEU, CHRF, TER

from tests.laws.metrics_under_law import EXAMPLES, SYNONYMS, WITH_RESOURCES
from tests.reliability.oracles.base import Oracle, Words, of_words
from tests.reliability.oracles.programs import rouge
from tests.reliability.oracles.resources import drawn_words, sets_of
from tests.reliability.oracles.words import bleu
from tests.reliability.pairs import Lengths
from tests.twins import edits, ngrams, substitution
from tests.twins.thirteen_a import thirteen_a


def of_formulas() -> list[Oracle]:
    """Return them."""
    return [
        Oracle(
            "against(metric='bleu(tokenize=none)', references={FILE})", "twin", _other, is_wild=False, n_references=2
        ),
        Oracle("ensemble", "sacreBLEU", _ensemble),
        Oracle(WITH_RESOURCES["learned"], "sacreBLEU, rouge-score", _learned, Lengths(usual=5, longest=30, share=0.01)),
        Oracle(
            f"paraphrased(metric='bleu(tokenize=none)', {SYNONYMS})", "twin", _paraphrased, words=drawn_words()
        ),
        Oracle("part", "twin", _part, n_references=2),
        Oracle("part(metric=wer, of=substitutions+deletions, over=ref_len)", "twin", of_words(_part_of_errors)),
    ]  # fmt: skip


def _other(hypothesis: str, _reference: str, other: str) -> float:
    return bleu(hypothesis.split(), other.split())


@cache
def _programs() -> tuple[BLEU, CHRF, TER]:
    return BLEU(effective_order=True), CHRF(), TER()


def _ensemble(hypothesis: str, reference: str) -> float:
    bleu_of, chrf_of, _ = _programs()
    return sum(float(metric.sentence_score(hypothesis, [reference]).score) for metric in (bleu_of, chrf_of)) / 2


@cache
def _model() -> dict[str, list[float]]:
    model = json.loads((EXAMPLES / "learned.json").read_text(encoding="utf-8"))["model"]
    assert model["features"] == ["chrf", "ter", "rouge-l"]
    return model


def _learned(hypothesis: str, reference: str) -> float:
    model = _model()
    _, chrf_of, ter_of = _programs()
    features = [
        chrf_of.sentence_score(hypothesis, [reference]).score,
        ter_of.sentence_score(hypothesis, [reference]).score,
        rouge("rougeL")(hypothesis, reference),
    ]
    weights, intercept = model["predictor"]["weights"], model["predictor"]["intercept"]
    standard = [(x - mean) / scale for x, mean, scale in zip(features, model["mean"], model["scale"], strict=True)]
    return float(intercept + sum(weight * x for weight, x in zip(weights, standard, strict=True)))


def _paraphrased(hypothesis: str, reference: str) -> float:
    return bleu(hypothesis.split(), substitution.rewritten(reference, hypothesis, sets_of).split())


def _part(hypothesis: str, *references: str) -> float:
    ours, *theirs = map(thirteen_a, (hypothesis, *references))
    return ngrams.clipped_matches(ours, theirs, 1) / len(ours) if ours else 0.0


def _part_of_errors(hypothesis: Words, reference: Words) -> float:
    _, substitutions, deletions, _ = edits.counts(hypothesis, reference)
    return (substitutions + deletions) / len(reference) if reference else 0.0
