"""The file of the archive: a line for each case, in order, so that a change of outputs reads well as a diff."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy
from threadpoolctl import threadpool_info

from tests.reliability.archive.outputs import Output

FILE = Path(__file__).with_name("archive.tsv")
HEADER = "case\tstatus\tsha256"


@dataclass(frozen=True)
class Machine:
    """What last digits may depend on."""

    packages: str
    kernels: str

    def __str__(self) -> str:
        return f"{self.packages}; {self.kernels}"


@dataclass(frozen=True)
class Record:
    """Digests of all outputs as some revision has them: status and SHA-256 by the names of cases."""

    machine: Machine
    digests: Mapping[str, tuple[int, str]]


def this_machine() -> Machine:
    """Return what is here."""
    packages = f"Python {platform.python_version()}, NumPy {np.__version__}, SciPy {scipy.__version__}"
    blas = next((one for one in threadpool_info() if one["user_api"] == "blas"), {})
    return Machine(packages, f"{blas.get('internal_api', 'no BLAS')} {blas.get('architecture', '')}".strip())


def read(text: str) -> Record:
    """Read a record."""
    first, header, *rows = text.splitlines()
    assert header == HEADER
    cells = [row.split("\t") for row in rows]
    packages, kernels = first.removeprefix("# ").split("; ")
    return Record(Machine(packages, kernels), {name: (int(status), sha256) for name, status, sha256 in cells})


def written(record: Record) -> str:
    """Return the record as text."""
    rows = [f"{name}\t{status}\t{sha256}\n" for name, (status, sha256) in sorted(record.digests.items())]
    return f"# {record.machine}\n{HEADER}\n{''.join(rows)}"


class Shelf:
    """A folder of outputs by their digests: those of any revision that was run here, each once."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def path(self, sha256: str) -> Path:
        """Return where an output lies, if it does."""
        return self._folder / sha256[:16]

    def keep(self, output: Output) -> None:
        """Put an output there."""
        path = self.path(output.sha256)
        if not path.exists():
            path.write_text(output.text, encoding="utf-8")

    def find(self, sha256: str) -> str | None:
        """Return an output; None where it was not made here."""
        path = self.path(sha256)
        return path.read_text(encoding="utf-8") if path.exists() else None
