"""Segments in a report: searched, sorted, aligned, hostile, and many."""

import random
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard import results
from steelyard.errors import SpecError
from tests.browser.conftest import PHONE
from tests.browser.pages import METRICS, made_up, segments_of

HOSTILE = [
    "<script>alert(1)</script> & <b>bold</b>",
    "</style></script><img src=x onerror=alert(2)>",
    "\u202etxet desrever\u202c and \u2066isolated\u2069",
    "<!-- ]]> {{ 7 * 7 }} {% raw %} ${1} `x`",
    "שלום עולם, this is mixed",
    "渡し船は九時に出ます。",
    "mot " * 250_000,
    "\x00\x07 bell and null",
    "\u2028line\u2029separators",
    "",
]


def test_segments_are_searched_and_sorted(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    page = opening(report[0])
    items = segments_of(page)
    assert items.count() == 20
    page.locator("#segment-more").click()
    assert items.count() == 40
    page.locator("#segment-order").select_option("number")
    assert items.first.locator("h3").inner_text() == "Segment 1"
    page.locator("#segment-search").fill("17")
    page.locator("#segment-count", has_text="which match").wait_for()
    assert "Segment 17" in items.locator("h3").all_inner_texts()
    changed = items.locator(".tok.extra, .tok.gone")
    assert changed.count() > 0
    same = items.first.locator(".text[data-against] .tok[data-place]").first
    same.hover()
    assert items.first.locator(".text[data-reference] .tok.hit").count() == 1


def test_hostile_text_shows_as_text(opening: Any, tmp_path: Path) -> None:
    n = len(HOSTILE)
    outputs = [line.upper() for line in HOSTILE]
    data = sy.TestSet(
        references=[["safe words here"] * (n - 2) + ["</script>"] * 2],
        systems={"<script>alert(3)</script>": HOSTILE, 'b" onload="x\u202e': outputs},
        sources=HOSTILE[::-1],
        documents=[f"<i>{i}</i>" for i in range(n)],
        metadata={"</table>": [("<u>", "\u202eb")[i % 2] for i in range(n)]},
    )
    evaluation = sy.evaluate(data, "exact-match")
    path = tmp_path / "hostile.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=99)), path)
    page = opening(path)
    assert page.locator("script").count() == 4
    assert page.locator("img, i, u").count() == 0
    items = segments_of(page)
    page.locator("#segment-order").select_option("number")
    assert items.count() == n
    assert "<script>alert(1)</script> & <b>bold</b>" in items.nth(0).inner_text()
    assert "U+202E" in items.nth(2).inner_text()
    assert items.nth(4).locator("p").nth(2).evaluate("e => getComputedStyle(e).direction") == "rtl"
    assert "show all 1,000,000 characters" in items.nth(6).inner_text()
    assert "U+0000" in items.nth(7).inner_text()
    for control in ("\u202e", "\u2066", "\x00", "\u2028"):
        assert control not in page.locator("body").inner_text()


def test_a_page_without_texts_has_scores_of_segments(opening: Any, tmp_path: Path) -> None:
    evaluation = sy.evaluate(made_up(n_systems=3), METRICS)
    comparison = evaluation.compare(n_resamples=99)
    sy.report.html(evaluation.report_page(comparison, texts=False), tmp_path / "none.html")
    page = opening(tmp_path / "none.html", PHONE, phone=True)
    items = segments_of(page)
    page.locator("#segment-order").select_option("number")
    shown = evaluation.report_page(comparison).segments
    assert shown is not None
    first = items.first.inner_text()
    assert f"BLEU {shown.scores[0].scores[0]:.1f}" in first
    items.first.locator("button").click()
    assert items.first.locator(".text").count() == 3
    assert items.first.locator("p").count() == 0
    assert page.locator("#segments .tok").count() == 0
    page.locator("#segment-search").fill("17")
    page.locator("#segment-count", has_text="which match").wait_for()
    assert items.locator("h3").all_inner_texts() == ["Segment 17"]


def test_words_are_aligned_with_the_reference(opening: Any, tmp_path: Path) -> None:
    lines = {
        "we met at noon in town.": "at noon we met, in the town",
        "a b c.": "c a.",
        "x y": "x y",
        "p q r": "r",
        "彼は東京へ行った。": "彼は京都に行った。",
        "one": "",
    }
    data = sy.TestSet([list(lines)], {"only": list(lines.values()), "copy": list(lines)})
    evaluation = sy.evaluate(data, "chrf")
    path = tmp_path / "words.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), path)
    page = opening(path)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="only")
    page.locator("#segment-b").select_option(label="only")
    page.locator("#segment-order").select_option("number")
    shown = []
    for item in items.all():
        text = item.locator(".text[data-against] p")
        marks = text.evaluate_all(
            """ps => ps.map(p => Array.from(p.childNodes, n => n.nodeType === 3 ? n.data :
            ({ extra: "+", gone: "-", moved: "~" }[n.classList[1]] || "") + n.textContent).join(""))"""
        )
        shown += marks or [item.locator("p").last.inner_text()]
    assert shown == [
        "~at ~noon we met+, in +the town -.",  # what moved is not missing
        "~c a -b.",
        "x y",
        "-p -q r",
        "彼は -東京+都+に -へ行った。",
        "",
    ]
    assert items.last.locator("p.empty").count() == 1


def test_a_large_report_opens_and_is_small(opening: Any, tmp_path: Path) -> None:
    draw = random.Random(7)
    evaluation = sy.evaluate(made_up(300), METRICS)
    page = evaluation.report_page(evaluation.compare(n_resamples=99))
    shown = page.segments
    assert shown is not None
    lines = [draw.randrange(300) for _ in range(3000)]  # as many texts as 3,000 segments have, of usual length
    longer = results.ShownSegments(
        numbers=tuple(range(1, 3001)),
        systems=shown.systems,
        references=tuple(tuple(f"{text[i]} {text[-i]}" for i in lines) for text in shown.references),
        outputs=tuple(tuple(f"{text[i]} {text[-i]}" for i in lines) for text in shown.outputs),
        scores=tuple(
            results.SegmentScores(row.metric, row.label, row.system, "", tuple(row.scores[i] for i in lines))
            for row in shown.scores
        ),
    )
    path = tmp_path / "large.html"
    whole = results.ReportPage(
        page.method, page.comparison, None, page.nulls, page.agreement, page.buckets, page.bucket_pairs, longer
    )
    sy.report.html(whole, path)
    assert path.stat().st_size < 15e6
    shown_page = opening(path)
    assert shown_page.locator("#matrix-0 td button").count() == 12 * 11
    assert segments_of(shown_page).count() == 20
    assert shown_page.locator("#segment-count").inner_text() == "20 of 3,000 segments shown"


def test_texts_name_their_language_where_it_is_known(opening: Any, tmp_path: Path) -> None:
    for name, line in (("ref.zh", "直"), ("a.zh", "直"), ("b.zh", "骨"), ("src.en", "straight")):
        (tmp_path / name).write_text(f"{line}\n" * 3, encoding="utf-8")
    systems = {name: tmp_path / f"{name}.zh" for name in ("a", "b")}
    data = sy.TestSet.from_files(references=[tmp_path / "ref.zh"], systems=systems, sources=tmp_path / "src.en")
    evaluation = sy.evaluate(data, "chrf")
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=9)), tmp_path / "spoken.html")
    page = opening(tmp_path / "spoken.html", PHONE, phone=True)
    texts = segments_of(page).first.locator("p")
    assert texts.evaluate_all("t => t.map(x => x.lang)") == ["en", "zh", "zh", "zh"]


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_texts_are_set_as_their_languages_are(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    systems = {"a": ["Berlin היא עיר", "x"], "b": ["עיר", "y"]}
    data = sy.TestSet([["Berlin היא עיר גדולה", "שלום"]], systems, sources=["שלום is a word", "b"])
    evaluation = sy.evaluate(data, ["chrf"])
    page = evaluation.report_page(evaluation.compare(n_resamples=9), languages="en-he")
    sy.report.html(page, tmp_path / "he.html")
    opened = opening(tmp_path / "he.html", size, phone=size == PHONE)
    first = segments_of(opened).first.locator(".text p")
    found = [tuple(first.nth(i).get_attribute(name) for name in ("lang", "dir")) for i in range(3)]
    assert found == [("en", "ltr"), ("he", "rtl"), ("he", "rtl")]
    with pytest.raises(SpecError, match="Cannot read languages 'hebrew': write XX-YY"):
        evaluation.report_page(evaluation.compare(n_resamples=9), languages="hebrew")
