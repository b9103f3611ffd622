"""What a newcomer types first: `steelyard` alone, and `steelyard FILE ...`."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from steelyard.asking.registry import COMMANDS, split_command
from tests.cli.example_folder import fill, quick
from tests.cli.running import is_verified, output, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("start")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        fill(path)
        yield path


def test_alone_it_asks_what_is_there_with_a_line_to_copy_for_each() -> None:
    shown = output()
    lines = [line.strip() for line in shown.split("\n") if line.startswith("  steelyard ")]
    assert len(lines) == 5 and max(map(len, shown.split("\n"))) <= 80
    for line in lines:
        name, rest = split_command(shlex.split(line)[1:])
        assert name in COMMANDS and rest, line


# Files, and the command that fits them.
FITTING = [
    ("ratings.tsv", "human ratings.tsv"),
    ("scores.jsonl", "board scores.jsonl"),
    ("comet.tsv ratings.tsv", "meta --scores comet=comet.tsv --ratings ratings.tsv"),
    ("ref.txt a.txt b.txt docs.txt", "compare ref.txt -i a.txt b.txt --documents docs.txt"),
    ("a.txt b.txt", "score a.txt -i b.txt"),
    ("a.txt ref.txt", "score ref.txt -i a.txt"),
    ("ref.txt a.txt b.txt c.txt ratings.tsv", "meta ref.txt -i a.txt b.txt c.txt --ratings ratings.tsv"),
    ("campaign.toml", "board tasks campaign.toml"),
    ("src.txt", "score REFERENCE -i OUTPUT"),
]


@pytest.mark.parametrize(("files", "command"), FITTING)
def test_files_alone_are_said_and_get_the_command_that_fits(files: str, command: str, folder: Path) -> None:
    *told, empty, wanted, line = output(*files.split()).split("\n")
    assert [one.partition(": ")[0] for one in told] == files.split() and empty == ""
    assert wanted.endswith(":") and line == f"  steelyard {command}"
    if "OUTPUT" not in command:
        assert run(*quick(line.strip())).status == 0, run(*quick(line.strip())).err


def test_a_stored_result_is_computed_again(folder: Path) -> None:
    (folder / "kept.json").write_text(output("score", "ref.txt", "-i", "a.txt", "-f", "json"), encoding="utf-8")
    assert output("kept.json").endswith("\n  steelyard check result kept.json")
    assert is_verified(output("check", "result", "kept.json"))


def test_what_fits_no_command_together_is_said(folder: Path) -> None:
    assert "No command takes these files together" in output("campaign.toml", "a.txt")


@pytest.mark.parametrize("words", [("a.txt", "no-such-file"), ("a.txt", "-m", "bleu")])
def test_a_file_before_what_is_none_is_no_command(words: tuple[str, ...], folder: Path) -> None:
    refused = run(*words)
    assert refused.status == 2 and "a.txt is a file, and not all words after it are" in refused.err
