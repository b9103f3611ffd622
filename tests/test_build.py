"""What `make` builds and where, and which compilers it takes."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection
from importlib import metadata
from pathlib import Path

import pytest

import steelyard

ROOT = Path(__file__).resolve().parents[1]


def planned(folder: str) -> str:
    """Return what make would run to install into an environment that is not there yet."""
    command = ["make", "--dry-run", f"VENV={folder}", f"{folder}/.installed"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_each_environment_has_its_own_build_folder() -> None:
    for name in ("one", "two"):
        assert f' --config-settings=build-dir="{name}/build" ' in planned(name)
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["scikit-build"]
    assert "build-dir" not in built  # else every `pip install .` builds in the same one, two at once too


def test_the_build_reads_the_version_where_it_stands() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    file = ROOT / tools["scikit-build"]["metadata"]["version"]["input"]
    assert f'\n__version__ = "{steelyard.__version__}"\n' in file.read_text(encoding="utf-8")


def test_every_source_is_built_again_after_a_change() -> None:
    makefile = subprocess.run(
        ["make", "--print-data-base", "--dry-run", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    [rule] = [line for line in makefile.splitlines() if line.startswith(".venv/.installed: ")]
    sources = {str(path.relative_to(ROOT)) for path in (ROOT / "native").rglob("*.[ch]pp")}
    assert len(sources) > 50
    assert sources <= set(rule.split())


@pytest.mark.parametrize(
    ("version", "status"),
    [
        ("-D__GNUC__=10", 1),
        ("-D__GNUC__=11", 0),
        ("-D__clang__=1 -D__clang_major__=13", 1),
        ("-D__clang__=1 -D__clang_major__=14", 0),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="the compiler that stands in for others is GCC")
def test_a_compiler_is_new_enough_or_refused(version: str, status: int, tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text(f'#!/bin/sh\nexec g++ -U__GNUC__ {version} "$@"\n', encoding="utf-8")
    compiler.chmod(0o755)
    environment = {**os.environ, "CXX": str(compiler), "PYTHON": sys.executable}
    done = subprocess.run(
        ["sh", "tools/find-python.sh"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    assert ("GCC 11, Clang 14 or newer" in done.stderr) == bool(status)


def test_wheels_are_tested_in_the_same_way_here_and_by_the_workflow() -> None:
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    script = (ROOT / "tools" / "wheel.sh").read_text(encoding="utf-8")
    command = wheels["test-command"].split()
    assert f"python -m pytest -q -p no:cacheprovider {' '.join(command[3:])}\n" in script
    assert all((ROOT / folder).is_dir() for folder in command[3:])
    assert set(wheels["test-sources"]) == {"benchmarks", "examples", "pyproject.toml", "tests"}
    assert "cp -R benchmarks examples tests pyproject.toml " in script
    assert f"[{','.join(wheels['test-extras'])}]" in script


def test_wheels_are_built_for_every_python_that_the_classifiers_name() -> None:
    stored = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = [line.rpartition(" ")[2] for line in stored["project"]["classifiers"] if "Python :: 3." in line]
    built = [f"cp{version.replace('.', '')}-*" for version in named]
    stable = built.index(f"{stored['tool']['scikit-build']['wheel']['py-api']}-*")
    assert stored["tool"]["cibuildwheel"]["build"] == built[: stable + 1]  # its wheel serves all later ones


def test_the_locks_hold_what_is_declared() -> None:
    stored = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    locked, oldest = (_pinned(ROOT / "requirements" / f"{name}.txt") for name in ("locked", "oldest"))
    extras = stored["project"]["optional-dependencies"]
    direct = [*stored["project"]["dependencies"], *(line for extra in USED for line in extras[extra])]
    for line in direct:
        name, least = re.fullmatch(r"([\w.-]+)>=([\d.]+)(?:,<.*)?", line).groups()
        assert _same_release(oldest[name.lower()], least), line
    for extra in (*USED, "test", "dev", "docs"):
        for line in extras[extra]:
            name = re.split(r"[^\w.-]", line)[0].lower()
            assert name == "steelyard" or name in locked, line
    text = (ROOT / "requirements" / "locked.txt").read_text(encoding="utf-8")
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S)", text) if "==" in block)


def test_what_packages_want_with_extras_is_locked_with_them() -> None:
    """A newer coverage came out, and pip, which found `coverage[toml]` unlocked, took it and refused its hash."""
    text = (ROOT / "requirements" / "locked.txt").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w.-]+)(?:\[(.*)\])?==", text, re.MULTILINE))
    wanted = [
        (found[1].lower(), extra)
        for line in _wanted_by(locked)
        if (found := re.match(r"([\w.-]+)\[([^\]]+)\]", line))
        for extra in found[2].split(",")
    ]
    assert ("coverage", "toml") in wanted
    assert [(name, extra) for name, extra in wanted if extra not in re.split(r",\s*", locked[name])] == []


def _wanted_by(names: Collection[str]) -> list[str]:
    """Return what installed packages of these names want, without what their own extras bring."""
    packages = (one for one in metadata.distributions() if one.name.lower() in names)
    return [line for package in packages for line in package.requires or () if "extra ==" not in line]


USED = ("ja", "ko", "spm", "stem", "lemma", "learned", "figures", "tables")  # extras that oldest.txt has


def _pinned(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)(?:\[.*\])?==([^\s;]+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def _same_release(one: str, other: str) -> bool:
    """Say whether the first two numbers are the same; a number that is not written is 0."""
    major_minor = [(f"{version}.0".split(".")[0], f"{version}.0".split(".")[1]) for version in (one, other)]
    return major_minor[0] == major_minor[1]


def test_the_compilers_that_are_promised_are_tried() -> None:
    workflow = (ROOT / ".github" / "workflows" / "compilers.yml").read_text(encoding="utf-8")
    tried = re.findall(r"compiler: (\S+), python: \"([\d.]+)\"", workflow)
    assert {"g++-11", "clang++-14"} <= {compiler for compiler, _ in tried}  # the oldest, as the test above holds
    stored = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {line.rpartition(" ")[2] for line in stored["project"]["classifiers"] if "Python :: 3." in line}
    assert {python for _, python in tried} == named
    assert "-DSTEELYARD_WERROR=ON" in workflow
