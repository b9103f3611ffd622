"""A file of scores, of ratings or with columns of texts is taken for what it is, whatever command it is given to."""

import json
import shlex
from pathlib import Path

import pytest

from steelyard.cli.app import answered
from steelyard.reading.kinds import RATINGS, SCORES, TEXT_TABLE, TEXTS, kind_of_file
from tests.cli.running import HARBOUR, LANTERN, REFERENCE, output, run

N = 24
ROWS = [(system, i, 1 + (3 * i + k) % 5) for i in range(N) for k, system in enumerate("ab")]
SENTENCE = "the dog number {} lies {} the old door"
FILES = {
    "scores.csv": (SCORES, "system,item,score\n" + "".join(f"{s},q{i},{x}\n" for s, i, x in ROWS)),
    "wide.tsv": (SCORES, "a\tb\n" + "".join(f"{i % 5}\t{i % 3}\n" for i in range(N))),
    "scores.jsonl": (SCORES, "".join(json.dumps({"model": s, "id": i, "score": x}) + "\n" for s, i, x in ROWS)),
    "comet.json": (SCORES, json.dumps({s: [{"COMET": i % 7 / 7} for i in range(N)] for s in "ab"})),
    "ratings.csv": (
        RATINGS,
        "system,segment,rater,score\n" + "".join(f"{s},{i + 1},r{r},{x}\n" for s, i, x in ROWS for r in (1, 2)),
    ),
    "texts.csv": (
        TEXT_TABLE,
        "id,reference,a,b\n"
        + "".join(f"{i},{','.join(SENTENCE.format(i, w) for w in ('at', 'by', 'near'))}\n" for i in range(N)),
    ),
    "percent.csv": (SCORES, "Modell;Frage;Bewertung\n" + "".join(f"{s};f{i};{10 * x}%\n" for s, i, x in ROWS)),
    "commas.csv": (SCORES, "Modell;Frage;Bewertung\n" + "".join(f"{s};f{i};{x},5\n" for s, i, x in ROWS)),
    "plain.txt": (TEXTS, "".join(SENTENCE.format(i, "at") + "\n" for i in range(N))),
    "commas.txt": (TEXTS, "".join(f"Yes, {i}, and so on, he said.\n" for i in range(N))),
    "numbers.txt": (SCORES, "".join(f"{i}\n" for i in range(N))),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, (_, text) in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_known_by_what_it_holds(name: str, folder: Path) -> None:
    assert kind_of_file(name) == FILES[name][0]
    Path("other.name").write_bytes(Path(name).read_bytes())
    if name != "comet.json":  # lists by system are told by the name of their file
        assert kind_of_file("other.name") == FILES[name][0]


@pytest.mark.parametrize(
    "name", [name for name, (kind, _) in FILES.items() if kind == SCORES and name != "numbers.txt"]
)
def test_scores_need_no_flag(name: str, folder: Path) -> None:
    flags = ("-n", "50", "-f", "json", "-q")
    assert output("compare", name, *flags) == output("compare", "--scores", name, *flags)
    assert output("score", name, "-f", "json", "-q") == output("score", "--scores", name, "-f", "json", "-q")


def test_a_table_of_texts_needs_no_flag_but_the_columns(folder: Path) -> None:
    asked = run("compare", "texts.csv")
    assert asked.status == 2 and asked.said[1:] == ["  steelyard compare texts.csv --systems a b"]
    found = run(*shlex.split(asked.said[1])[1:], "-n", "50", "-f", "json")
    assert found.status == 0
    of_table = output("compare", "--table", "texts.csv", "--systems", "a", "b", "-n", "50", "-f", "json")
    assert found.out == f"{of_table}\n"


@pytest.mark.parametrize(
    ("command", "name", "typed"),
    [
        ("compare", "ratings.csv", "human ratings.csv"), ("score", "ratings.csv", "human ratings.csv"),
        ("gate", "ratings.csv", "human ratings.csv"), ("board", "ratings.csv", "human ratings.csv"),
        ("human", "comet.json", "board comet.json"), ("human", "texts.csv", "compare --table texts.csv"),
        ("board", "texts.csv", "compare --table texts.csv"),
    ],
)  # fmt: skip
def test_a_file_of_another_command_is_answered_with_the_line_to_type(
    command: str, name: str, typed: str, folder: Path
) -> None:
    asked = run(command, name)
    assert (asked.status, asked.out) == (2, "") and asked.said[1:] == [f"  steelyard {typed}"]
    again = run(*shlex.split(typed))
    assert again.status == 0 or again.said[-1].startswith("  steelyard "), again.err  # it runs, or asks for the rest


def test_texts_stay_texts(folder: Path) -> None:
    """One reference and systems from standard input, as sacreBLEU's users type; and what is named by flags."""
    shown = run("score", "plain.txt", stdin=Path("commas.txt").read_bytes())
    assert (shown.status, shown.out[:4]) == (0, "BLEU")
    named = run("score", REFERENCE, "-i", HARBOUR, LANTERN)
    assert named.told == "" and "harbour" in named.out and "lantern" in named.out
    assert "there is no system" in run("score", "plain.txt").err.lower()


@pytest.mark.parametrize(
    ("words", "answer", "typed"),
    [
        (
            "board x.csv --missing worst",
            "--no-answer -1 --missing drop-item",
            "board x.csv --no-answer -1 --missing drop-item",
        ),
        ("compare --missing worst x.csv", "--missing drop-item", "compare x.csv --missing drop-item"),
        ("compare --missing=worst x.csv", "--missing drop-item", "compare x.csv --missing drop-item"),
        ("board x.csv -m a b -n 9", "-m a", "board x.csv -n 9 -m a"),
        ("board x.csv --metrics a b -n 9", "-m a", "board x.csv -n 9 -m a"),
        ("compare --columns item=q x.csv", "--columns score=s", "compare --columns item=q x.csv --columns score=s"),
        (
            "compare x.csv --lower-is-better a",
            "--lower-is-better b",
            "compare x.csv --lower-is-better a --lower-is-better b",
        ),
        (
            "compare --no-answer -9 -1 --missing worst x.csv",
            "--no-answer none",
            "compare --missing worst x.csv --no-answer none",
        ),
    ],
)
def test_an_answer_takes_the_place_of_what_was_given_before_and_of_nothing_else(
    words: str, answer: str, typed: str
) -> None:
    """A file after a flag of one value was left out with it, and so were columns of other roles."""
    assert answered(words.split(), answer.split(), "") == typed.split()
