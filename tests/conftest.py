"""What every test may use: the bundled example, and real test sets where STEELYARD_TEST_DATA names their folder."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

import steelyard as sy

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
# How many examples a property is tried on where it does not say so itself; `make slow` asks for the second.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=300)
settings.load_profile("quick")
SYSTEMS = ("harbour", "lantern", "sparrow", "tangle", "orator")


@pytest.fixture(scope="session")
def test_data() -> Path:
    """Return the folder with `data/` and `golden/`; skip where none is named, fail where one is missing."""
    folder = os.environ.get("STEELYARD_TEST_DATA")
    if not folder:
        pytest.skip("STEELYARD_TEST_DATA is not set: the real test sets are not here")
    path = Path(folder).resolve()
    for name in ("data", "golden"):
        if not (path / name).is_dir():
            pytest.fail(f"STEELYARD_TEST_DATA={folder} has no folder {name}/")
    return path


@pytest.fixture(scope="session")
def example() -> sy.TestSet:
    """Return the bundled test set with both references and documents."""
    return sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en", EXAMPLES / "reference.2.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        sources=EXAMPLES / "source.de",
        documents=EXAMPLES / "documents.txt",
    )
