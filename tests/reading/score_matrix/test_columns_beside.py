"""Columns and rows beside the scores, as programs and people add them, change no verdict."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AskError
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import read_item_scores
from tests.cli.running import output, run

N_ITEMS = 14
SYSTEMS = ("amber", "birch", "cedar")
SCORES = np.random.default_rng(7).integers(20, 90, (len(SYSTEMS), N_ITEMS)) + np.array([[0], [4], [-6]])
BESIDE = {  # a column that is no score: its name, and its cell in row i of a table
    "an index without a name": ("", lambda i: i),
    "an index": ("index", lambda i: i + 1),
    "an unnamed index of pandas": ("Unnamed: 0", lambda i: i),
    "a row number": ("zeile", lambda i: i + 1),
    "tokens": ("prompt_tokens", lambda i: 400 + 13 * i),
    "seconds": ("latency (s)", lambda i: 0.25 * i),
    "milliseconds": ("durationMs", lambda i: 1500 + i),
    "a time stamp": ("timestamp", lambda i: 1700000000 + 60 * i),
    "memory": ("Memory Usage (MB)", lambda i: 512),
    "what a user's tries cost": ("user_cost_usd", lambda i: 0.003 * i),
    "its error": ("accuracy_stderr", lambda i: 0.01),
    "a rank": ("Rank", lambda i: 3 - i % 3),
    "a text": ("comment", lambda i: f"a longer remark on the row {i}"),
    "nothing": ("spare", lambda i: ""),
}  # fmt: skip


def written(path: Path, header: list[str], rows: list[list[object]], order: list[int], separator: str = ",") -> Path:
    lines = [[str(row[i]) for i in order] for row in (header, *rows)]
    path.write_text("".join(separator.join(line) + "\n" for line in lines), encoding="utf-8")
    return path


def long_rows() -> tuple[list[str], list[list[object]]]:
    rows = [[f"q{i:02}", name, SCORES[s, i]] for i in range(N_ITEMS) for s, name in enumerate(SYSTEMS)]
    return ["question_id", "model", "accuracy"], rows


def wide_rows() -> tuple[list[str], list[list[object]]]:
    return ["question_id", *SYSTEMS], [[f"q{i:02}", *SCORES[:, i]] for i in range(N_ITEMS)]


def board_rows() -> tuple[list[str], list[list[object]]]:
    return ["model", *(f"task {i}" for i in range(N_ITEMS))], [
        [name, *row] for name, row in zip(SYSTEMS, SCORES, strict=True)
    ]


def verdicts(path: Path, *flags: str) -> object:
    found = json.loads(output("board", path, "-n", "100", *flags, "-f", "json"))
    return [[row["system"], row["score"], row["standard_error"]] for row in found["rows"]], [
        [pair[key] for key in ("system", "against", "difference", "verdict")] for pair in found["pairs"]
    ]


SHAPES = {"long": (long_rows, ()), "wide": (wide_rows, ()), "board": (board_rows, ("--items-in-columns",))}


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_no_order_of_columns_and_no_column_beside_changes_a_verdict(
    shape: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """An index won a comparison, and a length, and rank and memory were two tasks of a board."""
    made, flags = SHAPES[shape]
    folder = tmp_path_factory.mktemp(shape)
    header, rows = made()
    plain = verdicts(written(folder / "judge.csv", header, rows, list(range(len(header)))), *flags)
    known = BESIDE.keys() - {"long": set(), "wide": {"its error"}, "board": {"a row number", "its error"}}[shape]
    beside = data.draw(st.lists(st.sampled_from(sorted(known)), unique=True, min_size=1, max_size=4))
    more = [[*row, *(BESIDE[name][1](i) for name in beside)] for i, row in enumerate(rows)]
    names = [*header, *(BESIDE[name][0] for name in beside)]
    order = data.draw(st.permutations(range(len(names))))
    if shape != "long":  # the order of systems, and of items, is that of their columns: it stays
        order = [*sorted(i for i in order if 0 < i < len(header)), *(i for i in order if not 0 < i < len(header))]
    separator = data.draw(st.sampled_from(",\t;"))
    assert verdicts(written(folder / "judge.csv", names, more, list(order), separator), *flags) == plain


def test_the_mean_of_a_board_is_no_task_whatever_it_is_called(tmp_path: Path) -> None:
    header, rows = board_rows()
    plain = verdicts(written(tmp_path / "judge.csv", header, rows, list(range(len(header)))), "--items-in-columns")
    for called, of_row in (
        ("Mean (Task)", np.mean), ("all together", np.mean), ("Overall", np.mean), ("points", np.sum),
        ("avg", np.median),
    ):  # fmt: skip
        more = [[*row, f"{of_row(np.array(row[1:], float)):.2f}"] for row in rows]
        path = written(tmp_path / "judge.csv", [*header, called], more, list(range(len(header) + 1)))
        assert verdicts(path, "--items-in-columns") == plain, called


def test_rows_of_averages_are_no_items_and_no_systems(tmp_path: Path) -> None:
    header, rows = long_rows()
    plain = verdicts(written(tmp_path / "judge.csv", header, rows, [0, 1, 2]))
    more = [*rows, *(["average", name, SCORES[s].mean()] for s, name in enumerate(SYSTEMS))]
    path = written(tmp_path / "judge.csv", header, more, [0, 1, 2])
    done = run("board", path, "-n", "100", "-f", "json")
    assert "3 rows ('average') sum others up, and are left out" in done.err
    assert [row["score"] for row in json.loads(done.out)["rows"]] == [row[1] for row in plain[0]]  # type: ignore[index]


def test_a_system_of_averaged_check_points_is_a_system(tmp_path: Path) -> None:
    """`big-avg5` was left out of the comparison as an average of the others."""
    names = ("big", "big-avg5", "avg_checkpoints")
    for made in (long_rows, wide_rows):
        header, rows = made()
        renamed = dict(zip(SYSTEMS, names, strict=True))
        table = [[renamed.get(str(cell), cell) for cell in row] for row in (header, *rows)]
        path = written(tmp_path / "judge.csv", table[0], table[1:], list(range(len(header))))  # type: ignore[arg-type]
        found = json.loads(output("board", path, "-n", "50", "-f", "json"))["rows"]
        assert {row["system"] for row in found} == set(names)


def test_averages_of_parts_are_tasks_where_a_board_has_nothing_else(tmp_path: Path) -> None:
    header, rows = board_rows()
    parts = ["model", "Global Average", *(f"{name} Average" for name in ("Maths", "Code", "Logic"))]
    scores = [[row[0], f"{np.mean(row[1:4]):.2f}", *row[1:4]] for row in rows]
    alone = run("score", written(tmp_path / "a.csv", parts, scores, [0, 1, 2, 3, 4]), "--items-in-columns")
    assert "items = Maths Average, Code Average, Logic Average" in alone.told and "Global Average (sums" in alone.told
    more = [[*row, *whole[1:]] for row, whole in zip(scores, rows, strict=True)]
    path = written(tmp_path / "b.csv", [*parts, *header[1:]], more, list(range(len(more[0]))))
    assert "Maths Average (sums some of the others up)" in run("score", path, "--items-in-columns").told


def test_columns_of_metrics_are_no_systems(tmp_path: Path) -> None:
    """One system's faithfulness was "better" than its relevancy."""
    path = tmp_path / "rag.csv"
    rows = "".join(f"what is {i} and why so,because it is {i} of all,{i % 5 / 5},{i % 3 / 3}\n" for i in range(12))
    path.write_text("question,answer,faithfulness,answer_relevancy\n" + rows)
    for words in (("compare", "--scores", path), ("board", path)):
        refused = run(*words)
        assert refused.status == 2 and "rag" in refused.said[-1] and "faithfulness has" not in refused.err
    found = json.loads(output("score", "--scores", path, "-f", "json"))["scores"]
    assert {(row["system"], row["metric"]) for row in found} == {("rag", "faithfulness"), ("rag", "answer_relevancy")}


def test_a_column_may_name_the_metric_of_each_row(tmp_path: Path) -> None:
    """Such tidy tables were refused: a system had two scores on an item."""
    tidy, wide = tmp_path / "tidy.csv", tmp_path / "wide.csv"
    cells = [(s, f"q{i}", (i + k) % 2, (3 * i + k) % 7 / 7) for i in range(20) for k, s in enumerate("ab")]
    tidy.write_text(
        "system,item,metric,value\n"
        + "".join(f"{s},{i},accuracy,{x}\n{s},{i},error_rate,{y}\n" for s, i, x, y in cells)
    )
    wide.write_text("system,item,accuracy,error_rate\n" + "".join(f"{s},{i},{x},{y}\n" for s, i, x, y in cells))
    found = [json.loads(output("compare", path, "-n", "50", "-f", "json")) for path in (tidy, wide)]
    assert found[0]["scores"] == found[1]["scores"] and found[0]["pairs"] == found[1]["pairs"]
    assert "metric = metric" in run("score", tidy).told and "not used" not in run("score", tidy).told


def test_scores_of_whole_systems_by_several_metrics_are_no_ranking_of_the_metrics(tmp_path: Path) -> None:
    """Ranks by MetricX were better than MetricX."""
    path = tmp_path / "auto.csv"
    rows = "".join(f"sys{i},{i % 7},{i / 30},{i},{30 - i},{i + 0.5}\n" for i in range(20))
    path.write_text(",metricx,cometkiwi,rank_metricx,rank_cometkiwi,autorank\n" + rows)
    done = run("board", path)
    assert done.status == 2 and done.out == "" and "auto alone" in done.err
    assert "rank_metricx (a rank), rank_cometkiwi (a rank), autorank (a rank)" in done.told


@pytest.mark.parametrize("column", ["timestamp", "evaluation_time", "kg_co2_emissions", "index", "n_tokens"])
def test_a_number_is_no_score_because_it_is_the_only_one(column: str, tmp_path: Path) -> None:
    """A mean time stamp was printed as a score."""
    path = tmp_path / "x.csv"
    path.write_text(f"item,{column}\n" + "".join(f"q{i},{3 * i + 1}\n" for i in range(9)))
    asked = run("score", "--scores", path)
    first, *answers = asked.err.splitlines()
    assert asked.status == 2 and "no column is a score for sure" in first and len(answers) == 2
    for answer in answers:
        assert run(*shlex.split(answer)[1:]).status == 0


MARKS = {"-1": [1, 10], "99": [1, 5], "999": [0, 100], "-99": [0, 7]}


@pytest.mark.parametrize("mark", MARKS)
def test_a_value_that_marks_no_answer_is_asked_about(mark: str, tmp_path: Path) -> None:
    """-1 on a scale from 1 to 10 was averaged."""
    low, high = MARKS[mark]
    path = tmp_path / "judge.csv"
    cells = {(i, s): low + (3 * i + 5 * s) % (high - low + 1) for i in range(20) for s in range(2)}
    rows = [f"q{i},{'ab'[s]},{mark if (i, s) in ((4, 0), (9, 0)) else x}" for (i, s), x in cells.items()]
    path.write_text("\n".join(["item,system,score", *rows]) + "\n")
    asked = run("compare", "--scores", path, "-n", "50")
    first, *answers = asked.err.splitlines()
    assert asked.status == 2 and f"2 of 40 scores of 'score' are {mark}" in first and len(answers) == 3
    found = [run(*shlex.split(answer)[1:], "-f", "json") for answer in answers]
    assert [one.status for one in found] == [0, 0, 0]
    means = [json.loads(one.out)["scores"][0]["score"] for one in found]
    kept = [x for (i, s), x in cells.items() if not s and i not in (4, 9)]
    assert means[0] == pytest.approx(np.mean(kept)) and means[1] < means[0]


@pytest.mark.parametrize("values", [[-1, 0, 1], [0, 1], [-1.5, -1.0, 3.0], [-1.0, 0.5, 0.9]])
def test_three_answers_and_scores_on_both_sides_of_0_are_no_marks(values: list[float], tmp_path: Path) -> None:
    path = tmp_path / "judge.csv"
    path.write_text("a,b\n" + "".join(f"{values[i % len(values)]},{values[i * 2 % len(values)]}\n" for i in range(12)))
    assert run("compare", "--scores", path, "-n", "50").status == 0


def test_errors_beside_a_zero_are_no_wrong_answers_unless_somebody_says_so(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    rows = [
        f"q{i},{s},{0 if i == 3 else (i + k) % 2},{'timed out' if i == 3 else ''}"
        for i in range(9)
        for k, s in enumerate("ab")
    ]
    path.write_text("\n".join(["item,model,passed,error", *rows]) + "\n")
    asked = run("compare", "--scores", path)
    first, *answers = asked.err.splitlines()
    assert asked.status == 2 and "are 0 in rows that hold an error" in first
    assert [run(*shlex.split(answer)[1:]).status for answer in answers] == [0, 0, 0]


def test_scores_on_other_scales_are_asked_about(tmp_path: Path) -> None:
    """Percent and shares of one were ranked beside each other."""
    path = tmp_path / "judge.csv"
    path.write_text("item,a,b,c\n" + "".join(f"q{i},{i % 7 / 7 + 0.1},{i % 5 / 5 + 0.1},{40 + i}\n" for i in range(20)))
    asked = run("compare", "--scores", path, "-n", "50")
    first, *answers = asked.err.splitlines()
    assert asked.status == 2 and "these are not scores on one scale" in first
    assert [run(*shlex.split(answer)[1:]).status for answer in answers] == [0, 0]


def test_a_score_of_a_whole_test_set_has_nothing_to_resample(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.comet").write_text("0.8312\n")
    done = run("compare", "--scores", tmp_path / "a.comet", tmp_path / "b.comet")
    assert done.status == 2 and "holds one score, of a whole test set" in done.err and done.out == ""


def test_clusters_are_the_unit_and_groups_are_named(tmp_path: Path) -> None:
    """A column of clusters was not used, and nothing said so."""
    for column, is_unit in (("cluster_id", True), ("passage", True), ("topic", False), ("repo", False)):
        path = tmp_path / "judge.csv"
        rows = [f"q{i},{s},{(i * 5 + k) % 4},{i // 3}" for i in range(24) for k, s in enumerate("ab")]
        path.write_text("\n".join([f"item,system,score,{column}", *rows]) + "\n")
        done = run("compare", "--scores", path, "-n", "50", "-f", "json")
        assert json.loads(done.out)["method"]["unit"] == ("document" if is_unit else "item"), column
        said = f"clusters = {column}" if is_unit else f"not used: {column} (groups: --columns document={column})"
        assert said in done.told


def test_nan_obeys_the_rule_for_missing_scores_in_every_layout(tmp_path: Path) -> None:
    """COMET's JSON was refused for a NaN that a file of lines may have."""
    values = {"a": [0.7 + i / 50 for i in range(12)], "b": [0.6 + i / 60 for i in range(12)]}
    rows = {
        name: [{"mt": "x", "COMET": float("nan") if (name, i) == ("b", 4) else x} for i, x in enumerate(own)]
        for name, own in values.items()
    }
    path = tmp_path / "comet.json"
    path.write_text(json.dumps(rows))
    assert "--missing" in run("compare", "--scores", path).err
    lines = []
    for name in values:
        lines.append(tmp_path / f"{name}.txt")
        lines[-1].write_text("".join(f"{row['COMET']}\n" for row in rows[name]))
    flags = ("--missing", "drop-item", "-n", "50", "-f", "json")
    of_json = json.loads(output("compare", "--scores", path, *flags))
    of_lines = json.loads(output("compare", "--scores", *(f"COMET={line}" for line in lines), *flags))
    for found in (of_json, of_lines):
        assert found["method"]["missing"]["n_kept"] == 11
    assert [row["score"] for row in of_json["scores"]] == [row["score"] for row in of_lines["scores"]]


def test_what_columns_were_taken_for_is_kept_with_the_result(tmp_path: Path) -> None:
    header, rows = long_rows()
    path = written(tmp_path / "judge.csv", [*header, "tokens"], [[*row, 9] for row in rows], [3, 0, 1, 2])
    [kept] = json.loads(output("compare", path, "-n", "50", "-f", "json"))["method"]["inputs"]
    assert kept["taken"] == (
        "item = question_id, system = model, score = accuracy, higher is better; not used: tokens (a count)"
    )
    assert run("compare", path, "-n", "50").told == f"{path}: {kept['taken']}.\n"
    output("compare", path, "-n", "50", "--report", tmp_path / "page.html")
    assert f"{path}: {kept['taken']}" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_numbers_inside_of_objects_are_asked_for_and_each_answer_runs(tmp_path: Path) -> None:
    rows = [
        {"id": i, "model": model, "usage": {"tokens": 9}, "judge": {"mark": {"value": i % 4}, "ok": i % 3 > 0}}
        for i in range(9)
        for model in ("ours", "theirs")
    ]
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    with pytest.raises(AskError) as asked:
        read_item_scores([str(path)], HowScores())
    columns = [answer[1].removeprefix("score=") for answer in asked.value.answers]
    assert columns == ["judge.ok", "judge.mark.value"]
    for column in columns:
        found = read_item_scores([str(path)], HowScores(columns={"score": column}), needs_direction=False)
        assert found.systems == ("ours", "theirs") and len(found.items) == 9
