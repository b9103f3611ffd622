"""Tables saved as CSV and LaTeX, figures as SVG, segments as a table: what is shown, and nothing that runs."""

import csv
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from tests.browser.conftest import PHONE
from tests.browser.pages import METRICS, made_up, segments_of
from tests.browser.test_figure_pages import replication

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
NASTY = '<b>&"50%_of" $all$, {too}</b>'


@pytest.fixture(scope="module")
def nasty(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, sy.Comparison]:
    data = made_up(40, 3)
    texts = list(data.systems.values())
    systems = dict(zip([NASTY, "plain", "third"], texts, strict=True))
    evaluation = sy.evaluate(sy.TestSet(data.references, systems), METRICS)
    comparison = evaluation.compare(n_resamples=99)
    path = tmp_path_factory.mktemp("saving") / "report.html"
    sy.report.html(evaluation.report_page(comparison), path)
    return path, comparison


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  # of our own making


def saved(page: Any, label: str, folder: Path) -> str:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=label, exact=True).click()
    path = folder / "saved"
    waiting.value.save_as(path)
    return path.read_text(encoding="utf-8")


@SCREENS
def test_tables_are_saved_as_they_are_shown(
    opening: Any, nasty: tuple[Path, sy.Comparison], tmp_path: Path, size: tuple[int, int]
) -> None:
    path, comparison = nasty
    page = opening(path, size, phone=size == PHONE)
    rows = list(csv.reader(saved(page, "Ranking under BLEU as CSV", tmp_path).splitlines()))
    ranked = sorted((row for row in comparison.scores if row.metric == "bleu"), key=lambda row: row.rank)
    assert rows[0][:4] == ["Rank", "System", "BLEU", "95% interval"]
    assert [(row[1], row[2]) for row in rows[1:]] == [(row.system, f"{row.score:.2f}") for row in ranked]
    matrix = list(csv.reader(saved(page, "Matrix of differences under BLEU as CSV", tmp_path).splitlines()))
    [pair] = [p for p in comparison.pairs if p.metric == "bleu" and {p.system, p.against} == {NASTY, "third"}]
    cell = matrix[[row[0] for row in matrix].index(pair.system)][matrix[0].index(pair.against)]
    assert cell == f"{pair.difference:+.2f} ({pair.p_adjusted:.4f})"


def test_a_table_is_copied_as_latex(opening: Any, nasty: tuple[Path, sy.Comparison]) -> None:
    page = opening(nasty[0])
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Ranking under BLEU as LaTeX", exact=True).click()
    page.get_by_text("Copied").wait_for()
    lines = page.evaluate("window.copied").splitlines()
    assert r"\textless{}b\textgreater{}\&\"50\%\_of\" \$all\$, \{too\}" in "\n".join(lines).replace('"', '\\"')
    assert [line for line in lines if line.startswith(r"\begin{tabular}")] == [r"\begin{tabular}{llrrrrr}"]
    body = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    assert len(body) == 3
    assert all(line.count(" & ") == 6 and line.endswith(r" \\") for line in body)


@SCREENS
def test_figures_are_saved_as_files_of_their_own(
    opening: Any, nasty: tuple[Path, sy.Comparison], tmp_path: Path, size: tuple[int, int]
) -> None:
    path, _ = nasty
    page = opening(path, size, phone=size == PHONE)
    root = parsed(saved(page, "Ranking under BLEU as SVG", tmp_path))
    said = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert NASTY in said
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 3
    page.locator("#matrix-0 td button").first.click()
    root = parsed(saved(page, "The null distribution as SVG", tmp_path))
    assert any((node.text or "").startswith("observed") for node in root.iter())
    sy.report.html(replication(), tmp_path / "figures.html")
    page = opening(tmp_path / "figures.html", size, phone=size == PHONE)
    buttons = page.get_by_role("button", name="as SVG")
    assert buttons.count() == page.locator("figure.figure:has(.plot-grid)").count() > 0
    for button in buttons.all():
        with page.expect_download() as waiting:
            button.click()
        text = Path(waiting.value.path()).read_text(encoding="utf-8")
        assert "<script" not in text
        assert len(list(parsed(text).iter("{http://www.w3.org/2000/svg}text"))) > 4


def test_a_matrix_is_saved_as_a_drawing(opening: Any, nasty: tuple[Path, sy.Comparison], tmp_path: Path) -> None:
    path, comparison = nasty
    page = opening(path)
    page.locator("#pairs select.matrix-order").first.select_option("name")
    drawn = parsed(saved(page, "Matrix of differences under BLEU as SVG", tmp_path))
    texts = ["".join(node.itertext()) for node in drawn.iter("{http://www.w3.org/2000/svg}text")]
    names = [name for name in texts if name in ("plain", "third")]
    assert names == ["plain", "plain", "third", "third"]  # above and beside, in the order that was chosen
    pairs = [pair for pair in comparison.pairs if pair.metric == "bleu"]
    shown = [text.rpartition(" ")[2] for text in texts]
    for pair in pairs:
        for difference in (pair.difference, -pair.difference):
            assert f"{difference:+.2f}".replace("-", "−") in shown
        assert texts.count(f"{pair.p_adjusted:.4f}") >= 2
    fields = list(drawn.iter("{http://www.w3.org/2000/svg}rect"))[1:]  # the first is the paper
    assert len(fields) == 2 * len(pairs) and all(field.get("fill", "").startswith("rgb(") for field in fields)
    assert len({field.get("fill") for field in fields}) > 1
    assert not [node for node in drawn.iter() if node.tag.endswith("script")]


def test_chosen_segments_are_saved_whole(opening: Any, nasty: tuple[Path, sy.Comparison], tmp_path: Path) -> None:
    page = opening(nasty[0])
    segments_of(page)
    page.locator("#segment-search").fill("17")
    page.locator("#segment-count", has_text="which match").wait_for()
    rows = list(csv.DictReader(saved(page, "These segments as CSV", tmp_path).splitlines()))
    data = made_up(40, 3)
    assert len(rows) == page.locator("#segment-list > li").count()
    for row in rows:
        at = int(row["segment"]) - 1
        assert row["reference"] == data.references[0][at]
        assert row["plain"] == data.systems["system b"][at]
        assert float(row[f"BLEU of {NASTY}"]) >= 0
