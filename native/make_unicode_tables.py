"""Write unicode_tables.inc: the code points of white space, numbers, punctuation and symbols.

Run `python native/make_unicode_tables.py` after a change here, or for a newer Unicode. White space is what Python's
`str.isspace` accepts, the same set from Python 3.11 to 3.13. The other categories come from the `regex` package, which
sacreBLEU reads them from and which knows a newer Unicode than Python does: what a tokenizer does must depend neither on
the interpreter nor on the packages beside it, so the tables are kept here.

`--check` fails where the file contradicts the Python that runs it, which may know fewer characters but no other ones.
"""

import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

TARGET = Path(__file__).with_name("unicode_tables.inc")
UNICODE_VERSION = "18.0.0"  # of the `regex` package that the tables were last made with
PROPERTIES = {"numbers": "N", "punctuation_marks": "P", "symbols": "S"}
Range = tuple[int, int]


def ranges_of(accepts: Callable[[str], object]) -> list[Range]:
    found: list[Range] = []
    for code in range(sys.maxunicode + 1):
        if accepts(chr(code)):
            first = found.pop()[0] if found and found[-1][1] == code - 1 else code
            found.append((first, code))
    return found


def array(name: str, ranges: list[Range]) -> str:
    cells = [f"{{0x{first:04X}, 0x{last:04X}}}," for first, last in ranges]
    rows = "".join(f"    {' '.join(cells[i : i + 5])}\n" for i in range(0, len(cells), 5))
    return f"inline constexpr std::array<CodeRange, {len(ranges)}> {name} = {{{{\n{rows}}}}};\n"


def tables() -> str:
    import regex

    arrays = [array("white_space", ranges_of(str.isspace))]
    for name, letter in PROPERTIES.items():
        arrays.append(array(name, ranges_of(regex.compile(rf"\p{{{letter}}}").match)))
    return (
        f"// Made by make_unicode_tables.py from Unicode {UNICODE_VERSION}; do not edit.\n"
        "struct CodeRange {\n  std::uint32_t first, last;\n};\n" + "".join(arrays)
    )


def listed(name: str, text: str) -> set[int]:
    """Return the code points of one table of the file."""
    body = text.partition(f"> {name} = ")[2].partition(";")[0]
    pairs = re.findall(r"\{0x(\w+), 0x(\w+)\}", body)
    return {code for first, last in pairs for code in range(int(first, 16), int(last, 16) + 1)}


def contradictions(text: str) -> list[str]:
    """Compare with this Python's tables, at the characters that it knows."""
    characters = [chr(code) for code in range(sys.maxunicode + 1)]
    categories = [unicodedata.category(character) for character in characters]
    spaces = {code for code, character in enumerate(characters) if character.isspace()}
    found = [] if listed("white_space", text) == spaces else ["white_space"]
    for name, letter in PROPERTIES.items():
        table = listed(name, text)
        if any(
            (code in table) != (category[0] == letter) for code, category in enumerate(categories) if category != "Cn"
        ):
            found.append(name)
    return found


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        wrong = contradictions(TARGET.read_text(encoding="ascii"))
        sys.exit(f"{TARGET} is stale ({', '.join(wrong)}): run {sys.argv[0]}" if wrong else 0)
    TARGET.write_text(tables(), encoding="ascii")
