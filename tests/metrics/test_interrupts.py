"""Ctrl-C while a kernel works: it stops at once, however long the texts are and on how many threads."""

import json
import subprocess
import sys

import pytest

import steelyard as sy
from steelyard.errors import DataError
from steelyard.metrics import parse
from tests.laws.annotated import annotated
from tests.reliability.interrupts import SECONDS, long_texts

STOPPED = """
import json, sys
from steelyard.metrics import parse
from tests.reliability.interrupts import long_texts, seconds_until_stopped
cases = json.loads(sys.argv[1])
waited = [seconds_until_stopped(parse(spec), long_texts(*size), 0.15, n) for spec, *size, n in cases]
print(json.dumps(waited))
"""
# Segments, words of each, different ones among them, threads: a sample of `make interrupts`, and longer texts.
CASES = [
    ("aile", 1, 20_000, 500, 1),
    ("cder(substitution=levenshtein)", 1, 30_000, 500, 1),
    ("cder(substitution=levenshtein, per_weight=0.4)", 1, 8_000, 8_000, 1),
    ("cer", 1, 60_000, 500, 1),
    ("character-ter", 1, 60_000, 500, 1),
    ("eed", 1, 30_000, 500, 1),
    ("grr", 1, 20_000, 500, 1),
    ("grr", 2, 20_000, 500, 2),
    ("homola", 1, 30_000, 30_000, 1),
    ("meteor-1.4(language=other, delta=0.3, function_words=none, tokenize=none)", 1, 30_000, 500, 1),
    ("meteor-1.4(language=other, search=exact, function_words=none, tokenize=none)", 1, 100_000, 2, 1),
    ("meteor-2007(language=de, tokenize=none)", 1, 100_000, 2, 1),
    ("rouge-s", 1, 60_000, 60_000, 1),
    ("rouge-w", 1, 23_000, 500, 1),
    ("sia", 1, 30_000, 30_000, 1),
    ("ter", 10_000, 200, 500, 1),
    ("wer", 1, 200_000, 500, 1),
]


def test_kernels_stop() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STOPPED, json.dumps(CASES)], capture_output=True, text=True, check=True, timeout=60
    )
    waited = json.loads(ran.stdout)
    assert len(waited) == len(CASES)
    late = [(case, time) for case, time in zip(CASES, waited, strict=True) if time is None or time >= SECONDS]
    assert not late


@pytest.mark.parametrize(
    ("metric", "memory"), [("aile", "of 1.4 GiB"), ("impact", "of 1.4 GiB"), ("rouge-w", ""), ("grr", "")]
)
def test_what_is_too_long_is_refused(metric: str, memory: str) -> None:
    text = ["a b " * 16_000]
    data = sy.TestSet(references=[["a"], text], systems={"mine": text})
    said = rf"segment 1 has 32,000 words, and a reference of it 32,000: .* 1,024,000,000 cells {memory}"
    with pytest.raises(DataError, match=said.rstrip()):
        sy.evaluate(data, [metric])


def test_words_with_too_many_partners_are_refused() -> None:
    text = [" ".join(f"w{100 + i % 400}" for i in range(45_000))]
    data = sy.TestSet(references=[["a"], text], systems={"mine": ["a"], "yours": text})
    said = (
        "System yours, segment 1 has more than 16,777,216 pairs of similar words with a reference: too many for Homola"
    )
    with pytest.raises(DataError, match=said):
        sy.evaluate(data, ["homola(threshold=1)"])


def test_a_table_of_costs_has_a_limit() -> None:
    text = ["a b " * 6_000]
    data = sy.TestSet(references=[text], systems={"mine": text})
    with pytest.raises(DataError, match=r"144,000,000 cells of 1.1 GiB, and 134,217,728 are the most"):
        sy.evaluate(data, ["cder(substitution=levenshtein, per_weight=0.4)"])


@pytest.mark.parametrize(
    ("metric", "n_words", "memory"), [("entailment", 2_100, 0.3), ("maxsim", 2_100, 0.3), ("sscn", 6_000, 1.1)]
)
def test_long_annotated_texts_are_refused(metric: str, n_words: int, memory: float) -> None:
    found = parse(metric)
    data = annotated(found, long_texts(1, n_words, 500))
    said = rf"has {n_words:,} words, and a reference of it {n_words:,}: the table of .* of {memory} GiB"
    with pytest.raises(DataError, match=said):
        sy.evaluate(data, [found])
