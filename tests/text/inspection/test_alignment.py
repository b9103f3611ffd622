"""Lines that stand beside the wrong ones."""

import random
import re
from collections.abc import Callable

import pytest

from tests.conftest import SYSTEMS
from tests.text.inspection.damaged import CHINESE, HARBOUR, OUTPUTS, REFERENCES, found


@pytest.mark.parametrize("name", SYSTEMS[:4])  # the outputs of orator are about other things
@pytest.mark.parametrize("at", [0, 30, 95, 110])
@pytest.mark.parametrize(
    ("damage", "offset"),
    [
        (lambda lines, at: lines[:at] + lines[at + 1 :], "n + 1"),
        (lambda lines, at: [*lines[:at], *lines[at + 1 :], "Fin."], "n + 1"),
        (lambda lines, at: [*lines[:at], "Something else.", *lines[at:]], "n - 1"),
        (lambda lines, at: [*lines[:at], "One.", "Two.", *lines[at:]][:120], "n - 2"),
        (lambda lines, at: lines[:at] + lines[at + 3 :], "n + 3"),
    ],
    ids=["missing", "missing, as many", "inserted", "two inserted, as many", "three missing"],
)
def test_shifted_lines_are_found_with_the_line_where_it_starts(
    name: str, at: int, damage: Callable[[list[str], int], list[str]], offset: str
) -> None:
    findings = found("alignment", damage(OUTPUTS[name], at))
    assert [finding.name for finding in findings] == ["mine"]
    assert findings[0].severity == "error" and offset in findings[0].message
    line = re.search(r"line (\d+)", findings[0].message)
    assert line and abs(int(line[1]) - (at + 1 + (2 if offset == "n - 2" else 0))) <= 3


def test_lines_that_are_put_back_later_end_the_shift() -> None:
    [finding] = found("alignment", [*HARBOUR[:40], "Extra.", *HARBOUR[40:70], *HARBOUR[71:]])
    assert finding.count is not None and 25 <= finding.count <= 33


@pytest.mark.parametrize("name", SYSTEMS[:4])  # the outputs of orator are about other things
def test_reversed_and_shuffled_files_are_found(name: str) -> None:
    [finding] = found("alignment", OUTPUTS[name][::-1])
    assert finding.message == "the lines are in reverse order"
    shuffled = OUTPUTS[name][:]
    random.Random(4).shuffle(shuffled)
    [finding] = found("alignment", shuffled)
    assert "another order" in finding.message


def test_another_test_set_is_found_and_a_second_reference_is_looked_at() -> None:
    other = [f"Number {i * i} bought {i} green {'apples' * (i % 3)} on day {i % 31}." for i in range(120)]
    [finding] = found("alignment", other)
    assert "not more similar to the same lines of the first reference" in finding.message
    [finding] = found("alignment", HARBOUR, [REFERENCES[0], REFERENCES[1][1:]])
    assert finding.role == "reference" and "from about line 1 " in finding.message


def test_swapped_neighbours_and_few_lines_are_left_alone() -> None:
    swapped = HARBOUR[:]
    for row in range(0, 100, 25):
        swapped[row], swapped[row + 1] = swapped[row + 1], swapped[row]
    assert found("alignment", swapped) == []
    assert found("alignment", ["a b c", "d"], [["x y z", "w"]]) == []
    assert found("alignment", CHINESE, [CHINESE]) == []


def test_lines_too_short_to_compare_and_lines_all_alike_are_beside_no_wrong_one() -> None:
    assert found("alignment", [""], [[""]]) == []
    assert found("alignment", ["the same line"] * 60, [["the same line"] * 60]) == []
