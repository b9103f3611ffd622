"""`python -m fuzz.readers`: damaged examples for every reader; the corpus of past findings takes what is found."""

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
from pathlib import Path

from fuzz.readers.driving import Ran, limited, run
from fuzz.readers.registry import Reader, all_readers

CORPUS = Path(__file__).parents[2] / "tests" / "corpus" / "readers"
MEMORY = 2048  # MiB beyond what the process has


def main() -> int:
    """Run all, or those that are named; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.readers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="READER", help="all of them by default")
    parser.add_argument("--runs", type=int, default=2000, help="inputs for each reader (2000)")
    parser.add_argument("--seconds", type=float, default=60.0, help="and for how long at most (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    parser.add_argument("--keep", type=Path, default=CORPUS, help="folder for what is found (tests/corpus/readers)")
    asked = parser.parse_args()
    readers = all_readers()
    n_inputs = n_findings = 0
    for name in asked.names or readers:
        ran = in_child(readers[name], asked, asked.keep / name)
        n_inputs += ran.n_inputs
        n_findings += len(ran.findings)
        print(f"{name}: {ran.n_inputs:,} inputs, {ran.n_read:,} of them read, {len(ran.findings)} findings", flush=True)
        for fault, path in ran.findings.items():
            print(f"  {fault}\n    {path}", flush=True)
    print(f"{n_inputs:,} inputs, {n_findings} findings")
    return int(n_findings > 0)


def in_child(reader: Reader, asked: argparse.Namespace, keep: Path) -> Ran:
    """Run a reader in a process of its own: one that dies leaves its last input behind."""
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        receiving, sending = multiprocessing.Pipe(duplex=False)

        def work() -> None:
            with limited(MEMORY):
                sending.send(run(reader, asked.runs, asked.seconds, asked.seed, Path(folder), keep))

        child = multiprocessing.get_context("fork").Process(target=work)
        child.start()
        sending.close()
        try:
            ran: Ran = receiving.recv()
        except EOFError:
            ran = Ran(0, 0, {f"the process died: {child.exitcode}": _last(Path(folder), keep)})
        child.join()
        return ran


def _last(folder: Path, keep: Path) -> Path:
    keep.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        (shutil.copytree if path.is_dir() else shutil.copyfile)(path, keep / f"died.{path.name}")
    return keep


def _memory() -> str | None:
    """Return a folder that is no disk, where there is one."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108


if __name__ == "__main__":
    sys.exit(main())
