"""Every command has a formula for its memory, and the page has the same formulas."""

from pathlib import Path

import pytest
from memory.formula import value_of
from memory.job import MIB, Job, Row
from memory.jobs import JOBS, LEFT_OUT, documented, not_measured

from steelyard.asking.registry import QUESTIONS, split_command

PAGE = (Path(__file__).resolve().parents[2] / "docs/reference/speed.md").read_text(encoding="utf-8")


def test_every_command_is_measured_or_left_out_for_a_reason() -> None:
    assert not not_measured()
    names = {entry.name for entry in QUESTIONS}
    assert {job.name if job.name in names else split_command(job.name.split())[0] for job in JOBS} <= names
    assert set(LEFT_OUT) <= names
    assert not {job.name for job in JOBS} & set(LEFT_OUT) and all(LEFT_OUT.values())


def test_a_command_that_is_new_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    new = QUESTIONS[0]._replace(name="weigh")
    monkeypatch.setattr("memory.jobs.QUESTIONS", (*QUESTIONS, new))
    assert not_measured() == ["weigh"]


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_a_formula_grows_with_every_size_of_its_job(job: Job) -> None:
    line = {"L": 114, "W": 21}
    values = [job.value(sizes, line) for sizes in job.sizes]
    assert len(values) >= 2 and min(values[1:]) > values[0] > 0
    assert job.command(job.words, job.sizes[0])[1] == job.name.split()[0]


def test_the_page_has_the_formulas_that_are_measured() -> None:
    lines = PAGE.splitlines()
    for row in documented():
        assert row in lines


def test_formulas_are_read_as_people_read_them() -> None:
    symbols = {"N": 2, "S": 3, "K": 10}
    assert value_of("N(8 S K + 1,000) + 5", symbols) == 2 * (8 * 3 * 10 + 1000) + 5
    assert value_of("(N + S)(S + 1)", symbols) == 20
    for wrong in ("N +", "(N", "N)", "N - 1", "n"):
        with pytest.raises(ValueError, match=r"ormula|parenthesis"):
            value_of(wrong, symbols)


@pytest.mark.parametrize(("more", "is_off"), [(1.0, False), (1.2, False), (1.5, True), (0.5, True)])
def test_a_measurement_beyond_a_quarter_and_ten_mebibytes_is_off(more: float, is_off: bool) -> None:
    job = JOBS[0]
    row = Row(job, job.sizes[1], (50.0, 50.0 + 200 * more), 200 * more * MIB, 200.0 * MIB)
    assert row.is_off is is_off
    assert str(row).endswith("OFF |") is is_off
