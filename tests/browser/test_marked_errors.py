"""Errors that people marked, shown in the texts that they rated."""

import json
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.cli.app import main
from steelyard.errors import AlignmentError, SpecError
from steelyard.results import ReportPage
from tests.browser.conftest import PHONE
from tests.browser.pages import segments_of

SCREENS = pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
TEXTS = {"one": ["🙂 a <b>bad</b> word", "fine", "again"], "two": ["all good", "two", "again"]}


SOURCE = ["🙂 ein <b>böses</b> Wort", "gut", "noch einmal"]


def mark(
    start: int | None, end: int | None, severity: str, category: str = "accuracy/<i>", *, in_source: bool = False
) -> dict[str, Any]:
    return {
        "start": start,
        "end": end,
        "severity": severity,
        "category": category,
        "score": 1,
        "is_source_error": in_source,
    }


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    marks = {
        ("one", 1): [mark(4, 14, "major"), mark(2, 14, "minor", "style")],
        ("one", 2): [mark(0, 4, "minor")],
        ("two", 1): [mark(0, 3, "minor")],
    }
    rows = [
        f"{system}\t{line}\t{json.dumps({'errors': marks.get((system, line), [])})}"
        for system in TEXTS
        for line in (1, 2, 3)
    ]
    path = tmp_path / "ratings.tsv"
    path.write_text("\n".join(["system\tline\terrors_json", *rows, ""]), encoding="utf-8")
    return path


@SCREENS
def test_errors_are_marked_where_people_saw_them(
    opening: Any, ratings: Path, tmp_path: Path, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, lines in TEXTS.items():
        (tmp_path / f"{name}.de").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    texts = [str(tmp_path / f"{name}.de") for name in TEXTS]
    command = ["human", str(ratings), "-n", "99", "-q", "--report", str(tmp_path / "r.html"), "--texts", *texts]
    with pytest.raises(SystemExit) as left:
        main(command)
    assert not left.value.code
    capsys.readouterr()
    page = opening(tmp_path / "r.html", size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="one")
    page.locator("#segment-b").select_option(label="two")
    page.locator("#segment-order").select_option("number")
    first = items.first.locator(".text").first
    assert first.locator("p").text_content() == TEXTS["one"][0]
    assert first.locator("mark.minor").all_inner_texts() == ["a "]  # places count characters, not halves of them
    assert first.locator("mark.major").all_inner_texts() == ["<b>bad</b>"]
    assert "major accuracy/<i>: “<b>bad</b>”" in first.locator(".errors").inner_text()
    assert first.locator(".errors li").count() == 2
    assert items.nth(1).locator("mark").all_inner_texts() == ["fine"]
    assert page.locator("main i").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@SCREENS
def test_errors_in_the_source_are_shaded_there(opening: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    marks = {"one": [mark(6, 18, "major", "omission", in_source=True), mark(2, 3, "minor")], "two": []}
    rows = [f"{system}\t1\t{json.dumps({'errors': errors})}" for system, errors in marks.items()]
    path = tmp_path / "ratings.tsv"
    path.write_text("\n".join(["system\tline\terrors_json", *rows, ""]), encoding="utf-8")
    judgements = sy.read_judgements(path)
    analysis = sy.analyse_ratings(judgements, n_resamples=99)
    found = sy.ratings_page(judgements, analysis, texts=TEXTS, sources=SOURCE)
    sy.report.html(found, tmp_path / "r.html")
    assert ReportPage.from_dict(json.loads(found.to_json())) == found
    page = opening(tmp_path / "r.html", size, phone=size == PHONE)
    items = segments_of(page)
    page.locator("#segment-a").select_option(label="one")
    page.locator("#segment-b").select_option(label="two")
    rows_shown = items.first.locator(".text")
    assert rows_shown.nth(0).locator("p").text_content() == SOURCE[0]
    assert rows_shown.nth(0).locator("mark.major").all_inner_texts() == ["<b>böses</b>"]
    assert rows_shown.nth(1).locator("p mark").all_inner_texts() == ["a"]
    assert "major omission in the source: “<b>böses</b>”" in rows_shown.nth(1).inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    with pytest.raises(AlignmentError, match="The sources are 0 lines, and line 1 was rated"):
        sy.ratings_page(judgements, analysis, texts=TEXTS, sources=[])


def test_a_page_of_marked_texts_is_stored_and_read_back(ratings: Path) -> None:
    judgements = sy.read_judgements(ratings)
    page = sy.ratings_page(judgements, sy.analyse_ratings(judgements, n_resamples=99), texts={"one": TEXTS["one"]})
    assert ReportPage.from_dict(json.loads(page.to_json())) == page
    assert page.segments is not None
    assert page.segments.outputs == (tuple(TEXTS["one"]), (None,) * 3)
    assert [(one.system, one.segment, one.start, one.end) for one in page.segments.errors] == [
        ("one", 1, 4, 14), ("one", 1, 2, 14), ("one", 2, 0, 4), ("two", 1, 0, 3),
    ]  # fmt: skip


def test_texts_that_do_not_fit_are_refused(ratings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judgements = sy.read_judgements(ratings)
    analysis = sy.analyse_ratings(judgements, n_resamples=99)
    with pytest.raises(SpecError, match="Nobody rated the system 'three': the ratings have one, two"):
        sy.ratings_page(judgements, analysis, texts={"three": TEXTS["one"]})
    with pytest.raises(AlignmentError, match="are 2 lines, and line 3 was rated"):
        sy.ratings_page(judgements, analysis, texts={"one": TEXTS["one"][:2]})
    with pytest.raises(SystemExit, match="2"):
        main(["human", str(ratings), "--texts", "x.de"])
    assert "needs a report: add --report FILE" in capsys.readouterr().err
