"""Kinds of marked errors as stacked bars, on the page of ratings."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.questions.human.html import rating_tables
from steelyard.results import CategoryRow
from tests.browser.conftest import PHONE
from tests.conftest import EXAMPLES

KINDS = ["accuracy", "<b>style</b>", "fluency", "locale", "terms", "other", "tone", "rare", "none left", "(none)"]


@pytest.fixture(scope="module")
def analysis() -> Any:
    """Give the ratings of the example kinds of errors: of nine that cost something two are too many for a colour."""
    found = sy.analyse_ratings(str(EXAMPLES / "ratings.tsv"), n_resamples=99)
    systems = [row.system for row in found.scores]
    rows = [
        CategoryRow(
            system, "category", name, 9 if name == "(none)" else i, 0.0 if name == "(none)" else (10 - i) * s / 8
        )
        for s, system in enumerate(systems, 1)
        for i, name in enumerate(KINDS)
    ]
    return replace(found, categories=tuple(rows))


def test_bars_add_up_and_kinds_that_cost_nothing_stand_last(analysis: Any) -> None:
    [table] = [one for one in rating_tables(analysis) if one.title == "Kinds of errors"]
    assert table.table.headers == ("system", *(f">{name}" for name in KINDS))
    assert table.bars is not None
    assert table.bars.names == (*KINDS[:6], "3 other kinds")
    ends = []
    for system, total, parts in table.bars.rows:
        assert float(total) == pytest.approx(
            sum(row.penalty for row in analysis.categories if row.system == system), abs=0.005
        )
        for (left, width, _), (after, _, _) in pairwise(parts):
            assert left + width == pytest.approx(after, abs=0.002)
        ends.append(parts[-1][0] + parts[-1][1])
    assert max(ends) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_bars_are_drawn_with_their_legend(opening: Any, analysis: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    sy.report.html(analysis, tmp_path / "bars.html")
    page = opening(tmp_path / "bars.html", size, phone=size == PHONE)
    table = page.locator("table.stacked")
    assert [text.strip() for text in table.locator(".legend-list li").all_inner_texts()] == [
        *KINDS[:6],
        "3 other kinds",
    ]
    systems = table.locator("tbody tr")
    assert systems.count() == len(analysis.scores)
    fills = systems.first.locator("rect").evaluate_all("r => r.map(x => getComputedStyle(x).fill)")
    assert len(set(fills)) == len(fills) == 7
    for bar in table.locator("td.plot svg").all():
        assert "accuracy: " in bar.get_attribute("aria-label")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.get_by_role("button", name="Kinds of errors as bars as SVG").count() == 1
