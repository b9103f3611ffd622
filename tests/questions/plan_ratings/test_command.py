"""`steelyard plan ratings` as people type it, and from its draw to an estimate."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.human import next_segments, rating_designs, rating_variance, residual_spread
from steelyard.ratings.reading import read_people
from steelyard.reading.formats import read_line_chances
from tests.cli.running import DOCUMENTS, output, run, with_flags
from tests.conftest import EXAMPLES
from tests.rated_pilot import CODES, DRAWN, METRIC, Pilot


def command(files: Pilot, *more: str) -> tuple[str, ...]:
    return ("plan", "ratings", files.ratings, "--difference", "8", "--documents", DOCUMENTS, *more)


def test_the_stored_plan_says_what_is_printed(pilot: Pilot, tmp_path: Path) -> None:
    call = command(pilot, "--scores", f"MINE={pilot.scores}", "--next", "20")
    path = tmp_path / "plan.json"
    path.write_text(output(*call, "-f", "json"), encoding="utf-8")
    plan = sy.load(path)
    assert isinstance(plan, sy.results.RatingPlan)
    assert report.text(plan) == output(*call)
    assert {row.metric for row in plan.rows} == {"", "MINE"}
    best = plan.cheapest()
    assert best is not None
    assert best.n_judgements == min(row.n_judgements for row in plan.rows if row.n_judgements and not row.metric)
    assert output(*call).startswith(f"A difference of 8 is detected with 80% power with {best.n_segments:,} segm")


def test_two_systems_are_planned_by_their_own_differences(pilot: Pilot) -> None:
    plan = json.loads(output(*command(pilot, "--only-systems", "harbour", "orator", "-f", "json")))
    people = read_people(pilot.ratings)
    cells: dict[tuple[int, int, str], list[float]] = {}
    ratings = people.ratings
    for i, score in enumerate(ratings.scores):
        if ratings.kinds.values[i] in ("system", "repeat") and ratings.systems.values[i] in ("harbour", "orator"):
            key = (int(ratings.segments[i]), int(ratings.raters.codes[i]), ratings.systems.values[i])
            cells.setdefault(key, []).append(float(score))
    both = sorted({key[:2] for key in cells if (*key[:2], "harbour") in cells and (*key[:2], "orator") in cells})
    values = [np.mean(cells[(*key, "harbour")]) - np.mean(cells[(*key, "orator")]) for key in both]
    lines = np.array([key[0] for key in both])
    variance = rating_variance(values, CODES[lines], lines, [key[1] for key in both])
    [row] = plan["variances"]
    assert (row["document"], row["residual"]) == pytest.approx((variance.document**0.5, variance.residual**0.5))
    assert (row["segment"], row["rater"]) == pytest.approx((variance.segment**0.5, variance.rater**0.5))  # type: ignore[operator]
    [design] = rating_designs(variance, 8.0, segments_per_document=[2], ratings_per_segment=[2])
    shapes = {(r["segments_per_document"], r["ratings_per_segment"], r["n_raters"]): r for r in plan["rows"]}
    assert [shapes[2, 2, None]["n_documents"]] == [design.n_documents]


def test_a_plan_alone_needs_the_documents_of_rated_lines_only(pilot: Pilot) -> None:
    call = ("plan", "ratings", pilot.ratings, "--difference", "8", "-f", "json")
    alone, given = (json.loads(output(*call, *more)) for more in ((), ("--documents", DOCUMENTS)))
    assert (alone["rows"], alone["variances"]) == (given["rows"], given["variances"])
    assert alone["method"]["n_rated_documents"] == len({line // 10 for line in DRAWN})
    assert "--documents" in run(*call, "--next", "5").err


def test_designs_are_those_asked_for(pilot: Pilot) -> None:
    shape = ("--segments-per-document", "3", "--ratings-per-segment", "1", "2", "--rater-counts", "50")
    plan = json.loads(output(*command(pilot, *shape, "--power", "0.9", "--alpha", "0.01", "-f", "json")))
    assert [(r["segments_per_document"], r["ratings_per_segment"], r["n_raters"]) for r in plan["rows"]] == [
        (3, 1, 50),
        (3, 2, 50),
    ]
    usual = json.loads(output(*command(pilot, *shape, "-f", "json")))
    assert usual["rows"][0]["n_documents"] < plan["rows"][0]["n_documents"]


def test_without_raters_segments_means_are_planned(pilot: Pilot) -> None:
    people = "system\tline\tscore\n" + "".join(
        f"{name}\t{line + 1}\t{pilot.people[i, line]}\n" for i, name in enumerate("abcde") for line in DRAWN
    )
    path = Path(pilot.ratings).with_name("means.tsv")
    path.write_text(people)
    call = ("plan", "ratings", path, "--difference", "8", "--documents", DOCUMENTS)
    plan = json.loads(output(*call, "-f", "json"))
    assert plan["method"]["is_paired"] is False
    assert {row["ratings_per_segment"] for row in plan["rows"]} == {1}
    assert "unknown" in output(*call)
    outcome = run(*call, "--ratings-per-segment", "2")
    assert (outcome.status, "was rated twice" in outcome.err) == (2, True)


def test_from_a_draw_to_an_estimate(pilot: Pilot, tmp_path: Path) -> None:
    """The written chances are those of the function, and `human` takes them with the ratings of both parts."""
    chances = tmp_path / "next.tsv"
    scores = ("--scores", f"MINE={pilot.scores}")
    printed = output(
        *command(pilot, *scores, "--next", "30", "--sampling", "random", "--seed", "3", "-o", str(chances))
    )
    spread = residual_spread(pilot.people, METRIC)
    is_rated = np.isfinite(pilot.people[0])
    drawn = next_segments(spread, 30, rng=3, is_rated=is_rated, earlier=np.full(120, 40 / 120))
    read, _ = read_line_chances(chances, "probability", n_segments=120)
    assert read.tolist() == pytest.approx(drawn.probabilities.tolist())
    table = [line.split("\t") for line in chances.read_text().splitlines()]
    assert table[0] == ["line", "document", "status", "probability"]
    status = np.array([row[2] for row in table[1:]])
    assert np.flatnonzero(status == "next").tolist() == drawn.segments.tolist()
    assert np.flatnonzero(status == "rated").tolist() == DRAWN
    assert f"Rate these 30 lines next: {drawn.segments[0] + 1}, " in printed
    header, *rows = (EXAMPLES / "ratings.tsv").read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if status[int(row.split("\t")[2]) - 1] != "open"]
    both = tmp_path / "both.tsv"
    both.write_text("".join(f"{row}\n" for row in [header, *kept]))
    found = json.loads(
        output(
            "human", "predict", both, "--scores", f"MINE={pilot.scores}", "--documents", DOCUMENTS,
            "--sampling", "weights:probability", "--chances", chances, "-f", "json",
        )
    )  # fmt: skip
    assert found["method"]["n_rated"] + found["method"]["n_left_out"] == 70


def test_whole_documents_and_a_pilot_that_was_not_drawn(pilot: Pilot) -> None:
    header = Path(pilot.ratings).read_text().splitlines()[0]
    all_rows = (EXAMPLES / "ratings.tsv").read_text(encoding="utf-8").splitlines()[1:]
    whole = [row for row in all_rows if 20 < int(row.split("\t")[2]) <= 50]
    Path(pilot.ratings).write_text("".join(f"{row}\n" for row in [header, *whole]))
    plan = json.loads(output(*command(pilot, "--next", "40", "--by-document", "-f", "json")))
    by_document: dict[str, set[tuple[str, float]]] = {}
    for line in plan["lines"]:
        by_document.setdefault(line["document"], set()).add((line["status"], line["probability"]))
    assert all(len(found) == 1 for found in by_document.values())
    assert len([found for found in by_document.values() if next(iter(found))[0] == "next"]) == 4
    assert {chance for found in by_document.values() for status, chance in found if status == "rated"} == {1.0}
    by_documents = ("--next", "40", "--by-document", "--sampling", "documents", "-f", "json")
    drawn = json.loads(output(*command(pilot, *by_documents)))
    assert [line["probability"] for line in drawn["lines"] if line["status"] == "rated"] == pytest.approx(
        [3 / 12 + 9 / 12 * 40 / 90] * 30
    )


REFUSED = [
    (("--next", "100"), "80 segments are not rated yet"),
    (("-o", "x.tsv"), "need --next N"),
    (("--sampling", "random"), "for lines to rate next only"),
    (("--next", "5", "--sampling", "weights:p"), "no column holds the chance"),
    (("--next", "5", "--by-document"), "rated in part"),
    (("--only-systems", "harbour"), "at least two systems"),
    (("--only-systems", "harbour", "nobody"), "nobody"),
    (("--power", "1"), "power must lie between 0 and 1"),
    (("--alpha", "1e-17"), "alpha must be 1e-09 or more away from 0 and 1"),
    (("--segments-per-document", "0"), "at least one segment a document"),
    (("--next", "5", "-o", "/no/such/folder/x.tsv"), "Cannot write"),
]


@pytest.mark.parametrize(("more", "message"), REFUSED)
def test_bad_input_is_refused_in_a_sentence(pilot: Pilot, more: tuple[str, ...], message: str) -> None:
    outcome = run(*command(pilot, *more))
    assert outcome.status == 2
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_no_difference_is_refused(pilot: Pilot) -> None:
    assert "other than 0" in run("plan", "ratings", pilot.ratings, "--difference", "0", "--documents", DOCUMENTS).err


@pytest.mark.parametrize("size", ["1e-300", "1e300"])
def test_a_difference_beyond_all_scales_is_refused(pilot: Pilot, size: str) -> None:
    outcome = run("plan", "ratings", pilot.ratings, "--difference", size, "--documents", DOCUMENTS)
    assert outcome.status == 2 and "must be from 1e-09 to 1e+09 in size" in outcome.err


def test_a_test_set_that_is_too_small_is_said_to_be(pilot: Pilot) -> None:
    call = ("plan", "ratings", pilot.ratings, "--difference", "0.5", "--documents", DOCUMENTS)
    text = output(*call, "--scores", f"MINE={pilot.scores}")
    assert "The test set, with MINE, is too small to detect a difference of 0.5." in text
    assert "none is enough" in text


def plain(*parts: object) -> str:
    return " ".join(output(*parts).split())


def written(path: Path, scores: dict[str, dict[int, float]]) -> str:
    rows = (f"{name}\t{line}\t{score}\n" for name, lines in scores.items() for line, score in lines.items())
    path.write_text("system\tline\tscore\n" + "".join(rows))
    return str(path)


def test_the_test_that_the_power_is_for_is_named(pilot: Pilot) -> None:
    all_raters = plain(*command(pilot, "--rater-counts", "24"))
    assert "the t test uses the variance of documents and raters" in all_raters
    assert "Satterthwaite" in all_raters
    assert "A test over documents alone has too many false positives for all raters" in all_raters
    one = written(Path(pilot.ratings).with_name("one.tsv"), {"a": {1: 5, 2: 9, 3: 1}, "b": {1: 3, 2: 1, 3: 2}})
    assert "Satterthwaite" not in plain("plan", "ratings", one, "--difference", "2")


def test_small_differences_take_more_documents_than_are_tried(pilot: Pilot) -> None:
    text = plain(*with_flags(command(pilot), "--difference", "0.03"))
    assert "A difference of 0.03 needs more than 100,000 documents with 80% power." in text
    assert "No number" not in text
    assert "none up to 100,000" in text
    few = plain(*with_flags(command(pilot), "--difference", "0.03", "--rater-counts", "3"))
    assert "With so few raters, 100,000 documents do not detect a difference of 0.03 with 80% power." in few


def test_a_plan_takes_the_lines_that_both_systems_of_a_pair_were_rated_on(tmp_path: Path) -> None:
    """Most lines were rated for some systems only; each pair counts with its own."""
    rng = np.random.default_rng(2)
    lines = {"a": range(1, 41), "b": range(21, 61), "c": [*range(1, 21), *range(41, 61)]}
    scores = {name: {line: float(rng.integers(0, 101)) for line in of} for name, of in lines.items()}
    path = written(tmp_path / "some.tsv", scores)
    plan = json.loads(output("plan", "ratings", path, "--difference", "20", "-f", "json"))
    assert (plan["method"]["n_pairs"], plan["method"]["n_rated"]) == (3, 60)
    variances = [
        np.var([scores[a][line] - scores[b][line] for line in scores[a].keys() & scores[b].keys()], ddof=1)
        for a, b in ("ab", "ac", "bc")
    ]
    assert plan["variances"][0]["document"] == pytest.approx(np.mean(variances) ** 0.5)
    refused = run("plan", "ratings", path, "--difference", "20", "--next", "5")
    assert (refused.status, "rated for some systems only" in refused.err) == (2, True)
    apart = written(tmp_path / "apart.tsv", {"a": {1: 3, 2: 4}, "b": {2: 1, 3: 5}})
    assert "both rated on 2 segments" in run("plan", "ratings", apart, "--difference", "2").err


def test_without_documents_segments_are_planned(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    path = written(tmp_path / "s.tsv", {n: {i: float(rng.integers(0, 101)) for i in range(1, 31)} for n in "ab"})
    text = plain("plan", "ratings", path, "--difference", "20")
    assert "documents of 1 segment" not in text
    assert "segments: 1 rating each" in text
    assert "no segment was rated twice: single ratings are part of segments" in text
    [row] = json.loads(output("plan", "ratings", path, "--difference", "20", "-f", "json"))["variances"]
    assert (row["segment"], row["residual"]) == (None, None)
    refused = run("plan", "ratings", path, "--difference", "20", "--segments-per-document", "5")
    assert (refused.status, "(--documents)" in refused.err) == (2, True)


def test_a_tiny_pilot_says_how_far_off_it_can_be(tmp_path: Path) -> None:
    """chi-square with one degree of freedom: 1 / 5.0239 and 1 / 0.00098207 (tables)."""
    path = written(tmp_path / "t.tsv", {"a": {1: 5, 2: 9}, "b": {1: 3, 2: 4}})
    text = plain("plan", "ratings", path, "--difference", "2", "--power", "0.01", "--alpha", "0.001")
    assert "0.20 to 1,018 times as large (95%, chi-square with 1 degree of freedom)" in text
    assert "is detected with 1% power" in text
    equal = written(tmp_path / "e.tsv", {"a": {1: 70.1, 2: 70.1}, "b": {1: 70.1, 2: 70.1}})
    refused = run("plan", "ratings", equal, "--difference", "2")
    assert (refused.status, "Are all scores equal" in refused.err) == (2, True)


def test_a_rated_system_that_the_metric_does_not_score_is_left_out(pilot: Pilot) -> None:
    short = Path(pilot.scores).with_name("short.tsv")
    short.write_text("".join(line.partition("\t")[2] for line in Path(pilot.scores).read_text().splitlines(True)))
    more = ("--scores", f"X={short}")
    assert "Left out: harbour (not scored by X)." in plain(*command(pilot, *more, "--next", "5"))
    assert json.loads(output(*command(pilot, *more, "-f", "json")))["method"]["n_pairs"] == 6
    refused = run(*command(pilot, *more, "--only-systems", "harbour", "lantern", "orator"))
    assert (refused.status, "harbour" in refused.err) == (2, True)


def test_lines_without_a_chance_and_several_scales_are_refused(pilot: Pilot, tmp_path: Path) -> None:
    chances = tmp_path / "chances.tsv"
    chances.write_text("line\tp\n1\t0.5\n")
    words = ("--next", "5", "--sampling", "weights:p", "--chances", str(chances))
    outcome = run(*command(pilot, *words))
    assert outcome.status == 2 and "chance" in outcome.err and outcome.err.count("\n") == 1
    header, *rows = Path(pilot.ratings).read_text(encoding="utf-8").splitlines()
    two = [f"{row}\t{scale}" for row in rows for scale in "xy"]
    Path(pilot.ratings).write_text("\n".join([f"{header}\tscale", *two]) + "\n", encoding="utf-8")
    outcome = run(*command(pilot))
    assert outcome.status == 2 and "has several scales (x, y): choose one with --scale." in outcome.err, outcome.err
