"""Pages as Markdown, in GitHub's dialect: what a result says, to paste into an issue or a README."""

import re

from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.results.table import Table, clean

__all__ = ["page_markdown"]

_MARKUP = re.compile(r"([\\`*_\[<|~#$])")
_FIRST = re.compile(r"^(\s*\d*)([-+=>.)])")  # what would start a list or a quotation
_INTERVAL = re.compile(r"\[[-+\d., ]*\]")


def page_markdown(page: Page) -> str:
    """Lay a page out as Markdown; no name can become markup."""
    return "\n\n".join(filter(None, map(_block, page.blocks)))


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return "\n\n".join(_prose(line) for line in block.text.split("\n"))
    if isinstance(block, Items):
        return "\n".join(f"- {_prose(text)}" for text in block.texts)
    if isinstance(block, Legend):
        return "\n".join(f"- {_term(line)}" for line in block.text.split("\n"))
    if isinstance(block, Titled):
        title = f"**{_escaped(block.title.strip())}**" if block.title.strip() else ""
        return "\n\n".join(filter(None, [title, _table(block.table), _prose(block.after)]))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
    return f"{fence}text\n{block.text}\n{fence}"


def _table(table: Table) -> str:
    lines = [_row([header.removeprefix(">") for header in table.headers])]
    lines.append(_line(["---:" if header.startswith(">") else "---" for header in table.headers]))
    return "\n".join([*lines, *(_row(row) for row in table.rows)])


def _row(cells: tuple[str, ...] | list[str]) -> str:
    return _line([_escaped(cell) for cell in cells])


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _term(line: str) -> str:
    """Set a column's name apart from its meaning."""
    name, gap, meaning = line.partition("  ")
    return f"**{_escaped(name.strip())}**: {_escaped(meaning.strip())}" if gap and name.strip() else _prose(line)


def _prose(text: str) -> str:
    """Escape a line that starts a block of its own."""
    return _FIRST.sub(r"\1\\\2", _escaped(text))


def _escaped(text: str) -> str:
    """Take the meaning from every character that Markdown or HTML would read, and from addresses it would link."""
    text = clean(text.replace("\n", " "))
    if _INTERVAL.fullmatch(text):
        return text
    text = _MARKUP.sub(r"\\\1", text.replace("&", "&amp;"))
    return text.replace("://", "&#58;//").replace("www.", "www&#46;")
