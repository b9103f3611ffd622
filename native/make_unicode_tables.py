"""Write unicode_tables.inc: the code points that Python's `str.isspace` accepts.

Run `python native/make_unicode_tables.py` after a change here; `--check` fails when the file is stale.
The set has not changed between Python 3.11 and 3.13 (Unicode 14 to 15.1).
"""

import sys
from pathlib import Path

TARGET = Path(__file__).with_name("unicode_tables.inc")


def table() -> str:
    spaces = [code for code in range(sys.maxunicode + 1) if chr(code).isspace()]
    rows = "".join(f"    0x{code:04X},\n" for code in spaces)
    return (
        "// Made by make_unicode_tables.py; do not edit.\n"
        f"inline constexpr std::array<std::uint32_t, {len(spaces)}> white_space = {{\n{rows}}};\n"
    )


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(0 if TARGET.read_text(encoding="ascii") == table() else f"{TARGET} is stale: run {sys.argv[0]}")
    TARGET.write_text(table(), encoding="ascii")
