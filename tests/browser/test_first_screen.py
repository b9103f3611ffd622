"""What the first screen of a page shows, on a desk and on a phone, and what tells that there is more to the side."""

from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from tests.browser.conftest import PHONE
from tests.browser.pages import METRICS, made_up

DESK = (1440, 900)
SCREENS = pytest.mark.parametrize(("size", "lines"), [(DESK, 2), (PHONE, 4)], ids=["desk", "phone"])
LINES = "e => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))"


@pytest.fixture(scope="module")
def of_many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = made_up(60, 23)
    systems = {f"{name} of a laboratory with a long name": text for name, text in data.systems.items()}
    evaluation = sy.evaluate(sy.TestSet(data.references, systems), METRICS)
    path = tmp_path_factory.mktemp("many") / "many.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=999)), path)
    return path


@SCREENS
def test_the_heading_is_short_and_the_whole_sentence_follows(
    opening: Any, of_many: Path, size: tuple[int, int], lines: int
) -> None:
    page = opening(of_many, size, phone=size == PHONE)
    assert 1 <= page.locator("h1").evaluate(LINES) <= lines
    if size == PHONE:
        page.locator("details.found-more summary").click()
    first = page.locator(".summary-more li").first
    assert first.is_visible()
    assert len(first.inner_text()) > len(page.locator("h1").inner_text())


def test_a_phone_shows_the_ranking_at_once(opening: Any, report: tuple[Path, sy.Comparison], of_many: Path) -> None:
    for path in (report[0], of_many):
        page = opening(path, PHONE, phone=True)
        rows = page.locator("table.ranking:visible tbody tr")
        for i in range(5):
            box = rows.nth(i).bounding_box()
            assert box["y"] + box["height"] < PHONE[1]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


@SCREENS
def test_what_goes_on_to_the_side_fades_out_there(
    opening: Any, of_many: Path, size: tuple[int, int], lines: int
) -> None:
    page = opening(of_many, size, phone=size == PHONE)
    matrix = page.locator(".scroll:has(#matrix-0)")
    assert "more-right" in matrix.get_attribute("class")
    assert "linear-gradient" in matrix.evaluate("e => getComputedStyle(e).maskImage")
    box = matrix.bounding_box()
    assert box["width"] > (1300 if size == DESK else 350)  # the room beside the text is used
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    matrix.evaluate("e => e.scrollTo(e.scrollWidth, 0)")
    page.locator(".scroll.more-left:not(.more-right)").first.wait_for()
    narrow = page.locator(".scroll:has(table.ranking):visible")
    assert "more-right" not in narrow.get_attribute("class")


@SCREENS
def test_captions_are_not_cut(
    opening: Any, report: tuple[Path, sy.Comparison], size: tuple[int, int], lines: int
) -> None:
    page = opening(report[0], size, phone=size == PHONE)
    for caption in page.locator("caption:visible:not(.visually-hidden)").all():
        box, around = (
            caption.bounding_box(),
            caption.evaluate("e => e.closest('.scroll').getBoundingClientRect().right"),
        )
        assert box["x"] + box["width"] <= around + 1
