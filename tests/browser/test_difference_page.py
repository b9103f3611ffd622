"""The page of a difference: its examples as segments to read, on screens; as text on paper and without scripts."""

from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from tests.browser.conftest import PAPER, PHONE
from tests.browser.pages import fits_on_paper, made_up, segments_of

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def difference(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    data = made_up(60, 12)
    pair = {"<b>first</b>": data.systems["system a"], "second": data.systems["system k"]}
    found = sy.evaluate(sy.TestSet(data.references, pair), ["bleu", "ter"]).diff(by="ter", examples=4, n_resamples=99)
    path = tmp_path_factory.mktemp("difference") / "difference.html"
    sy.report.html(found, path)
    return path, found


@SCREENS
def test_examples_are_segments_to_read(opening: Any, difference: tuple[Path, Any], size: tuple[int, int]) -> None:
    path, found = difference
    page = opening(path, size, phone=size == PHONE)
    items = segments_of(page)
    numbers = {row.segment for row in found.examples}
    assert items.count() == len(numbers) > 4
    assert page.locator("#segment-a option:checked").inner_text() == found.method["system"]
    best = max((row for row in found.examples if row.speaks_for == "system"), key=lambda row: abs(row.difference))
    assert items.first.locator("h3").inner_text() == f"Segment {best.segment}"  # lower is better under TER
    assert f"TER {best.score:.1f}" in items.first.inner_text()
    assert items.first.locator(".tok.extra, .tok.gone").count() > 0
    assert not page.locator(".as-text").first.is_visible()
    assert not page.locator("#segment-document").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@SCREENS
def test_every_changed_segment_can_be_read_and_filtered(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    whole = made_up(60, 12)
    a, b = whole.systems["system a"], [*whole.systems["system k"][:50], *whole.systems["system a"][50:]]
    data = sy.TestSet(whole.references, {"base": a, "new": b}, documents=[f"document {i // 20}" for i in range(60)])
    evaluation = sy.evaluate(data, ["bleu", "ter"])
    difference = evaluation.diff(examples=1, n_resamples=99)
    sy.report.html(evaluation.report_page(difference), tmp_path / "all.html")
    page = opening(tmp_path / "all.html", size, phone=size == PHONE)
    items = segments_of(page)
    n = difference.method["n_changed"]
    assert items.count() == 20
    assert n == sum(x != y for x, y in zip(a, b, strict=True))
    assert f"The {n} of 60 segments whose outputs differ." in page.locator("#segments").inner_text()
    best = next(row for row in difference.examples if row.speaks_for == "system")
    assert items.first.locator("h3").inner_text() == f"Segment {best.segment}"
    page.locator("#segment-document").select_option("document 2")
    page.wait_for_function("document.querySelectorAll('#segment-list > li').length < 12")
    assert items.count() == sum(x != y for x, y in zip(a[40:], b[40:], strict=True))
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_examples_are_text_on_paper_and_without_scripts(
    opening: Any, browser: Any, difference: tuple[Path, Any]
) -> None:
    path, found = difference
    page = opening(path, PAPER)
    fits_on_paper(page)
    assert page.locator(".as-text:visible").count() == len(found.examples) + 2
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(path.as_uri())
    assert "{+" in plain.locator("pre.as-text:visible").nth(1).inner_text()
    context.close()
