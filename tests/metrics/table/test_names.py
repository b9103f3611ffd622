"""Names that are printed are names that are taken; METEOR without a number; metrics with programs of their own."""

import itertools
import typing
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.metrics.rewritten.wrapping import WrappingMetric
from steelyard.metrics.table import names
from steelyard.metrics.table.names import LABELS, find_meteor, how_to_score
from steelyard.metrics.table.spelling import split_options
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, output, run
from tests.conftest import EXAMPLES


def by_default() -> list[sy.metrics.Metric]:
    return [sy.metrics.parse(name) for name in sy.metrics.available()]


def test_the_label_of_every_metric_is_taken_in_any_case() -> None:
    for metric in by_default():
        for label in (metric.label, metric.label.upper(), metric.label.lower()):
            assert sy.metrics.parse(label) == metric, label


def with_options(kind: type[sy.metrics.Metric]) -> Iterator[sy.metrics.Metric]:
    """Give a metric with all values of two options at a time, as far as they are words or small whole numbers."""
    hints = typing.get_type_hints(kind)
    values = {
        one.name: typing.get_args(hints[one.name]) or {bool: (True, False), int: range(6)}.get(hints[one.name], ())
        for one in fields(kind)
    }
    if issubclass(kind, WrappingMetric):
        values["metric"] = ("ter", "chrf(word_order=2)", "rouge-1(measure=recall)", "meteor-1.5", "exact-match")
    for first, second in itertools.combinations(values, 2):
        for one, other in itertools.product(values[first], values[second]):
            try:
                yield kind(**{first: one, second: other})
            except (SpecError, TypeError):  # out of range, or a list of other things than words
                continue


def test_the_label_of_every_metric_with_options_is_taken() -> None:
    labels = {metric.label for kind in sy.metrics.available().values() for metric in with_options(kind)}
    assert {"ROUGE-Lsum-P", "HWCMl-2", "chrF5++", "2-GRR", "SSCN_u(2)", "Dependency-recall", "TER-para"} <= labels
    for label in labels:
        for written in (label, label.upper(), label.lower()):
            assert sy.metrics.parse(written).label == label, label


def test_a_label_takes_options() -> None:
    chosen = sy.metrics.parse("ROUGE-1-P(stem=True)")
    assert str(chosen) == "rouge-1(stem=True, measure=precision)"
    assert str(sy.metrics.parse("SSCN1(2)(similarity=none)")) == "sscn(n=2)"
    words = ("score", REFERENCE, "-i", HARBOUR, "--view", "char", "-m")
    assert output(*words, "ROUGE-1-P", "chrF3", "Hamming order") == output(
        *words, "rouge-1(measure=precision)", "chrf(beta=3)", "hamming-order"
    )


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("flores200", 'flores200 is a tokenizer, and no metric: write -m "bleu(tokenize=flores200)", or -m bleu -tok'),
        ("spm", "spm is a tokenizer"),
        ("13a", 'write -m "bleu(tokenize=13a)"'),
        ("char", "char is a tokenizer"),
        ("meteor:en", "meteor:en is a tokenizer"),
        ("stem:en", 'stem:en is a view, and no metric: write -m "bleu(view=stem:en)", or -m bleu --view stem:en.'),
        ("rouge", "rouge is several metrics: choose among rouge-1"),
        ("pSSCN_u(2)", '"sscn(n=2, constraint=either, similarity=FILE)"'),
        ("m-blue", "Did you mean 'bleu'"),
    ],
)
def test_what_is_no_metric_is_answered_with_what_to_type(name: str, how: str) -> None:
    done = run("score", REFERENCE, "-i", HARBOUR, "-m", name)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and how in done.err


def test_the_tokenizer_that_is_offered_is_taken() -> None:
    words = ("score", REFERENCE, "-i", HARBOUR, "-m")
    assert output(*words, "bleu(tokenize=char)") == output(*words, "bleu", "-tok", "char")


def test_no_label_is_the_name_of_another_metric() -> None:
    assert set(LABELS) & set(sy.metrics.available()) == set()
    for label, spelling in LABELS.items():
        if label != "spbleu":
            assert sy.metrics.parse(spelling).label.lower() == label


@pytest.mark.parametrize("written", ["BLEU,chrF2", "bleu,chrF2", "BLEU, chrF2"])
def test_commas_separate_metrics(written: str) -> None:
    assert output("score", REFERENCE, "-i", HARBOUR, "-m", written) == output(
        "score", REFERENCE, "-i", HARBOUR, "-m", "bleu", "chrf"
    )


def test_commas_inside_parentheses_do_not() -> None:
    words = ("score", REFERENCE, "-i", HARBOUR, "-b", "-m")
    assert len(output(*words, "bleu(tokenize=char, max_ngram_order=2),ter").splitlines()) == 2


def test_flags_of_chrf_go_to_what_its_label_names() -> None:
    words = ("score", REFERENCE, "-i", HARBOUR, "-cw", "2", "-m")
    assert output(*words, "chrF2") == output(*words, "chrf")


@pytest.mark.parametrize("name", ["comet", "COMET", "xcomet", "MetricX-24", "bertscore", "BLEURT", "gemba"])
def test_metrics_with_a_program_of_their_own_say_how_to_read_its_scores(name: str) -> None:
    done = run("score", REFERENCE, "-i", HARBOUR, "-m", name)
    assert (done.status, done.out) == (2, "")
    assert f"--scores {name}=FILE" in done.err and "run `" in done.err


def test_what_is_no_such_metric_has_no_program() -> None:
    assert how_to_score("bleu") == how_to_score("met") == ""


def test_meteor_is_the_variant_whose_data_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "find_spec", lambda name: None if name == "pycocoevalcap" else find_spec(name))
    bare = "meteor-1.5(without='paraphrase', function_words=none, tokenize=meteor:en)"
    assert find_meteor({}) == (bare, "paraphrases, function words, abbreviations")
    assert sy.metrics.parse("METEOR") == sy.metrics.parse(bare)
    given = {"synonyms": "examples/synonyms.tsv", "without": "stem"}
    spelled = (
        "meteor-1.5(synonyms=examples/synonyms.tsv, without='stem paraphrase', function_words=none, tokenize=meteor:en)"
    )
    assert find_meteor(given)[0] == spelled
    assert find_meteor({"language": "it"})[0] == "meteor-1.5(language=it, without='paraphrase', function_words=none)"
    everything = {"synonyms": "a", "paraphrases": "b", "function_words": "c", "tokenize": "13a"}
    assert find_meteor(everything) == ("meteor-1.5(synonyms=a, paraphrases=b, function_words=c, tokenize=13a)", "")
    assert find_meteor({"resources": "a", "language": "de"}) == ("meteor-1.5(resources=a, language=de)", "")
    monkeypatch.setattr(names, "find_spec", lambda name: None)
    assert find_meteor({})[1].startswith("stemmer, ")


def test_the_command_says_which_meteor_it_is_once() -> None:
    words = ("score", REFERENCE, "-i", HARBOUR, "-m", "meteor", "--without", "synonym")
    done = run(*words)
    assert done.err.count("\n") == 1
    spelled = done.err.partition("meteor is ")[2].partition(" on this machine")[0]
    assert output("score", REFERENCE, "-i", HARBOUR, "-m", spelled) == done.out.rstrip("\n")
    assert run(*words, "-q").err == ""


def test_every_command_that_takes_meteor_says_which_it_is() -> None:
    meteor = "meteor(without=synonym)"
    told = f"steelyard: meteor is {sy.metrics.parse(meteor)} on this machine"
    assert told in run("explain", "segment", meteor, REFERENCE, "-i", HARBOUR, "--segment", "3").err
    human = EXAMPLES / "human.tsv"
    words = (REFERENCE, "-i", HARBOUR, LANTERN, "--ratings", human, "-p", "alpha", "--steps", "0.32", "--folds", "2")
    assert told in run("lab", "tune", meteor, *words).err


def test_the_error_for_a_near_name_is_as_before() -> None:
    with pytest.raises(SpecError, match="Did you mean 'meteor"):
        sy.metrics.parse("meteo")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("a=(1, (2, 3)), b='x,(', c", ["a=(1, (2, 3))", " b='x,('", " c"]),
        ("m(n=(o)),p", ["m(n=(o))", "p"]),
        (r"a='it\'s, so', b", [r"a='it\'s, so'", " b"]),
        ("", []),
    ],
)
def test_commas_in_parentheses_and_quotes_split_nothing(arguments: str, parts: list[str]) -> None:
    assert split_options(arguments) == parts


@pytest.mark.parametrize("arguments", ["a=(1", "a=1)", "a=)1(", "a='1", 'a="1', "a,,b", "a,", ",a"])
def test_what_is_left_over_is_told(arguments: str) -> None:
    with pytest.raises(SpecError, match="a parenthesis, quote or comma is left over"):
        split_options(arguments)
