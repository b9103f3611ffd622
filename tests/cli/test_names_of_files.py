"""One name for a system's file in all commands: what the files do not all end with, as people have it, too."""

import re
import shutil
from pathlib import Path

import pytest

from steelyard.cli.app import commands
from steelyard.files.names import default_names, names_known
from tests.cli.running import run
from tests.conftest import EXAMPLES

REST = {  # what each command takes beside a reference and systems to name them, in words
    "score": "-m chrf",
    "compare": "-m chrf -n 100",
    "gate": "-m chrf -n 100",
    "meta": "-m chrf ter --ratings human.tsv -n 100 -f json",
    "meta tests": "--ratings human.tsv --tests randomization t -n 100 -f json",
    "meta instruments": "-m chrf ter --ratings human.tsv -r 20 -n 100 -f json",
    "meta ensemble": "-m bleu chrf ter --ratings human.tsv -f json",
    "plan texts": "-m chrf --differences 1 -r 10 -n 100 -f json",
    "explain diff": "",
    "explain segment": "--segment 3",
    "explain errors": "",
    "explain influence": "-m chrf",
    "check files": "-f json",
    "check level": "-m chrf -n 100 -f json",
    "check dependence": "--documents documents.txt -m chrf -f json",
    "lab consistency": "--sources source.de --documents documents.txt --glossary terms.tsv",
    "lab train apply": "",
}
FIRST = {"explain segment": ["bleu"], "lab train apply": ["learned.json"]}
OF_TWO = ("explain diff", "explain influence")
OTHERWISE = {  # they name no system, or systems are no files of outputs of this test set
    *("explain references", "meta criteria", "board", "board items", "lab choose", "lab train", "lab tune"),
    *("lab suite", "lab suite judge", "lab alignments", "lab replicate"),
}


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the example, whose first system is called kestrel.eu: no word of the texts."""
    folder = tmp_path_factory.mktemp("renamed") / "examples"
    shutil.copytree(EXAMPLES, folder)
    (folder / "systems" / "harbour.en").rename(folder / "systems" / "kestrel.eu.en")
    for path in folder.glob("*.tsv"):
        path.write_text(re.sub(r"\bharbour\b", "kestrel.eu", path.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def test_every_command_on_systems_is_tried() -> None:
    of_systems = {name for name, parser in commands().items() if any(one.dest == "input" for one in parser._actions)}
    assert of_systems == set(REST) | OTHERWISE


@pytest.mark.parametrize("command", REST)
def test_a_dot_in_a_name_is_kept_by_every_command(command: str, renamed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(renamed)
    systems = [f"systems/{name}.en" for name in ("kestrel.eu", "lantern", "sparrow", "tangle")][
        : 2 if command in OF_TWO else 4
    ]
    references = ["reference.1.en", "reference.2.en"]
    done = run(*command.split(), *FIRST.get(command, []), *references, "-i", *systems, *REST[command].split())
    assert done.status in (0, 1), done.err
    said = re.sub(r"systems/kestrel\.eu\.en", "", done.out)
    assert "kestrel.eu" in said and not re.search(r"\bkestrel\b(?!\.eu)", said), said


def test_texts_that_people_rated_are_called_as_they_call_them(renamed: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for files in (["kestrel.eu.en"], ["kestrel.eu.en", "lantern.en"]):
        texts = [renamed / "systems" / name for name in files]
        done = run("human", renamed / "human.tsv", "--texts", *texts, "--report", page, "-n", 50)
        assert done.status == 0 and "kestrel.eu" in done.out, done.err


def test_files_that_end_alike_lose_what_they_share() -> None:
    assert default_names(["a/Online-A.en", "a/Allegro.eu.en"]) == ["Online-A", "Allegro.eu"]
    assert default_names(["sys1.detok.eng", "sys2.detok.eng"]) == ["sys1", "sys2"]
    assert default_names(["a.txt", "b.out"]) == ["a", "b"] and default_names([".en", "b.en"]) == [".en", "b"]
    assert names_known(["x/Allegro.eu.en"], ["Allegro.eu"]) == ["Allegro.eu"]
    assert names_known(["a.b.en", "a.c.en"], ["a"]) == ["a.b", "a.c"]
