"""`steelyard lab tune` as people type it."""

import json
from pathlib import Path

import steelyard as sy
from steelyard import report
from steelyard.metrics import parse
from tests.cli.running import HARBOUR, ORATOR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

HUMAN = ("--ratings", EXAMPLES / "human.tsv")
TEXTS = ("meteor-2007(without=synonym)", REFERENCE, "-i", HARBOUR, TANGLE, ORATOR)
FEW = ("-p", "alpha", "gamma")


def test_before_after_and_the_tuned_metric_to_copy() -> None:
    told, _, rest = output("lab", "tune", *TEXTS, *HUMAN, *FEW).partition("\n\n")
    lines = rest.splitlines()
    assert told.startswith("On held-out data, the tuned parameters are ")
    assert lines[0].split() == ["alpha", "gamma", "all", "ratings", "left", "out,", "mean"]
    assert lines[1].split()[:3] == ["before", "0.81", "0.28"]
    assert [line.split()[0] for line in lines[6:8]] == ["before", "tuned"]
    climbs = lines[next(i for i, line in enumerate(lines) if line.startswith("system left out")) + 1 :]
    assert [line.split()[0] for line in climbs[:3]] == ["harbour", "tangle", "orator"]
    tuned = parse(lines[-1])
    assert isinstance(tuned, sy.metrics.Meteor2007)
    assert lines[2].split()[1:3] == [f"{tuned.alpha:g}", f"{tuned.gamma:g}"]
    assert max(map(len, lines)) <= 100


def test_json_is_the_stored_result(tmp_path: Path) -> None:
    printed = output("lab", "tune", *TEXTS, *HUMAN, *FEW, "-f", "json")
    path = tmp_path / "tuning.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert report.text(stored) == output("lab", "tune", *TEXTS, *HUMAN, *FEW)
    assert json.loads(printed)["schema"] == "steelyard.tuning/1"
    assert json.loads(printed)["method"]["inputs"][-1]["name"] == str(EXAMPLES / "human.tsv")


def test_flags_reach_the_search() -> None:
    flags = (
        *("--bounds", "gamma=0:0.3", "--objective", "kendall", "--level", "sentence", "--leave-out", "segments"),
        *("--folds", "2", "--steps", "0.1", "0.02", "--restarts", "1", "--seed", "3", "--penalties"),
    )
    method = json.loads(output("lab", "tune", *TEXTS, *HUMAN, *FEW, *flags, "-f", "json"))["method"]
    assert {key: method[key] for key in ("bounds", "objective", "level", "leave_out", "n_folds", "steps")} == {
        "bounds": {"gamma": [0.0, 0.3]},
        "objective": "kendall",
        "level": "sentence",
        "leave_out": "segments",
        "n_folds": 2,
        "steps": [0.1, 0.02],
    }
    assert (method["n_restarts"], method["seed"]) == (1, 3)


def test_one_climb_needs_no_table_of_climbs() -> None:
    shown = output("lab", "tune", *TEXTS, *HUMAN, *FEW, "--leave-out", "none")
    assert "left out  " not in shown and "- Nothing was left out" in shown
    assert len(shown.split("\n\n")) == 5
    no_part = output("lab", "tune", *TEXTS, *HUMAN, *FEW, "--level", "system", "--leave-out", "system", "-w", "2")
    head = next(line for line in no_part.splitlines() if line.startswith("system left out"))
    assert head.split()[-3:] == ["tuning,", "before", "after"]


def test_bad_requests_are_one_sentence(tmp_path: Path) -> None:
    words = tmp_path / "words.tsv"
    words.write_text("harbour\ttangle\torator\n1\tgood\t3\n", encoding="utf-8")
    for arguments, message in (
        (TEXTS, "the following arguments are required: --ratings"),
        ((*TEXTS, *HUMAN, "--bounds", "gamma"), "Cannot read --bounds 'gamma': write NAME=LOW:HIGH"),
        ((*TEXTS, *HUMAN, "--bounds", "gamma=0:x"), "'0' and 'x' should be numbers"),
        ((*TEXTS, *HUMAN, "-p", "beam"), "Unknown parameter of meteor-2007: 'beam'"),
        ((*TEXTS, *HUMAN, "-w", "99"), "--width must be from 0 to 15"),
        (
            (*TEXTS, "--ratings", words),
            "system 'tangle' has 'good' where a finite number (1e60 at most) should be at line 2",
        ),
    ):
        done = run("lab", "tune", *arguments)
        assert (done.status, done.out) == (2, "")
        assert message in done.err
        assert done.err.count("\n") == 1


def test_the_direction_of_ratings_is_not_that_of_outside_scores() -> None:
    stored = json.loads(output("lab", "tune", *TEXTS, *HUMAN, *FEW, "--penalties", "-f", "json"))
    assert stored["method"]["recipe"]["arguments"]["lower_is_better"] is True
    assert stored["before"] < 0
