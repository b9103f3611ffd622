"""The HTML page as text: whole, self-contained, escaped; what a browser makes of it is in tests/browser."""

import json
import os
import re
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import steelyard as sy
from steelyard.choices import INTERVALS, RATES
from steelyard.errors import DataError
from steelyard.inference import CORRECTIONS, PROCEDURES, registered_tests
from steelyard.metrics import available
from steelyard.metrics.table import ROWS
from steelyard.page import citations as sources
from steelyard.page.html import text as text_module
from steelyard.page.html.intervals import axis_of
from steelyard.page.html.text import as_data, bidi_safe
from steelyard.report import check_path
from steelyard.results import ScoreRow
from tests.conftest import EXAMPLES

NASTY = ["</script><script>alert(1)</script>", "<!--", "\"&'`{{ 1 }}", "\u202eabc", "\x00", "\u2028", "]]>", "<b>"]


class Reader(HTMLParser):
    """Notes what a page is made of."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "input", "br", "line", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("line", "circle"):
            return
        assert self.open.pop() == tag


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def page(example: sy.TestSet) -> Any:
    evaluation = sy.evaluate(example, ["bleu", "ter"])
    return evaluation.report_page(evaluation.compare(n_resamples=99))


def test_a_page_needs_nothing_else(page: Any) -> None:
    text = sy.report.html_text(page)
    for tag, attributes in read(text).tags:
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,")), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
    assert "@import" not in text
    assert not re.search(r"url\((?!data:)", text)


def test_a_page_forbids_itself_what_it_does_not_need(page: Any) -> None:
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', sy.report.html_text(page))
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]


def test_every_setting_is_listed_once_or_said_elsewhere(page: Any) -> None:
    text, method = sy.report.html_text(page), page.result.method
    [table] = re.findall(r'<table class="settings">(.*?)</table>', text, re.DOTALL)
    listed = [re.sub("<.*?>", "", name) for name in re.findall(r'<th scope="row">(.*?)</th>', table)]
    elsewhere = {"sentence", "inputs", "versions", "warning", "findings"}
    settings = [key.replace("_", " ") for key in method if key not in elsewhere]
    assert "n resamples" in settings
    assert listed == settings + [f"version of {name}" for name in method["versions"]]


def test_every_kind_of_comparison_has_a_page(example: sy.TestSet) -> None:
    scores = {name: [float(len(line)) for line in text] for name, text in example.systems.items()}
    evaluation = sy.evaluate(example, ["bleu", "exact-match"], segment_scores={"judge": scores})
    few = sy.evaluate(example.select([0, 1], ["harbour", "orator"]), ["ter"])
    runs = {"a": ["harbour", "lantern"], "b": ["sparrow", "tangle"]}
    four = sy.evaluate(example.select(range(120), ["harbour", "lantern", "sparrow", "tangle"]), ["bleu"])
    pages = [
        evaluation.report_page(evaluation.compare(n_resamples=99, sequential=True)),
        evaluation.report_page(
            evaluation.compare(n_resamples=99, pairs="baseline", equivalence_margin={"BLEU": 5.0, "judge": 0.1})
        ),
        few.report_page(few.compare(n_resamples=99)),
        few.report_page(few.compare(exact=True, correction="holm"), texts=False),
        four.report_page(four.compare(runs=runs, n_resamples=99)),
        evaluation.compare("moses", "none", n_resamples=99),
        sy.analyse_ratings(str(EXAMPLES / "ratings.tsv")),
        evaluation.scores(0.95, n_resamples=99),
        few.calibrate(["randomization"], n_repetitions=2, n_resamples=9, shares=[1.0]),
        few.influence(),
        sy.lab.replicate(sy.evaluate(example, "bleu"), "koehn2004", sizes=[40], n_resamples=9),
        sy.explain(example, "ter", segments=[3]),
    ]
    for made in pages:
        text = sy.report.html_text(made)
        result = getattr(made, "result", made)
        [stored] = re.findall(r'<script type="application/json" id="stored">(.*?)</script>', text)
        assert json.loads(stored) == result.to_dict()
        read(text)


def test_what_the_text_says_the_page_says(example: sy.TestSet) -> None:
    four = sy.evaluate(example.select(range(120), ["harbour", "lantern", "sparrow", "tangle"]), ["bleu"])
    runs = {"a": ["harbour", "lantern"], "b": ["sparrow", "tangle"]}
    assert "95%, new data" in sy.report.html_text(four.compare(runs=runs, n_resamples=99))
    compared = sy.evaluate(example, "bleu").compare(unit="segment", n_resamples=200, sequential=True)
    text = sy.report.html_text(compared)
    assert text.count("cannot tell (undecided)") + text.count("worse (undecided)") > 0
    assert "Undecided at 0.05 after 200 draws" in text


@given(st.lists(st.text(max_size=8), min_size=2, max_size=2, unique=True), st.sampled_from(NASTY))
@settings(max_examples=25, deadline=None)
def test_no_text_becomes_markup(names: list[str], nasty: str) -> None:
    names = [name.encode("utf-8", "replace").decode() + nasty + str(i) for i, name in enumerate(names)]
    data = sy.TestSet([[nasty, "b"]], {names[0]: [nasty, "b"], names[1]: ["a", nasty]}, documents=[f"{nasty}.", "x"])
    evaluation = sy.evaluate(data, "wer")
    text = sy.report.html_text(evaluation.report_page(evaluation.compare(n_resamples=9)))
    tags = [tag for tag, _ in read(text).tags]
    assert tags.count("script") == 4
    assert "b" not in tags
    blocks = re.findall(r'<script type="application/json" id="(\w+)">(.*?)</script>', text, re.DOTALL)
    assert [name for name, _ in blocks] == ["data", "texts", "stored"]
    texts = json.loads(blocks[1][1])
    assert texts["systems"] == names
    assert texts["outputs"] == [[nasty, "b"], ["a", nasty]]


@pytest.mark.parametrize("nasty", NASTY)
def test_data_and_names_are_escaped(nasty: str) -> None:
    assert json.loads(str(as_data({"x": nasty}))) == {"x": nasty}
    assert not re.search("[<>&\u2028\u2029]", str(as_data(nasty)))
    shown = str(bidi_safe(nasty))
    assert shown.startswith("<bdi>")
    assert not re.search("[\x00\u2028\u202e]", shown)
    assert "<script>" not in shown


def test_the_script_shows_the_same_characters_by_number_as_the_templates() -> None:
    script = Path(text_module.__file__).with_name("scripts").joinpath("base.js").read_text(encoding="utf-8")
    [shown] = re.findall(r"const HIDDEN = /\(\[(.+)\]\)/;", script)
    assert shown.encode().decode("unicode_escape") == text_module.SHOWN_BY_NUMBER


def test_a_file_is_replaced_whole_or_not_at_all(page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail)
        with pytest.raises(DataError, match="No space left"):
            sy.report.html(page, path)
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["report.html"]
    sy.report.html(page, path)
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert os.listdir(tmp_path) == ["report.html"]


@pytest.mark.parametrize(
    ("path", "reason"), [("", "empty"), ("a\0b", "null"), (".", "folder"), ("missing/x.html", "No such")]
)
def test_a_path_that_cannot_be_written_is_refused(
    path: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match=reason):
        check_path(path)
    assert os.listdir(tmp_path) == []


def test_a_page_needs_no_extra(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(requirement.startswith("jinja2") for requirement in project["dependencies"])
    for name in ("altair", "vl_convert", "polars", "pandas"):
        monkeypatch.setitem(sys.modules, name, None)  # None: the import fails
    assert sy.report.html_text(page).startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("metric", ["ter", "bleu"])
def test_two_tied_systems_do_not_turn_a_metric_round(metric: str) -> None:
    """The direction was read off the ranks: tied under TER, two systems stood under "higher is better"."""
    data = sy.TestSet(references=[["a b c d e"] * 3], systems={"x": ["a b c d f"] * 3, "y": ["a b c d g"] * 3})
    evaluation = sy.evaluate(data, [metric])
    comparison = evaluation.compare(n_resamples=20)
    assert len({row.score for row in comparison.scores}) == 1
    assert {row.higher_is_better for row in comparison.scores} == {metric == "bleu"}
    shown = set(re.findall(r"<small>(\w+) is better</small>", sy.report.html_text(comparison)))
    assert shown == {"higher" if metric == "bleu" else "lower"}
    assert ("downarrow" in sy.report.latex_text(comparison)) == (metric == "ter")
    before = comparison.to_dict()
    for row in before["scores"]:
        del row["higher_is_better"]  # as stored before there was this key
    assert "is better</small>" not in sy.report.html_text(sy.Comparison.from_dict(before))


def test_ticks_are_round_and_inside() -> None:
    for low, high in [(26.48, 47.82), (0.0, 0.0), (-3.0, 1e6), (0.12341, 0.12342), (1e-9, 1.1e-9)]:
        rows = [ScoreRow("m", "M", "s", value, None, 1, None, None, None, "") for value in (low, high)]
        axis = axis_of(rows)
        places = [axis.place(value) for value, _ in axis.ticks]
        assert 2 <= len(places) <= 9
        assert all(0 <= place <= 100 for place in places)
        assert 0 <= axis.place(low) <= axis.place(high) <= 100
        assert len({label for _, label in axis.ticks}) == len(axis.ticks)


def test_everything_that_can_be_used_has_a_source() -> None:
    assert [name for name, kind in available().items() if not kind.cites] == []
    assert set(sources.TESTS) <= set(registered_tests())
    from_papers = {name for name, test in registered_tests().items() if re.search(r"\b(19|20)\d\d\)", test.summary)}
    assert from_papers <= set(sources.TESTS)
    assert set(sources.CORRECTIONS) == set(CORRECTIONS) | set(PROCEDURES)
    assert set(sources.INTERVALS) == {*INTERVALS, RATES[0]}
    assert [name for table in (sources.TESTS, sources.INTERVALS) for name in table if not table[name]] == []


def test_bibtex_is_whole() -> None:
    file = Path(sources.__file__).with_name("references.bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(.+),$", file, re.MULTILINE)
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys))
    for key in keys:
        entry = sources.bibtex([key])
        assert entry.count("{") == entry.count("}")
        assert re.search(rf"^@\w+\{{{re.escape(key)},$", entry, re.MULTILINE)
        for field in ("author", "title", "year"):
            assert re.search(rf"^  {field} = \{{.+\}},$", entry, re.MULTILINE), (key, field)
        assert re.search(r"year = \{(\d{4})\}", entry)[1] in key
    tables = (sources.TESTS, sources.CORRECTIONS, sources.INTERVALS)
    assert {key for table in tables for value in table.values() for key in value} <= set(keys)
    assert {key for row in ROWS.values() for key in row.cites} <= set(keys)


def test_the_page_cites_what_was_used(page: Any) -> None:
    text = sy.report.html_text(page)
    for key in sources.citation_keys(page.result):
        assert f"{{{key}," in text
    assert sources.citation_keys(page.result) == [
        "papineni2002bleu", "post2018call", "chen2014systematic", "snover2006study", "noreen1989computer",
        "riezler2005pitfalls", "westfall1993resampling", "efron1993introduction",
    ]  # fmt: skip


def test_buckets_are_first_held_against_what_was_compared_with_most(example: sy.TestSet) -> None:
    evaluation = sy.evaluate(example, "bleu")
    for pairs, base in (("baseline", "harbour"), ("all", "lantern"), (["orator:tangle", "tangle:sparrow"], "tangle")):
        page = evaluation.report_page(evaluation.compare(pairs=pairs, n_resamples=99), texts=False)
        assert f" selected>{base}</option>" in sy.report.html_text(page)
