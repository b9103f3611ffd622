"""Texts that break what was made for news: long, repetitive, empty of matches, of marks alone, from right to left.

Each metric scores them in a process whose memory is limited, so that a table of the square of a length cannot hide.
"""

import subprocess
import sys

import numpy as np
import pytest

from steelyard.metrics import Metric, measure
from steelyard.types import TestSet
from tests.conftest import ROOT
from tests.laws.annotated import annotated, needs_annotation
from tests.laws.metrics_under_law import METRICS, WITH_RESOURCES

COMBINING = "e\u0301\u0302 n\u0303\u200b a\u200da \u200f\u200e \ufeff \u0301\u0301"
RIGHT_TO_LEFT = ("ذهب الولد إلى المدرسة .", "ذهبت البنت إلى المدرسة .", "הילד הלך לבית הספר", "הילדה הלכה לבית ספר")
TEXTS: dict[str, tuple[str, str]] = {
    "nothing in common": ("a b c d e f g", "t u v w x y z"),
    "zero-width and combining marks": (COMBINING, COMBINING.replace("\u0302", "")),
    "only a mark": ("\u200b", "\u0301"),
    "right to left": (" ".join(RIGHT_TO_LEFT[::2]), " ".join(RIGHT_TO_LEFT[1::2])),
    "beyond the first plane": ("😀 👩‍🚀 𝔘𝔫𝔦 🇩🇪", "😀 👩‍🔬 𝔘𝔫 🇫🇷"),
    "one letter a thousand times": ("a" * 1000, "a" * 990 + "b"),
}
every_metric = pytest.mark.parametrize("metric", METRICS, ids=str)


@pytest.mark.one_in(5)
@every_metric
def test_odd_texts_get_a_finite_score_within_the_bounds(metric: Metric) -> None:
    low, high = metric.bounds
    for name, (one, other) in TEXTS.items():
        for hypothesis, reference in ((one, other), (other, one), (one, one)):
            # some metrics need a second segment to know how much a word tells
            systems = {"x": [hypothesis, "x y"], "y": [reference, ""]}
            data = annotated(metric, TestSet(references=[[reference, "x y"]], systems=systems))
            [measured] = measure(data, [metric])
            scores = measured.scores(measured.statistics.totals())
            assert np.isfinite(scores).all(), name
            assert ((scores >= low - 1e-9) & (scores <= high + 1e-9)).all(), name


# How long a text is that one metric gets: those whose time grows with the product of two lengths get a shorter one. The
# docstrings say how time and memory grow.
LONG = """
import random, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from steelyard.metrics import parse
rng = random.Random(7)
words = [f"w{rng.randrange(3000)}" for _ in range(5000)]
changed = [word if rng.random() < 0.7 else f"w{rng.randrange(3000)}" for word in words]
moved = changed[2500:] + changed[:2500]
for name in sys.argv[1:]:
    for hypothesis in (changed, moved, words[:10], []):
        print(name, parse(name).sentence_score(" ".join(hypothesis), [" ".join(words)]).score)
"""
REPEATED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from steelyard.metrics import parse
for name in sys.argv[1:]:
    for pair in ((N, N), (N, N * 9 // 10), (N * 9 // 10, N)):
        hypothesis, reference = (" ".join(["a"] * n) for n in pair)
        print(name, parse(name).sentence_score(hypothesis, [reference]).score)
"""
PRODUCT_OF_LENGTHS = ("aile", "cder", "character-ter", "eed", "grr", "impact", "rouge-w")  # time: see their docstrings
TOO_MANY_PAIRS = ("sia",)  # refuses them: see its tests
ASSIGNED = {"entailment", "maxsim"}  # refuse over 2,048 words: what pairs them cannot be interrupted
ANNOTATED = LONG.replace(
    'parse(name).sentence_score(" ".join(hypothesis), [" ".join(words)]).score',
    'sentence_score(parse(name), " ".join(hypothesis), [" ".join(words)])',
).replace(
    "from steelyard.metrics import parse", "from steelyard.metrics import parse; from tests.laws.annotated import *"
)
SPELLINGS = {
    metric.name: WITH_RESOURCES.get(metric.name, metric.name) for metric in METRICS if not needs_annotation(metric)
}
NAMES = sorted(SPELLINGS.values())
SLOW = {
    SPELLINGS[name]
    for name in (*PRODUCT_OF_LENGTHS, *(name for name in SPELLINGS if name.startswith(("m-", "meteor"))))
}


def run_limited(program: str, names: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *names], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


N_WORDS = pytest.mark.parametrize("n_words", [500, pytest.param(5000, marks=pytest.mark.slow)])


def repeated(n_words: int) -> str:
    return f"N = {n_words}\n{REPEATED}"


def of_words(code: str, n_words: int) -> str:
    return code.replace("5000", str(n_words)).replace("2500", str(n_words // 2))


@N_WORDS
@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux alone")
def test_long_sentences_are_scored_in_little_memory(n_words: int) -> None:
    names = [name for name in NAMES if name != "eed"]
    shown = run_limited(of_words(LONG, n_words), [*names, "ter(variant=tercom)"])
    assert len(shown.splitlines()) == 4 * (len(names) + 1)


@N_WORDS
@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux alone")
def test_long_annotated_sentences_are_scored_in_little_memory(n_words: int) -> None:
    names = sorted({metric.name for metric in METRICS if metric.needs in ("parses", "alignments")})
    for asked, most in ((set(names) - ASSIGNED, n_words), (ASSIGNED, min(n_words, 2_000))):
        assert len(run_limited(of_words(ANNOTATED, most), sorted(asked)).splitlines()) == 4 * len(asked)


@pytest.mark.parametrize("n_words", [40_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux alone")
def test_equal_words_are_scored_in_little_memory(n_words: int) -> None:
    names = [name for name in NAMES if name not in SLOW and name not in TOO_MANY_PAIRS]
    assert len(run_limited(repeated(n_words), names).splitlines()) == 3 * len(names)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux alone")
def test_long_texts_are_scored_in_little_memory_also_where_time_grows_with_the_product_of_lengths() -> None:
    run_limited(LONG, ["eed"])
    run_limited(repeated(10_000), sorted(SLOW))
