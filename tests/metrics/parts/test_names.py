"""Names that are printed are names that are taken; METEOR without a number; metrics with programs of their own."""

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.metrics.parts import names
from steelyard.metrics.parts.names import LABELS, find_meteor, how_to_score
from tests.cli.running import HARBOUR, REFERENCE, output, run


def by_default() -> list[sy.metrics.Metric]:
    return [sy.metrics.parse(name) for name in sy.metrics.available()]


def test_the_label_of_every_metric_is_taken_in_any_case() -> None:
    for metric in by_default():
        for label in (metric.label, metric.label.upper(), metric.label.lower()):
            assert sy.metrics.parse(label) == metric, label


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


def test_meteor_is_the_variant_whose_data_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr(names, "_WORDNET", names.Path("nowhere"))
    bare = "meteor-1.5(without='synonym paraphrase', function_words=none)"
    assert find_meteor({}) == (bare, "synonyms, paraphrases, function words")
    assert sy.metrics.parse("METEOR") == sy.metrics.parse(bare)
    given = {"synonyms": "examples/synonyms.tsv", "without": "stem"}
    spelled = "meteor-1.5(synonyms=examples/synonyms.tsv, without='stem paraphrase', function_words=none)"
    assert find_meteor(given)[0] == spelled
    everything = {"synonyms": "a", "paraphrases": "b", "function_words": "c"}
    assert find_meteor(everything) == ("meteor-1.5(synonyms=a, paraphrases=b, function_words=c)", "")
    monkeypatch.setattr(names, "find_spec", lambda name: None)
    assert find_meteor({})[1].startswith("stemmer, ")


def test_the_command_says_which_meteor_it_is_once() -> None:
    words = ("score", REFERENCE, "-i", HARBOUR, "-m", "meteor", "--without", "synonym")
    done = run(*words)
    assert done.err.count("\n") == 1
    spelled = done.err.partition("meteor is ")[2].partition(" on this machine")[0]
    assert output("score", REFERENCE, "-i", HARBOUR, "-m", spelled) == done.out.rstrip("\n")
    assert run(*words, "-q").err == ""


def test_the_error_for_a_near_name_is_as_before() -> None:
    with pytest.raises(SpecError, match="Did you mean 'meteor"):
        sy.metrics.parse("meteo")
