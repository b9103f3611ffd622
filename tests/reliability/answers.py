"""What the examples of help answer in this process: by command line, as JSON.

Started by `determinism`, once for each place that answers should not depend on.
"""

import argparse
import hashlib
import importlib
import json
import os
import pkgutil
import re
import sys
from functools import partialmethod
from pathlib import Path
from tempfile import TemporaryDirectory

import steelyard
from steelyard import _native
from steelyard.asking.registry import split_command
from steelyard.cli.app import commands
from steelyard.inference.draws.sums import ByteProduct
from tests.cli.example_folder import LINES, fill, quick
from tests.cli.running import run, with_flags

OURS = re.compile(r"_(LARGEST_)?BLOCK(_[A-Z]+)?")


def main() -> None:
    """Run the examples, and print what they answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    parser.add_argument("--small-blocks", action="store_true", help="blocks of a seventh of their usual size")
    parser.add_argument("--products", choices=("vnni", "bytes", "floats"), default="vnni", help="kernels for sums")
    parser.add_argument("--first", action="store_true", help="only the first example of each command")
    arguments = parser.parse_args()
    if arguments.small_blocks:
        make_blocks_small()
    if arguments.products != "vnni":
        ByteProduct.__init__ = partialmethod(ByteProduct.__init__, use_vnni=False)  # type: ignore[assignment]
    if arguments.products == "floats":
        _native.has_fast_byte_products = lambda: False
    with TemporaryDirectory(prefix="steelyard-") as folder:
        os.chdir(folder)
        os.environ["SACREBLEU"] = os.path.join(folder, "cache")
        fill(Path(folder))
        lines = [line for line in LINES if not line.startswith("steelyard check installation")]  # which says how fast
        if arguments.first:
            lines = list({split_command(line.split()[1:])[0]: line for line in reversed(lines)}.values())
        answers = {line: answer(line, arguments.jobs) for line in lines}
        os.chdir("/")
    json.dump(answers, sys.stdout)


def answer(line: str, n_jobs: int) -> str:
    """Return what an example prints, as JSON where it can, and what it writes."""
    words = quick(line)
    given = {action.dest: action for action in commands()[split_command(words)[0]]._actions}
    if n_jobs > 1 and "executor" in given and not {"--shards", "--executor"} & set(words):
        words = list(map(str, with_flags(words, "--executor", f"threads:{n_jobs}")))
    if "json" in (getattr(given.get("format"), "choices", None) or ()):
        words = [word for word in words if word not in ("-f", "--format", "csv")] + ["-f", "json"]
    before = seen()
    ended = run(*words)
    printed = re.sub(r'\n *"versions": \{[^}]*\},?', "", ended.out).replace(os.getcwd(), ".")
    written = {name: digest for name, digest in seen().items() if before.get(name) != digest}
    for name in written.keys() - before.keys():
        Path(name).unlink()
    return f"{ended.status}\n{printed}\n{json.dumps(written, indent=0)}"


def seen() -> dict[str, str]:
    """Return digests of all files here."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in Path().rglob("*") if path.is_file()}


def make_blocks_small() -> None:
    """Cut what is done in blocks into smaller ones: every size of a block that a module of ours names."""
    n_changed = 0
    for found in pkgutil.walk_packages(steelyard.__path__, "steelyard."):
        if found.name.startswith(("steelyard.harnesses", "steelyard.__main__")):
            continue
        module = importlib.import_module(found.name)
        for name, value in list(vars(module).items()):
            if OURS.fullmatch(name) and isinstance(value, int):
                setattr(module, name, value // 7 + 1)
                n_changed += 1
    assert n_changed > 10


if __name__ == "__main__":
    main()
