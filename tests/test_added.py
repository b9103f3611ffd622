"""The pages on adding something are true: what each says is done in a copy of the package, and nothing else."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from steelyard import _native
from tests.imports import PACKAGE
from tests.test_pages import DOCS, ROOT, Block, blocks_of, commands_of


@dataclass(frozen=True)
class Added:
    """What a page adds: where its new files lie, and the table that gets a line, or what writes it."""

    name: str
    changed: tuple[str, ...]  # what is copied; the rest of the package is linked
    table: str = ""
    n_files: int = 1

    @property
    def blocks(self) -> list[Block]:
        return blocks_of(DOCS / "howto" / f"add-a-{self.name}.md")

    def of(self, kind: str) -> list[Block]:
        return [block for block in self.blocks if block.language.partition("=")[0] == kind]


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PAGES = [
    Added("metric", ("metrics",)),
    Added("format", ("reading", "choices.py"), "RATING_FORMATS = {\n"),
    Added("test", ("inference", "choices.py"), "TESTS = {\n"),
    Added("question", ("asking", "questions"), "QUESTIONS = (\n", 5),
]


def path_of(block: Block) -> Path:
    return Path(block.language.partition("=")[2])


def copied(added: Added, folder: Path) -> Path:
    """Copy what changes, link the rest, and do what the page says."""
    copy = folder / "steelyard"
    copy.mkdir()
    rest = {path.name: path for path in (Path(_native.__file__), *PACKAGE.iterdir())}
    for name in rest.keys() - {"__pycache__"}:
        if name not in added.changed:
            (copy / name).symlink_to(rest[name])
        elif rest[name].is_dir():
            shutil.copytree(rest[name], copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(rest[name], copy / name)
    new, rows = added.of("python new"), added.of("text add")
    assert len(new) == added.n_files
    for block in new:
        assert not (ROOT / path_of(block)).exists()
        path = copy / path_of(block).relative_to("src/steelyard")
        assert path.parent.resolve().is_relative_to(copy.resolve()), "what is added is not written into the source"
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    assert len(rows) == bool(added.table)
    for row in rows:
        path = copy / path_of(row).relative_to("src/steelyard")
        assert path.resolve().is_relative_to(copy.resolve()), "what changes is copied, not linked"
        source = path.read_text(encoding="utf-8")
        assert source.count(added.table) == 1 and len(row.text.splitlines()) == 1
        path.write_text(source.replace(added.table, added.table + row.text), encoding="utf-8")
    for block in added.of("console write"):
        target = block.text.removeprefix("$ make ").strip()
        [script] = re.findall(rf"^{target}: .*\n\t@\$\(PYTHON_IN_VENV\) tools/(\w+)\.py$", MAKEFILE, re.MULTILINE)
        assert run([f"tools.{script}"], copy, folder) == ""
    return copy


def run(words: Sequence[str], copy: Path, folder: Path) -> str:
    paths = os.pathsep.join([str(copy.parent), str(ROOT), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-S", "-m", *words],  # without -S an editable install comes before the copy
        cwd=ROOT if words[0] == "pytest" else folder,
        env={**os.environ, "PYTHONPATH": paths, "PYTEST_ADDOPTS": "-p no:cacheprovider"},
        capture_output=True,
        text=True,
        check=False,
    )
    allowed = (0,) if words[0] == "pytest" else (0, 2)  # a refusal is shown, too
    assert done.returncode in allowed and "Traceback" not in done.stderr, done.stderr + done.stdout
    return done.stderr + done.stdout


@pytest.mark.parametrize("added", PAGES, ids=lambda added: added.name)
def test_what_the_page_says_is_all_there_is_to_do(added: Added, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = copied(added, tmp_path / "copy")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in added.of("text write"):
        (tmp_path / path_of(block)).write_text(block.text, encoding="utf-8")
    [console] = [block for block in added.blocks if block.language == "console added"]
    for command, shown in commands_of(console.text):
        words = shlex.split(command.removeprefix("python -m "))
        printed = run(words, copy, tmp_path)
        assert doctest.OutputChecker().check_output(f"{shown}\n", printed, doctest.ELLIPSIS), f"$ {command}\n{printed}"
