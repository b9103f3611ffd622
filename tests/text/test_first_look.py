"""The first look suspects what checks would find, and nothing in outputs that are as they should be."""

import pytest

from steelyard.text.first_look import suspicions
from tests.conftest import EXAMPLES, SYSTEMS


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


REFERENCE, SOURCE = lines("reference.1.en"), lines("source.de")
OUTPUTS = {name: lines(f"systems/{name}.en") for name in SYSTEMS}
GOOD = OUTPUTS["harbour"]


def test_nothing_is_suspected_in_good_outputs() -> None:
    assert suspicions([REFERENCE], OUTPUTS, SOURCE) == {}


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        ("empty", [*GOOD[:-1], " "]),
        ("copied-reference", REFERENCE),
        ("copied-source", [*SOURCE[:10], *GOOD[10:]]),
        ("same-texts", OUTPUTS["tangle"]),
        ("columns", [f"{line}\tx" for line in GOOD]),
        ("alignment", GOOD[::-1]),
        ("alignment", [*GOOD[:60], *GOOD[61:], GOOD[60]]),
        ("alignment", [*GOOD[:40], "A line too many.", *GOOD[40:-1]]),
        ("script", ["Это совсем другой язык, другие буквы." for _ in GOOD]),
        ("language", SOURCE),
    ],
)
def test_each_fault_is_suspected_under_its_check(check: str, bad: list[str]) -> None:
    assert "bad" in suspicions([REFERENCE], {**OUTPUTS, "bad": bad}, SOURCE)[check]


def test_a_handful_of_lines_is_not_looked_at() -> None:
    assert suspicions([["a", "b", "c"]], {"x": ["a", "b", "c"], "y": ["", "", ""]}) == {}


def test_text_without_spaces_is_compared_by_its_characters() -> None:
    words = [chr(0x4E00 + 37 * i) + chr(0x5E00 + 53 * i) + chr(0x6E00 + 29 * i) for i in range(60)]
    reference = [
        words[i] + words[(i * 3) % 60] + words[(i * 7) % 60] + words[(i * 11) % 60] + words[(i * 13) % 60]
        for i in range(60)
    ]
    assert suspicions([reference], {"x": [f"{line}的" for line in reference]}) == {}
    assert suspicions([reference], {"x": [f"{line}的" for line in [*reference[1:], "好"]]}) == {"alignment": ["x"]}
