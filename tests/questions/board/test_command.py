"""`steelyard board` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from tests.cli.running import PATHS, REFERENCE, output, run
from tests.conftest import EXAMPLES

JUDGE = str(EXAMPLES / "judge.csv")
WHOLE = ("board", JUDGE, "--missing", "drop-item")


def solved(n_systems: int, n: int, seed: int = 1) -> dict[str, list[int]]:
    generator = np.random.default_rng(seed)
    ability = np.linspace(0.3, 0.8, n_systems)[:, None]
    return {f"s{i}": row for i, row in enumerate((generator.random((n_systems, n)) < ability).astype(int).tolist())}


def asked(n_systems: int = 12, n: int = 80, **options: object) -> sy.results.Board:
    return sy.evaluate_scores({"solved": solved(n_systems, n)}).board(n_resamples=500, **options)  # type: ignore[arg-type]


def test_the_command_prints_the_stored_result(tmp_path: Path) -> None:
    printed = output(*WHOLE, "-f", "json")
    path = tmp_path / "board.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.Board)
    assert sy.report.text(stored) == output(*WHOLE)
    assert "recomputed values are equal" in " ".join(output("check", "result", path).split())


def test_scores_may_stand_behind_their_flag_too() -> None:
    assert output(*WHOLE) == output("board", "--scores", JUDGE, "--missing", "drop-item")


def test_texts_make_a_board_as_well() -> None:
    texts = sy.TestSet(references=[["a b c d", "e f"] * 20], systems={"x": ["a b c", "e"] * 20, "y": ["a", "f"] * 20})
    found = sy.evaluate(texts, ["chrf", "wer"]).board(n_resamples=100)
    assert [row.system for row in found.rows if row.rank == 1] == ["x", "x"]
    assert not found.items


def test_rows_are_those_of_the_differences() -> None:
    every, leader = asked(against="all"), asked()
    assert every.rows == leader.rows
    assert len(every.pairs) == 66 and len(leader.pairs) == 11
    better = {(p.system, p.against) for p in every.pairs if p.verdict == "better"}
    better |= {(p.against, p.system) for p in every.pairs if p.verdict == "worse"}
    for row in every.rows:
        assert row.rank_low is not None and row.rank_high is not None
        assert row.rank_low >= 1 + sum(b == row.system for _, b in better)
        assert row.rank_high <= 12 - sum(a == row.system for a, _ in better)
        assert row.rank_low <= row.rank <= row.rank_high
    for pair in every.pairs:
        assert pair.interval_simultaneous is not None
        low, high = pair.interval_simultaneous
        assert -1 <= low <= pair.difference <= high <= 1  # made otherwise than verdicts, as the legend says
        assert not (high < 0 and pair.verdict == "better") and not (low > 0 and pair.verdict == "worse")
    assert "intervals are for rates, so the two can differ" in " ".join(sy.report.text(every).split())
    assert every.method["n_better"]["solved"] == len(better)


def test_a_baseline_needs_fewer_corrections_and_says_nothing_of_ranks() -> None:
    found, every = asked(against="s6"), asked(against="all")
    assert found.method["family_size"] == 11 and every.method["family_size"] == 66
    assert {pair.against for pair in found.pairs} == {"s6"}
    narrow, wide = found.method["critical"]["solved"], every.method["critical"]["solved"]
    assert narrow is not None and wide is not None and narrow < wide
    assert all(row.rank_low is None and row.may_lead is None for row in found.rows)
    text = sy.report.text(found)
    assert "significantly better than s6" in text and "ranks" not in text.split("We ranked")[0]


def test_missing_scores_at_both_ends_make_wider_ranges() -> None:
    def widths(rule: str, *ends: str) -> list[int]:
        rows = json.loads(output("board", JUDGE, "--missing", rule, *ends, "-f", "json"))["rows"]
        return [row["rank_high"] - row["rank_low"] for row in rows]

    both = widths("bounds", "--worst", "1", "--best", "5")
    assert all(wide >= narrow for wide, narrow in zip(both, widths("worst", "--worst", "1"), strict=True))
    assert "at their worst (1, declared)" in output(
        "board", JUDGE, "--missing", "bounds", "--worst", "1", "--best", "5"
    )


def test_lower_may_be_better() -> None:
    scores = {"errors": solved(5, 60)}
    found = sy.evaluate_scores(scores, lower_is_better=["errors"]).board(n_resamples=200)
    turned = {"errors": {name: [-x for x in row] for name, row in solved(5, 60).items()}}
    mirrored = sy.evaluate_scores(turned).board(n_resamples=200)
    assert [(row.rank_low, row.rank_high, row.tier) for row in found.rows] == [
        (row.rank_low, row.rank_high, row.tier) for row in mirrored.rows
    ]
    assert [pair.difference for pair in found.pairs] == [-pair.difference for pair in mirrored.pairs]
    assert [pair.verdict for pair in found.pairs] == [pair.verdict for pair in mirrored.pairs]


def test_items_that_tell_nothing_are_counted() -> None:
    scores = {"a": [1, 1, 1, 0], "b": [1, 0, 1, 0], "c": [1, 0, 0, 0]}
    found = sy.evaluate_scores({"solved": scores}).board(top=2, n_resamples=100)
    assert [item.is_same for item in found.items] == [True, False, False, True]
    assert [item.is_same_at_top for item in found.items] == [True, False, True, True]
    text = sy.report.text(found)
    assert "same score on 2 of 4 (50%): score 1 on 1 item, score 0 on 1 item. These" in " ".join(text.split())
    assert "The first 2 systems have the same score on 3 of 4 (75%)." in " ".join(text.split())


def test_copies_are_equivalent_where_outputs_show_it_and_one_item_says_nothing() -> None:
    twice = sy.evaluate_scores({"solved": {"a": [1, 0, 1], "b": [1, 0, 1]}}).board(n_resamples=100)
    assert [pair.verdict for pair in twice.pairs] == ["cannot tell"]  # unlike outputs pass and fail alike, too
    texts = sy.TestSet(references=[["a b", "c d"] * 4], systems={"x": ["a", "c d"] * 4, "y": ["a", "c d"] * 4})
    assert [pair.verdict for pair in sy.evaluate(texts, ["chrf"]).board(n_resamples=100).pairs] == ["equivalent"]
    single = sy.evaluate_scores({"solved": {"a": [1], "b": [0]}}).board(n_resamples=100)
    assert [pair.verdict for pair in single.pairs] == ["cannot tell"]
    assert [(row.rank_low, row.rank_high, row.standard_error) for row in single.rows] == [(1, 2, None)] * 2
    assert "ranks cannot be tested on a single item" in sy.report.text(single)


def test_a_board_needs_scores() -> None:
    done = run("board")
    assert done.status == 2 and "There are no scores: name their files" in done.err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--systems", "amber"), "needs two systems or more, and there is amber alone"),
        (("--baseline", "ambr"), "Unknown system to compare with (against, --baseline): 'ambr'. Did you mean 'amber'?"),
        (("--n-leading", "1"), "top (--n-leading) must be 2 systems or more, not 1."),
        (("--alpha", "0"), "must lie between 0 and 1"),
    ],
)
def test_what_cannot_be_ranked_is_refused_in_a_sentence(flags: tuple[str, ...], said: str) -> None:
    done = run(*WHOLE, *flags)
    assert done.status == 2 and said in done.err and len(done.said) == 1


def test_missing_scores_are_refused_without_a_rule() -> None:
    done = run("board", JUDGE)
    assert done.status == 2 and "a missing score is not 0" in done.err


def test_python_refuses_one_system_too() -> None:
    with pytest.raises(SpecError, match="two systems or more"):
        sy.evaluate_scores({"solved": {"a": [1, 0]}}).board()


def test_a_board_says_itself_in_a_line() -> None:
    assert str(asked(n_systems=3)).startswith("Board: solved: 3 systems, s2 first, ")


def test_the_page_is_html(tmp_path: Path) -> None:
    path = tmp_path / "board.html"
    output(*WHOLE, "--report", path)
    page = path.read_text(encoding="utf-8")
    assert "scores best" in page and "may lead" in page


def test_subsets_and_clusters_are_columns_or_tables(tmp_path: Path) -> None:
    table = tmp_path / "items.tsv"
    rows = [line.split(",")[:2] for line in Path(JUDGE).read_text(encoding="utf-8").splitlines()]
    table.write_text("".join(f"{item}\t{topic}\n" for item, topic in dict(rows).items()), encoding="utf-8")
    by_column = output(*WHOLE, "--subset-by", "topic", "--clusters", "topic", "-f", "json")
    by_table = output(*WHOLE, "--subset-by", f"{table}:topic", "--clusters", f"{table}:topic", "-f", "json")
    one, other = json.loads(by_column), json.loads(by_table)
    assert one["rows"] == other["rows"] and one["subsets"] == other["subsets"]
    assert one["method"]["unit"] == "document"
    path = tmp_path / "board.json"
    path.write_text(by_table, encoding="utf-8")
    assert "recomputed values are equal" in " ".join(output("check", "result", path).split())


def test_a_subset_is_the_board_of_its_items_at_its_share_of_alpha() -> None:
    scores = solved(6, 90)
    subsets = ["odd" if i % 2 else "even" for i in range(90)]
    found = sy.evaluate_scores({"solved": scores}, subsets=subsets).board()
    assert [(row.subset, row.n_items) for row in found.subsets] == [("even", 45), ("odd", 45)]
    for row, start in zip(found.subsets, (0, 1), strict=True):
        part = {name: values[start::2] for name, values in scores.items()}
        alone = sy.evaluate_scores({"solved": part}).board(alpha=0.025)
        ranked, _ = alone.of_metric("solved")
        assert row.may_lead == tuple(one.system for one in ranked if one.may_lead)
        assert (row.system, row.score) == (ranked[0].system, ranked[0].score)
        assert row.lead == pytest.approx(ranked[0].score - ranked[1].score)


def test_subsets_against_a_baseline_say_who_differs() -> None:
    strong = {"old": [0, 1, 0, 0] * 20, "new": [1] * 40 + [0, 0, 1, 0] * 10}
    subsets = ["a"] * 40 + ["b"] * 40
    found = sy.evaluate_scores({"solved": strong}, subsets=subsets).board(against="old")
    assert [row.better for row in found.subsets] == [("new",), ()]
    assert "better than old" in sy.report.text(found)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--subset-by", "item"), "are all different"),
        (("--subset-by", "nowhere"), "has no column 'nowhere'"),
        (("--subset-by", "topic", "-n", "50"), "50 draws are too few for"),
        (("--clusters", "topic", "--documents", "x"), "give only one"),
    ],
)
def test_subsets_that_cannot_be_are_refused(flags: tuple[str, ...], said: str) -> None:
    done = run(*WHOLE, *flags)
    assert done.status == 2 and said in done.err and len(done.said) == 1


def test_subsets_of_an_item_each_are_none() -> None:
    evaluation = sy.evaluate_scores({"solved": solved(2, 3)}, subsets=["a", "b", "c"])
    with pytest.raises(SpecError, match="are all different"):
        evaluation.board()


def sampled(n_items: int, n_samples: int, seed: int = 3) -> list[dict[str, object]]:
    generator = np.random.default_rng(seed)
    chance = generator.random((2, n_items))
    return [
        {"item": str(i), "system": name, "solved": int(generator.random() < chance[s, i])}
        for s, name in enumerate(("x", "y"))
        for i in range(n_items)
        for _ in range(n_samples)
    ]


def test_samples_of_an_item_are_split_from_the_items() -> None:
    rows = sampled(30, 4)
    found = sy.evaluate_scores(rows, repeats="mean").board()
    for row in found.rows:
        values = np.array([r["solved"] for r in rows if r["system"] == row.system], dtype=float).reshape(30, 4)
        assert row.n_samples == 4
        assert row.sampling_error == pytest.approx((values.var(axis=1, ddof=1).mean() / 4 / 30) ** 0.5)
        assert row.standard_error == pytest.approx(values.mean(axis=1).std(ddof=1) / 30**0.5)
    assert "Samples: 4 of each item" in sy.report.text(found)
    assert sy.evaluate_scores(rows, repeats="first").board().rows[0].n_samples is None


def test_ranges_of_ranks_are_drawn() -> None:
    board = asked(n_systems=4)
    [figure] = sy.plot.figures_of(board)
    drawn = {(x, low, high) for one in figure.series for x, low, high in zip(one.x, one.low, one.high, strict=True)}
    ranked, _ = board.of_metric("solved")
    assert drawn == {(i, row.rank_low, row.rank_high) for i, row in enumerate(ranked, 1)}
    assert not sy.plot.figures_of(asked(n_systems=4, against="s0"))


def test_clusters_and_subsets_are_those_of_scores_alone() -> None:
    words = ("board", REFERENCE, "-i", *PATHS.values(), "-m", "ter")
    found = run(*words, "--clusters", "x")
    assert (
        found.status == 2
        and "--clusters is for scores without texts (steelyard board SCORES); --documents FILE" in found.err
    )
    found = run(*words, "--subset-by", "x")
    assert found.status == 2 and "--subset-by is for scores without texts (steelyard board SCORES)." in found.err


def test_missing_scores_at_both_ends_need_the_joint_test(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("item,a,b\nq1,1,0\nq2,,1\nq3,1,0\nq4,0,1\n")
    found = run("board", path, "--missing", "bounds", "--test", "sign")
    assert found.status == 2 and "The test sign cannot be used with --missing bounds: use the default" in found.err


def test_what_a_verdict_means_is_said_of_the_test_that_was_asked_for() -> None:
    joint, other = (sy.report.text(asked(n_systems=3, **more)) for more in ({}, {"test": "sign"}))
    meaning = [next(line for line in told.splitlines() if line.startswith("verdict ")) for told in (joint, other)]
    assert meaning[0] != meaning[1]
