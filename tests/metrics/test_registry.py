"""A metric has one spelling, and parse reads it back."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar, get_args
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Bleu, available, parse, register
from steelyard.metrics.bleu.bleu import ReferenceLength, Smoothing
from steelyard.metrics.table.spelling import REGISTERED
from steelyard.questions.metrics.listed import listed
from steelyard.text import TOKENIZERS


@st.composite
def bleus(draw: st.DrawFn) -> Bleu:
    order = draw(st.integers(1, 9))
    weights = draw(st.none() | st.sampled_from([(1.0,) + (0.0,) * (order - 1), (1 / order,) * order]))
    return Bleu(
        lowercase=draw(st.booleans()),
        tokenize=draw(st.none() | st.sampled_from(sorted(TOKENIZERS))),
        smooth_method=draw(st.sampled_from(get_args(Smoothing))),
        smooth_value=draw(st.none() | st.floats(0, 1e300) | st.integers(0, 9)),
        max_ngram_order=order,
        effective_order=draw(st.booleans()),
        weights=weights,
        reference_length=draw(st.sampled_from(get_args(ReferenceLength))),
        trg_lang=draw(st.sampled_from(["", "de", "en-GB", "zh-Hant, TW"])),
    )


@given(bleus())
def test_parse_reads_back_every_spelling(metric: Bleu) -> None:
    assert parse(str(metric)) == metric
    assert str(parse(str(metric))) == str(metric)


@pytest.mark.parametrize(
    "text",
    ["True", "None", "5", "1e3", "(a, b)", "a,b", "a=b", ")", "('", " a ", "''", "it's", "a\"b'c", "\\", "a\nb"],
    ids=repr,
)
def test_parse_reads_back_strings_that_look_like_something_else(text: str) -> None:
    assert parse(str(Bleu(trg_lang=text))) == Bleu(trg_lang=text)


def test_parse_reads_back_numbers_of_numpy() -> None:
    metric = Bleu(smooth_method="floor", smooth_value=np.float64(0.5), max_ngram_order=np.int64(2))
    assert parse(str(metric)) == metric


def test_a_spelling_names_only_what_differs_from_the_default() -> None:
    assert str(Bleu()) == "bleu"
    assert str(Bleu(lowercase=True, smooth_method="add-k")) == "bleu(lowercase=True, smooth_method=add-k)"
    assert str(Bleu(max_ngram_order=2, weights=(0.5, 0.5))) == "bleu(max_ngram_order=2, weights=(0.5, 0.5))"


@pytest.mark.parametrize(
    ("spelling", "metric"),
    [
        ("bleu", Bleu()),
        ("bleu()", Bleu()),
        ("  BLEU ( lowercase = True )  ", Bleu(lowercase=True)),
        ("bleu(tokenize=13a)", Bleu(tokenize="13a")),
        ("bleu(tokenize='char')", Bleu(tokenize="char")),
        ('bleu(tokenize="char",lowercase=False)', Bleu(tokenize="char")),
        ("bleu(tokenize=None)", Bleu()),
        ("bleu(smooth_method=floor, smooth_value=1e-2)", Bleu(smooth_method="floor", smooth_value=0.01)),
        ("bleu(smooth_value=1)", Bleu(smooth_value=1)),
        ("bleu(weights=(0.5, 0.5), max_ngram_order=2)", Bleu(max_ngram_order=2, weights=(0.5, 0.5))),
        ("bleu(max_ngram_order=1, weights=(1))", Bleu(max_ngram_order=1, weights=(1,))),
        ("bleu(\n  lowercase=True,\n  max_ngram_order=3\n)", Bleu(lowercase=True, max_ngram_order=3)),
        ("bleu(trg_lang='a, b (c)')", Bleu(trg_lang="a, b (c)")),
    ],
)
def test_spellings_people_write_are_read(spelling: str, metric: Bleu) -> None:
    assert parse(spelling) == metric


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("blue", "Unknown metric 'blue'. Did you mean 'bleu'? Valid: "),
        ("Blue(lowercase=True)", "Unknown metric 'Blue'. Did you mean 'bleu'? Valid: "),
        ("sacrebleu", "Unknown metric 'sacrebleu'. Did you mean 'bleu'? Valid: "),
        (
            "bleu(lowercse=True)",
            "Unknown option of bleu: 'lowercse'. Did you mean 'lowercase'? Valid: effective_order, ",
        ),
        ("bleu(Lowercase=True)", "Unknown option of bleu: 'Lowercase'. Did you mean 'lowercase'? "),
        ("bleu(tokenize=14a)", "Unknown tokenizer '14a'. Did you mean '13a'? Valid: 13a, char"),
        ("bleu(smooth_method=exponential)", "Unknown smooth_method 'exponential'."),
        ("bleu(reference_length=shorter)", "Unknown reference_length 'shorter'. Did you mean 'shortest'? "),
        ("bleu(lowercase=True, lowercase=True)", "The option 'lowercase' stands twice in "),
        ("bleu(lowercase)", "Cannot read 'lowercase' in 'bleu(lowercase)': write option=value."),
        ("bleu(max_ngram_order=0)", "max_ngram_order must be from 1 to 100, not 0."),
        ("bleu(smooth_value=-1)", "smooth_value must be a number from 0, not -1."),
        ("bleu(smooth_value=nan)", "smooth_value must be a number from 0, not nan."),
        ("bleu(smooth_value=inf)", "smooth_value must be a number from 0, not inf."),
        ("bleu(weights=(0.5, 0.5))", "weights must be 4 numbers from 0 that sum to 1"),
        ("bleu(max_ngram_order=2, weights=(0.5, 0.4))", "weights must be 2 numbers from 0 that sum to 1"),
        ("bleu(max_ngram_order=2, weights=(1.5, -0.5))", "weights must be 2 numbers from 0 that sum to 1"),
        ("bleu(weights=(nan, nan, nan, nan))", "weights must be 4 numbers from 0 that sum to 1"),
        ("bleu(max_ngram_order=many)", "max_ngram_order must be int, not 'many'"),
        ("", "Cannot read the metric ''"),
        ("bleu(lowercase=True", "Cannot read the metric "),
        ("bleu lowercase", "Cannot read the metric "),
        ("bleu(lowercase=True) extra", "Cannot read the metric "),
        ("bleu(trg_lang='a)", "Cannot read the options "),
        ("bleu(weights=((1)", "Cannot read the options "),
        ("bleu(,)", "Cannot read the options "),
        ("bleu(lowercase=True,)", "Cannot read the options "),
    ],
)
def test_what_cannot_be_read_is_told(spelling: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(spelling)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("alias", ["sacrebleu", "bleu4", "BLEU-4"])
def test_metrics_have_no_aliases(alias: str) -> None:
    with pytest.raises(SpecError, match="Unknown metric"):
        parse(alias)


# A value of the wrong type must not pass as something else: 'false' is a true string.
@pytest.mark.parametrize(
    "option", ["lowercase=false", "lowercase=no", "effective_order=0.5", "max_ngram_order=2.5", "max_ngram_order=None"]
)
def test_a_value_of_another_type_is_refused(option: str) -> None:
    with pytest.raises(SpecError):
        parse(f"bleu({option})")


def test_metrics_are_values() -> None:
    assert Bleu(lowercase=True) == Bleu(lowercase=True) != Bleu()
    assert len({Bleu(), Bleu(lowercase=False), Bleu(max_ngram_order=3)}) == 2


def test_the_registry_is_sorted_and_each_name_is_its_metrics() -> None:
    names = list(available())
    assert names == sorted(names)
    assert all(metric.name == name for name, metric in available().items())
    assert available()["bleu"] is Bleu


@patch.dict(REGISTERED)  # which stays as it is
def test_an_option_without_default_must_be_given() -> None:
    @register
    @dataclass(frozen=True, kw_only=True)
    class Needy(Bleu):
        name: ClassVar[str] = "needy"
        model: str

    with pytest.raises(SpecError, match=r"^needy needs the option 'model': write needy\(model=\.\.\.\)"):
        parse("needy(lowercase=True)")
    metric = Needy(model="a b")
    assert str(metric) == "needy(model='a b')"
    assert parse(str(metric)) == metric


@patch.dict(REGISTERED)
def test_metrics_of_other_packages_are_listed_and_found_by_their_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, kw_only=True)
    class Elsewhere(Bleu):
        name: ClassVar[str] = "of-another-package"

    def is_there_already() -> type[Bleu]:
        raise AssertionError("what is registered is not loaded again")

    found = [
        SimpleNamespace(name="bleu", load=is_there_already),
        SimpleNamespace(name=Elsewhere.name, load=lambda: Elsewhere),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found if group == "steelyard.metrics" else [])
    with pytest.raises(SpecError, match=r"Did you mean 'of-another-package'\?"):
        parse("of-an-other-package")
    assert [row.class_name for row in listed() if row.name == "of-another-package"] == ["Elsewhere"]
    assert parse("of-another-package(lowercase=True)") == Elsewhere(lowercase=True)
    assert available()["of-another-package"] is Elsewhere
