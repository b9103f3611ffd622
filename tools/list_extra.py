"""Print what an extra of pyproject.toml installs, or with --build what builds the package: one requirement a line."""

import sys
import tomllib
from pathlib import Path

STORED = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))


def requirements(extra: str) -> list[str]:
    """List an extra's requirements, those of the extras it includes among them."""
    found = []
    for requirement in STORED["project"]["optional-dependencies"][extra]:
        inner = requirement.removeprefix("steelyard[").removesuffix("]")
        found += requirements(inner) if inner != requirement else [requirement]
    return found


def builders() -> list[str]:
    """List what builds the package: the programs that scikit-build-core fetches where a machine lacks them, too."""
    wanted = STORED["tool"]["scikit-build"]
    return [
        *STORED["build-system"]["requires"],
        f"cmake{wanted['cmake']['version']}",
        f"ninja{wanted['ninja']['version']}",
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(builders() if sys.argv[1] == "--build" else requirements(sys.argv[1])) + "\n")
