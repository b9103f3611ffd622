"""Tests are found by their names, and those of ours when they are first asked for."""

import sys

import pytest

from steelyard.choices import TESTS
from steelyard.errors import SpecError
from steelyard.inference import get_test, registry


def test_a_test_of_ours_is_imported_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"steelyard.inference.comparisons.{TESTS['sign']}"
    known = get_test("sign")
    monkeypatch.setattr(registry, "_TESTS", {name: test for name, test in registry._TESTS.items() if name != "sign"})
    monkeypatch.delitem(sys.modules, module)
    found = get_test("sign")
    assert (found.name, found.validity) == (known.name, known.validity)
    with pytest.raises(SpecError, match=r"^Unknown test 'signs'\. Did you mean 'sign'\?"):
        get_test("signs")
