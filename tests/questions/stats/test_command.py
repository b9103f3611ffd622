"""`steelyard score` and `--stats` as people type them."""

import json
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, REFERENCE_2, TANGLE, output, run
from tests.conftest import EXAMPLES, SYSTEMS

RATINGS = EXAMPLES / "ratings.tsv"
TEXTS = (REFERENCE, "-i", HARBOUR, TANGLE, "--documents", DOCUMENTS, "-m", "bleu", "ter")
QUICK = {
    "score": ["-ci"],
    "compare": ["-n", "99"],
    "plan texts": ["-r", "20", "-n", "50", "--sizes", "20"],
    "check level": ["-r", "20", "-n", "50", "--tests", "randomization", "paired-bootstrap"],
    "check dependence": [],
    "explain influence": ["-q"],
}


def lines_of(printed: str) -> dict[str, object]:
    content: dict[str, object] = json.loads(printed)
    method = content["method"]
    assert isinstance(method, dict)
    del method["inputs"]
    method["recipe"].pop("statistics", None)
    rows = content.get("rows", [])
    assert isinstance(rows, list)
    for row in rows:
        row.pop("excerpt", None)  # the only texts
    return content


@pytest.mark.parametrize("command", QUICK)
def test_commands_read_statistics_in_place_of_texts(command: str, tmp_path: Path) -> None:
    path = tmp_path / "run.parquet"
    kept = run("score", *TEXTS, "--keep", path)
    assert (kept.status, kept.out.rstrip()) == (0, output("score", *TEXTS))
    assert kept.err.startswith(f"{path}: 2 systems, 120 segments, BLEU, TER; ") and kept.err.endswith(" kB\n")
    words = command.split()
    from_file = output(*words, "--stats", path, *QUICK[command], "-f", "json")
    assert lines_of(from_file) == lines_of(output(*words, *TEXTS, *QUICK[command], "-f", "json"))
    stored = tmp_path / "result.json"
    stored.write_text(from_file, encoding="utf-8")
    assert "is verified: its 1 input is unchanged" in " ".join(output("check", "result", stored).split())
    path.write_bytes(path.read_bytes() + b" ")
    assert run("check", "result", stored).status == 1


@pytest.mark.parametrize(
    ("command", "flags"),
    [
        ("meta", ["--ratings", RATINGS, "-n", "99"]),
        ("meta", ["--ratings", RATINGS, "-n", "99", "--scores", "outside.tsv"]),
        ("meta tests", ["--ratings", RATINGS, "-n", "99", "--tests", "randomization"]),
        ("meta instruments", ["--ratings", RATINGS, "-n", "99", "-r", "9"]),
        ("lab replicate koehn2004", ["-m", "bleu", "--sizes", "30", "-n", "49"]),
        ("lab replicate riezler2005", ["-n", "49", "--nulls", "9"]),
        ("lab replicate graham2014", ["-n", "49", "--ratings", RATINGS]),
    ],
    ids=["meta", "outside scores", "tests", "instruments", "koehn2004", "riezler2005", "graham2014"],
)
def test_people_and_papers_read_statistics_in_place_of_texts(
    command: str, flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{name}\t{line}\t{line % 7 + len(name)}" for name in SYSTEMS for line in range(1, 121)]
    Path("outside.tsv").write_text("\n".join(["system\tline\tmine", *rows]) + "\n", encoding="utf-8")
    texts = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE, ORATOR, "--documents", DOCUMENTS)
    output("score", "-q", *texts, "-m", "bleu", "ter", "--keep", "run.jsonl.gz")
    metrics = () if "-m" in flags else ("-m", "bleu", "ter")
    from_texts = output(*command.split(), *texts, *metrics, *flags, "-q")
    assert output(*command.split(), "--stats", "run.jsonl.gz", *flags, "-q") == from_texts
    Path("result.json").write_text(
        output(*command.split(), "--stats", "run.jsonl.gz", *flags, "-q", "-f", "json"), encoding="utf-8"
    )
    assert "result.json is verified" in output("check", "result", "result.json").replace("\n", " ")
    Path("run.jsonl.gz").write_bytes(Path("run.jsonl.gz").read_bytes() + b"\0")
    assert "run.jsonl.gz" in run("check", "result", "result.json").out


def test_what_needs_texts_is_refused_where_there_are_none(tmp_path: Path) -> None:
    stored = tmp_path / "run.jsonl"
    output("score", "-q", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "bleu", "bleu-arithmetic", "--keep", stored)
    for flags, what in (
        (("lab", "replicate", "aile2013", "--ratings", RATINGS), "The experiment of AILE needs the texts"),
        (("meta", "--ratings", RATINGS, "-m", "bleu", "--buckets", "length"), "--buckets length needs the texts"),
        (("meta", "--ratings", RATINGS, "-m", "bleu-arithmetic"), "counts other things for single segments"),
        (("meta", "--ratings", RATINGS, "-m", "bleu", "--sources", "x"), "--sources is for texts"),
    ):
        outcome = run(*flags, "--stats", stored)
        assert (outcome.status, outcome.out) == (2, "") and what in outcome.err, outcome.err


def test_names_and_metrics_choose(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl.gz", tmp_path / "b.jsonl.gz"
    output("score", "-q", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "bleu", "ter", "--keep", first)
    output("score", "-q", REFERENCE, "-i", LANTERN, ORATOR, "-m", "bleu", "chrf(word_order=2)", "--keep", second)
    both = ("--stats", first, second)
    chosen = output("compare", *both, "-m", "bleu", "--names", "orator", "harbour", "-n", "99", "-f", "json")
    texts = output("compare", REFERENCE, "-i", ORATOR, HARBOUR, "-n", "99", "-f", "json")
    assert lines_of(chosen) == lines_of(texts)
    assert output("score", *both, "-m", "chrf++", "--names", "orator", "-b")
    for flags, what in (
        ((), f"No file has ter of system 'lantern' on the segments of {first}"),
        (("-m", "blue"), "Unknown metric 'blue'. Did you mean 'bleu'?"),
        (("-m", "bleu(lowercase=True)"), "Unknown metric in the statistics"),
        (("--names", "harbor"), "Unknown system in the statistics: 'harbor'. Did you mean 'harbour'?"),
        (("-lc",), "name it by -m"),
        (("-m", "bleu", "-sl"), "--sentence-level needs the texts"),
        (("-m", "bleu", "-i", HARBOUR), "-i is for texts"),
        (("-m", "bleu", "--documents", DOCUMENTS), "--documents is for texts"),
        (("-m", "bleu", "--unit", "document"), "no documents are given"),
    ):
        outcome = run("score", *both, *flags)
        assert outcome.status == 2 and what in outcome.err and outcome.err.count("\n") == 1, flags
    outcome = run("plan", "texts", *both, "-m", "bleu")
    assert "The 6 pairs of these systems have different differences" in outcome.err


def test_what_goes_without_texts_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    systems = ("-i", HARBOUR, LANTERN, TANGLE, ORATOR)
    output("score", "-q", REFERENCE, REFERENCE_2, *systems, "-m", "ter", "--keep", path)
    runs = ("--runs", "a=harbour,lantern", "b=tangle,orator", "-n", "99")
    outcome = run("compare", "--stats", path, *runs)
    assert outcome.status == 0 and "intervals for new references need the texts" in outcome.err
    output("compare", "--stats", path, "-n", "99", "--report", tmp_path / "page.html")
    assert "This page was made without texts" in (tmp_path / "page.html").read_text(encoding="utf-8")
    outcome = run("explain", "influence", "--stats", path, "--names", "harbour", "tangle")
    assert outcome.status == 0 and "listed by their numbers alone" in outcome.err
    for argv, what in (
        (("--keep", tmp_path / "run.csv"), "must end in .parquet, .jsonl.gz or .jsonl"),
        (("--stats", path, "--keep", tmp_path / "again.jsonl"), "--stats names what was kept before"),
    ):
        texts = () if "--stats" in argv else (REFERENCE, *systems)
        outcome = run("score", "-q", *texts, *argv)
        assert outcome.status == 2 and what in outcome.err
