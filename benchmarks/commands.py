"""Commands beside sacreBLEU's: CPU seconds (user + system) and peak memory of whole processes, one core.

At 3,000 lines start-up is nearly all of a process: functions.py times the work itself.

Usage: make bench, or benchmarks/run.sh commands [--runs 5] [--only NAME]
Real outputs join where STEELYARD_TEST_DATA names their folder.
"""

import argparse
import gzip
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus import paths_of

BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Job:
    """The same task for both tools; `theirs` are arguments that only sacreBLEU gets."""

    name: str
    reference: Path
    systems: Sequence[Path]
    metrics: tuple[str, ...]
    command: str = "score"
    theirs: tuple[str, ...] = ()
    most_runs: int = 100  # of sacreBLEU, where it takes minutes


@dataclass(frozen=True)
class Cost:
    """CPU seconds and peak memory in MiB of one process."""

    cpu: float
    memory: float


def run_once(command: Sequence[str], environment: dict[str, str]) -> Cost:
    """Run a command and read the operating system's accounts of it."""
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed with status {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def commands(job: Job) -> tuple[list[str], list[str]]:
    """Return our command and sacreBLEU's."""
    files = [str(job.reference), "-i", *map(str, job.systems)]
    options = ["-m", *job.metrics, "--force"]
    ours = [str(BIN / "steelyard"), job.command, *files, *options]
    theirs = [str(BIN / "sacrebleu"), *files, *options, *job.theirs]
    return ours, theirs


def measure(job: Job, n_runs: int) -> str:
    """Time one job and return its row."""
    environment = {**os.environ, "SACREBLEU_SEED": "12345"}
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for run in range(n_runs):
        for command, spent, most in zip(commands(job), costs, (n_runs, job.most_runs), strict=True):
            if run < most:
                spent.append(run_once(command, environment))
    cpu = [statistics.median(cost.cpu for cost in spent) for spent in costs]
    memory = [statistics.median(cost.memory for cost in spent) for spent in costs]
    return f"| {job.name} | {cpu[0]:.3f} | {cpu[1]:.2f} | {cpu[1] / cpu[0]:.0f}x | {memory[0]:.0f} | {memory[1]:.0f} |"


def real_texts(folder: Path) -> list[Path]:
    """Unpack a real reference and output, where they are."""
    data = os.environ.get("STEELYARD_TEST_DATA")
    if not data:
        return []
    texts = []
    for name in ("ref.A.en.gz", "sys/uedin-nmt.en.gz"):
        path = Path(data, "data", "wmt16-news-cs-en-5sys", name)
        target = folder / Path(name).name.removesuffix(".gz")
        target.write_bytes(gzip.decompress(path.read_bytes()))
        texts.append(target)
    return texts


def real_systems(folder: Path) -> list[Path]:
    """Join two real sets to a reference and twelve outputs of 3,000 lines, where they are."""
    data = os.environ.get("STEELYARD_TEST_DATA")
    if not data:
        return []
    parts = []
    for name, reference in (("wmt21-news-en-de", "ref.A.de"), ("wmt22-general-ja-en", "ref.A.en")):
        place = Path(data, "data", name)
        parts.append([place / reference, *sorted((place / "sys").iterdir())[:12]])
    texts = []
    for number, paths in enumerate(zip(*parts, strict=True)):
        lines = [line for path in paths for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
        texts.append(folder / f"joined{number:02d}")
        texts[-1].write_text("\n".join(lines[:3000]) + "\n", encoding="utf-8")
    return texts


def make_jobs(folder: Path) -> list[Job]:
    """Write the test sets and list the jobs."""
    # In processes of their own: the peak memory of a child is never reported below that of the process it came from.
    for n_segments, n_systems in ((3000, 12), (100_000, 1)):
        script = str(Path(__file__).with_name("corpus.py"))
        subprocess.run([sys.executable, script, str(folder), str(n_segments), str(n_systems)], check=True)
    reference, systems = paths_of(folder, 3000, 12)
    large, large_systems = paths_of(folder, 100_000, 1)
    real = real_texts(folder)
    jobs = []
    for name, metric in (("BLEU", "bleu"), ("chrF", "chrf"), ("TER", "ter")):
        jobs.append(Job(f"{name}, 1 system x 3,000", reference, systems[3:4], (metric,)))
        if real:
            jobs.append(Job(f"{name}, 1 real system x 2,999", real[0], real[1:], (metric,)))
        if metric != "ter":
            jobs.append(Job(f"{name}, 1 system x 100,000", large, large_systems, (metric,), most_runs=3))
    shuffles = ("--paired-ar", "--paired-ar-n", "10000")
    task = "12 systems x 3,000, 10,000 shuffles: 66 pairs and all intervals; sacreBLEU 11 pairs, no intervals"
    every = ("bleu", "chrf", "ter")
    jobs.append(Job(f"BLEU, {task}", reference, systems, ("bleu",), "compare", shuffles, most_runs=3))
    jobs.append(Job(f"BLEU, chrF and TER, {task}", reference, systems, every, "compare", shuffles, most_runs=1))
    joined = real_systems(folder)
    if joined:
        name = "BLEU, chrF and TER, 12 real systems x 3,000, the same"
        jobs.append(Job(name, joined[0], joined[1:], every, "compare", shuffles, most_runs=1))
    return jobs


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="alternating runs of each command (5)")
    parser.add_argument("--only", default="", help="only jobs whose name holds this")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):  # one core, for this process and those it starts
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, {arguments.runs} runs")
    print("\n| job | whole: ours | sacreBLEU | ratio | MiB: ours | sacreBLEU |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for job in make_jobs(Path(folder)):
            if arguments.only in job.name:
                print(measure(job, arguments.runs), flush=True)


if __name__ == "__main__":
    main()
