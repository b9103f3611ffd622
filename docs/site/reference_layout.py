"""How the generated pages are laid out in Markdown, and what they take from a docstring."""

import inspect
import re
from collections.abc import Sequence

__all__ = ["code", "entries_of", "first_line", "page", "rst", "table", "toctree"]


def page(title: str, *parts: str) -> str:
    """Join the parts of a page under its title."""
    return "\n\n".join([f"# {title}", *(part for part in parts if part)]) + "\n"


def table(headers: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Lay out a table in Markdown."""
    lines = [headers, ("---",) * len(headers), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def rst(text: str) -> str:
    """Set a part that Sphinx reads as reStructuredText, where it takes from docstrings."""
    return f"```{{eval-rst}}\n{text}\n```"


def toctree(caption: str, pages: Sequence[str]) -> str:
    """List pages for the sidebar, under a caption unless it is empty."""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["```{toctree}", *options, "", *pages, "```"]) if pages else ""


def code(text: str) -> str:
    """Turn reStructuredText's literals into Markdown's."""
    return re.sub(r"``(.+?)``", r"`\1`", text)


def first_line(thing: object) -> str:
    """Return the summary of a docstring."""
    docstring = inspect.getdoc(thing)
    if not docstring:
        raise ValueError(f"{thing!r} has no docstring.")
    return code(docstring.split("\n\n")[0].replace("\n", " "))


def entries_of(thing: object, heading: str) -> list[tuple[list[str], str, str]]:
    """Return the names, type and meaning of each entry under a heading of a docstring."""
    underlined = f"\n{heading}\n{'-' * len(heading)}\n"
    body = (inspect.getdoc(thing) or "").partition(underlined)[2].partition("\n\n")[0]
    found = []
    for entry in re.split(r"\n(?! )", body):
        head, _, text = entry.partition("\n")
        names, _, kind = head.partition(" : ")
        found.append((names.split(", "), code(kind), code(" ".join(text.split()))))
    return found
