r"""Pages as LaTeX: tables with booktabs, a caption, a label, and the method under each, to go into a paper."""

import re
import textwrap
from collections.abc import Sequence

from steelyard.page.blocks import Items, Legend, Page, Paragraph, Titled
from steelyard.results.table import Table, clean

__all__ = ["escaped", "number", "page_latex", "table_latex"]

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "|": r"\textbar\allowbreak{}",  # between the fields of a signature a line may end
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "`": r"\textasciigrave{}",
        "[": "{[}",  # at the start of a row it would be an argument of the row before
        "]": "{]}",
        "*": "{*}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
    }
)
# Sizes of type, largest first: what a character and the room at both sides of a column take, in points.
_SIZES = (("", 5.1, 6), (r"\small", 4.7, 4), (r"\footnotesize", 4.35, 3), (r"\scriptsize", 4.05, 2))
_TEXT_WIDTH = 345  # points, of LaTeX's own article; a page of two columns has more
_NUMBERS = re.compile(r"[-+\d.,\[\]%()±e ]*")
PREAMBLE = "% In the preamble: \\usepackage{booktabs}. Names beyond Latin letters need LuaLaTeX or XeLaTeX."


def page_latex(page: Page, label: str) -> str:
    """Lay the tables of a page out for LaTeX: one float a table, what was found and the method under the last.

    Texts of segments are left out. Labels start with `label`, after ``tab:``.
    """
    tables = [block for block in page.blocks if isinstance(block, Titled)]
    notes: list[str] = []
    for block in page.blocks:
        if isinstance(block, Paragraph):
            notes += block.text.split("\n")
        elif isinstance(block, Items):
            notes += block.texts
        elif isinstance(block, Legend):
            notes.append(
                "; ".join(re.sub(r"\s{2,}", ": ", line.strip(), count=1) for line in block.text.split("\n")) + "."
            )
    floats, title = [], label.replace("-", " ").capitalize()
    for i, block in enumerate(tables):
        title = " ".join(block.title.split()) or title  # a table without a title belongs to the one before
        after = [block.after] if block.after else []
        name = label if len(tables) == 1 else f"{label}-{i + 1}"
        below = [escaped(note) for note in after + (notes if block is tables[-1] else [])]
        caption = escaped(re.sub(r"^Table \d+: ", "", title))  # LaTeX numbers by itself
        floats.append(table_latex(_columns(block.table), _rows(block.table), caption, name, below))
    return "\n\n".join([PREAMBLE, *floats] if floats else map(escaped, notes))


def table_latex(columns: str, rows: Sequence[str], caption: str, label: str, notes: Sequence[str]) -> str:
    """Put rows that are LaTeX already, the first of them headers, into a float.

    Columns are as `tabular` takes them, the label is without ``tab:``, and notes are paragraphs under the table, LaTeX
    already.
    """
    header, *body = rows
    sizes = [size for size in _SIZES if _width(rows, size[1], size[2]) <= _TEXT_WIDTH] or _SIZES[-1:]
    font, of_character, separation = sizes[0]
    is_too_wide = _width(rows, of_character, separation) > 1.1 * _TEXT_WIDTH  # guesses are high
    kind = "table*" if font else "table"  # across both columns of a page that has two
    lines = [rf"\begin{{{kind}}}", r"\centering", rf"\caption{{{caption}}}", rf"\label{{tab:{label}}}", r"\smallskip"]
    lines += [rf"{font}\setlength{{\tabcolsep}}{{{separation}pt}}"] if font else []
    lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rf"{header} \\", r"\midrule"]
    lines += [rf"{row} \\" for row in body] + [r"\bottomrule", r"\end{tabular}"]
    if notes:
        lines += [
            "",
            r"\smallskip",
            r"\begin{minipage}{\linewidth}\normalsize\footnotesize",
            "\n\n".join(notes),
            r"\end{minipage}",
        ]
    wide = ["% Wider than the text of LaTeX's article: leave out columns, or turn the table (package rotating)."]
    return "\n".join([*(wide if is_too_wide else []), *lines, rf"\end{{{kind}}}"])


def _width(rows: Sequence[str], of_character: float, separation: float) -> float:
    """Guess the width of a table in points: letters are about as wide as digits, which all have one width."""
    cells = [[_printed(cell) for cell in row.split(" & ")] for row in rows]
    n_columns = max(map(len, cells))
    header = sum(map(len, cells[0])) if len(cells[0]) < n_columns else 0
    body = [max(len(row[i]) if i < len(row) else 0 for row in cells[header > 0 :]) for i in range(n_columns)]
    return of_character * max(header, sum(body)) + 2 * separation * n_columns


def escaped(text: str) -> str:
    """Take the meaning from every character that LaTeX would read; other scripts stay as they are."""
    text = clean(text.replace("\n", " ")).translate(_SPECIAL)
    return re.sub("([-',])(?=\\1)", r"\1{}", text)  # -- and '' would become other characters


def number(text: str) -> str:
    """Set what holds numbers alone: minus signs, and dashes between the ends of a range; other text is escaped."""
    if not _NUMBERS.fullmatch(text):
        return escaped(text)
    parts = re.sub(r"(?<=\d)-(?=\d)", "\0", text).replace("-", "\1")
    return escaped(parts.replace("\0", "–").replace("\1", "−")).replace("–", "--").replace("−", "$-$")


def _columns(table: Table) -> str:
    return "".join("r" if header.startswith(">") else "l" for header in table.headers)


def _header(table: Table, i: int) -> str:
    """Set a header in lines no longer than the cells below, or than its longest word."""
    header = table.headers[i].removeprefix(">")
    longest = max([len(row[i]) for row in table.rows], default=0)
    lines = textwrap.wrap(
        header, max([longest, *map(len, header.split())]) or 1, break_long_words=False, break_on_hyphens=False
    )
    if len(lines) < 2:
        return escaped(header)
    side = "r" if table.headers[i].startswith(">") else "l"
    stacked = r"\\".join(map(escaped, lines))
    return rf"\shortstack[{side}]{{{stacked}}}"


def _rows(table: Table) -> list[str]:
    are_numbers = [
        header.startswith(">") or all(row[i].startswith("[") and _NUMBERS.fullmatch(row[i]) for row in table.rows)
        for i, header in enumerate(table.headers)
    ]
    rows = [" & ".join(_header(table, i) for i in range(len(table.headers)))]
    for row in table.rows:
        rows.append(
            " & ".join(
                number(cell) if is_number else escaped(cell) for cell, is_number in zip(row, are_numbers, strict=True)
            )
        )
    return rows


def _printed(cell: str) -> str:
    """Return about what is seen of a cell: of lines one above the other, the longest."""
    lines = re.sub(r"\\shortstack\[.\]", "", cell).split(r"\\")
    return max((re.sub(r"\\[a-zA-Z]+|[{}$\\]", "", line) for line in lines), key=len)
