"""The tokenizers equal sacreBLEU's in full, on fuzzed strings."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU

from steelyard.text import TOKENIZERS, get_tokenizer
from tests.oracles.fuzz import fuzz_lines

TABLES = Path(__file__).resolve().parents[2] / "native" / "make_unicode_tables.py"
N_LINES = int(os.environ.get("STEELYARD_FUZZ", "20000"))
N_LINES_SLOW = 200_000


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return fuzz_lines(N_LINES, seed=20260716)


def sacrebleu_words(tokenize: str, *, lowercase: bool) -> Callable[[str], list[str]]:
    """Return sacreBLEU's whole path from a segment to words, as its n-gram counter sees them."""
    bleu = BLEU(tokenize=tokenize, lowercase=lowercase, force=True)
    return lambda line: bleu._preprocess_segment(line).split()


def assert_equal_on(lines: list[str], tokenize: str, *, lowercase: bool) -> None:
    ours = get_tokenizer(tokenize).tokenize([line.lower() for line in lines] if lowercase else lines)
    theirs = sacrebleu_words(tokenize, lowercase=lowercase)
    differing = next((line for line, words in zip(lines, ours, strict=True) if words != theirs(line)), None)
    if differing is not None:
        [words] = get_tokenizer(tokenize).tokenize([differing.lower() if lowercase else differing])
        pytest.fail(f"{tokenize}, lowercase={lowercase}: {differing!r} gives {words}, sacreBLEU {theirs(differing)}")


def test_the_fuzzed_strings_hold_what_the_rules_look_at() -> None:
    lines = fuzz_lines(20_000, seed=20260716)
    text = "\0".join(lines)
    wanted = [
        "<skipped>",
        "-\n",
        "&quot;",
        "&amp;",
        "&amp;lt;",
        "..",
        "1.",
        ".1",
        "1-",
        "1,0",
        "\u2028",
        "\x85",
        "\x1c",
        "\u3000",
    ]
    assert [mark for mark in wanted if mark not in text] == []
    assert "" in lines
    assert max(map(len, lines)) > 1000
    assert any(line[-1:].isspace() for line in lines)


@pytest.mark.parametrize("lowercase", [False, True], ids=["mixed", "lc"])
@pytest.mark.parametrize("tokenize", sorted(TOKENIZERS))
def test_tokens_are_sacrebleus(lines: list[str], tokenize: str, lowercase: bool) -> None:
    assert_equal_on(lines, tokenize, lowercase=lowercase)


@pytest.mark.slow
@pytest.mark.parametrize("lowercase", [False, True], ids=["mixed", "lc"])
@pytest.mark.parametrize("tokenize", sorted(TOKENIZERS))
def test_tokens_are_sacrebleus_on_many_more_strings(tokenize: str, lowercase: bool) -> None:
    assert_equal_on(fuzz_lines(N_LINES_SLOW, seed=7), tokenize, lowercase=lowercase)


@pytest.mark.parametrize("tokenize", sorted(TOKENIZERS))
def test_every_single_character_is_treated_as_sacrebleu_treats_it(tokenize: str) -> None:
    # Between a letter and a digit, where every rule of 13a can act on it. Every code point up to the last white space,
    # and a sample of those beyond; surrogates are no characters.
    codes = [*range(0x3100), *range(0x3100, 0xD800, 7), *range(0xE000, 0x110000, 97)]
    lines = [f"a{chr(code)}1{chr(code)}." for code in codes]
    assert_equal_on(lines, tokenize, lowercase=False)


def test_the_native_white_space_is_that_of_str_isspace() -> None:
    check = subprocess.run([sys.executable, str(TABLES), "--check"], capture_output=True, text=True, check=False)
    assert (check.returncode, check.stderr) == (0, "")
    table = TABLES.with_name("unicode_tables.inc").read_text(encoding="ascii")
    listed = [int(word.rstrip(","), 16) for word in table.split() if word.startswith("0x")]
    assert listed == [code for code in range(0x110000) if chr(code).isspace()]
