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


SCORES = [
    {"item": f"q{i}", "system": s, "accuracy": (i * 7 + ord(s)) % 5 / 5} for s in "abc" for i in range(1, 13)
]  # fmt: skip
OF_LINES = [{"system": s, "line": i, "COMET": (i * 7 + ord(s)) % 5 / 5} for s in "abc" for i in range(1, 13)]
PEOPLE = [{"system": s, "line": i, "score": (i * 5 + ord(s)) % 7} for s in "abc" for i in range(1, 13)]
TEXTS = [
    {"id": i, "reference": f"the boat {i} leaves", "a": f"a boat {i} leaves", "b": f"the boat {i} goes"}
    for i in range(1, 13)
]
DOORS: dict[str, tuple[list[dict[str, object]], str]] = {
    "scores": (SCORES, "compare --scores ROWS -n 50"),
    "board": (SCORES, "board ROWS -n 50"),
    "items": (SCORES, "board items ROWS"),
    "texts": (TEXTS, "compare --table ROWS --systems a b -n 50"),
    "a column": (TEXTS, "score ROWS:reference -i ROWS:a ROWS:b -m chrf"),
    "documents": (
        [{"item": f"q{i}", "document": f"d{i // 3}"} for i in range(1, 13)],
        "compare --scores SCORES --documents ROWS -n 50",
    ),
    "metrics and people": (OF_LINES, "meta --ratings PEOPLE --scores ROWS --levels segment -n 50"),
    "people and metrics": (PEOPLE, "meta --ratings ROWS --scores OF_LINES --levels segment -n 50"),
    "candidates": (
        [{"source": f"Boot {i}", "candidates": [f"a boat {i}", f"the boat {i}", "boat"]} for i in range(1, 13)],
        "lab choose ROWS -n 50",
    ),
    "check-points": (
        [{"segment": i, "category": "noun", "references": ["boat", "ship"]} for i in range(1, 13)],
        "lab suite ROWS -i OUTPUT OTHER -n 50",
    ),
    "samples of lm-eval": (
        [
            {"doc_id": i, "doc": {}, "target": "x", "arguments": {}, "filtered_resps": [], "acc": i % 2}
            for i in range(9)
        ],
        "score --scores ROWS",
    ),
    "samples of Every Eval Ever": (
        [
            {"schema_version": "0.3.0", "evaluation_id": "e", "model_id": m, "evaluation_name": "b",
             "sample_id": str(i), "evaluation": {"score": (i + len(m)) % 2}} for m in ("m", "mm") for i in range(12)
        ],
        "board ROWS -n 50",
    ),
    "MetricX": (
        [
            {"id": f"s{i}", "system": s, "hypothesis": "x", "prediction": (i + ord(s)) % 4}
            for s in "ab" for i in range(12)
        ],
        "board ROWS -n 50",
    ),
    "WMT25": (
        [{"document_id": f"d{i}", "metric_scores": {"X": [i / 12, 0.5]}} for i in range(12)],
        "score --scores ROWS",
    ),
    "GEMBA": (
        [{"temperature": 0, "answer_id": 1, "answer": f"{60 + i}", "prompt": "p"} for i in range(12)],
        "score --scores ROWS",
    ),
    "the log of Pearmut": (
        [
            {"user_id": "ann", "item_i": i, "annotation": {s: {"score": 50 + (i + ord(s)) % 9} for s in "ab"},
             "item": {"item_id": f"t{i}", "src": "x", "tgt": {"a": "y", "b": "z"}}} for i in range(12)
        ],
        "human ROWS -n 50",
    ),
    "curves": (
        [{"system": s, "size": 2**i, "score": 30 - 20 / i + ord(s) % 3} for s in "ab" for i in range(1, 7)],
        "lab learning-curve ROWS -n 20",
    ),
}  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_that_reads_lines_reads_lists(door: str, layout: str, tmp_path: Path) -> None:
    for name, rows in (("SCORES", SCORES), ("OF_LINES", OF_LINES), ("PEOPLE", PEOPLE)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for name in ("OUTPUT", "OTHER"):
        (tmp_path / name).write_text("".join(f"{'the boat' * (i % 2)} {name} {i}\n" for i in range(1, 13)))
    rows, command = DOORS[door]
    path = tmp_path / "rows.json"
    words = [
        word.replace("ROWS", str(path)) if "ROWS" in word else str(tmp_path / word) if word.isupper() else word
        for word in command.split()
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    lines = run(*words)
    path.write_text(LAYOUTS[layout](rows), encoding="utf-8")
    found = run(*words)
    assert (lines.status, found.status) == (0, 0), (lines.err, found.err)
    assert found.out == lines.out
