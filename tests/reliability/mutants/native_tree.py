"""A copy of the core that is compiled with one fault after the other, and the tests of each of its files."""

import os
import re
import shutil
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

from tests.conftest import ROOT
from tests.reliability.mutants.base import HOME, Mutant

# Where kernels are used, and how many files of tests there are for each.
_ROOMS = (
    "analysis",
    "metrics",
    "text",
    "laws",
    "inference",
    "oracles",
    "types",
    "reading",
    "lab/tuning",
    "meta",
    "human",
)
_MOST_FILES = 12
_TOOLS = HOME / "tools"  # where `make mutants` puts nanobind


class NativeTree:
    """The copy. One fault is built at a time, while tests of others run."""

    def __init__(self) -> None:
        self._sources, self._build, self._lock = HOME / "native", HOME / "native-build", threading.Lock()
        self._is_ready = False

    def build(self, mutant: Mutant, to: Path) -> bool:
        """Compile a fault and put the module elsewhere; False where the compiler refuses."""
        path = self._sources / mutant.file
        with self._lock:
            self._prepare()
            path.write_bytes(mutant.source())
            try:
                self._make()
                shutil.copyfile(next(self._build.glob("_native*.so")), to)
            except subprocess.CalledProcessError:
                return False
            finally:
                shutil.copyfile(mutant.path, path)
        return True

    def _prepare(self) -> None:
        """Make the copy what the checkout is, and build it, before the first fault."""
        if self._is_ready:
            return
        for path in [ROOT / "CMakeLists.txt", *(path for path in (ROOT / "native").rglob("*") if path.is_file())]:
            copy = self._sources / path.relative_to(ROOT)
            if not copy.is_file() or copy.read_bytes() != path.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
        print("building a copy of the native core (a minute, the first time) ...", flush=True)
        nanobind = next(_TOOLS.glob("nanobind/cmake"), None)
        if nanobind is None:
            sys.exit(f"there is no nanobind in {_TOOLS}; `make mutants` puts it there")
        options = [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}", "-DCMAKE_BUILD_TYPE=Release"]
        self._cmake("-S", str(self._sources), "-B", str(self._build), *options)
        self._make()
        self._is_ready = True

    def _make(self) -> None:
        self._cmake("--build", str(self._build), "--parallel", str(os.cpu_count() or 1))

    @staticmethod
    def _cmake(*words: str) -> None:
        path = os.pathsep.join([str(_TOOLS / "bin"), os.environ.get("PATH", "")])
        subprocess.run(
            ["cmake", *words],
            env={**os.environ, "PYTHONPATH": str(_TOOLS), "PATH": path},
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def native_tests(mutant: Mutant) -> list[str]:
    """Return the files of tests that name the kernel, or who uses it, most."""
    names = _names(mutant.path.stem)
    files = [path for room in _ROOMS for path in sorted((ROOT / "tests" / room).rglob("test_*.py"))]
    ranked = sorted(files, key=lambda path: -_mentions(path, names))
    return [str(path.relative_to(ROOT)) for path in ranked[:_MOST_FILES]]


def _mentions(path: Path, names: frozenset[str]) -> float:
    """Return how often a file names one of these, in its own name above all, by length."""
    text = path.read_text("utf-8").lower()
    words = "|".join(re.escape(name).replace("_", "[-_ ]?") for name in sorted(names))
    pattern = rf"(?<![a-z])(?:{words})(?![a-z])"
    return bool(re.search(pattern, path.stem)) + 1000 * len(re.findall(pattern, text)) / (len(text) + 10_000)


@cache
def _names(stem: str) -> frozenset[str]:
    """Return the names of a kernel and of the modules that call it, directly or through another kernel."""
    users = {stem} | {path.stem for path in (ROOT / "native").glob("*.cpp") if _includes(path, stem)}
    bindings = [path.read_text("utf-8") for path in (ROOT / "native" / "bindings").glob("*.cpp")]
    functions = {
        name
        for text in bindings
        if any(f'"{user}.hpp"' in text for user in users)
        for name in re.findall(r'\.def\("(\w+)"', text)
    }
    called = re.compile(rf"_native\.(?:{'|'.join(functions) or 'nothing'})\b")
    modules = {path.stem for path in (ROOT / "src").rglob("*.py") if called.search(path.read_text("utf-8"))}
    return frozenset(users | modules)


def _includes(path: Path, stem: str) -> bool:
    text = path.read_text("utf-8")
    header = path.with_suffix(".hpp")
    return f'"{stem}.hpp"' in text + (header.read_text("utf-8") if header.is_file() else "")
