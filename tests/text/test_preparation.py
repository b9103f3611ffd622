"""What is done to lines before they are tokenised."""

import unicodedata

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.metrics import Bleu
from steelyard.text import Corpus, Reading, prepare
from steelyard.types import TestSet
from tests.oracles.fuzz import fuzz_lines

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(st.lists(text, max_size=4), st.sampled_from(["NFC", "NFKC"]))
def test_unicode_forms_are_those_of_unicode(lines: list[str], form: str) -> None:
    assert prepare(lines, Reading(unicode_form=form)) == [unicodedata.normalize(form, line) for line in lines]


@given(st.lists(text, max_size=4))
def test_no_punctuation_is_left_and_all_else_is(lines: list[str]) -> None:
    kept = ["".join(c for c in line if not unicodedata.category(c).startswith("P")) for line in lines]
    assert prepare(lines, Reading(remove_punctuation=True)) == kept


def test_punctuation_is_what_jiwer_removes() -> None:
    # What this Python does not know is left out: jiwer's categories are those of the interpreter, ours are fixed.
    lines = fuzz_lines(2000, seed=3)
    lines.append("".join(map(chr, [*range(0x3100), *range(0xA000, 0xB000), *range(0xF900, 0x13000)])))
    lines = ["".join(c for c in line if unicodedata.category(c) != "Cn") for line in lines]
    assert prepare(lines, Reading(remove_punctuation=True)) == jiwer.RemovePunctuation()(lines)


def test_symbols_are_no_punctuation() -> None:
    assert prepare(["$5 + 3% = «a_b»…"], Reading(remove_punctuation=True)) == ["$5 + 3 = ab"]


@pytest.mark.parametrize(
    ("line", "reading", "prepared"),
    [
        ("⑴", Reading(unicode_form="NFKC", remove_punctuation=True), "1"),  # (1): punctuation comes last
        ("𝐀", Reading(unicode_form="NFKC", lowercase=True), "a"),  # A: case comes after the form
        ("İ", Reading(unicode_form="NFC", lowercase=True), "i\u0307"),
        ("a.B", Reading(), "a.B"),
    ],
)
def test_steps_are_taken_in_their_order(line: str, reading: Reading, prepared: str) -> None:
    assert prepare([line], reading) == [prepared]


def test_half_a_surrogate_pair_is_refused() -> None:
    with pytest.raises(DataError, match="half of a surrogate pair"):
        prepare(["a\ud800"], Reading(remove_punctuation=True))


def test_metrics_read_what_was_prepared() -> None:
    composed, decomposed = "é à ü ö", unicodedata.normalize("NFD", "é à ü ö")
    assert Bleu().sentence_score(composed, [decomposed]).score == 0
    for form in ("NFC", "NFKC"):
        assert Bleu(unicode_form=form).sentence_score(composed, [decomposed]).score == pytest.approx(100)
    plain = Bleu(remove_punctuation=True).sentence_score("(a, b c - d e.)", ["a b, c d e!"])
    assert (plain.score, plain.sys_len) == (pytest.approx(100), 5)


def test_a_text_is_encoded_once_for_each_way_to_prepare_it() -> None:
    corpus = Corpus(TestSet(references=[["ﬁ."]], systems={"x": ["fi"]}))
    readings = [Reading(), Reading(unicode_form="NFC"), Reading(unicode_form="NFKC"), Reading(remove_punctuation=True)]
    assert len({id(corpus.encode(reading)) for reading in readings}) == 4
    assert corpus.encode(readings[2]) is corpus.encode(Reading(unicode_form="NFKC"))
    assert corpus.vocabulary.words() == ["ﬁ.", "fi", "fi.", "ﬁ"]
