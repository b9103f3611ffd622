"""The command tells a right installation from a wrong one, and says where it runs."""

import json
from importlib.metadata import version

import pytest

import steelyard as sy
from steelyard.questions.selftest import known_scores, known_tests
from steelyard.questions.selftest.compute import compute
from steelyard.questions.selftest.question import SelftestQuestion
from tests.cli.running import run

FEW = SelftestQuestion(n_repetitions=100)


def test_json_says_what_was_computed_and_where() -> None:
    done = run("check", "installation", "--json", "-r", "100")
    found = json.loads(done.out)
    assert done.status == 0, done.err
    assert {row["part"] for row in found["rows"]} == {"metrics", "tests", "levels"}
    assert all(row["is_right"] for row in found["rows"])
    assert found["method"]["versions"]["numpy"] == version("numpy")
    assert found["method"]["extras"]["polars"] == version("polars")


def test_a_wrong_score_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = known_scores._stored()
    first = {**stored["scores"][0], "scores": [51.67722875, stored["scores"][0]["scores"][1]]}
    monkeypatch.setattr(known_scores, "_stored", lambda: {**stored, "scores": [first]})
    found = compute(FEW)
    [wrong] = [row for row in found.rows if not row.is_right]
    assert (wrong.name, wrong.system) == ("bleu", "first")
    assert not found.is_right
    assert "1 of 25 numbers" in found.method["sentence"]
    text = sy.report.text(found)
    assert "Wrong" in text
    assert "51.67722875" in text


def test_draws_of_another_generator_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_tests, "_philox", lambda n_units: 0.25)
    assert [row.name for row in compute(FEW).rows if not row.is_right] == [
        "exchanges of 60 units",
        "exchanges of 64 units",
    ]


def test_a_level_that_is_not_held_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = known_tests.CalibrateQuestion
    monkeypatch.setattr(known_tests, "CalibrateQuestion", lambda **options: real(**{**options, "tests": ("moses",)}))
    found = compute(SelftestQuestion(n_repetitions=400))
    assert {row.name.split(",")[0] for row in found.rows if not row.is_right} == {"moses"}


def test_a_wrong_number_leaves_with_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from steelyard.cli.app import main

    monkeypatch.setattr(known_tests, "_philox", lambda n_units: 0.25)
    with pytest.raises(SystemExit) as left:
        main(["check", "installation", "-r", "20"])
    assert left.value.code == 1
    assert capsys.readouterr().out.startswith("2 of 143 numbers are wrong on this machine")
