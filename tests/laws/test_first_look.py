"""What a command prints without further flags fits a screen: 80 columns, and some 32 lines below a long ranking."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from steelyard.cli.app import commands
from steelyard.page.blocks import Items, Legend, MethodText, Page, Paragraph, Titled, page_text
from steelyard.page.cautions import cautions
from steelyard.results.shown import FirstLook
from steelyard.results.table import Table
from tests.cli.example_folder import FINDS, fill, quick
from tests.cli.running import output, run

COLUMNS, LINES = 80, 32
LAST = "--method"
# They print what was asked for by name: the parts of one segment's score, and lines that other programs read.
OTHERWISE = {"explain segment", "score", "check installation", "metrics"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        patch.delenv("COLUMNS", raising=False)
        fill(path)
        yield path


def with_parts() -> list[str]:
    return [name for name, parser in commands().items() if "--method" in parser.flags and name not in OTHERWISE]


@pytest.mark.parametrize("command", with_parts())
def test_the_first_example_of_a_command_fits_a_screen(command: str, folder: Path) -> None:
    lines = (commands()[command].epilog or "").splitlines()
    words = quick(next(line for line in lines if f"steelyard {command} " in line))
    outcome = run(*words, is_whole=False)
    assert outcome.status in (0, 1 if command in FINDS else 0)
    shown = outcome.out.rstrip("\n").split("\n")
    whole = run(*words).out.rstrip("\n").split("\n")
    if not command.startswith("lab replicate"):  # titles of a paper's tables and figures
        assert max(map(len, shown)) <= COLUMNS
        assert max(map(len, run(*words, "--legend", "--method", is_whole=False).out.split("\n"))) <= COLUMNS
    longest = max(len(block.split("\n")) for block in "\n".join(shown).split("\n\n"))
    assert len(shown) <= max(LINES, longest + 20), len(shown)
    assert shown == whole or LAST in shown[-1] or "--details" in shown[-1] or "--legend" in shown[-1]


def test_what_is_hidden_is_shown_by_the_flag_that_the_last_line_names(folder: Path) -> None:
    words = quick("steelyard human ratings.tsv")
    first = output(*words, is_whole=False)
    *_, named, last = first.split("\n")
    assert named == "more tables: Raters of score"
    assert last == "details: --details, method: --method, legend: --legend, page: --report FILE"
    assert (
        "\nRaters of score" not in first
        and "We compared systems" not in first
        and "simultaneous  simultaneous interv" not in first
    )
    assert "Raters of score" in output(*words, "--details", is_whole=False)
    assert "We compared systems" in output(*words, "--method", is_whole=False)
    assert "simultaneous  simultaneous interv" in output(*words, "--legend", is_whole=False)
    everything = output(*words, "--details", "--method", "--legend", is_whole=False)
    assert everything == output(*words) and "--details" not in everything


@pytest.mark.parametrize(("n_systems", "most"), [(2, 20), (5, 32), (30, 60)])
def test_a_comparison_of_many_systems_fits_a_screen(tmp_path: Path, n_systems: int, most: int) -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(200, n_systems)) + np.arange(n_systems) / 8
    path = tmp_path / "scores.tsv"
    lines = ["\t".join(f"system-{n}" for n in range(n_systems)), *("\t".join(f"{x:.4f}" for x in row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    shown = output(
        "compare", "--scores", f"s={path}", "-n", "300", "-q", "--higher-is-better", "s", is_whole=False
    ).split("\n")
    assert len(shown) <= most and max(map(len, shown)) <= COLUMNS
    n_pairs = n_systems * (n_systems - 1) // 2
    every = output(
        "compare",
        "--scores",
        f"s={path}",
        "-n",
        "300",
        "-q",
        "--higher-is-better",
        "s",
        "--pairs",
        "all",
        is_whole=False,
    )
    assert len(re.findall(r"^system-\d+ +system-\d+ ", every, re.MULTILINE)) == n_pairs


def page(n_rows: int, n_more: int) -> Page:
    tables = [Titled(f"table {n}", Table(("name", "value"), [("x", "1")] * n_rows)) for n in range(n_more)]
    method = {"warning": "few units", "notes": ("a note",)}
    return Page(
        (Paragraph("The answer."), *tables, *cautions(method), Legend("value  a number"), MethodText("We did."))
    )


def test_a_page_gives_way_from_below_and_keeps_its_main_table_and_its_cautions() -> None:
    shown = page_text(page(40, 3), None, FirstLook())
    assert "\ntable 0\n" in shown and "\ntable 1\n" not in shown and shown.count("x ") == 40
    assert "Warning: few units." in shown and "- a note" in shown
    assert shown.endswith("\n\nmore tables: table 1; table 2\ndetails: --details, method: --method, legend: --legend")
    short = page_text(page(3, 3), None, FirstLook())
    assert "\ntable 2\n" in short and "--details" not in short
    marked = Page((Paragraph("The answer."), Titled("aside", Table(("a",), [("1",)]), is_detail=True), Items(("b",))))
    assert "\naside\n" not in page_text(marked, None, FirstLook()) and "- b" in page_text(marked, None, FirstLook())
    assert page_text(marked, None, FirstLook(shown=frozenset(("details",)))) == page_text(marked)
