"""`steelyard human predict --scores` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.human import prediction_powered
from tests.cli.running import DOCUMENTS, output, run
from tests.rated_pilot import CODES, DRAWN, METRIC, NAMES, Pilot


def command(files: Pilot, *more: str) -> tuple[str, ...]:
    return ("human", "predict", files.ratings, "--scores", f"MINE={files.scores}", "--documents", DOCUMENTS, *more)


def test_prints_what_the_function_finds_and_the_stored_result_says_the_same(pilot: Pilot, tmp_path: Path) -> None:
    printed = output(*command(pilot, "--sampling", "random", "-f", "json"))
    path = tmp_path / "powered.json"
    path.write_text(printed, encoding="utf-8")
    result = sy.load(path)
    assert isinstance(result, sy.results.PoweredRatings)
    assert json.loads(printed)["schema"] == "steelyard.powered-ratings/1"
    assert report.text(result) == output(*command(pilot, "--sampling", "random"))
    rows = {row.system: row for row in result.systems}
    assert set(rows) == set(NAMES)
    for i, name in enumerate(NAMES):
        expected = prediction_powered(pilot.people[i], METRIC[i], CODES, sampling="random")
        row = rows[name]
        assert (row.estimate, *row.interval) == pytest.approx(
            (expected.powered.estimate, expected.powered.low, expected.powered.high), rel=1e-6
        )
        assert (row.classical, row.gain) == pytest.approx((expected.classical.estimate, expected.gain), rel=1e-6)
    assert [row.estimate for row in result.systems] == sorted((row.estimate for row in result.systems), reverse=True)
    for pair in result.pairs:
        a, b = NAMES.index(pair.system), NAMES.index(pair.against)
        expected = prediction_powered(
            pilot.people[a] - pilot.people[b], METRIC[a] - METRIC[b], CODES, sampling="random"
        )
        assert pair.difference == pytest.approx(expected.powered.estimate)
        assert pair.p_value == pytest.approx(expected.p_value)
        assert pair.adjusted_p_value >= pair.p_value
        assert pair.verdict == ("better" if pair.adjusted_p_value <= 0.05 else "cannot tell")


def test_a_metric_whose_lower_scores_are_better_says_the_same(pilot: Pilot) -> None:
    rows = [line.split("\t") for line in Path(pilot.scores).read_text().splitlines()]
    turned = [rows[0], *([str(-float(cell)) for cell in row] for row in rows[1:])]
    other = Path(pilot.scores).with_name("turned.tsv")
    other.write_text("".join("\t".join(row) + "\n" for row in turned))
    first = output(*command(pilot, "--sampling", "random"))
    call = (
        *f"human predict {pilot.ratings} --scores MINE={other} --documents {DOCUMENTS} --sampling".split(),
        "random",
    )
    assert output(*call, "--lower-is-better", "MINE") == first
    refused = run(*call, "--lower-is-better", "YOURS")
    assert refused.status == 2 and "YOURS" in refused.err and "MINE" in refused.err
    assert output(*call) == first  # the direction is fitted


def test_lines_drawn_with_chances(pilot: Pilot, tmp_path: Path) -> None:
    chances = tmp_path / "chances.tsv"
    chances.write_text("line\tp\n" + "".join(f"{line + 1}\t{len(DRAWN) / 120!r}\n" for line in DRAWN))
    random = json.loads(output(*command(pilot, "--sampling", "random", "--target", "set", "-f", "json")))
    call = command(pilot, "--sampling", "weights:p", "--chances", str(chances), "--target", "set", "-f", "json")
    weights = json.loads(output(*call))
    for one, other in zip(random["systems"], weights["systems"], strict=True):
        assert one["estimate"] == pytest.approx(other["estimate"])
        assert one["interval"] == pytest.approx(other["interval"])
    assert weights["method"]["inputs"][-1]["role"] == "chances"
    assert "mean rating of these 120 lines" in weights["method"]["sentence"]


def test_an_output_that_was_not_rated_leaves_its_line_out(pilot: Pilot) -> None:
    rows = Path(pilot.ratings).read_text().splitlines(keepends=True)
    cells = [row.split("\t") for row in rows]
    kept = [row for row, cell in zip(rows, cells, strict=True) if (cell[0], cell[2]) != ("harbour", f"{DRAWN[0] + 1}")]
    assert len(kept) < len(rows)
    Path(pilot.ratings).write_text("".join(kept))
    result = json.loads(output(*command(pilot, "--sampling", "random", "-f", "json")))
    assert (result["method"]["n_segments"], result["method"]["n_left_out"]) == (119, 1)
    assert "left out" in result["method"]["sentence"]


REFUSED = [
    ((), "It is not known how the rated segments were chosen"),
    (("--sampling", "prefix"), "Unknown sampling 'prefix'"),
    (("--sampling", "weights"), "weights:COLUMN"),
    (("--sampling", "random:p"), "random and documents have none"),
    (("--sampling", "documents"), "The document 'town-news' is rated in part ("),
    (("--sampling", "weights:p"), "no column holds the chance of a line to be rated"),
    (("--sampling", "random", "--chances", DOCUMENTS), "--chances needs"),
    (("--sampling", "random", "--test", "t"), "there is no flag --test."),
    (("--sampling", "random", "--quality-control", "degraded"), "there is no flag --quality-control."),
]


@pytest.mark.parametrize(("more", "message"), REFUSED)
def test_bad_input_is_refused_in_a_sentence(pilot: Pilot, more: tuple[str, ...], message: str) -> None:
    outcome = run(*command(pilot, *more))
    assert outcome.status == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_files_that_do_not_fit_are_refused(pilot: Pilot, tmp_path: Path) -> None:
    short = tmp_path / "short.tsv"
    lines = Path(pilot.scores).read_text().splitlines(keepends=True)
    for content, message in (
        ("".join(lines[:90]), "test set has 89"),
        ("".join([*lines[:5], lines[5].replace(lines[5].split("\t")[0], "NA", 1), *lines[6:]]), "has no score"),
        ("".join(line.split("\t")[0] + "\n" for line in lines), "lantern"),
    ):
        short.write_text(content)
        outcome = run(
            *f"human predict {pilot.ratings} --scores X={short} --sampling random --documents".split(), DOCUMENTS
        )
        assert outcome.status == 2
        assert message in outcome.err
    outcome = run("human", "predict", pilot.ratings, "--scores", f"X={pilot.scores}", "--sampling", "random")
    assert "--documents" in outcome.err  # of lines that were not rated no document is known
    chances = tmp_path / "chances.tsv"
    for content, message in (
        ("line\tp\n1\t0.5\n1\t0.4\n", "line 1 had 0.5 before"),
        ("line\tp\n121\t0.5\n", "line 121 of a test set of 120"),
        ("line\tp\n1\t0.5\n", "was rated, but has no sampling probability"),
    ):
        chances.write_text(content)
        outcome = run(*command(pilot, "--sampling", "weights:p", "--chances", str(chances)))
        assert (outcome.status, message in outcome.err) == (2, True), outcome.err


def test_where_everything_was_rated_nothing_is_left_to_chance(pilot: Pilot) -> None:
    whole = Path(pilot.ratings).with_name("whole.tsv")
    lines = [(name, i, (i * 7 + 3 * j) % 11) for i in range(1, 121) for j, name in enumerate(NAMES)]
    whole.write_text("system\tline\tscore\n" + "".join(f"{name}\t{i}\t{score}\n" for name, i, score in lines))
    call = (*f"human predict {whole} --scores MINE={pilot.scores} --documents {DOCUMENTS} --sampling".split(), "random")
    text = output(*call, "--target", "set")
    assert "The standard errors are 0, because all segments were rated" in " ".join(text.split())
    assert "0.0000" not in text  # no p-value is 0


def test_where_all_scores_are_equal_that_is_the_reason(pilot: Pilot) -> None:
    equal = Path(pilot.ratings).with_name("equal.tsv")
    rows = "".join(f"{name}\t{i}\t70.1\n" for i in range(1, 121) for name in NAMES)
    equal.write_text("system\tline\tscore\n" + rows)
    text = output(
        "human", "predict", equal, "--scores", f"MINE={pilot.scores}", "--documents", DOCUMENTS, "--sampling", "random"
    )
    assert "all segments were rated" not in text
    flat = " ".join(text.split())
    assert "standard errors are 0, because the difference of two systems is the same on all rated segments" in flat


def test_a_rated_system_that_the_metric_does_not_score_is_left_out_and_named(pilot: Pilot) -> None:
    short = Path(pilot.scores).with_name("short.tsv")
    lines = Path(pilot.scores).read_text().splitlines(keepends=True)
    short.write_text("".join(line.partition("\t")[2] for line in lines))
    call = ("--sampling", "random", "--documents", DOCUMENTS)
    text = output("human", "predict", pilot.ratings, "--scores", f"X={short}", *call)
    assert "Left out: harbour (not scored by X)." in " ".join(text.split())
    found = json.loads(output("human", "predict", pilot.ratings, "--scores", f"X={short}", *call, "-f", "json"))
    assert {row["system"] for row in found["systems"]} == set(NAMES) - {"harbour"}
    assert found["method"]["left_out"] == [{"system": "harbour", "reason": "not scored by X"}]


def test_many_metrics_are_refused_and_one_of_them_is_chosen(pilot: Pilot) -> None:
    many = Path(pilot.scores).with_name("many.tsv")
    rows = [
        "\t".join([name, f"{i + 1}", *(f"{METRIC[j, i] + k}" for k in range(6))]) + "\n"
        for j, name in enumerate(NAMES) for i in range(120)
    ]  # fmt: skip
    many.write_text("system\tline\t" + "\t".join(f"M{k}" for k in range(6)) + "\n" + "".join(rows))
    call = ("--sampling", "random", "--documents", DOCUMENTS)
    refused = run("human", "predict", pilot.ratings, "--scores", many, *call)
    assert (refused.status, "6 metrics: choose one with --scores NAME=" in refused.err) == (2, True)
    assert "predicted with M3:" in output("human", "predict", pilot.ratings, "--scores", f"M3={many}", *call)
    refused = run("plan", "ratings", pilot.ratings, "--difference", "8", "--scores", many, "--documents", DOCUMENTS)
    assert (refused.status, "6 metrics: choose one with --scores NAME=" in refused.err) == (2, True)
    assert "NAME= picks one" in " ".join(output("plan", "ratings", "--help").split())


def test_pilot_is_what_the_tests_take_it_for(pilot: Pilot) -> None:
    assert np.isfinite(pilot.people).sum(axis=1).tolist() == [len(DRAWN)] * len(NAMES)


def test_scores_of_whole_systems_and_chances_of_several_files_are_refused(pilot: Pilot, tmp_path: Path) -> None:
    whole = tmp_path / "x.sys.score"
    whole.write_text("".join(f"{name}\t1\n" for name in NAMES))
    outcome = run("human", "predict", pilot.ratings, "--scores", f"X={whole}", "--sampling", "random")
    assert outcome.status == 2 and "has only scores of whole systems, but every segment needs a score." in outcome.err
    header, *rows = Path(pilot.ratings).read_text(encoding="utf-8").splitlines()
    parts = []
    for name, kept in (("1.tsv", rows[::2]), ("2.tsv", rows[1::2])):
        parts.append(tmp_path / name)
        parts[-1].write_text("\n".join([header, *kept]) + "\n", encoding="utf-8")
    words = ("--scores", f"X={pilot.scores}", "--sampling", "weights:p", "--documents", DOCUMENTS)
    outcome = run("human", "predict", *parts, *words)
    assert outcome.status == 2 and (
        "There are several files of ratings: give the file of the probabilities with" in outcome.err
    )
