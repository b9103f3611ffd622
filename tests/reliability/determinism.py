"""The same answer everywhere: threads, blocks, kernels of ours, of OpenBLAS, NumPy and libc, hash seeds, Pythons.

Each place is a process of its own that runs all examples of help. What it prints as JSON and what it writes must be the
same bytes as here, but for the versions of the packages. Only the fits that are named below may differ in their last
places where kernels of OpenBLAS are others: then seven digits must agree. So they must where libc is another, whose
logarithms and powers round the last place in another way (NumPy has its own only where there is AVX-512), and under
another Python, which brings other versions of NumPy and SciPy; hashes of files that hold versions differ.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tests.conftest import ROOT

CORES = {  # of x86-64; others take what they have. By what NumPy calls what a processor needs for one, in old and new
    "Prescott": set[str](), "Nehalem": set[str](), "Sandybridge": {"AVX", "X86_V3"}, "Haswell": {"AVX2", "X86_V3"},
    "SkylakeX": {"AVX512_SKX", "X86_V4"},
}  # fmt: skip
NUMPY_FEATURES = "AVX2 FMA3 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL"
LIBC = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS"
EVERYTHING = {  # that may not change a byte
    "LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "7", "OPENBLAS_NUM_THREADS": "2",
    "NPY_DISABLE_CPU_FEATURES": NUMPY_FEATURES,
}  # fmt: skip
FITS = {  # commands whose numbers many unknowns are fitted for, by other packages and LAPACK
    "steelyard board items scores.jsonl --model curves": "two numbers for each item, by Newton's steps over all items",
    "steelyard lab rerank apply": "names the hash of the model that was trained for it",
    "steelyard lab rerank": "weights of a log-linear model: the curvature by BLAS, each step by LAPACK",
    "steelyard lab train": "scikit-learn fits the learners",
    "steelyard meta ensemble": "weights of a sum, climbed to by correlations of sums of floats",
}
NO_OPTIMUM = {  # where the last digits decide how far a search goes
    "steelyard board items scores.jsonl --model curves --format csv": "slopes of items that all better systems solve",
    "steelyard meta ensemble ref.txt -i a.txt b.txt c.txt -m bleu chrf ter --ratings ratings.tsv": "a climb ends near",
}
Place = tuple[str, list[str], dict[str, str], str]
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def main() -> None:
    """Ask every place, and leave with 1 if one of them says something else."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pythons", nargs="*", default=[], metavar="FILE", help="others that have Steelyard installed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="places at a time")
    arguments = parser.parse_args()
    expected = ask([], {"PYTHONHASHSEED": "0"})
    print(f"{len(expected)} examples, here: Python {sys.version.split()[0]}", flush=True)
    asked = list(places(arguments.pythons))
    n_wrong = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:  # each waits for a process
        found = pool.map(lambda place: ask(*place[1:]), asked)
        for (name, _, environment, python), answers in zip(asked, found, strict=True):
            n_wrong += compare(name, expected, answers, may_be_close(environment, python))
    sys.exit(bool(n_wrong))


def compare(name: str, expected: dict[str, str], found: dict[str, str], may_be_close: Callable[[str], bool]) -> int:
    """Say what a place answers, and return how many answers are wrong."""
    other = [line for line in expected if found.get(line) != expected[line]]
    close = [
        line
        for line in other
        if line in found and may_be_close(line) and (line in NO_OPTIMUM or is_close(expected[line], found[line]))
    ]
    print(f"{name}: {len(expected) - len(other)} of {len(expected)} the same bytes", end="")
    print(f", {len(close)} to seven digits" if close else "")
    for line in other:
        if line not in close:
            print(f"  {line}: {first_difference(expected[line], found.get(line, ''))}", flush=True)
    return len(other) - len(close)


def may_be_close(environment: dict[str, str], python: str = sys.executable) -> Callable[[str], bool]:
    """Say which answers may differ in their last digits: fits under other kernels, any under another libc or Python."""
    if python != sys.executable or "GLIBC_TUNABLES" in environment:
        return lambda _: True
    return lambda line: "OPENBLAS_CORETYPE" in environment and line.startswith(tuple(FITS))


def is_close(one: str, other: str) -> bool:
    """Say whether two answers are the same but for the last digits of their numbers, and hashes of what has such."""
    plain = [_HASH.sub("", text) for text in (one, other)]
    if _NUMBER.sub("", plain[0]) != _NUMBER.sub("", plain[1]):
        return False
    numbers = [list(map(float, _NUMBER.findall(text))) for text in plain]
    return all(math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-7) for a, b in zip(*numbers, strict=True))


def first_difference(one: str, other: str) -> str:
    """Return the first lines that differ most."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    return next((f"{a[:60]!r}, {b[:60]!r}" for a, b in pairs if a != b and not is_close(a, b)), "another length")


def cores_here() -> list[str]:
    """Name the kernels of OpenBLAS that this processor runs: another one is an illegal instruction."""
    config: Any = np.show_config(mode="dicts")
    known = config["SIMD Extensions"]
    has = {*known["baseline"], *known.get("found", ())}
    return [core for core, needs in CORES.items() if not needs or needs & has]


def places(pythons: list[str]) -> Iterator[Place]:
    """Give the name of each place, the flags of `answers`, what the environment has there, and the Python."""
    here = sys.executable
    for jobs in (2, 8):
        yield f"--jobs {jobs}", ["--jobs", str(jobs)], {}, here
    yield "small blocks", ["--small-blocks"], {}, here
    for products in ("bytes", "floats"):
        yield f"sums by {products}", ["--products", products], {}, here
    for core in cores_here():
        yield f"OPENBLAS_CORETYPE={core}", [], {"OPENBLAS_CORETYPE": core}, here
    yield "OPENBLAS_NUM_THREADS=2", [], {"OPENBLAS_NUM_THREADS": "2"}, here
    for seed in ("1", "4294967295"):
        yield f"PYTHONHASHSEED={seed}", [], {"PYTHONHASHSEED": seed}, here
    for name, value in (("LC_ALL", "C"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Kathmandu")):
        yield f"{name}={value}", [], {name: value}, here
    yield "NumPy without AVX2 and AVX-512", [], {"NPY_DISABLE_CPU_FEATURES": NUMPY_FEATURES}, here
    yield "libc without AVX2, FMA and AVX-512", [], {"GLIBC_TUNABLES": LIBC}, here
    yield "all at once", ["--jobs", "2", "--small-blocks", "--products", "bytes"], EVERYTHING, here
    yield "all at once, kernels too", ["--products", "floats"], EVERYTHING | {"OPENBLAS_CORETYPE": "Nehalem"}, here
    for python in pythons:
        yield version(python), [], {}, python


def ask(flags: list[str], environment: dict[str, str], python: str = sys.executable) -> dict[str, str]:
    """Return what a place answers."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS", "LC_", "PYTHON"))}
    kept |= {"OPENBLAS_NUM_THREADS": "1", "LANG": "C.UTF-8", **environment}
    argv = [python, "-W", "ignore", "-m", "tests.reliability.answers", *flags]
    done = subprocess.run(argv, capture_output=True, text=True, env=kept, cwd=ROOT, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr
    answers: dict[str, str] = json.loads(done.stdout)
    return answers


def version(python: str) -> str:
    """Return what a Python calls itself."""
    code = "import sys; print('Python', sys.version.split()[0], getattr(sys, 'abiflags', ''))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
