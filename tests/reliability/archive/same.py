"""Say which outputs are no longer as they were recorded, and how: `make same`.

Every output is that of an example of help, in each format that the command has, of help itself, of a block of a page,
or of a command over a real test set, where STEELYARD_TEST_DATA names their folder. The repository has their digests;
outputs are kept by digest in a folder, so that those of every revision that was run there can be shown.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.reliability.archive.cases import blocks, cases, lines_of_cases, pages
from tests.reliability.archive.comparison import WRONG, compare, report
from tests.reliability.archive.outputs import outputs
from tests.reliability.archive.record import FILE, Record, Shelf, read, this_machine, written
from tests.test_pages import ROOT


def main() -> None:
    """Run the cases, and leave with 1 if an output is another one."""
    parser = argparse.ArgumentParser(prog="make same", description=__doc__)
    parser.add_argument("--record", action="store_true", help="write down what is found")
    parser.add_argument("--cases", nargs="+", default=[""], metavar="WORD", help="only cases with one of these in it")
    parser.add_argument("--base", metavar="REV", help="the record of another revision")
    parser.add_argument("--rename", nargs="+", default=[], metavar="OLD=NEW", help="in recorded outputs, or @FILE")
    parser.add_argument(
        "--outputs", type=Path, default=ROOT / "build" / "archive", metavar="DIR", help="where they lie"
    )
    parser.add_argument("--lines", type=int, default=12, metavar="N", help="lines of each difference (12)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (2)")
    arguments = parser.parse_args()
    began, data = time.monotonic(), os.environ.get("STEELYARD_TEST_DATA")
    lines = {name: said for name, said in lines_of_cases().items() if is_asked(name, arguments.cases, data)}
    shelf, record = Shelf(arguments.outputs), recorded(arguments.base)
    asked = [case for case in cases() if case.name in lines]
    read_pages = [path for path in pages() if lines.keys() & blocks(path).keys()]
    found = {}
    for name, output in outputs(asked, read_pages, Path(data or "").resolve() / "data", arguments.jobs):
        if name in lines:
            found[name] = output
            shelf.keep(output)
    digests = {name: digest for name, digest in record.digests.items() if is_asked(name, arguments.cases, data)}
    findings = compare(
        Record(record.machine, digests), found, shelf, lines=lines, here=this_machine(), renames=pairs(arguments.rename)
    )
    print(*report(findings, arguments.lines), sep="\n")
    print(f"outputs: {arguments.outputs}; {time.monotonic() - began:.0f} s, {sum(os.times()[:4]):.0f} of CPU")
    if record.machine != this_machine():
        print(f"recorded with {record.machine}; here is {this_machine()}: last digits of fits may differ")
    if not data:
        print("real sets were left out: STEELYARD_TEST_DATA names no folder")
    if arguments.record:
        others = {name: digest for name, digest in record.digests.items() if name not in digests}
        new = {name: (output.status, output.sha256) for name, output in found.items()}
        FILE.write_text(written(Record(this_machine(), others | new)), encoding="utf-8")
        print(f"wrote {FILE.relative_to(ROOT)}")
    elif any(finding.outcome in WRONG for finding in findings):
        sys.exit(1)


def is_asked(name: str, words: list[str], data: str | None) -> bool:
    """Say whether a case is to be run."""
    return any(word in name for word in words) and (bool(data) or not name.startswith("real/"))


def recorded(base: str | None) -> Record:
    """Return the record of this tree, or of another revision."""
    if base is None:
        return read(FILE.read_text(encoding="utf-8"))
    argv = ["git", "show", f"{base}:{FILE.relative_to(ROOT).as_posix()}"]
    return read(subprocess.run(argv, capture_output=True, text=True, check=True, cwd=ROOT).stdout)


def pairs(renames: list[str]) -> list[tuple[str, str]]:
    """Read old and new words."""
    files = [Path(word[1:]).read_text(encoding="utf-8").splitlines() if word[:1] == "@" else [word] for word in renames]
    found = [line.partition("=") for lines in files for line in lines if line]
    assert all(equals for _, equals, _ in found), "a renaming is OLD=NEW"
    return [(old, new) for old, _, new in found]


if __name__ == "__main__":
    main()
