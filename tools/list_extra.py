"""Print what an extra of pyproject.toml installs: one requirement a line."""

import sys
import tomllib
from pathlib import Path


def requirements(extra: str) -> list[str]:
    """List an extra's requirements, those of the extras it includes among them."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = []
    for requirement in project["optional-dependencies"][extra]:
        inner = requirement.removeprefix("steelyard[").removesuffix("]")
        found += requirements(inner) if inner != requirement else [requirement]
    return found


if __name__ == "__main__":
    sys.stdout.write("\n".join(requirements(sys.argv[1])) + "\n")
