"""Pages of calibrations, replications and meta-evaluations in a browser, on screens and on paper."""

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.results import (
    Calibration,
    Figure,
    Mark,
    MetaEvaluation,
    PaperTable,
    RejectionRow,
    Replication,
    Series,
    level_cells,
)
from steelyard.types import OutputScores
from tests.browser.conftest import DESKTOP, PAPER, PHONE
from tests.browser.pages import fits_on_paper, printed_papers
from tests.conftest import EXAMPLES

TESTS = ("moses", "paired-bootstrap", "randomization", "shifted-bootstrap", "sign", "t", "wilcoxon")
HOSTILE = "<script>alert(1)</script>\u202e"


def calibration() -> Calibration:
    """Make one of all tests."""
    rows = [
        RejectionRow(
            "bleu", "BLEU", test, "exchanged", "segment", 0.0, a, 9, 99, a * k / 3, a * k / 5, a * k / 2, "holds"
        )
        for k, test in enumerate(TESTS, 1)
        for a in (0.1, 0.05, 0.01)
    ]
    power = [
        RejectionRow("bleu", "BLEU", test, "difference", "segment", d, 0.05, 9, 99, d / 9, d / 12, d / 7, "")
        for test in TESTS
        for d in (1.0, 2.0, 4.0)
    ]
    return Calibration(
        tuple(rows), tuple(power), {"n_repetitions": 99, "n_segments": 9, "unit": "segment", "sentence": "We."}
    )


def replication() -> Replication:
    """Make one with a figure of every kind, with names that would be markup."""
    x = tuple(float(i) for i in range(1, 31))
    y = tuple(20 + (7 * i) % 11 + 0.3 * i for i in range(30))
    low, high = tuple(v - 2 for v in y), tuple(v + 3 for v in y)
    marks = (Mark("y", 28.0, HOSTILE), Mark("x", 12.0, "origin"))
    kinds: list[Figure] = [
        Figure(
            f"figure-{n}",
            f"{kind} {HOSTILE}",
            kind,
            "set",
            HOSTILE,
            (Series(HOSTILE, x, y, low, high),),
            marks,
            "Note.",
        )
        for n, kind in enumerate(("points", "intervals", "lines"), 1)
    ]  # type: ignore[arg-type]
    bars = Figure("figure-4", "bars", "bars", "x", "draws", (Series("a", x, y), Series("b", x, y)), marks[1:])
    cells = level_cells(
        "figure-5", "cells", [HOSTILE, "y", "z"], [[0, 2, 3], [0, 0, 1], [0, 0, 0]], [0.05, 0.01, 0.001]
    )
    table = PaperTable("Table 1", "t", ("system", "n"), ((HOSTILE, 3),))
    return Replication((table,), (*kinds, bars, cells), {"protocol": "p", "source": "s", "n_segments": 9, "notes": []})


@cache
def meta(n_metrics: int) -> MetaEvaluation:
    """Hold many metrics of falling quality against invented people."""
    rng = np.random.default_rng(5)
    systems = tuple("abcdefgh")
    quality = 2 * rng.normal(size=(8, 1)) + rng.normal(size=(8, 40))
    people = OutputScores("people", systems, quality)
    metrics = [
        OutputScores(f"metric {n} {HOSTILE if n == 1 else ''}", systems, quality + 0.4 * n * rng.normal(size=(8, 40)))
        for n in range(n_metrics)
    ]
    return sy.meta_evaluate(people, metrics, n_resamples=100)


@pytest.mark.parametrize(
    ("make", "size", "phone", "dark"),
    [(calibration, DESKTOP, False, False), (calibration, PHONE, True, True), (replication, PHONE, True, True)],
)
def test_figures_fit_the_screen(
    opening: Any, tmp_path: Path, make: Any, size: tuple[int, int], phone: bool, dark: bool
) -> None:
    sy.report.html(make(), tmp_path / "figures.html")
    page = opening(tmp_path / "figures.html", size, phone=phone, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.locator("figure").count() == (2 if make is calibration else 5)
    for plot in page.locator("svg.figure-plot").all():
        box = plot.bounding_box()
        assert box["width"] > 240
        assert plot.get_attribute("aria-label")
        inner = plot.evaluate(
            """svg => Array.from(svg.querySelectorAll("use, circle, line, rect, path"), e => e.getBoundingClientRect())
            .map(box => [box.left, box.right, box.top, box.bottom])"""
        )
        for left, right, top, bottom in inner:  # symbols may stand over the edge by half their width
            assert left > box["x"] - 6
            assert right < box["x"] + box["width"] + 6
            assert top > box["y"] - 6
            assert bottom < box["y"] + box["height"] + 6
    for ticks in page.locator(".x-ticks").all():
        ends = ticks.locator("span").evaluate_all(
            "s => s.map(e => [e.getBoundingClientRect().left, e.getBoundingClientRect().right])"
        )
        assert all(right < left for (_, right), (left, _) in itertools.pairwise(ends))  # no label on another
        assert all(left >= 0 and right <= size[0] for left, right in ends)
    sizes = page.locator("figure span:not(.hidden-char), figure p, figure li").evaluate_all(
        "e => e.map(x => parseFloat(getComputedStyle(x).fontSize))"
    )
    assert min(sizes) >= 11


def test_hostile_names_of_figures_show_as_text(opening: Any, tmp_path: Path) -> None:
    sy.report.html(replication(), tmp_path / "hostile.html")
    page = opening(tmp_path / "hostile.html")
    assert page.locator("script").count() == 2
    assert page.locator("figure h3", has_text="<script>alert(1)</script>U+202E").count() == 3
    assert "\u202e" not in page.locator("body").inner_text()
    assert "\u202e" not in page.locator("svg.figure-plot").first.get_attribute("aria-label")


def test_figures_print_two_a_row_within_the_paper(opening: Any, tmp_path: Path) -> None:
    sy.report.html(calibration(), tmp_path / "print.html")
    page = opening(tmp_path / "print.html", PAPER)
    fits_on_paper(page)
    assert len(printed_papers(page)) <= 4
    sy.report.html(replication(), tmp_path / "replication.html")
    page = opening(tmp_path / "replication.html", PAPER)
    fits_on_paper(page)
    first, second = (page.locator("figure").nth(i).bounding_box() for i in (0, 1))
    assert first["y"] == second["y"]


@pytest.mark.parametrize(("size", "phone"), [(DESKTOP, False), (PHONE, True)])
def test_a_meta_evaluation_of_many_metrics(opening: Any, tmp_path: Path, size: tuple[int, int], phone: bool) -> None:
    found = meta(30)
    sy.report.html(found, tmp_path / "meta.html")
    page = opening(tmp_path / "meta.html", size, phone=phone)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.locator("script").count() == 2
    ranked = found.deciding("segment")
    rows = page.locator("#level-1 table.metrics tbody tr")
    assert rows.count() == 30
    names = rows.locator("th").all_inner_texts()
    assert names[0] == ranked[0].metric.strip().replace("\u202e", "U+202E")
    for row, shown in zip(ranked, rows.locator("td.strong").all_inner_texts(), strict=True):
        assert shown == f"{row.value:.3f}"
    assert page.locator("#matrix-1 tbody tr").count() == 20
    by_name = {(pair.metric, pair.against): pair for pair in found.pairs if pair.level == "segment"}
    pair = by_name[ranked[0].metric, ranked[-1].metric]
    page.locator("#pairs-of-1 summary").click()
    last = page.locator("#pairs-1 tbody tr")
    assert last.count() == 30 * 29 / 2
    page.locator("#pairs-of-1 .pair-search").fill(ranked[-1].metric.strip().split("<")[0].strip())
    assert (
        f"{len([p for p in by_name if ranked[-1].metric in p])} of 435 pairs"
        in page.locator("#pairs-of-1 .pair-count").inner_text()
    )
    shown = page.locator("#pairs-1 tbody tr:visible", has_text=pair.verdict).first.inner_text().replace("−", "-")
    assert f"{pair.p_adjusted:.4f}" in shown
    heads = page.locator("#level-1 th[data-sort]")
    heads.nth(1).locator("button").click()
    assert rows.locator("th").all_inner_texts() != names
    assert "resorted" in (page.locator("#level-1 table").get_attribute("class") or "")
    heads.first.locator("button").click()
    assert rows.locator("th").all_inner_texts() == names


def test_a_meta_evaluation_prints_within_its_paper(opening: Any, tmp_path: Path) -> None:
    sy.report.html(meta(24), tmp_path / "meta.html")
    page = opening(tmp_path / "meta.html", PAPER)
    fits_on_paper(page)
    assert page.locator("button:visible").count() == 0
    assert page.locator("#level-0 thead th").first.evaluate("e => getComputedStyle(e, '::after').content") == '"Rank"'
    assert len(printed_papers(page)) <= 8


def test_the_pages_of_the_example_have_names_and_levels(opening: Any, tmp_path: Path) -> None:
    people = sy.analyse_ratings(str(EXAMPLES / "ratings.tsv"))
    for n, result in enumerate((calibration(), replication(), meta(3), people)):
        sy.report.html(result, tmp_path / f"{n}.html")
        page = opening(tmp_path / f"{n}.html")
        levels = page.locator("h1, h2, h3, h4").evaluate_all("e => e.map(x => Number(x.tagName[1]))")
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels)), levels
        assert page.locator("th:not([scope])").count() == 0
        assert page.locator("svg[role=img]:not([aria-label])").count() == 0
        assert page.locator("[id]").evaluate_all("e => e.length - new Set(e.map(x => x.id)).size") == 0


def test_the_page_of_ratings_prints_within_its_paper(opening: Any, tmp_path: Path) -> None:
    sy.report.html(sy.analyse_ratings(str(EXAMPLES / "ratings.tsv")), tmp_path / "ratings.html")
    page = opening(tmp_path / "ratings.html", PAPER)
    fits_on_paper(page)
    assert len(printed_papers(page)) <= 4


def test_one_metric_held_against_people_has_a_page(opening: Any, tmp_path: Path) -> None:
    found = meta(1)
    assert found.pairs == ()
    sy.report.html(found, tmp_path / "one.html")
    page = opening(tmp_path / "one.html", PHONE, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.locator("#level-0 tbody tr").count() == 1
    assert page.locator("#level-0 thead th:visible").all_inner_texts()[:2] == ["Metric", "soft accuracy"]
    assert page.locator("table.matrix").count() == 0


def test_the_ranking_of_ratings_fits_a_phone(opening: Any, tmp_path: Path) -> None:
    sy.report.html(sy.analyse_ratings(str(EXAMPLES / "ratings.tsv")), tmp_path / "ratings.html")
    page = opening(tmp_path / "ratings.html", PHONE, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    frame = page.locator("#ranking .scroll")
    assert frame.evaluate("e => e.scrollWidth <= e.clientWidth")
