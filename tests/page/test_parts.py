"""Parts of pages: tables that are empty or long, formats of other programs, and sources of what was computed."""

from dataclasses import dataclass
from typing import ClassVar
from unittest.mock import patch

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.metrics import Bleu
from steelyard.metrics.registry import register
from steelyard.metrics.table.spelling import REGISTERED
from steelyard.page.blocks import Paragraph, Titled
from steelyard.page.citations import bibtex, citation_keys
from steelyard.page.formats import rows_page
from steelyard.page.html.blocks import figures_at_end
from steelyard.page.html.payload import _reading, _rounded
from steelyard.page.judged_units import item_pairs_block
from steelyard.report import sacrebleu_paired
from steelyard.results import Comparison, ItemPairRow
from steelyard.results.table import Table

SCORES = sy.evaluate_scores({"judge": {"a": [1, 2, 3, 4, 5, 6], "b": [2, 3, 1, 2, 3, 4], "c": [0, 1, 0, 2, 1, 1]}})


def test_tables_that_are_empty_have_no_place_on_a_plain_page() -> None:
    comparison = SCORES.compare(n_resamples=20)
    without = Comparison.from_dict(comparison.to_dict() | {"pairs": []})
    titles = [
        [block.title for block in rows_page(one).blocks if isinstance(block, Titled)] for one in (comparison, without)
    ]
    assert [title for title in titles[0] if title not in titles[1]] == ["Pairs"]


def test_sacrebleu_s_format_is_of_differences_from_the_first_system() -> None:
    with pytest.raises(SpecError, match=r"compares every system with the first\. Use --pairs all or baseline with it"):
        sacrebleu_paired(SCORES.compare(pairs=["b:c"], n_resamples=20))


def test_a_test_of_all_systems_at_once_is_cited_in_place_of_that_of_a_pair() -> None:
    assert citation_keys(SCORES.compare(correction="tukey"))[0] == "tukey1949comparing"
    assert "student1908probable" not in citation_keys(SCORES.compare(correction="tukey"))
    assert citation_keys(SCORES.compare(test="t"))[0] == "student1908probable"


@patch.dict(REGISTERED)
def test_a_metric_of_another_package_is_cited_by_its_own_entry() -> None:
    @register
    @dataclass(frozen=True, kw_only=True)
    class Elsewhere(Bleu):
        name: ClassVar[str] = "cited-elsewhere"
        cites: ClassVar[tuple[str, ...]] = ("somebody2026metric", "post2018call")
        bibtex: ClassVar[str] = "@misc{somebody2026metric,\n  author = {Somebody},\n  year = {2026},\n}"

    data = sy.TestSet(references=[["a b", "c d"]], systems={"x": ["a b", "c d"], "y": ["a b", "c e"]})
    compared = sy.evaluate(data, Elsewhere()).compare(n_resamples=20)
    keys = citation_keys(compared)
    assert keys[:2] == ["somebody2026metric", "post2018call"]
    assert bibtex(keys).startswith("@misc{somebody2026metric,")
    assert "author = {Somebody}," in sy.report.html_text(compared)


def test_many_pairs_of_which_none_can_be_told_are_one_sentence() -> None:
    row = ItemPairRow("phenomenon", "negation", "x", "y", 0.1, None, 5, 1, 0.22, 0.4, "cannot tell")
    assert item_pairs_block("Pairs", [row] * 21, {}) == Paragraph(
        "Pairs: none of 21 is significant; --format json has all."
    )
    assert isinstance(item_pairs_block("Pairs", [row] * 20, {}), Titled)


def test_without_figures_blocks_stay_as_they_are() -> None:
    blocks = [Paragraph("one"), Titled("two", Table(("a",), [("b",)]))]
    assert figures_at_end([], blocks) == [("Paragraph", blocks[0], []), ("Titled", blocks[1], [])]


@pytest.mark.parametrize(
    ("signature", "has_words", "tokenizer"),
    [
        ("tok:13a|case:mixed", False, "13a"),
        ("tok:13a|stem:porter", False, ""),
        ("tok:13a|view:lemma", False, ""),
        ("tok:13a|stem:porter", True, "13a"),
        ("tok:tercom|norm:no|punct:yes|asian:no", False, "none"),
    ],
)
def test_a_page_cuts_words_itself_where_they_are_those_of_the_text(
    signature: str, has_words: bool, tokenizer: str
) -> None:
    assert _reading(signature, has_words)["tokenizer"] == tokenizer


def test_a_score_that_is_not_there_is_null_and_a_whole_one_is_short() -> None:
    assert [_rounded(score, 1) for score in (float("nan"), 30.04, 1.25)] == [None, 30, 1.2]
