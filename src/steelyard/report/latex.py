r"""Pages as LaTeX: tables with booktabs, a caption, a label, and the method under each, to go into a paper."""

import re
from collections.abc import Sequence

from steelyard.report.page import Items, Legend, Page, Paragraph, Titled
from steelyard.report.table import Table, clean

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
_NUMBERS = re.compile(r"[-+\d.,\[\]%()±e ]*")
PREAMBLE = "% In the preamble: \\usepackage{booktabs}. Names beyond Latin letters need LuaLaTeX or XeLaTeX."


def page_latex(page: Page, label: str) -> str:
    """Lay the tables of a page out for LaTeX: one float a table, what was found and the method under the last.

    Parameters
    ----------
    page : Page
        What to show; texts of segments are left out.
    label : str
        Start of the labels, after ``tab:``.

    Returns
    -------
    str
        Without a line end.
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
    floats, title = [], label
    for i, block in enumerate(tables):
        title = " ".join(block.title.split()) or title  # a table without a title belongs to the one before
        after = [block.after] if block.after else []
        name = label if len(tables) == 1 else f"{label}-{i + 1}"
        below = [escaped(note) for note in after + (notes if block is tables[-1] else [])]
        floats.append(table_latex(_columns(block.table), _rows(block.table), escaped(title), name, below))
    return "\n\n".join([PREAMBLE, *floats])


def table_latex(columns: str, rows: Sequence[str], caption: str, label: str, notes: Sequence[str]) -> str:
    """Put rows that are LaTeX already, the first of them headers, into a float.

    Parameters
    ----------
    columns : str
        As `tabular` takes them.
    rows : sequence of str
        Without line ends.
    caption, label : str
        Of the float; the label without ``tab:``.
    notes : sequence of str
        Paragraphs under the table, LaTeX already.

    Returns
    -------
    str
        Without a line end.
    """
    header, *body = rows
    lines = [r"\begin{table}", r"\centering", rf"\caption{{{caption}}}", rf"\label{{tab:{label}}}"]
    lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rf"{header} \\", r"\midrule"]
    lines += [rf"{row} \\" for row in body] + [r"\bottomrule", r"\end{tabular}"]
    if notes:
        lines += [
            "",
            r"\smallskip",
            r"\begin{minipage}{\linewidth}\footnotesize",
            "\n\n".join(notes),
            r"\end{minipage}",
        ]
    return "\n".join([*lines, r"\end{table}"])


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


def _rows(table: Table) -> list[str]:
    are_numbers = [
        header.startswith(">") or all(row[i].startswith("[") and _NUMBERS.fullmatch(row[i]) for row in table.rows)
        for i, header in enumerate(table.headers)
    ]
    rows = [" & ".join(escaped(header.removeprefix(">")) for header in table.headers)]
    for row in table.rows:
        rows.append(
            " & ".join(
                number(cell) if is_number else escaped(cell) for cell, is_number in zip(row, are_numbers, strict=True)
            )
        )
    return rows
