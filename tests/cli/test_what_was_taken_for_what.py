"""What is said of how judgements were read, and what is not read at all: a line on standard error each."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import run, without_progress
from tests.cli.terminal import COMMAND
from tests.conftest import EXAMPLES
from tests.reading.test_judgements import FILES


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def table(*columns: str, systems: str = "ab", extra: str = "", shift: int = 0) -> str:
    rows = [
        f"{system},{line},{50 + line * 7 % 11 + shift * (system == 'a')}{extra}"
        for line in range(1, 9)
        for system in systems
    ]
    return "\n".join([",".join(columns), *rows]) + "\n"


def test_a_line_says_which_column_was_taken_for_what(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", table("System", "segment-id", "Score", "note", "", extra=",x,0"))
    outcome = run("human", path, "-n", 100)
    assert outcome.status == 0, outcome.err
    told = f"{path}: system = System, item = segment-id, score = Score; not used: note, the column without a name.\n"
    assert (outcome.told, outcome.err) == (told, "")
    assert run("human", path, "-n", 100, "-q").told == ""


def test_the_line_goes_to_standard_error(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", table("system", "segment", "score"))
    done = subprocess.run([*COMMAND, "human", path, "-n", "100"], capture_output=True, text=True, check=True)
    assert without_progress(done.stderr) == f"steelyard: {path}: system = system, item = segment, score = score.\n"


def test_several_files_are_told_of_once(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{i}.csv", table("system", "item", "score", shift=i)) for i in range(3)]
    outcome = run("human", *paths, "-n", 100)
    assert outcome.told == f"{', '.join(map(str, paths))}: system = system, item = item, score = score.\n"


@pytest.mark.parametrize("name", FILES)
def test_every_format_is_told(name: str, tmp_path: Path) -> None:
    path = write(tmp_path / "file", FILES[name])
    (tmp_path / "documents").write_text("doc\n", encoding="utf-8")
    outcome = run("human", path, "-n", 100, *(["--documents", tmp_path / "documents"] if name == "appraise" else []))
    assert outcome.status == 2 or f"{path}: " in outcome.told, outcome.err
    assert "read_" not in outcome.err


@pytest.mark.parametrize("others", [("1.0", "2.0"), ("001", "002")])
def test_ids_that_are_one_number_in_two_spellings_are_told(others: tuple[str, str], tmp_path: Path) -> None:
    rows = [
        f"{system},{item},{score}"
        for system, items in (("a", ("1", "2")), ("b", others))
        for score, item in enumerate(items)
    ]
    path = write(tmp_path / "r.csv", "\n".join(["system,item,score", *rows]) + "\n")
    outcome = run("human", path, "-n", 100)
    told = f"ids of items such as '1' and '{others[0]}' are two items, as they are spelled"
    assert told in outcome.told or outcome.status == 2, outcome.err


def test_two_language_pairs_of_one_file_are_asked_for(tmp_path: Path) -> None:
    rows = [
        f"{system},{line},{40 + line * (7 if pair == 'en-de' else 3) % 13},{pair}"
        for pair in ("en-de", "en-is")
        for line in range(1, 9)
        for system in "ab"
    ]
    path = write(tmp_path / "r.csv", "\n".join(["system,line,score,lp", *rows]) + "\n")
    outcome = run("human", path, "-n", 100)
    asked = [shlex.split(line)[1:] for line in outcome.err.splitlines()[1:]]
    assert [answer[-2:] for answer in asked] == [["--languages", "en-de"], ["--languages", "en-is"]]
    assert (outcome.status, outcome.out) == (2, "")
    for answer in asked:
        outcome = run(*answer)
        assert (
            outcome.status == 0
            and "16 judgements; 16 count" in " ".join(outcome.out.split())
            and "language = lp" in outcome.told
        )
    outcome = run("human", path, "--languages", "en-ja")
    assert outcome.status == 2 and "has no row of en-ja. It has en-de, en-is." in outcome.err


@pytest.mark.parametrize("names", [("is-en.csv", "ja-en.csv"), ("wmt-is-en/da.csv", "wmt-ja-en/da.csv")])
def test_files_of_two_language_pairs_are_refused(names: tuple[str, str], tmp_path: Path) -> None:
    paths = [write(tmp_path / name, table("system", "line", "score", shift=i)) for i, name in enumerate(names)]
    outcome = run("human", *paths)
    assert outcome.status == 2 and "of ja-en, by their names." in outcome.err and "Type" not in outcome.err
    more = write(tmp_path / "wmt-is-en" / "2.csv", table("system", "line", "score", shift=5))
    assert run("human", paths[0], more).status == 0


def test_a_number_of_rows_is_suspected_to_be_no_item(tmp_path: Path) -> None:
    rows = [f"{system},{7 * i},{i % 9}" for i, system in enumerate("ab" * 8)]
    path = write(tmp_path / "r.csv", "\n".join(["system,item,score", *rows]) + "\n")
    assert f"{path}: no item was rated for two systems" in run("human", path, "-n", 50).told


PRODIGY = json.dumps(
    {"text": "a", "_input_hash": 1, "_task_hash": 2, "options": [], "accept": ["1"], "answer": "accept"}
)
STUDIO = json.dumps(
    [{"id": 1, "annotations": [{"id": 2, "completed_by": 3, "lead_time": 1.5, "result": []}]}], indent=1
)
TOOLS = {
    "Prodigy": f"{PRODIGY}\n{PRODIGY}\n",
    "Label Studio": STUDIO,
    "Label Studio, ": 'annotation_id,annotator,choice,id,lead_time\n1,2,"good",3,4.5\n',
    "Mechanical Turk": "Input.text,Input.systemId,Answer.fluency\nhello,a,good\n",
}


@pytest.mark.parametrize("tool", TOOLS)
def test_exports_of_annotation_tools_are_named(tool: str, tmp_path: Path) -> None:
    path = write(tmp_path / "export", TOOLS[tool])
    outcome = run("human", path)
    assert outcome.status == 2 and outcome.out == "" and outcome.err.count("\n") == 1
    assert f"{path} is an export of {tool.strip(', ')}: " in outcome.err and "(read_" not in outcome.err


def test_no_message_contradicts_itself(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "system;sentence;score\na;x;1\nb;x;2\n")
    err = run("human", path).err
    assert "none of them is known to hold the item (segment, line) ('system', 'sentence', 'score')" in err
    assert "is called system" not in err
    assert run("human", path, "--rating-columns", "line=sentence", "-n", 50).status == 0


def test_no_function_of_python_is_named_on_the_command_line(tmp_path: Path) -> None:
    kinds = {
        "conllu": "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "json": '{"a": 1}\n{"a": 2}\n',
        "xml": "<?xml version='1.0'?>\n<dataset/>\n",
        "sgml": '<srcset setid="x"><doc docid="d"><seg id="1">A.</seg></doc></srcset>\n', "links": "0-0 1-1\n0-0\n",
        "nbest": "0 ||| a ||| b ||| -1\n", "trees": "(S (NP a))\n", "mqm": FILES["mqm"], "esa": FILES["esa"],
    }  # fmt: skip
    reference, harbour = EXAMPLES / "reference.1.en", EXAMPLES / "systems" / "harbour.en"
    doors = [
        ["human"], ["compare", "--scores"], ["board"], ["score", reference, "-i"], ["plan", "ratings"],
        ["meta", reference, "-i", harbour, "--ratings"], ["lab", "contrasts"],
    ]  # fmt: skip
    for kind, text in kinds.items():
        path = write(tmp_path / f"file.{kind}", text)
        for door in doors:
            err = run(*door, path, *(["--difference", "3"] if door[0] == "plan" else [])).err
            assert "read_" not in err and "steelyard.reading" not in err, (kind, door, err)
