"""What some tests need beyond what README names: where it is missing they are skipped, and say what to install."""

import importlib
import os
from types import ModuleType

import pytest

# Set where everything is there, as in continuous integration: a test that is skipped all the same fails the run.
SKIP_NOTHING = "STEELYARD_SKIP_NOTHING"
# Files of test ids: the first is written, of tests that passed; those of the second are left out. So a machine on which
# everything is installed runs what a bare one had to skip.
NOTE_PASSED, LEAVE_OUT = "STEELYARD_NOTE_PASSED", "STEELYARD_LEAVE_OUT"


def debian(package: str, found: object) -> None:
    """Skip the test where `found` is nothing, and name the package of Debian that has it."""
    if not found:
        pytest.skip(f"Debian's package {package} is not installed: apt-get install {package}")


def module(name: str) -> ModuleType:
    """Import a module of an extra, or another program's; skip the test where it cannot be had."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        pytest.skip(f"{error}: `make test` installs it with the extra `test`")


def may_skip() -> bool:
    """Say whether a run in which tests are skipped may pass."""
    return not os.environ.get(SKIP_NOTHING)
