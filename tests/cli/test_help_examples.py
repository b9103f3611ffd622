"""The examples of help run as they stand, in a folder where the bundled example has the names that they use."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.example_folder import FINDS, LINES, fill, quick
from tests.cli.running import output, run
from tests.needs import module


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path, before = tmp_path_factory.mktemp("help"), os.getcwd()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        patch.setenv("SACREBLEU", str(path / "cache"))
        fill(path)
        yield path
    assert os.getcwd() == before


@pytest.mark.one_in(5)
@pytest.mark.parametrize("line", LINES)
def test_an_example_of_help_runs(line: str) -> None:
    if ".parquet" in line:
        module("polars")
    words = quick(line)
    done = run(*words)
    assert done.status in ((0, 1) if " ".join(words[:2]) in FINDS else (0,)), done.err
    assert done.out.strip() or words[:3] == ["lab", "suite", "make"]


def test_the_cache_is_listed_and_printed_as_json_too() -> None:
    assert json.loads(output("score", "--list", "-f", "json")) == {"wmt20": ["en-de"]}
    words = ("score", "-t", "wmt20", "-l", "en-de", "--echo", "src")
    assert json.loads(output(*words, "-f", "json")) == output(*words).splitlines()
