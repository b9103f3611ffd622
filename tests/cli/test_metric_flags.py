"""Flags that choose metrics and their options: sacreBLEU's lines come out of sacreBLEU's flags."""

import argparse
from dataclasses import fields

import pytest

from steelyard.cli.app import commands, parse
from steelyard.cli.metric_flags import WORD_LISTS, give_word_lists, spell_metrics
from steelyard.errors import SpecError
from steelyard.metrics import available
from tests.cli.running import HARBOUR, ORATOR, REFERENCE, REFERENCE_2, as_sacrebleu, output, run, sacrebleu


def spelled(*argv: str) -> list[str]:
    arguments = parse(["score", REFERENCE, "-i", HARBOUR, *argv])
    assert isinstance(arguments, argparse.Namespace)
    return spell_metrics(arguments)


@pytest.mark.parametrize(
    "flags",
    [
        "-m chrf",
        "-m chrf -cc 4 --chrf-beta 3",
        "-m chrf --chrf-word-order 2 --chrf-lowercase",
        "-m chrf --chrf-whitespace --chrf-eps-smoothing",
        "-m ter",
        "-m ter --ter-case-sensitive --ter-no-punct",
        "-m ter --ter-normalized --ter-asian-support",
        "-m bleu chrf ter",
        "-m ter bleu chrf -lc -cw 1 -sh",
    ],
)
def test_lines_are_sacrebleus(flags: str) -> None:
    references = (REFERENCE,) if "-lc" in flags else (REFERENCE, REFERENCE_2)
    argv = (*references, "-i", ORATOR, *flags.split())
    ours, theirs = as_sacrebleu(output("score", *argv)).splitlines(), sacrebleu(*argv, "-f", "text").splitlines()
    assert sorted(ours) == sorted(theirs)  # sacreBLEU sorts metrics by name, we keep the order that was asked for


@pytest.mark.parametrize("metric", ["chrf", "ter"])
def test_segments_are_sacrebleus(metric: str) -> None:
    argv = (REFERENCE, REFERENCE_2, "-i", ORATOR, "-m", metric, "-sl")
    assert output("score", *argv, "-b", "-w", "6") == sacrebleu(*argv, "-b", "-w", "6")
    assert as_sacrebleu(output("score", *argv)) == sacrebleu(*argv)


def test_options_join_those_of_the_spelling() -> None:
    assert spelled("-m", "bleu", "-lc", "-tok", "char") == ["bleu(tokenize='char', lowercase=True)"]
    assert spelled("-m", "exact-match", "bleu(lowercase=True)", "--view", "char") == [
        "exact-match(view='char')",
        "bleu(view='char', lowercase=True)",
    ]
    assert spelled("-m", "bleu()", "--remove-punctuation") == ["bleu(remove_punctuation=True)"]


def test_flags_of_chrf_reach_it_under_every_name() -> None:
    assert spelled("-m", "chrF++", "--chrf-beta", "3") == ["chrF++(beta=3)"]
    assert spelled("-m", "chrf", "chrf++", "-cc", "4") == ["chrf(char_order=4)", "chrf++(char_order=4)"]


def test_a_metric_with_options_of_its_own_takes_none_from_flags() -> None:
    assert spelled("-m", "bleu", "bleu(tokenize=char)", "-lc") == ["bleu(lowercase=True)", "bleu(tokenize=char)"]
    outcome = run("score", REFERENCE, "-i", HARBOUR, "-m", "bleu(tokenize=char)", "-lc")
    assert (outcome.status, outcome.out) == (2, "")
    assert "-lc belongs to the metric bleu" in outcome.err


def test_options_of_every_metric_change_what_is_read() -> None:
    plain, cut = (output("score", REFERENCE, "-i", HARBOUR, *flags) for flags in ((), ("--view", "char")))
    assert "|view:char|" in cut
    assert plain.partition("=")[2] != cut.partition("=")[2]


def test_word_lists_go_to_the_metrics_that_take_them() -> None:
    assert spelled("-m", "bleu", "meteor-1.5", "m-ter(beam=9)", "--without", "synonym", "paraphrase") == [
        "bleu",
        "meteor-1.5(without='synonym paraphrase')",
        "m-ter(without='synonym paraphrase', beam=9)",
    ]
    assert spelled("-m", "meteor-1.5", "--function-words", "none", "--synonyms", "a b") == [
        "meteor-1.5(function_words='none', synonyms='a b')"
    ]
    with pytest.raises(SpecError, match=r"^--paraphrases is for meteor, meteor-1\.3, .*: add such a metric"):
        spelled("-m", "meteor-2005", "--paraphrases", "x")


@pytest.mark.parametrize(
    ("words", "name", "expected"),
    [
        ("lab tune meteor-2007 --ratings a --without synonym", "metric", "meteor-2007(without='synonym')"),
        ("lab rerank a --references b -o c --gold meteor-1.5 --synonyms s", "gold", "meteor-1.5(synonyms='s')"),
        ("lab rerank apply a --reranker b -m bleu m-ter --without stem", "metrics", ["bleu", "m-ter(without='stem')"]),
        ("lab choose a --utility meteor-2005 --synonyms s", "utility", "meteor-2005(synonyms='s')"),
        ("lab choose a --network-alignment meteor-2005 --without stem", "network_alignment",
         "meteor-2005(without='stem')"),
        ("board tasks a -m bleu meteor-2005 --without stem", "metrics", ["bleu", "meteor-2005(without='stem')"]),
        ("lab tune-weights --objective queen(meteor-2005(beam=9),rouge-w) --without stem", "objective",
         "queen(meteor-2005(without='stem', beam=9), rouge-w)"),
        ("lab tune-weights --objective expected-segment-meteor-1.5 -m chrf --meteor-resources a", "objective",
         "expected-segment-meteor-1.5(resources='a')"),
    ],
)  # fmt: skip
def test_word_lists_go_to_metrics_that_are_named_elsewhere(words: str, name: str, expected: object) -> None:
    arguments = parse(words.split())
    assert isinstance(arguments, argparse.Namespace)
    give_word_lists(arguments, name)
    assert getattr(arguments, name) == expected


def test_every_command_that_takes_metrics_takes_word_lists() -> None:
    lacking = [
        name
        for name, parser in commands().items()
        if any("METRIC" in str(action.metavar) for action in parser._actions)
        and "--meteor-resources" not in parser._option_string_actions
    ]
    assert lacking == ["lab alignments"]  # whose metrics are of word alignments


def test_word_lists_are_options_of_the_metrics_that_are_said_to_take_them() -> None:
    for name, kind in available().items():
        options = {option.name for option in fields(kind)}
        for option, takers in WORD_LISTS.items():
            assert (option in options) == (name in takers), (name, option)


def test_a_metric_without_its_word_lists_is_explained_with_the_flag_that_helps() -> None:
    done = run("score", REFERENCE, "-i", HARBOUR, "-m", "meteor-1.5")
    assert done.status == 2
    told = "without='paraphrase', function_words=none, tokenize=meteor:en"
    assert f"To leave it out, write into the metric's parentheses: {told}." in done.err
    flags, metric = ("--without", "synonym", "paraphrase", "--function-words", "none"), "meteor-1.5(tokenize=13a)"
    assert output("score", REFERENCE, "-i", HARBOUR, "-m", metric, *flags).startswith("METEOR-1.5|nrefs:1|")
    assert "exact" in output("explain", "segment", metric, REFERENCE, "-i", HARBOUR, "--segment", "3", *flags)
