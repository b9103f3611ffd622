"""The tokenizers equal sacreBLEU's in full, on fuzzed strings."""

import io
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from steelyard.metrics import Bleu
from steelyard.text import TOKENIZERS, get_tokenizer
from tests.needs import module
from tests.oracles.fuzz import fuzz_lines
from tests.oracles.real_sets import texts_at

ROOT = Path(__file__).resolve().parents[2]
TABLES = ROOT / "native" / "make_unicode_tables.py"
THEIRS = sorted(TOKENIZERS.keys() & BLEU.TOKENIZERS)
COMPARED = sorted([*THEIRS, "char+space", "chrf", "tercom"])  # the last are what its chrF and TER do to a text
N_LINES = int(os.environ.get("STEELYARD_FUZZ", "2500"))
N_LINES_SLOW = 200_000


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return fuzz_lines(N_LINES, seed=20260716)


def sacrebleu_words(tokenize: str, *, lowercase: bool) -> Callable[[str], list[str]]:
    """Return sacreBLEU's whole path from a segment to words, as its n-gram counter sees them."""
    if tokenize == "chrf":
        chrf = CHRF(lowercase=lowercase)
        return lambda line: chrf._remove_punctuation(chrf._preprocess_segment(line))
    if tokenize == "char+space":  # of chrF with white space, for lines stripped as sacreBLEU's command reads them
        chrf = CHRF(lowercase=lowercase)
        return lambda line: list(chrf._preprocess_segment(line).rstrip())
    if tokenize == "tercom":  # TER's
        tercom = TercomTokenizer(normalized=True, case_sensitive=not lowercase)
        return lambda line: tercom(line.rstrip()).split()
    bleu = BLEU(tokenize=tokenize, lowercase=lowercase, force=True)
    return lambda line: bleu._preprocess_segment(line).split()


def assert_equal_on(lines: list[str], tokenize: str, *, lowercase: bool) -> None:
    ours = get_tokenizer(tokenize).tokenize([line.lower() for line in lines] if lowercase else lines)
    theirs = sacrebleu_words(tokenize, lowercase=lowercase)
    differing = next((line for line, words in zip(lines, ours, strict=True) if words != theirs(line)), None)
    if differing is not None:
        [words] = get_tokenizer(tokenize).tokenize([differing.lower() if lowercase else differing])
        pytest.fail(f"{tokenize}, lowercase={lowercase}: {differing!r} gives {words}, sacreBLEU {theirs(differing)}")


def test_sacrebleus_tokenizers_are_all_here() -> None:
    downloaded = {"spm", "flores101", "flores200", "spBLEU-1K"}
    assert set(BLEU.TOKENIZERS) - downloaded == set(THEIRS)


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


@pytest.mark.parametrize("tokenize", COMPARED)
def test_tokens_are_sacrebleus(lines: list[str], tokenize: str) -> None:
    assert_equal_on(lines, tokenize, lowercase=False)


@pytest.mark.parametrize("tokenize", [name for name in COMPARED if "mecab" not in name])
def test_tokens_in_lower_case_are_sacrebleus(lines: list[str], tokenize: str) -> None:
    assert_equal_on(lines, tokenize, lowercase=True)


@pytest.mark.slow
@pytest.mark.parametrize("lowercase", [False, True], ids=["mixed", "lc"])
@pytest.mark.parametrize("tokenize", COMPARED)
def test_tokens_are_sacrebleus_on_many_more_strings(tokenize: str, lowercase: bool) -> None:
    assert_equal_on(fuzz_lines(N_LINES_SLOW, seed=7), tokenize, lowercase=lowercase)


def listed(table: str) -> set[int]:
    """Read the code points of one table of the native core."""
    text = TABLES.with_name("unicode_tables.inc").read_text(encoding="ascii")
    pairs = re.findall(r"\{0x(\w+), 0x(\w+)\}", text.partition(f"> {table} = ")[2].partition(";")[0])
    return {code for first, last in pairs for code in range(int(first, 16), int(last, 16) + 1)}


@pytest.mark.parametrize("tokenize", COMPARED)
def test_every_single_character_is_treated_as_sacrebleu_treats_it(tokenize: str) -> None:
    # Between a letter and a digit, where every rule can act on it. Every code point that a table holds, every one up to
    # the last white space, and a sample of those beyond; surrogates are no characters. What neither this Python nor the
    # tables know is left out: a newer `regex` may.
    held = listed("numbers") | listed("punctuation_marks") | listed("symbols")
    codes = {*range(0x3100), *range(0x3100, 0xD800, 29), *range(0xE000, 0x110000, 397)}
    known = sorted(held | {code for code in codes if unicodedata.category(chr(code)) != "Cn"})
    lines = [f"a{chr(code)}1{chr(code)}." for code in known]
    assert_equal_on(lines, tokenize, lowercase=False)


@pytest.mark.real_data
@pytest.mark.parametrize(
    ("pattern", "tokenizers"),
    [
        ("wmt22-general-en-zh/ref.*.zh", ("13a", "intl", "zh")),
        ("wmt22-general-en-zh/sys/Online-[AB].zh", ("intl", "zh")),
        ("ud-pud/zh_pud.text.zh", ("intl", "zh")),
        ("wmt24-esa-en-ja/ref.*.ja", ("intl", "zh", "ja-mecab", "ko-mecab")),
        ("wmt24-esa-en-ja/sys/[GU]*.ja", ("ja-mecab",)),
        ("wmt21-news-en-cs/ref.*.cs", ("13a", "intl")),
        ("wmt21-news-en-cs/sys/Online-[AB].cs", ("intl",)),
        ("wmt21-news-en-de/ref.*.de", ("13a", "intl")),
        ("ud-pud/[cd]*_pud.text.*", ("intl", "zh")),
    ],
)
def test_tokens_of_real_texts_are_sacrebleus(test_data: Path, pattern: str, tokenizers: tuple[str, ...]) -> None:
    for text in texts_at(test_data / "data", pattern).values():
        for tokenize in tokenizers:
            assert_equal_on(list(text[::3]), tokenize, lowercase=False)


@pytest.mark.parametrize(
    ("trg_lang", "hypothesis", "reference"),
    [
        ("zh", "他在2020年10月1日买了3.5公斤。", "他于2020年10月1日买了3.5公斤苹果。"),
        ("ja", "私は昨日、公園で本を読みました。", "昨日、私は公園で本を読んだ。"),
        ("ko", "나는 어제 공원에서 책을 읽었다.", "어제 나는 공원에서 책을 읽었습니다."),
        ("de", "Das kostet 3,50 €.", "Es kostet 3,50 €."),
    ],
)
def test_the_target_language_chooses_sacrebleus_tokenizer(trg_lang: str, hypothesis: str, reference: str) -> None:
    theirs = BLEU(trg_lang=trg_lang, smooth_method="floor")
    score = theirs.corpus_score([hypothesis], [[reference]])
    ours = Bleu(trg_lang=trg_lang, smooth_method="floor").corpus_score([hypothesis], [[reference]])
    assert ours.score == pytest.approx(score.score, abs=1e-9)
    assert (list(ours.counts), list(ours.totals)) == (score.counts, score.totals)
    assert ours.signature.partition("|version:")[0] == str(theirs.get_signature()).partition("|version:")[0]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small SentencePiece model, where sacreBLEU would have downloaded its own."""
    files = [ROOT / "examples" / name for name in ("reference.1.en", "source.de")]
    text = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    written = io.BytesIO()
    module("sentencepiece").SentencePieceTrainer.train(
        sentence_iterator=iter(text), model_writer=written, vocab_size=400, num_threads=1, minloglevel=2
    )
    path = tmp_path_factory.mktemp("sacrebleu") / "models" / "sacrebleu_tokenizer_spm.model"
    path.parent.mkdir()
    path.write_bytes(written.getvalue())
    return path


def test_pieces_are_those_of_sacrebleu_under_the_same_model(
    model: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(model.parents[1]))
    theirs = sacrebleu_words("flores101", lowercase=False)
    ours = get_tokenizer(f"spm:{model}").tokenize(lines)
    assert [(line, words) for line, words in zip(lines, ours, strict=True) if words != theirs(line)] == []


def test_a_model_in_the_cache_of_sacrebleu_is_found_by_its_name(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"flores101": "sacrebleu_tokenizer_spm.model", "flores200": "flores200sacrebleuspm"}
    (tmp_path / "models").mkdir()
    for name, file in names.items():
        (tmp_path / "models" / file).write_bytes(model.read_bytes())
        monkeypatch.setenv("SACREBLEU", str(tmp_path))
        assert get_tokenizer(name).tokenize(["a boat"]) == get_tokenizer(f"spm:{model}").tokenize(["a boat"])
        assert get_tokenizer(name).signature.startswith(f"spm:{file}#")


def test_pieces_are_those_of_sentencepiece(model: Path) -> None:
    processor = module("sentencepiece").SentencePieceProcessor(model_file=str(model))
    lines = (ROOT / "examples" / "systems" / "tangle.en").read_text(encoding="utf-8").splitlines()
    assert get_tokenizer(f"spm:{model}").tokenize(lines) == [processor.EncodeAsPieces(line) for line in lines]


def test_the_unicode_tables_contradict_no_python() -> None:
    check = subprocess.run([sys.executable, str(TABLES), "--check"], capture_output=True, text=True, check=False)
    assert (check.returncode, check.stderr) == (0, "")
    assert listed("white_space") == {code for code in range(0x110000) if chr(code).isspace()}


def test_a_stale_unicode_table_is_found(tmp_path: Path) -> None:
    script = tmp_path / TABLES.name
    script.write_bytes(TABLES.read_bytes())
    text = TABLES.with_name("unicode_tables.inc").read_text(encoding="ascii")
    script.with_name("unicode_tables.inc").write_text(text.replace("{0x0021, 0x0023}, ", "", 1), encoding="ascii")
    check = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert check.returncode == 1
    assert "is stale (punctuation_marks)" in check.stderr
