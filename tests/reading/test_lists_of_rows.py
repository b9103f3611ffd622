"""A list of rows in JSON is read wherever JSON Lines are, however it is laid out: the same answer."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.reading.test_language_pairs import KINDS

ROWS = {
    kind: [dict(zip(names, row(system, i), strict=True)) for i in range(1, 13) for system in "abc"]
    for kind, (names, row) in KINDS.items()
} | {"votes": [{"model_a": "a", "model_b": "bc"[i % 2], "winner": ("model_a", "tie", "b")[i % 3]} for i in range(40)]}
LAYOUTS = {
    "compact": lambda rows: json.dumps(rows, separators=(",", ":")),
    "one line": json.dumps,
    "indented": lambda rows: json.dumps(rows, indent=2),
    "a row a line": lambda rows: "[" + ",\n ".join(map(json.dumps, rows)) + "]\n",
    "brackets apart": lambda rows: "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", ROWS)
def test_a_list_of_judgements_is_read_as_its_lines_are(kind: str, layout: str, tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS[kind]), encoding="utf-8")
    lines = run("human", path, "-n", 50, "-f", "csv")
    path.write_text(LAYOUTS[layout](ROWS[kind]), encoding="utf-8")
    found = run("human", path, "-n", 50, "-f", "csv")
    assert (lines.status, found.status) == (0, 0), (lines.err, found.err)
    assert found.out == lines.out
