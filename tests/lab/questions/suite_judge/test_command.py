"""`steelyard lab suite judge` as people type it: suites, patterns, pages, and what each mistake is told."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.report import text
from tests.cli.running import output, run

SUITE = [
    {
        "id": str(n), "category": "Verb", "phenomenon": ("Tense", "Mood")[n % 2], "source_sentence": f"s{n}",
        "positive_regex": "was", "negative_regex": "is", "positive_tokens": ["were"], "negative_tokens": [],
    }
    for n in range(6)
]  # fmt: skip
TOML = """
[[pattern]]
name = "negation"
source = "nicht"
right = "not"

[[pattern]]
name = "never there"
source = "niemals"
right = "never"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "items.json").write_text(json.dumps({"items": SUITE}))
    (tmp_path / "a.txt").write_text("was\nis\nwas\nwere\nhm\nwas\n")
    (tmp_path / "b.txt").write_text("was\nwas\nwas\nwas\nhm\nwas\n")
    (tmp_path / "patterns.toml").write_text(TOML)
    (tmp_path / "src.txt").write_text("nicht\nja\nnicht\nnicht\nja\nja\n")
    (tmp_path / "short.txt").write_text("ja\n")
    (tmp_path / "out.txt").write_text("not\nyes\nno\nnot\nyes\nyes\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(*words: str) -> str:
    return " ".join(output("lab", "suite", "judge", *words).split())


def test_the_command_prints_the_stored_result_and_it_is_verified(folder: Path) -> None:
    words = ("lab", "suite", "judge", "items.json", "-i", "a.txt", "b.txt", "-n", "100")
    stored = folder / "result.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    answer = sy.load(stored)
    assert isinstance(answer, sy.results.JudgedSuite)
    assert text(answer) == output(*words)
    assert "verified:" in output("check", "result", stored)
    for form in ("markdown", "latex", "csv"):
        assert "Tense" in output(*words, "-f", form)
    assert output(*words, "-f", "csv", "--csv-table", "agreement").startswith("category,people,n")
    page = folder / "page.html"
    output(*words, "--report", str(page))
    assert "Examples: wrong and undecided outputs" in page.read_text(encoding="utf-8")


def test_undecided_outputs_are_counted_and_the_rule_is_told(folder: Path) -> None:
    found = told("items.json", "-i", "a.txt", "b.txt", "-n", "100")
    assert "a: 4 items right, 1 wrong, 1 undecided; 80.0% right of the 5 decided for all systems." in found
    assert "1 of 6 items are undecided for some system, and left out for all" in found
    ends = told("items.json", "-i", "a.txt", "b.txt", "-n", "100", "--undecided", "bounds")
    assert "66.7 - 83.3" in ends and "left out for all" not in ends


def test_without_outputs_patterns_are_held_against_people(folder: Path) -> None:
    assert "Patterns agree with people on 0 of 0 decided outputs; people judged 6 outputs" in told("items.json")


def test_patterns_are_about_segments_whose_source_has_them(folder: Path) -> None:
    found = told("patterns.toml", "-i", "out.txt", "--sources", "src.txt")
    assert "out: 2 items right, 0 wrong, 1 undecided" in found and "These are in no source: never there." in found


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("items.json -i src.txt patterns.toml", "The output patterns has 10 lines, but items.json 6 items"),
        ("patterns.toml -i out.txt", "it looks at the source, and no sources are given (--sources)"),
        ("patterns.toml --sources src.txt", "Patterns need outputs: put -i before their files."),
        ("items.json -i a.txt --sources src.txt", "A test suite has its own sources"),
        ("items.json patterns.toml -i a.txt", "Give one test suite, or files of patterns"),
        ("items.json -i a.txt --credit found", "there is no flag --credit."),
        ("items.json -i a.txt --references b.txt", "there is no flag --references."),
        ("items.json -i a.txt --unit document", "name them with --documents"),
        ("src.txt -i a.txt", "a test suite is JSON"),
        ("patterns.toml -i out.txt --sources short.txt", "Sources have 1 lines, but outputs 6."),
        ("patterns.toml -i out.txt --sources out.txt", "No pattern is in any source, so there is no item"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(folder: Path, words: str, wanted: str) -> None:
    found = run("lab", "suite", "judge", *words.split())
    assert found.status == 2 and wanted in found.err and not found.out and "Traceback" not in found.err


def test_the_rule_for_undecided_outputs_is_no_option_of_other_steps(folder: Path) -> None:
    found = run("lab", "suite", "points.jsonl", "-i", "a.txt", "--undecided", "bounds")
    assert found.status == 2 and "there is no flag --undecided." in found.err


def test_documents_are_what_is_resampled_where_they_are_given(folder: Path) -> None:
    (folder / "docs.txt").write_text("d1\nd1\nd2\nd2\nd3\nd3\n")
    words = ("items.json", "-i", "a.txt", "b.txt", "-n", "100", "--documents", "docs.txt", "-f", "json")
    method = json.loads(output("lab", "suite", "judge", *words))["method"]
    assert (method["unit"], method["n_units"]) == ("document", 3)
