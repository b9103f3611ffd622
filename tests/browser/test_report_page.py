"""The report of a comparison, opened, sorted, filtered and read in a browser, against the stored result."""

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard import results
from tests.browser.conftest import DESKTOP, PAPER, PHONE
from tests.conftest import EXAMPLES

METRICS = ["bleu", "chrf"]
WORDS = [
    "the", "a", "ferry", "harbour", "leaves", "at", "nine", "bring", "warm", "coat", "rain", "sea", "wind", "old",
    "new", "light", "tower", "boat",
]  # fmt: skip
SIZES = "e => e.map(x => parseFloat(getComputedStyle(x).fontSize))"  # in dots, 96 an inch
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


def made_up(n_segments: int = 60, n_systems: int = 12) -> sy.TestSet:
    """Make systems that differ in how many words of the reference they lose."""
    draw = random.Random(20261122)
    references = [" ".join(draw.choices(WORDS, k=draw.randint(4, 24))) + f" {i}" for i in range(n_segments)]
    systems = {}
    for s in range(n_systems):
        lost = 0.05 + 0.03 * (s // 2)
        systems[f"system {chr(97 + s)}"] = [
            " ".join(draw.choice(WORDS) if draw.random() < lost else word for word in line.split())
            for line in references
        ]
    domains = [("news", "talks")[i % 2] for i in range(n_segments)]
    return sy.TestSet(references=[references], systems=systems, metadata={"domain": domains})


def segments_of(page: Any) -> Any:
    """Scroll to the segments, which are laid out only once they come into view, and wait for the first."""
    page.locator("#segments").scroll_into_view_if_needed()
    items = page.locator("#segment-list > li")
    items.first.wait_for()
    return items


def fits_on_paper(page: Any) -> None:
    """Hold everything that is printed against the width between the margins of A4, or of A4 on its side."""
    page.emulate_media(media="print")
    wide = page.evaluate(
        """() => Array.from(document.querySelectorAll("body *"))
        .filter(e => e.checkVisibility() && !e.closest(".visually-hidden"))
        .filter(e => e.getBoundingClientRect().right > (e.closest(".on-its-side") ? 1016 : innerWidth) + 1)
        .map(e => `${e.tagName} ${e.className.baseVal ?? e.className} ${e.textContent.slice(0, 40)}`)"""
    )
    assert wide == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def printed_papers(page: Any) -> list[tuple[float, float]]:
    """Print, and return width and height of each page: Chromium leaves their objects uncompressed."""
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(format="A4"))
    return [(float(width), float(height)) for width, height in boxes]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, sy.Comparison]:
    evaluation = sy.evaluate(made_up(), METRICS)
    comparison = evaluation.compare(n_resamples=999)
    path = tmp_path_factory.mktemp("report") / "report.html"
    sy.report.html(evaluation.report_page(comparison), path)
    return path, comparison


@pytest.mark.parametrize(("size", "phone", "dark"), [(DESKTOP, False, False), (PHONE, True, True)])
def test_the_page_shows_the_stored_numbers(
    opening: Any, report: tuple[Path, sy.Comparison], size: tuple[int, int], phone: bool, dark: bool
) -> None:
    path, comparison = report
    page = opening(path, size, phone=phone, dark=dark)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert (
        page.locator("h1").inner_text() == sy.report.comparison_text(comparison).split(".")[0].replace("\n", " ") + "."
    )
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
    assert f"{pair.system_a} - {pair.system_b}, BLEU" in said
    assert f"{pair.delta:+.2f}" in said
    assert f"{pair.p_adjusted:.4f}" in said
    assert f"[{pair.interval[0]:+.2f}, {pair.interval[1]:+.2f}]" in said
    box = dialog.locator("svg").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    label = dialog.locator("svg").get_attribute("aria-label").replace("−", "-")
    assert "999 differences under the null hypothesis" in label
    assert label.endswith(f"the observed difference is {pair.delta:+.2f}.")
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
    assert values == sorted(pair.delta for pair in pairs)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    root = page.locator(".pair-list").first
    root.locator(".pair-search").fill("system c")
    assert page.locator("#pairs-0 tbody tr:visible").count() == 11
    root.locator(".pair-verdict").select_option("cannot tell")
    wanted = [p for p in pairs if "system c" in (p.system_a, p.system_b) and p.verdict == "cannot tell"]
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
    assert label.startswith("system a less system c: ")
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
    evaluation = sy.evaluate(data, "wer")
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


def test_the_report_of_ratings_opens(opening: Any, tmp_path: Path) -> None:
    judgements = sy.read_judgements(EXAMPLES / "ratings.tsv", lines="number")
    analysis = sy.analyse_ratings(judgements, n_resamples=999)
    for shown in (analysis, sy.ratings_page(judgements, analysis)):
        sy.report.html(shown, tmp_path / "ratings.html")
        page = opening(tmp_path / "ratings.html")
        assert page.locator("#ratings table").count() == 2
        page.locator("#matrix-0 td button").first.click()
        assert page.locator("#pair").is_visible()
        assert page.locator("#pair-no-null").is_visible() == (shown is analysis)
    label = page.locator("#pair svg").get_attribute("aria-label")
    assert "999 differences under the null hypothesis" in label
