"""Commands read texts from tables, and say the same of them as of files."""

import csv
import json
from pathlib import Path

import pytest

from steelyard.asking.registry import split_command
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, SPARROW, TANGLE, output, run
from tests.conftest import EXAMPLES


def lines(path: str) -> list[str]:
    """Return the lines of a file of the example."""
    return Path(path).read_text(encoding="utf-8").splitlines()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Write a table with a column per system."""
    columns = {
        "reference": lines(REFERENCE),
        "harbour": lines(HARBOUR),
        "tangle": lines(TANGLE),
        "docid": lines(DOCUMENTS),
        "source": lines(str(EXAMPLES / "source.de")),
    }
    path = tmp_path / "outputs.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
    return path


def values(*words: object) -> dict[str, object]:
    """Return what a command computed, without what it says of its inputs."""
    result = json.loads(output(*words, "--format", "json"))
    return {key: value for key, value in result.items() if key != "method"}


FILES = (REFERENCE, "-i", HARBOUR, TANGLE, "--documents", DOCUMENTS, "--sources", EXAMPLES / "source.de")
COMMANDS: dict[str, tuple[str, ...]] = {
    "score": ("score", "-m", "bleu", "chrf"),
    "compare": ("compare", "-n", "200"),
    "diff": ("explain", "diff", "-n", "100"),
    "dependence": ("check", "dependence"),
    "errors": ("explain", "errors", "-n", "50"),
    "influence": ("explain", "influence"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_column_per_system_says_what_files_say(command: str, table: Path) -> None:
    name, flags = split_command(COMMANDS[command])
    words = name.split()
    assert values(*words, "--table", table, "--systems", "harbour", "tangle", *flags) == values(*words, *FILES, *flags)


def test_a_table_per_system_says_what_files_say(tmp_path: Path) -> None:
    paths = []
    for name, path in (("harbour", HARBOUR), ("tangle", TANGLE)):
        rows = zip(lines(path), lines(REFERENCE), strict=True)
        entries = [{"n": i, "prediction": one, "gold answer": reference} for i, (one, reference) in enumerate(rows)]
        if name == "tangle":
            entries.reverse()
        paths.append(tmp_path / f"{name}.jsonl")
        paths[-1].write_text("\n".join(map(json.dumps, entries)))
    fields = ("--field", "prediction", "--reference-field", "gold answer", "--id-field", "n")
    expected = values("score", REFERENCE, "-i", HARBOUR, TANGLE)
    assert values("score", "--table", *paths, *fields) == expected
    assert values("score", REFERENCE, "--table", *paths, "--id-field", "n") == expected
    named = values("score", "--table", *paths, *fields, "--names", "ours", "theirs")
    assert [row["system"] for row in named["scores"]] == ["ours", "theirs"]  # type: ignore[attr-defined]


def test_a_segment_of_a_table_is_explained(table: Path) -> None:
    of_table = values(
        "explain", "segment", "chrf", "--table", table, "--systems", "harbour", "tangle", "--segment", "3"
    )
    assert of_table == values("explain", "segment", "chrf", *FILES, "--segment", "3")


def test_statistics_and_lint_take_tables(table: Path, tmp_path: Path) -> None:
    texts = ("--table", table, "--systems", "harbour", "tangle")
    stored = tmp_path / "counts.jsonl"
    output("score", "-q", *texts, "--keep", stored)
    assert values("score", "--stats", stored) == values("score", *FILES)
    assert values("check", "files", *texts)["findings"] == values("check", "files", *FILES)["findings"]


@pytest.mark.parametrize("how", ["columns", "tables"])
def test_a_result_from_tables_is_verified(table: Path, tmp_path: Path, how: str) -> None:
    words: tuple[object, ...] = ("--table", table, "--systems", "harbour", "tangle")
    if how == "tables":
        paths = [tmp_path / "harbour.jsonl", tmp_path / "tangle.jsonl"]
        for path, text in zip(paths, (HARBOUR, TANGLE), strict=True):
            path.write_text("\n".join(json.dumps({"output": line}) for line in lines(text)))
        words = (REFERENCE, "--table", *paths)
    result = tmp_path / "result.json"
    result.write_text(output("compare", *words, "-n", "100", "--format", "json"))
    assert "verified:" in output("check", "result", result)
    changed = table if how == "columns" else tmp_path / "tangle.jsonl"
    changed.write_text(changed.read_text(encoding="utf-8").replace("the ", "a "), encoding="utf-8")
    assert run("check", "result", result).status == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--table", "T"), "Which columns of T hold the systems' outputs? Name them with --systems"),
        (
            ("--systems", "a", REFERENCE, "-i", HARBOUR),
            "--systems names columns of a table: name its file with --table",
        ),
        (("--table", "T", "-i", HARBOUR), "-i does not go with --table"),
        (("--table", "T", "--documents", DOCUMENTS), "--documents does not go with --table"),
        (("--table", "T", "--systems", "harbour", "--columns", "docid"), "Cannot read --columns 'docid'"),
        (("--table", "T", "--systems", "harbour", "--columns", "doc=docid"), "not 'doc'"),
        (("--table", "scores", "--format", "csv"), "is chosen by --csv-table scores"),
        (("--table", "no.csv"), "Cannot read no.csv: No such file"),
        ((REFERENCE, "--table", "T", "--systems", "harbour", "--reference", "reference"), "not both"),
    ],
)
def test_what_does_not_go_together_is_said(
    words: tuple[str, ...], sentence: str, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table.parent)
    table.rename("T")
    outcome = run("compare", *words)
    assert outcome.status == 2 and outcome.out == "" and sentence in outcome.err


def test_documents_are_taken_as_they_are_in_the_raw(tmp_path: Path) -> None:
    """Ids that name a document for each line would be refused otherwise."""
    ids = tmp_path / "ids.txt"
    ids.write_text("doc\n" + "".join(f"d{i}\n" for i in range(119)), encoding="utf-8")
    texts = ("score", REFERENCE, "-i", HARBOUR, "--documents", ids)
    assert run(*texts).status == 2
    assert output(*texts, "--raw") == output("score", REFERENCE, "-i", HARBOUR)


def test_a_value_may_be_joined_to_its_flag() -> None:
    texts = ("score", REFERENCE, "-i", HARBOUR)
    assert output(*texts, "-w3") == output(*texts, "--executor", "threads:1", "-w", "3")


def test_documents_of_one_line_each_are_taken_beside_raw_texts(tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("".join(f"{i}\n" for i in range(120)), encoding="utf-8")
    texts = (REFERENCE, "-i", HARBOUR, SPARROW, TANGLE, "-m", "wer", "--ratings", EXAMPLES / "ratings.tsv")
    refused = run("meta", *texts, "-n", "20", "--documents", ids)
    assert refused.status == 2 and "--raw" in refused.err
    assert run("meta", *texts, "-n", "20", "--documents", ids, "--raw").status == 0
