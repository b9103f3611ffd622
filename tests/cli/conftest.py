"""Files that tests of several commands share."""

from pathlib import Path

import pytest

from tests.cli.rated_pilot import Pilot, write_pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    """Return a pilot of ratings, and a metric's scores."""
    return write_pilot(tmp_path)
