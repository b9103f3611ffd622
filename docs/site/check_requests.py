"""Stop where a page of the site would ask another host for something: fonts, scripts, pictures, frames.

Usage: python docs/site/check_requests.py FOLDER
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["requests_of"]

# Links that one may follow, <a href>, are no requests; nor are names of namespaces, as SVG has them.
ELEMENT = re.compile(r"<(?!a\b)(\w+)\b[^>]*?\b(?:src|srcset|data|href|poster)=[\"']\s*((?:https?:)?//[^\"'\s]+)")
STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")


def requests_of(text: str) -> Iterator[str]:
    """Yield what a browser would fetch from elsewhere when it reads a page or a style sheet."""
    for found in ELEMENT.finditer(text):
        yield found[2]
    for found in STYLE.finditer(text):
        yield found[1]


def main(folder: Path) -> None:
    """Check all pages and style sheets of a folder."""
    files = [*folder.rglob("*.html"), *folder.rglob("*.css")]
    asked = {f"{file}: {address}" for file in files for address in requests_of(file.read_text(encoding="utf-8"))}
    if asked or not files:
        sys.exit("\n".join(["The site asks other hosts, or has no pages:", *sorted(asked)]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
