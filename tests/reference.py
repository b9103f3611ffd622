"""The reference pages as the code gives them: made in memory, each at most once in a process."""

from functools import cache
from pathlib import Path

from make_reference import PAGES

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference"  # where links of other pages look for them
GENERATED = tuple(FOLDER / name for name in PAGES)


@cache
def reference(name: str) -> str:
    """Return the text of a generated page."""
    return PAGES[name]()


def text_of(path: Path) -> str:
    """Return the text of any page; of a generated one what the code gives."""
    generated = path in GENERATED
    return reference(path.relative_to(FOLDER).as_posix()) if generated else path.read_text(encoding="utf-8")
