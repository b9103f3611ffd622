"""PER against bags of words, and beside WER."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.metrics import Per, Wer, measure
from tests.twins.corpora import Texts, texts
from tests.twins.edits import words_in_common

Bag = list[str]


def rate(hypothesis: Bag, reference: Bag, variant: str) -> tuple[Fraction, int]:
    errors = len(reference) - words_in_common(hypothesis, reference)
    if variant != "recall":
        errors += max(len(hypothesis) - len(reference), 0)
    return (Fraction(errors, len(reference)) if reference else Fraction(bool(hypothesis))), errors


@given(drawn=texts(), variant=st.sampled_from(["rwth", "moses", "recall"]), n_threads=st.sampled_from([1, 3]))
def test_statistics_are_those_of_the_reference_with_the_lowest_rate(drawn: Texts, variant: str, n_threads: int) -> None:
    [measured] = measure(drawn.test_set(), [Per(variant=variant)], n_threads=n_threads)
    scores = measured.scores(measured.statistics.values.astype(np.float64))
    for s, system in enumerate(drawn.systems):
        for i, line in enumerate(system):
            hypothesis = line.split()
            references = [text[i].split() for text in drawn.references if text[i] is not None]
            best = min(references, key=lambda reference: rate(hypothesis, reference, variant))
            surplus = max(len(hypothesis) - len(best), 0)
            expected = [words_in_common(hypothesis, best), len(hypothesis), len(best), surplus]
            assert measured.statistics.values[s, i].tolist() == expected
            assert scores[s, i] == float(rate(hypothesis, best, variant)[0])


@given(drawn=texts(max_references=1))
def test_a_segment_has_no_more_errors_than_with_word_order(drawn: Texts) -> None:
    per, wer = measure(drawn.test_set(), [Per(), Wer()])
    matches, _, ref_len, surplus = np.moveaxis(per.statistics.values, -1, 0)
    assert (ref_len - matches + surplus <= wer.statistics.values[..., 1:4].sum(axis=-1)).all()


@given(drawn=texts(max_systems=1, max_references=1, is_ragged=False))
def test_variants_are_ordered(drawn: Texts) -> None:
    if not any(line.split() for line in drawn.references[0] if line):
        return
    recall, moses, rwth = (
        Per(variant=variant).corpus_score(drawn.systems[0], drawn.references).score
        for variant in ("recall", "moses", "rwth")
    )
    assert recall <= moses <= rwth
    assert recall <= 1


def test_the_variant_stands_in_the_signature() -> None:
    assert "variant" not in Per().signature("1")
    assert "|variant:moses|" in Per(variant="moses").signature("1")


def test_the_order_of_words_does_not_count() -> None:
    lines = ["a b c a", "b"]
    shuffled = [" ".join(reversed(line.split())) for line in lines]
    assert Per().corpus_score(shuffled, [lines]).score == 0
    long = " ".join(f"w{i % 7}" for i in range(100_000))
    assert Per().corpus_score([long], [[long]]).score == 0
