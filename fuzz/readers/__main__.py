"""`python -m fuzz.readers`: damaged examples for every reader; the corpus of past findings takes what is found."""

import argparse
import multiprocessing
import shutil
import sys
import tempfile
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fuzz.readers.driving import Ran
    from fuzz.readers.registry import Reader

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus" / "readers"
INPUTS = ROOT / "build" / "fuzz" / "readers"
MEMORY = 2048  # MiB beyond what the process has
IS_GUIDED = find_spec("atheris") is not None


def main() -> int:
    """Run all, or those that are named; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.readers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="READER", help="all of them by default")
    parser.add_argument("--runs", type=int, default=2000, help="inputs for each reader (2000)")
    parser.add_argument("--seconds", type=float, default=60.0, help="and for how long at most (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    parser.add_argument("--keep", type=Path, default=CORPUS, help="folder for what is found (tests/corpus/readers)")
    asked = parser.parse_args()
    if IS_GUIDED:
        instrument("steelyard")
    else:
        print("Examples are damaged by chance: atheris, which would guide the damage, is not installed (extra fuzz).")
    from fuzz.readers.registry import all_readers  # now, for modules are instrumented as they are imported

    readers = all_readers()
    n_inputs = n_findings = 0
    for name in asked.names or readers:
        ran = in_child(name, readers[name], asked)
        n_inputs += ran.n_inputs
        n_findings += len(ran.findings)
        branches = "" if ran.n_branches is None else f", {ran.n_branches:,} branches"
        print(
            f"{name}: {ran.n_inputs:,} inputs, {ran.n_read:,} of them read{branches}, {len(ran.findings)} findings",
            flush=True,
        )
        for fault, path in ran.findings.items():
            print(f"  {fault}\n    {path}", flush=True)
    print(f"{n_inputs:,} inputs, {n_findings} findings")
    return int(n_findings > 0)


def instrument(package: str) -> None:
    """Have branches of a package's modules counted, for all that are imported from now on.

    What atheris has for this writes the name of each module to standard error, where words of a reader are findings.
    """
    import atheris

    plain = SourceFileLoader.get_code

    def counted(loader: SourceFileLoader, name: str) -> CodeType | None:
        code = plain(loader, name)
        return atheris.patch_code(code, True) if code and name.partition(".")[0] == package else code

    SourceFileLoader.get_code = counted


def in_child(name: str, reader: "Reader", asked: argparse.Namespace) -> "Ran":
    """Run a reader in a process of its own: one that dies leaves its last input behind."""
    from fuzz.readers.driving import Ran, Trials, limited, memory, run

    keep = asked.keep / name
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        receiving, sending = multiprocessing.Pipe(duplex=False)
        trials = Trials(reader, Path(folder))

        def tell(n_branches: int | None) -> None:
            sending.send(trials.outcome(keep, n_branches))

        def work() -> None:
            if IS_GUIDED:
                from fuzz.readers import guided

                guided.run(trials, asked.runs, asked.seconds, asked.seed, MEMORY, INPUTS / name, tell)
            with limited(MEMORY):
                run(trials, asked.runs, asked.seconds, asked.seed)
                tell(None)

        child = multiprocessing.get_context("fork").Process(target=work)
        child.start()
        sending.close()
        try:
            ran: Ran = receiving.recv()
        except EOFError:
            child.join()
            ran = Ran(0, 0, {f"the process died: {child.exitcode}": _last(Path(folder), keep)})
        child.join()
        return ran


def _last(folder: Path, keep: Path) -> Path:
    keep.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        (shutil.copytree if path.is_dir() else shutil.copyfile)(path, keep / f"died.{path.name}")
    return keep


if __name__ == "__main__":
    sys.exit(main())
