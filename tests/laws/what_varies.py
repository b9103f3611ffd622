"""What each command treats as sampled and what as fixed, by its own answers: the table of what-varies.md.

python -m tests.laws.what_varies      writes the table again
"""

import json
import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from steelyard.asking.registry import COMMANDS
from steelyard.cli.app import commands
from steelyard.results.factors import FACTORS
from tests.cli.example_folder import fill, formats_of, in_format, quick
from tests.cli.running import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "what-varies.md"
BEGIN, END = "<!-- the table, written by tests/laws/what_varies.py -->\n\n", "\n<!-- end -->"
FURTHER = {  # what flags change
    "score -ci": "steelyard score ref.txt -i ours.txt theirs.txt -ci",
    "compare --runs": (
        "steelyard compare ref.txt -i a.txt b.txt c.txt d.txt --runs x=a,b y=c,d --generalise-to both -n 99"
    ),
    "compare --runs ... --generalise-to text": (
        "steelyard compare ref.txt -i a.txt b.txt c.txt d.txt --runs x=a,b y=c,d --generalise-to text -n 99"
    ),
    "compare --scores, by several raters": (
        "steelyard compare --scores ratings.tsv --repeats mean --missing drop-item -n 99"
    ),
    "board, by several raters": "steelyard board ratings.tsv --repeats mean --missing drop-item -n 99",
    "board --raters fixed": "steelyard board ratings.tsv --repeats mean --missing drop-item --raters fixed -n 99",
    "human --raters fixed": "steelyard human ratings.tsv --raters fixed -n 99",
    "human --test mixed-model": "steelyard human ratings.tsv --test mixed-model",
}
SAMPLED, FIXED = "sampled", "fixed"
UNITS = FACTORS[: FACTORS.index("runs")]  # by what the files say


def command_lines() -> Iterator[tuple[str, str]]:
    """Yield the first example of every command that answers in JSON, and what flags change."""
    parsers = commands()
    for entry in COMMANDS.values():
        lines = (parsers[entry.name].epilog or "").splitlines()
        if lines and "json" in formats_of(entry.name):
            yield entry.name, lines[0]
    yield from FURTHER.items()


def asked(line: str) -> Any:
    """Run a command line in the folder of examples, and return its answer."""
    words = in_format(quick(line), "json")
    ended = run(*words)
    if ended.status == 2:
        raise RuntimeError(f"{shlex.join(words)}: {ended.err}")
    return json.loads(ended.out)


def told_in(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every method that names its factors, in an answer and in the answers within it."""
    if isinstance(value, dict):
        if SAMPLED in value and FIXED in value:
            yield value
        for one in value.values():
            yield from told_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from told_in(one)


def factors_of(answer: Any) -> dict[str, str]:
    """Return by factor whether it was sampled or fixed, as the answer says; empty where it says nothing."""
    told = next(told_in(answer), None)
    return {} if told is None else {_column(one): how for how in (SAMPLED, FIXED) for one in told[how]}


def _column(factor: str) -> str:
    return "units" if factor in UNITS else factor


def table(found: Mapping[str, Mapping[str, str]]) -> str:
    """Lay out a row for each command that says something, and a column for each factor."""
    shown = ["units", *(one for one in FACTORS if one not in UNITS)]
    lines = [["command", *shown], ["---"] * (1 + len(shown))]
    lines += [[f"`{name}`", *(found[name].get(one, "") for one in shown)] for name in sorted(found) if found[name]]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> None:
    """Ask every command, and write the page."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        fill(Path(folder))
        found = {name: factors_of(asked(line)) for name, line in command_lines()}
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}{table(found)}{END}{rest.partition(END)[2]}", encoding="utf-8")
    sys.stdout.write(f"{sum(map(bool, found.values()))} commands\n")


if __name__ == "__main__":
    main()
