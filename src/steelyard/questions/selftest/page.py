"""What a self-test found, laid out."""

from steelyard.page.blocks import Block, Items, Page, Paragraph, Titled
from steelyard.questions.selftest.answer import SelfTest
from steelyard.results.columns import Shown, Term, table
from steelyard.results.table import Table

__all__ = ["to_page"]

_TITLES = {"metrics": "scores of known texts", "tests": "p-values and draws", "levels": "false positive rates"}
_PROMISED: Shown = (Term("", ">nominal", ".0%"), lambda row: row.expected)
_MEASURED: Shown = (Term("", ">measured", ".1%"), lambda row: row.found)


def to_page(found: SelfTest) -> Page:
    """Lay out how many numbers of each part are right, those that are not, the levels, and the machine."""
    blocks: list[Block] = [Paragraph(found.method["sentence"]), Titled("", _overview(found))]
    wrong = [row for row in found.rows if not row.is_right]
    if wrong:
        blocks.append(Titled("Wrong", table(wrong)))
    levels = [row for row in found.rows if row.part == "levels"]
    blocks.append(
        Titled("False positive rates", table(levels, (("test", "name"), _PROMISED, _MEASURED, ("in", "source"))))
    )
    blocks.append(Items(tuple(_machine(found))))
    return Page(tuple(blocks))


def _overview(found: SelfTest) -> Table:
    """Count the numbers of each part by where they are known from."""
    cells = []
    for part, title in _TITLES.items():
        rows = [row for row in found.rows if row.part == part]
        for source in dict.fromkeys(row.source for row in rows) if part != "levels" else ("",):
            held = [row for row in rows if source in ("", row.source)]
            n_wrong = sum(not row.is_right for row in held)
            cells.append((title, source or "simulated data sets", str(len(held)), str(n_wrong)))
    return Table(("numbers", "source", ">checked", ">wrong"), cells)


def _machine(found: SelfTest) -> list[str]:
    method = found.method
    machine = method["machine"]
    installed = [f"{name} {version}" for name, version in method["extras"].items() if version]
    missing = [name for name, version in method["extras"].items() if not version]
    lines = [
        ", ".join(f"{name} {version}" for name, version in method["versions"].items()),
        f"{machine['platform']}; {method['seconds']:g} s",
        f"optional packages: {', '.join(installed) or 'none'}",
    ]
    return [*lines, f"not installed: {', '.join(missing)}"] if missing else lines
