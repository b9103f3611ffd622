"""The page on adding a metric is true: what it says is done in a copy of the package, and nothing else."""

import doctest
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard import _native
from tests.test_architecture import PACKAGE
from tests.test_pages import DOCS, ROOT, Block, blocks_of, commands_of

PAGE = DOCS / "howto" / "add-a-metric.md"


def block_of(kind: str) -> Block:
    [block] = [block for block in blocks_of(PAGE) if block.language.partition("=")[0] == kind]
    return block


def file_of(block: Block, package: Path) -> Path:
    return package / Path(block.language.partition("=")[2]).relative_to("src/steelyard")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package with the page's metric; what the page leaves alone is linked."""
    copy = tmp_path_factory.mktemp("added") / "steelyard"
    shutil.copytree(PACKAGE / "metrics", copy / "metrics", ignore=shutil.ignore_patterns("__pycache__"))
    rest = {path.name: path for path in (Path(_native.__file__), *PACKAGE.iterdir())}
    for name in rest.keys() - {"metrics", "__pycache__"}:
        (copy / name).symlink_to(rest[name])
    metric, row = block_of("python new"), block_of("text add")
    assert not (ROOT / metric.language.partition("=")[2]).exists()
    file_of(metric, copy).write_text(metric.text, encoding="utf-8")
    source = file_of(row, copy).read_text(encoding="utf-8")
    assert source.count("_OURS = (\n") == 1
    file_of(row, copy).write_text(source.replace("_OURS = (\n", f"_OURS = (\n{row.text}"), encoding="utf-8")
    return copy


def test_a_file_and_a_line_are_all_that_a_metric_needs(package: Path) -> None:
    paths = os.pathsep.join([str(package.parent), *filter(None, sys.path)])
    for command, shown in commands_of(block_of("console added").text):
        words = shlex.split(command.removeprefix("python -m "))
        done = subprocess.run(
            [sys.executable, "-S", "-m", *words],  # without -S an editable install comes before the copy
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths, "PYTEST_ADDOPTS": "-p no:cacheprovider"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        assert doctest.OutputChecker().check_output(f"{shown}\n", done.stdout, doctest.ELLIPSIS), done.stdout
