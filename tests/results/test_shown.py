"""How results are looked at in Python: pages, figures, notebooks, and the names that a prompt completes."""

import html
import importlib
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import steelyard as sy
from steelyard.errors import MissingExtraError, SpecError
from steelyard.page.inline_figure import inline_svg
from steelyard.results import Figure, Series
from steelyard.results.drawn import figures_of, rankings_of
from tests.needs import module

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    systems = {"x": ["a b c d", "e f", "g h i"], "y": ["a b c", "e f", "g h"], "<b>&": ["a", "f e", "i"]}
    return sy.evaluate(sy.TestSet(references=[["a b c d", "e f", "g h i"]], systems=systems), ["wer", "chrf"])


@pytest.fixture(scope="module")
def comparison(evaluation: sy.Evaluation) -> sy.Comparison:
    return evaluation.compare(n_resamples=99)


def test_a_result_writes_its_page(comparison: sy.Comparison, tmp_path: Path) -> None:
    comparison.report(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == sy.report.html_text(comparison)


def test_a_result_draws_its_figures_by_name(comparison: sy.Comparison) -> None:
    module("altair")
    first, named = comparison.plot().to_dict(), comparison.plot("differences-chrf").to_dict()
    assert first["title"] != named["title"]
    with pytest.raises(SpecError, match=r"Unknown figure 'differences'.*intervals-wer"):
        comparison.plot("differences")


def test_a_result_without_figures_says_so(evaluation: sy.Evaluation) -> None:
    with pytest.raises(SpecError, match="A ScoreTable has no figures"):
        evaluation.scores().plot()


def test_without_altair_a_figure_names_the_extra(comparison: sy.Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(MissingExtraError, match=r"steelyard\[figures\]"):
        comparison.plot()
    assert "<svg" in comparison._repr_html_()


def test_a_notebook_shows_each_ranking_above_the_tables(comparison: sy.Comparison) -> None:
    shown = comparison._repr_html_()
    assert shown.index("<svg") < shown.index("<table")
    drawings = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", shown)]  # noqa: S314  # ours
    assert [next(svg.iter(f"{SVG}text")).text for svg in drawings] == [f.title for f in rankings_of(comparison)]
    for svg in drawings:
        assert {"x", "y", "<b>&"} <= {text.text for text in svg.iter(f"{SVG}text")}
        assert len(list(svg.iter(f"{SVG}circle"))) == 3
    assert "<script" not in shown and "<style" not in shown


def test_places_of_a_ranking_follow_the_values() -> None:
    series = (
        Series("1", (0.0,), (30.0,), (28.0,), (32.0,)),
        Series("2", (1.0, 2.0), (20.0, 10.0), (19.0, 9.0), (21.0, 11.0)),
    )
    figure = Figure("intervals-x", "X", "rows", "cluster", "X", series, row_names=("a", "b" * 40, "c"))
    svg = ElementTree.fromstring(inline_svg(figure))  # noqa: S314  # ours
    x = [float(circle.attrib["cx"]) for circle in svg.iter(f"{SVG}circle")]
    assert x == sorted(x, reverse=True) and all(200 <= place <= 600 for place in x)
    assert x[0] - x[1] == pytest.approx(x[1] - x[2], abs=0.2)
    solid = [line for line in svg.iter(f"{SVG}line") if line.get("stroke-width") == "2"]
    assert [float(line.attrib["x1"]) < place < float(line.attrib["x2"]) for line, place in zip(solid, x, strict=True)]
    y = [float(circle.attrib["cy"]) for circle in svg.iter(f"{SVG}circle")]
    [between] = [line for line in svg.iter(f"{SVG}line") if line.get("stroke-dasharray")]
    assert y[0] < float(between.attrib["y1"]) < y[1]  # the clusters
    [title] = [title.text for title in svg.iter(f"{SVG}title") if (title.text or "").startswith("bb")]
    assert title == "b" * 40 and "b" * 29 not in {text.text for text in svg.iter(f"{SVG}text")}


def test_a_report_page_is_framed(evaluation: sy.Evaluation, comparison: sy.Comparison) -> None:
    page = evaluation.report_page(comparison)
    shown = page._repr_html_()
    match = re.fullmatch(
        r'<iframe sandbox="allow-scripts allow-downloads" style="[^"]*" srcdoc="([^"]*)"></iframe>', shown
    )
    assert match
    assert html.unescape(match[1]) == sy.report.html_text(page)
    assert [figure.name for figure in figures_of(page)][:2] == [figure.name for figure in figures_of(comparison)][:2]


@pytest.mark.parametrize("name", ["", "reading", "plot", "report", "results", "text", "types", "metrics"])
def test_a_prompt_completes_the_names_of_a_package(name: str) -> None:
    package = importlib.import_module(f"steelyard.{name}" if name else "steelyard")
    names = dir(package)
    assert set(package.__all__) <= set(names)
    assert names == sorted(names) and not any(listed.startswith("_") and listed != "__version__" for listed in names)
    assert all(getattr(package, listed) is not None for listed in names)
