"""A result in a notebook: what its text says, as plain HTML that takes the notebook's own look."""

import html as escapes

from steelyard.page.blocks import Block, Items, Legend, Paragraph, Titled
from steelyard.page.formats import page_of
from steelyard.page.html.write import html_text
from steelyard.page.inline_figure import inline_svg
from steelyard.results.base import Result
from steelyard.results.drawn import rankings_of
from steelyard.results.table import Table, clean

__all__ = ["framed_page", "notebook_html"]

_MOST_FIGURES = 4  # metrics whose rankings are drawn
_LONGEST_UNBROKEN = 40  # characters of a cell that is one line: numbers, intervals, names, no texts


def notebook_html(result: Result) -> str:
    """Lay a result out for a notebook, where it is what the last line of a cell shows.

    Parameters
    ----------
    result : Result
        Stored or fresh.

    Returns
    -------
    str
        Paragraphs, lists, tables and the ranking as SVG, without scripts or style sheets. Names are escaped.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import notebook_html
    >>> data = sy.TestSet(references=[["a b c d"]], systems={"<b>": ["a b c d"]})
    >>> ">&lt;b&gt;</td>" in notebook_html(sy.evaluate(data, ["wer"]).scores())
    True
    """
    figures = [inline_svg(figure) for figure in rankings_of(result)[:_MOST_FIGURES]]
    first, *others = map(_block, page_of(result).blocks)
    return "\n".join(filter(None, [first, *(f"<p>{figure}</p>" for figure in figures), *others]))


def framed_page(page: Result) -> str:
    """Show the whole HTML page of a result inside a notebook, as one ``iframe`` that needs no other file.

    Its script may run, and reaches nothing around it.
    """
    content = escapes.escape(html_text(page))
    style = "width: 100%; height: 40rem; border: 1px solid #8888"
    return f'<iframe sandbox="allow-scripts allow-downloads" style="{style}" srcdoc="{content}"></iframe>'


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return "".join(f"<p>{_text(line)}</p>" for line in block.text.split("\n"))
    if isinstance(block, Items):
        return f"<ul>{''.join(f'<li>{_text(text)}</li>' for text in block.texts)}</ul>"
    if isinstance(block, Legend):
        return f"<p><small>{'<br>'.join(map(_term, block.text.split(chr(10))))}</small></p>"
    if isinstance(block, Titled):
        return _table(block.table, block.title.strip()) + (f"<p>{_text(block.after)}</p>" if block.after else "")
    return f"<pre>{escapes.escape(block.text)}</pre>"


def _table(table: Table, title: str) -> str:
    head = "".join(f'<th scope="col"{_side(header)}>{_text(header.removeprefix(">"))}</th>' for header in table.headers)
    rows = "".join(f"<tr>{''.join(map(_cell, row, table.headers))}</tr>" for row in table.rows)
    caption = f'<caption style="text-align: left">{_text(title)}</caption>' if title else ""
    body = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<div style="overflow-x: auto"><table>{caption}{body}</table></div>'


def _cell(cell: str, header: str) -> str:
    return f"<td{_side(header, is_whole=len(cell) <= _LONGEST_UNBROKEN)}>{_text(cell)}</td>"


def _side(header: str, *, is_whole: bool = False) -> str:
    # Styles of notebooks break lines inside of numbers and intervals where columns are narrow.
    side = "right" if header.startswith(">") else "left"
    return f' style="text-align: {side}; padding: 0.1em 0.6em{"; white-space: nowrap" * is_whole}"'


def _term(line: str) -> str:
    """Set a column's name apart from its meaning."""
    name, gap, meaning = line.partition("  ")
    return f"<b>{_text(name.strip())}</b>: {_text(meaning.strip())}" if gap and name.strip() else _text(line)


def _text(text: str) -> str:
    return escapes.escape(clean(text))
