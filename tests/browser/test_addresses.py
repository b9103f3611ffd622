"""From a pair to its segments, segments chosen by document and score, and the address that shows the same again."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

import steelyard as sy
from tests.browser.conftest import PHONE
from tests.browser.pages import METRICS, made_up, segments_of

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def of_documents(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    data = made_up(60, 4)
    documents = [f"doc {i // 10} <b>" for i in range(60)]
    evaluation = sy.evaluate(sy.TestSet(data.references, data.systems, documents=documents), METRICS)
    shown = evaluation.report_page(evaluation.compare(n_resamples=99))
    path = tmp_path_factory.mktemp("documents") / "report.html"
    sy.report.html(shown, path)
    return path, shown


def state_of(page: Any) -> dict[str, list[str]]:
    return parse_qs(page.evaluate("location.hash.slice(1)"))


@SCREENS
def test_a_pair_leads_to_its_segments(opening: Any, of_documents: tuple[Path, Any], size: tuple[int, int]) -> None:
    path, shown = of_documents
    page = opening(path, size, phone=size == PHONE)
    page.locator(".metric-switch label", has_text="chrF2").click()
    button = page.locator("#matrix-1 td button").first
    pair = shown.comparison.pairs[int(button.get_attribute("data-pair"))]
    button.click()
    assert state_of(page) == {"metric": ["chrF2"], "pair": [pair.system, pair.against, "chrf"]}
    page.locator("#pair-segments button").nth(1).click()
    assert not page.locator("#pair").is_visible()
    items = segments_of(page)
    rows = {row.system: row.scores for row in shown.segments.scores if row.metric.startswith("chrf")}
    page.wait_for_function(
        "document.getElementById('segment-order').selectedOptions[0].text === 'against better first'"
    )
    change = [a - b for a, b in zip(rows[pair.system], rows[pair.against], strict=True)]
    assert items.first.locator("h3").inner_text() == f"Segment {change.index(min(change)) + 1}"
    assert page.locator("#segments").bounding_box()["y"] < size[1] / 2


@SCREENS
def test_segments_are_chosen_by_document_and_score(
    opening: Any, of_documents: tuple[Path, Any], size: tuple[int, int]
) -> None:
    path, shown = of_documents
    page = opening(path, size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-document").select_option(label="doc 2 <b>")
    assert items.count() == 10
    page.locator("#segment-a").select_option(label="system b")
    page.locator("#segment-metric").select_option(label="BLEU")
    scores = next(row.scores for row in shown.segments.scores if row.system == "system b")
    bound = round(sorted(scores[20:30])[4], 1)
    page.locator("#segment-from").fill(str(bound))
    wanted = {f"Segment {i + 1}" for i in range(20, 30) if round(scores[i], 1) >= bound}
    page.locator("#segment-count", has_text=f"{len(wanted)} of {len(wanted)} ").wait_for()
    assert set(items.locator("h3").all_inner_texts()) == wanted
    page.locator("#segment-controls button[type=reset]").click()
    page.locator("#segment-count", has_text="20 of 60 ").wait_for()
    assert state_of(page) == {}


@SCREENS
def test_an_address_shows_the_same_again(opening: Any, of_documents: tuple[Path, Any], size: tuple[int, int]) -> None:
    path, _ = of_documents
    page = opening(path, size, phone=size == PHONE)
    page.locator(".metric-switch label", has_text="chrF2").click()
    page.locator("#matrix-1 td button").first.click()
    title = page.locator("#pair-title").inner_text()
    kept = page.evaluate("location.hash")
    page.keyboard.press("Escape")
    page.wait_for_function("!location.hash.includes('pair=')")  # a dialog says afterwards that it was closed
    again = opening(path, size, phone=size == PHONE, fragment=kept)
    assert again.locator("#pair-title").inner_text() == title
    again.keyboard.press("Escape")
    assert again.locator(".metric-switch input:checked + span").inner_text() == "chrF2"
    segments_of(page)
    page.locator("#segment-search").fill("17")
    page.locator("#segment-b").select_option(label="system d")
    page.locator("#segment-order").select_option("worst")
    page.locator("#segment-count", has_text="which match").wait_for()
    expected = page.locator("#segment-list h3").all_inner_texts()
    again = opening(path, size, phone=size == PHONE, fragment=page.evaluate("location.hash"))
    again.locator("#segment-count", has_text="which match").wait_for()
    assert again.locator("#segment-list h3").all_inner_texts() == expected
    assert again.locator("#segment-search").input_value() == "17"
    assert again.locator("#segment-b option:checked").inner_text() == "system d"


def test_an_address_keeps_the_order_of_a_table(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    page = opening(report[0])
    page.locator(".pair-list summary").first.click()
    for _ in range(2):
        page.locator("#pairs-0 th[data-sort=number] button").first.click()
    first = page.locator("#pairs-0 tbody tr").first.inner_text()
    again = opening(report[0], fragment=page.evaluate("location.hash"))
    assert again.locator("#pairs-0 tbody tr").first.inner_text() == first
    assert again.locator("#pairs-0 th[aria-sort=descending]").count() == 1


def test_an_address_of_another_page_does_no_harm(opening: Any, of_documents: tuple[Path, Any]) -> None:
    fragment = "#metric=none&pair=a&pair=%3Cb%3E&pair=c&segment-a=nobody&sort=9+9+up&x=%"
    page = opening(of_documents[0], fragment=fragment)
    assert page.locator("table.ranking:visible").count() == 1
    assert not page.locator("#pair").is_visible()
    assert segments_of(page).count() == 20
