"""References given as systems, and outputs given as references: by file, by name, and by what they say."""

from pathlib import Path

import pytest

import steelyard as sy
from tests.cli.running import run
from tests.text.inspection.damaged import HARBOUR, OUTPUTS, REFERENCES, changed

NEAR = changed(HARBOUR, range(0, 120, 3), lambda line: line.replace("the", "a"))


def exchanged(references: list[list[str]], systems: dict[str, list[str]]) -> list[tuple[str, str]]:
    found = sy.lint(references, systems, checks=["exchanged"]).findings
    return [(one.severity, one.message) for one in found]


def test_outputs_given_as_references_are_more_alike_than_what_is_scored() -> None:
    [(severity, message)] = exchanged([HARBOUR, NEAR], {"mine": REFERENCES[0]})
    assert severity == "warning" and "more alike" in message
    for name, lines in OUTPUTS.items():  # the worst of them is more unlike the references than they are each other
        assert exchanged(REFERENCES, {name: lines}) == []
    assert exchanged([HARBOUR, HARBOUR], {"mine": REFERENCES[0]}) == []  # the same text twice says nothing of another
    assert exchanged([HARBOUR, NEAR], {"mine": HARBOUR[:9]}) == []  # of another length: no line to compare


@pytest.mark.parametrize("name", ["ref", "refA", "reference", "Reference_2", "gold", "refs"])
def test_a_system_that_is_called_a_reference_is_warned_of(name: str) -> None:
    assert exchanged([REFERENCES[0]], {name: HARBOUR, "mine": NEAR}) == [
        ("warning", "a system that is called a reference")
    ]
    assert exchanged([REFERENCES[0]], {f"{name}inement": HARBOUR}) == []


def write(folder: Path, **texts: list[str]) -> list[Path]:
    paths = [folder / f"{name}.en" for name in texts]
    for path, lines in zip(paths, texts.values(), strict=True):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return paths


@pytest.mark.parametrize("n", [2, 120])
def test_files_in_each_others_place_are_said_by_every_command_of_texts(tmp_path: Path, n: int) -> None:
    reference, output = write(tmp_path, ref=REFERENCES[0][:n], hyp=HARBOUR[:n])
    for command in ("score", "compare", "check files"):
        status, printed = (1, "out") if command == "check files" else (2, "err")
        swapped = run(*command.split(), output, "-i", reference)
        same = run(*command.split(), reference, "-i", reference, output)
        assert (swapped.status, same.status) == (status, status), command
        assert "a system that is called a reference" in getattr(swapped, printed)
        assert "the file of a reference" in getattr(same, printed)
    assert run("score", reference, "-i", output, "-m", "chrf").err == ""


def test_one_reference_given_twice_is_said(tmp_path: Path) -> None:
    first, again, output = write(tmp_path, one=REFERENCES[0], two=REFERENCES[0], mine=HARBOUR)
    assert "the same text as" in run("score", first, again, "-i", output).err


def test_real_campaigns_are_not_suspected(test_data: Path) -> None:
    for name in ("wmt21-news-en-de", "wmt21-news-en-cs", "wmt22-general-en-zh", "wmt23-en-de", "wmt21-news-is-en"):
        folder = test_data / "data" / name
        report = sy.lint(
            sorted(folder.glob("ref.*")), {path.name: path for path in (folder / "sys").iterdir()}, checks=["exchanged"]
        )
        assert report.findings == (), name
