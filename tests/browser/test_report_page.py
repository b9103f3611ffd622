"""The report of a comparison, opened, sorted, filtered and read in a browser, against the stored result."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.page.html.render import heading
from steelyard.questions.compare.page import summary
from tests.browser.conftest import DESKTOP, PAPER, PHONE
from tests.browser.pages import METRICS, SIZES, fits_on_paper, made_up, printed_papers, segments_of
from tests.conftest import EXAMPLES


@pytest.mark.parametrize(("size", "phone", "dark"), [(DESKTOP, False, False), (PHONE, True, True)])
def test_the_page_shows_the_stored_numbers(
    opening: Any, report: tuple[Path, sy.Comparison], size: tuple[int, int], phone: bool, dark: bool
) -> None:
    path, comparison = report
    page = opening(path, size, phone=phone, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    found = summary(comparison)[0]
    assert page.locator("h1").inner_text() == heading(found) and found.startswith(heading(found)[:-1])
    assert json.loads(page.locator("#stored").text_content()) == comparison.to_dict()
    ranked = sorted((row for row in comparison.scores if row.metric == "bleu"), key=lambda row: row.rank)
    shown = page.locator(".metric-block[data-metric='0'] table.ranking tbody tr")
    assert shown.count() == 12
    for i, row in enumerate(ranked):
        assert row.system in shown.nth(i).inner_text()
        assert f"{row.score:.2f}" in shown.nth(i).inner_text()
    cells = page.locator("#matrix-0 td button")
    assert cells.count() == 12 * 11
    index = int(cells.nth(5).get_attribute("data-pair"))
    pair = comparison.pairs[index]
    cells.nth(5).click()
    dialog = page.locator("#pair")
    assert dialog.is_visible()
    said = dialog.inner_text().replace("−", "-")
    assert f"{pair.system} - {pair.against}, BLEU" in said
    assert f"{pair.difference:+.2f}" in said
    assert f"{pair.p_adjusted:.4f}" in said
    assert f"[{pair.interval[0]:+.2f}, {pair.interval[1]:+.2f}]" in said
    box = dialog.locator("svg").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    label = dialog.locator("svg").get_attribute("aria-label").replace("−", "-")
    assert "999 differences under the null hypothesis" in label
    assert label.endswith(f"the observed difference is {pair.difference:+.2f}.")
    page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_metrics_are_switched_and_print_shows_all(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    page = opening(report[0])
    assert page.locator("table.ranking:visible").count() == 1
    page.locator(".metric-switch label", has_text="chrF2").click()
    assert "chrF2" in page.locator("#ranking h3:visible").inner_text()
    page.locator(".metric-switch label", has_text="all").click()
    assert page.locator("table.ranking:visible").count() == 2
    page.locator(".metric-switch label", has_text="BLEU").click()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("table.ranking:visible").count() == 2
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav.bar").is_visible()


@pytest.mark.parametrize(("n_systems", "n_on_its_side", "size"), [(12, 0, 5.5), (20, 2, 6.5)])
def test_the_page_prints_within_its_paper(
    opening: Any, tmp_path: Path, n_systems: int, n_on_its_side: int, size: float
) -> None:
    evaluation = sy.evaluate(made_up(40, n_systems), METRICS)
    path = tmp_path / "print.html"
    sy.report.html(evaluation.report_page(evaluation.compare(n_resamples=99)), path)
    page = opening(path, PAPER)
    fits_on_paper(page)
    assert page.locator("button:visible, input:visible, select:visible").count() == n_systems * (n_systems - 1) * 2
    assert not page.locator("#segments").is_visible()
    for table in page.locator("table.ranking, table.matrix").all():  # nothing is cut by a scroll bar, nor is a shadow
        assert table.evaluate("t => getComputedStyle(t.parentNode).overflowX") == "visible"
    assert page.locator(".on-its-side table.matrix").count() == n_on_its_side
    assert min(page.locator("table.matrix td").evaluate_all(SIZES)) >= size * 96 / 72
    paper = printed_papers(page)
    assert 2 <= len(paper) <= 9
    assert [width > height for width, height in paper].count(True) == n_on_its_side  # a matrix each, whole


def test_pairs_are_sorted_and_filtered(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    path, comparison = report
    pairs = [pair for pair in comparison.pairs if pair.metric == "bleu"]
    page = opening(path)
    page.locator(".pair-list summary").first.click()
    head = page.locator("#pairs-0 th[data-sort=number]").first
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    shown = page.locator("#pairs-0 tbody tr")
    values = [float(v) for v in shown.locator("td:nth-child(3)").evaluate_all("c => c.map(x => x.dataset.value)")]
    assert values == sorted(pair.difference for pair in pairs)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    root = page.locator(".pair-list").first
    root.locator(".pair-search").fill("system c")
    assert page.locator("#pairs-0 tbody tr:visible").count() == 11
    root.locator(".pair-verdict").select_option("cannot tell")
    wanted = [p for p in pairs if "system c" in (p.system, p.against) and p.verdict == "cannot tell"]
    assert page.locator("#pairs-0 tbody tr:visible").count() == len(wanted)
    assert root.locator(".pair-count").inner_text() == f"{len(wanted)} of 66 pairs"


def test_the_matrix_is_sorted_and_walked_by_keys(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    path, comparison = report
    page = opening(path)
    page.locator(".matrix-order").first.select_option("given")
    names = page.locator("#matrix-0 tbody th").all_inner_texts()
    assert names == list(dict.fromkeys(row.system for row in comparison.scores))
    assert page.locator("#matrix-0 thead th.turned").evaluate_all("c => c.map(x => x.dataset.name)") == names
    assert page.locator("#matrix-0 tbody tr").first.locator("td").first.locator("button").count() == 0
    page.locator("#matrix-0 td button").first.focus()
    page.keyboard.press("ArrowRight")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("system a minus system c: ")
    page.keyboard.press("Enter")
    assert page.locator("#pair").is_visible()
    assert page.locator("#matrix-0 td button[tabindex='0']").count() == 1


def test_buckets_are_held_against_any_system(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    page = opening(report[0])
    tables = page.locator("table.buckets:visible")
    assert tables.count() == 3  # length, frequency, domain
    worst = page.locator("table.ranking:visible tbody th").last.inner_text()
    page.locator(".bucket-base:visible").select_option(label=worst)
    better, worse = (page.locator(f"table.buckets:visible td.{side}").count() for side in ("better", "worse"))
    assert better > worse


def test_the_page_works_without_scripts(browser: Any, report: tuple[Path, sy.Comparison]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report[0].as_uri())
    assert page.locator("table.ranking:visible").count() == 2
    assert page.locator("table.matrix:visible").count() == 2
    assert page.locator(".needs-script:visible").count() == 0
    context.close()


def test_every_table_and_control_has_a_name(opening: Any, report: tuple[Path, sy.Comparison]) -> None:
    page = opening(report[0])
    levels = page.locator("h1, h2, h3, h4").evaluate_all("e => e.map(x => Number(x.tagName[1]))")
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
    assert page.locator("th:not([scope])").count() == 0
    assert page.locator("svg[role=img]:not([aria-label])").count() == 0
    unnamed = page.locator("input, select").evaluate_all("e => e.filter(x => !x.labels.length).length")
    assert unnamed == 0
    assert page.locator("[id]").evaluate_all("e => e.length - new Set(e.map(x => x.id)).size") == 0


@pytest.mark.real_data
def test_the_report_of_a_shared_task_opens(opening: Any, test_data: Path, tmp_path: Path) -> None:
    folder = test_data / "data" / "wmt23-en-de"
    rows = [line.split("\t") for line in (folder / "docs.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    documents = tmp_path / "documents.txt"
    documents.write_text("".join(f"{row[2]}\n" for row in rows), encoding="utf-8")
    data = sy.TestSet.from_files(
        references=[folder / "ref.refA.de"],
        systems={path.stem: path for path in sorted((folder / "sys").glob("*.de"))},
        sources=folder / "src.en",
        documents=documents,
        metadata={"domain": [row[1] for row in rows]},
    )
    evaluation = sy.evaluate(data, ["bleu", "chrf", "ter"])
    comparison = evaluation.compare(n_resamples=999)
    path = tmp_path / "wmt23.html"
    sy.report.html(evaluation.report_page(comparison), path)
    assert path.stat().st_size < 15e6
    page = opening(path)
    assert page.locator("table.ranking").count() == 3
    assert page.locator("#matrix-2 td button").count() == 12 * 11
    assert page.locator("#agreement tbody tr").count() == 3
    best = min((row for row in comparison.scores if row.metric == "ter"), key=lambda row: row.rank)
    page.locator(".metric-switch label", has_text="TER").click()
    assert best.system in page.locator("table.ranking:visible tbody tr").first.inner_text()
    assert segments_of(page).count() == 20


def test_the_report_of_the_example_opens(opening: Any, example: sy.TestSet, tmp_path: Path) -> None:
    evaluation = sy.evaluate(example, ["bleu", "chrf"])
    comparison = evaluation.compare()
    sy.report.html(evaluation.report_page(comparison), tmp_path / "example.html")
    page = opening(tmp_path / "example.html", PHONE, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert page.locator("table.ranking:visible tbody tr").count() == 5
    against = segments_of(page).first.locator(".text[data-against] small").first
    assert "against reference" in against.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


def test_the_script_runs_where_metrics_contradict_each_other(opening: Any, tmp_path: Path) -> None:
    data = made_up(40, 2)
    high, low = [0.1 * (i % 7) + 1 for i in range(40)], [0.1 * (i % 5) for i in range(40)]
    one, other = data.systems
    scores = {"one": {one: high, other: low}, "two": {one: low, other: high}}
    evaluation = sy.evaluate(data, metrics=[], segment_scores=scores, higher_is_better=["one", "two"])
    comparison = evaluation.compare(n_resamples=999)
    sy.report.html(evaluation.report_page(comparison), tmp_path / "contrary.html")
    page = opening(tmp_path / "contrary.html")
    page.locator("table.contrary button").first.click()
    assert page.locator("#pair").is_visible()
    page.keyboard.press("Escape")
    assert segments_of(page).count() == 20


def test_the_report_of_ratings_opens(opening: Any, tmp_path: Path) -> None:
    judgements = sy.read_judgements(EXAMPLES / "ratings.tsv", lines="number")
    analysis = sy.analyse_ratings(judgements, raters="fixed", n_resamples=999)
    for shown in (analysis, sy.ratings_page(judgements, analysis)):
        sy.report.html(shown, tmp_path / "ratings.html")
        page = opening(tmp_path / "ratings.html")
        assert page.locator("#ratings table").count() == 2
        page.locator("#matrix-0 td button").first.click()
        assert page.locator("#pair").is_visible()
        assert page.locator("#pair-no-null").is_visible() == (shown is analysis)
    label = page.locator("#pair svg").get_attribute("aria-label")
    assert "999 differences under the null hypothesis" in label
