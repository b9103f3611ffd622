"""`python -m fuzz.kernels`: libFuzzer on every harness of fuzz/native, with sanitizers; first the past findings."""

import argparse
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "tests" / "corpus" / "kernels"
COMPILERS = ("clang++", "clang++-14", "clang++-15", "clang++-16", "clang++-17", "clang++-18", "clang++-19")
LONGEST = 160  # bytes of an input: a few texts
# Without the stack of every allocation and much memory that is not given back, twice as many inputs go through.
SANITIZERS = "malloc_context_size=0:quarantine_size_mb=8:detect_stack_use_after_return=0"


def main() -> int:
    """Build the harnesses and run all, or those that are named; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.kernels", description=__doc__)
    harnesses = sorted(path.stem for path in (ROOT / "fuzz" / "native").glob("*.cpp"))
    parser.add_argument("names", nargs="*", metavar="HARNESS", help=f"all by default: {', '.join(harnesses)}")
    parser.add_argument("--runs", type=int, default=20_000, help="executions of each harness (20,000)")
    parser.add_argument("--seconds", type=float, default=60.0, help="and for how long at most (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs (1)")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(harnesses):
        parser.error(f"there is no harness {' or '.join(sorted(unknown))}")
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        print("The kernels are fuzzed with Clang and its sanitizers: apt install clang-14 libclang-rt-14-dev.")
        return 2
    build(compiler)
    total = n_findings = 0
    for name in asked.names or harnesses:
        n_runs, finding = run(name, asked)
        total += n_runs
        n_findings += bool(finding)
        print(f"{name}: {n_runs:,} executions{f', found: {finding}' if finding else ''}", flush=True)
    print(f"{total:,} executions, {n_findings} findings")
    return int(n_findings > 0)


def build(compiler: str) -> None:
    """Build what changed."""
    print(f"building the harnesses with {compiler} (minutes, the first time) ...", flush=True)
    cmake = shutil.which("cmake") or "cmake"
    configure = [cmake, "-S", ROOT / "fuzz" / "native", "-B", BUILD, f"-DCMAKE_CXX_COMPILER={compiler}"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(
        [cmake, "--build", BUILD, "--parallel", str(os.cpu_count() or 1)], check=True, stdout=subprocess.DEVNULL
    )


def run(name: str, asked: argparse.Namespace) -> tuple[int, str]:
    """Replay past findings of a harness, then run it; return the executions and the sentence of a finding."""
    inputs, findings = BUILD / "inputs" / name, CORPUS / name
    inputs.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    past = [*map(str, sorted(findings.iterdir()))]
    total = 0
    if past:  # each once
        total, finding = start(name, findings, ["-runs=1", *past])
        if finding:
            return total, finding
    drawn = [f"-runs={asked.runs}", f"-max_total_time={math.ceil(asked.seconds)}", f"-seed={asked.seed}", str(inputs)]
    more, finding = start(name, findings, drawn)
    if not past and not finding:
        findings.rmdir()
    return total + more, finding


def start(name: str, findings: Path, arguments: list[str]) -> tuple[int, str]:
    """Start a harness; return how many inputs it ran and what it found."""
    limits = [f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=3000", "-print_final_stats=1"]
    ran = subprocess.run(
        [str(BUILD / name), *limits, f"-artifact_prefix={findings}/", *arguments],
        env={**os.environ, "ASAN_OPTIONS": SANITIZERS},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    counted = re.search(r"number_of_executed_units: (\d+)", ran.stderr)
    told = re.search(r".*(?:does not hold|runtime error|SUMMARY|Assertion).*", ran.stderr)
    finding = "" if ran.returncode == 0 else told[0] if told else f"status {ran.returncode}"
    return int(counted[1]) if counted else ran.stderr.count("\nRunning: "), finding


if __name__ == "__main__":
    sys.exit(main())
