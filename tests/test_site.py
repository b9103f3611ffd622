"""The site has every page of docs in its place, its links stay inside, and its gallery's commands exist."""

import shlex
from pathlib import Path

import pytest
from check_requests import requests_of
from make_gallery import EXHIBITS, Exhibit, files_of, gallery_page
from make_sources import contents_of, pages_of, section_page, with_links_inside

from steelyard.cli.app import parse
from tests.reference import GENERATED

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


def test_every_page_of_docs_is_in_a_sidebar() -> None:
    sections = contents_of((DOCS / "README.md").read_text(encoding="utf-8"))
    assert list(sections) == ["tutorial", "howto", "explanation", "reference", "decisions"]
    listed = {
        f"{folder}/{name}" for folder, text in sections.items() for name in pages_of(text.replace(f"({folder}/", "("))
    }
    pages = {path.relative_to(DOCS).with_suffix("").as_posix() for path in (*DOCS.rglob("*.md"), *GENERATED)}
    assert {page for page in pages if page.count("/") == 1 or page.startswith("howto/")} == listed


def test_a_section_keeps_its_list_and_adds_its_order() -> None:
    section = "Guides: do\n\n### Score\n\n- [A](howto/a.md): one\n\n### Rate\n\n- [B](howto/b.md) ([x](howto/b.md#x))\n"
    page = section_page("howto", section)
    assert page.startswith("# Guides\n\n## Score\n\n- [A](a.md): one\n")
    assert page.endswith(
        "```{toctree}\n:hidden:\n:caption: Score\n\na\n```\n\n```{toctree}\n:hidden:\n:caption: Rate\n\nb\n```\n"
    )


@pytest.mark.parametrize(
    ("link", "moved", "outside"),
    [
        ("](choose-a-test.md#sign)", "](choose-a-test.md#sign)", set()),
        ("](../README.md)", "](../index.md)", set()),
        ("](../../examples/README.md#x)", "](../files/examples/README.md#x)", {ROOT / "examples" / "README.md"}),
        ("](https://example.org/a)", "](https://example.org/a)", set()),
        ("](#here)", "](#here)", set()),
    ],
)
def test_links_out_of_docs_lead_to_copies(link: str, moved: str, outside: set[Path]) -> None:
    assert with_links_inside(f"[a{link}.", DOCS / "howto" / "page.md", ROOT) == (f"[a{moved}.", outside)


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda exhibit: exhibit.name)
def test_a_command_of_the_gallery_exists_and_so_do_its_files(exhibit: Exhibit) -> None:
    words = [word for part in shlex.split(exhibit.command) for word in files_of(part, ROOT)]
    assert parse([*words, "--report", "x.html"]).report
    assert [word for word in words if word.startswith("examples/") and not (ROOT / word).exists()] == []
    assert f"$ steelyard {exhibit.command} --report " in gallery_page()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ('<a href="https://example.org">a</a> <svg xmlns="http://www.w3.org/2000/svg"></svg>', []),
        ('<img alt="" src="https://example.org/a.png">', ["https://example.org/a.png"]),
        ("<script src='//example.org/a.js'></script>", ["//example.org/a.js"]),
        ('<link rel="stylesheet" href="https://example.org/a.css" />', ["https://example.org/a.css"]),
        ('<link rel="stylesheet" href="a.css" /><img src="data:image/png;base64,A//A">', []),
        ("@font-face { src: url(https://example.org/a.woff2) }", ["https://example.org/a.woff2"]),
        ('@import "//example.org/a.css"', ["//example.org/a.css"]),
    ],
)
def test_what_a_browser_would_fetch_from_elsewhere_is_found(text: str, asked: list[str]) -> None:
    assert list(requests_of(text)) == asked
