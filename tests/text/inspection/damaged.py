"""The bundled example, and ways to damage it and look for one thing."""

from collections.abc import Callable, Sequence

import steelyard as sy
from steelyard.files.reading import read_lines
from steelyard.results import Finding
from tests.conftest import EXAMPLES, SYSTEMS

Lines = Sequence[str]
REFERENCES = [list(read_lines(EXAMPLES / f"reference.{i}.en").lines) for i in (1, 2)]
OUTPUTS = {name: list(read_lines(EXAMPLES / "systems" / f"{name}.en").lines) for name in SYSTEMS}
GERMAN = list(read_lines(EXAMPLES / "source.de").lines)
DOCUMENTS = list(read_lines(EXAMPLES / "documents.txt").lines)
HARBOUR, LANTERN = OUTPUTS["harbour"], OUTPUTS["lantern"]
CHINESE = [f"第{i}号渡轮今天早上没有开，因为海上有大风，{i % 7}点以后再看。" for i in range(40)]


def found(check: str, mine: Lines, references: Sequence[Lines] = REFERENCES, **more: Lines) -> list[Finding]:
    """Check one system beside an honest one."""
    systems = {"mine": mine}
    if references is REFERENCES:
        systems["honest"] = LANTERN
    return list(sy.lint(references, systems, checks=[check], **more).findings)  # type: ignore[arg-type]


def changed(lines: Lines, rows: Sequence[int], change: Callable[[str], str]) -> list[str]:
    return [change(line) if row in rows else line for row, line in enumerate(lines)]
