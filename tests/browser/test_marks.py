"""Marks of words: those that the metric counts, cut as the package's own tokenizers cut them."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.page.html import render
from steelyard.text import get_tokenizer
from tests.browser.conftest import PHONE
from tests.browser.pages import segments_of

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
    assert "is not how" in page.locator("#segment-cutter").inner_text()  # stems are compared


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
