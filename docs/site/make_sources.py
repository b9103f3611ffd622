"""Gather what Sphinx reads: the pages of docs, the reference, the gallery, and the order in which they stand.

Usage: python docs/site/make_sources.py FOLDER
"""

import os
import re
import shutil
import sys
from pathlib import Path

from make_gallery import gallery_page, write_gallery
from make_reference import write_reference
from reference_layout import toctree

__all__ = ["contents_of", "gather", "section_page", "with_links_inside"]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PICTURES = (".csv", ".md", ".png", ".svg")


def contents_of(index: str) -> dict[str, str]:
    """Split docs/README.md at its headings; return each section by the folder that its links lead to."""
    found = {}
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        folders = re.findall(r"\]\((\w+)/", section)
        found[folders[0]] = section
    return found


def section_page(folder: str, section: str) -> str:
    """Make the first page of a folder from its section: the same list, and the order of its pages for the sidebar."""
    title, _, body = section.partition("\n")
    body = body.replace(f"]({folder}/", "](").strip()
    parts = re.split(r"^### ", body, flags=re.MULTILINE)
    trees = [toctree(part.partition("\n")[0] if i else "", pages_of(part)) for i, part in enumerate(parts)]
    return (
        "\n\n".join(
            [f"# {title.partition(':')[0]}", re.sub("^###", "##", body, flags=re.MULTILINE), *filter(None, trees)]
        )
        + "\n"
    )


def pages_of(text: str) -> list[str]:
    """Return the pages that a list leads to, each item to one."""
    return re.findall(r"^- \[[^]]*\]\(([^)#]+)\.md\)", text, flags=re.MULTILINE)


def with_links_inside(text: str, page: Path, root: Path) -> tuple[str, set[Path]]:
    """Make links that leave docs lead to copies under `files`; return the text, and what must be copied.

    The list of contents, docs/README.md, becomes the front page.
    """
    outside: set[Path] = set()
    docs = root / "docs"

    def moved(link: re.Match[str]) -> str:
        path, anchor = link[1], link[2] or ""
        target = (page.parent / path).resolve()
        if target == docs / "README.md":
            return f"]({os.path.relpath(docs / 'index.md', page.parent)}{anchor})"
        if target.is_relative_to(docs) or not target.is_file():
            return link[0]
        outside.add(target)
        return f"]({os.path.relpath(docs / 'files' / target.relative_to(root), page.parent)}{anchor})"

    return re.sub(r"\]\((?![a-z]+:)([^)\s#]+)(#[^)\s]*)?\)", moved, text), outside


def gather(folder: Path) -> None:
    """Write all sources of the site into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    written = [path for path in sorted(DOCS.rglob("*")) if path.suffix in PICTURES and path.parent.name != "site"]
    for path in written:
        copy = folder / path.relative_to(DOCS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    (folder / "README.md").unlink()
    write_reference(folder / "reference")
    sections = contents_of((DOCS / "README.md").read_text(encoding="utf-8"))
    with (folder / "index.md").open("a", encoding="utf-8") as front:
        front.write(
            "\n" + toctree("", [f"{name}/index" for name in (*list(sections)[:-1], "gallery", "decisions")]) + "\n"
        )
    for name, section in sections.items():
        (folder / name / "index.md").write_text(section_page(name, section), encoding="utf-8")
    (folder / "gallery").mkdir()
    (folder / "gallery" / "index.md").write_text(gallery_page(), encoding="utf-8")
    for page in sorted(folder.rglob("*.md")):
        text, outside = with_links_inside(page.read_text(encoding="utf-8"), DOCS / page.relative_to(folder), ROOT)
        page.write_text(text, encoding="utf-8")
        for path in outside:
            copy = folder / "files" / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":  # a page, which stands in no list
                copy.write_text(f"---\norphan: true\n---\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
            else:
                shutil.copy(path, copy)
    (folder / "howto" / "examples").symlink_to(ROOT / "examples")  # what notebooks read, by the path from the root
    write_gallery(ROOT, folder / "pages" / "gallery")


if __name__ == "__main__":
    gather(Path(sys.argv[1]))
