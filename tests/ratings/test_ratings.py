"""From files of judgements to one score per output."""

import shlex
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError, SpecError
from steelyard.files.told import lines_told, listening
from steelyard.human import MQM_WEIGHTS, blatz_scores, standardise
from steelyard.ratings.marked_errors import scored_marks
from steelyard.ratings.reading import read_people
from steelyard.types import ErrorMarks, Labels
from tests.cli.running import run

HEADER = "system\tdocument\tline\trater\tkind\tscore\n"
MQM = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "ratings.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_repeats_count_and_control_items_do_not(tmp_path: Path) -> None:
    rows = "a\td\t1\tann\tSYSTEM\t80\na\td\t1\tann\tREPEAT\t60\na\td\t1\tann\tBAD_REF\t5\nb\td\t2\tann\tREF\t99\n"
    [scores] = read_people(write(tmp_path, HEADER + rows)).scores
    assert scores.systems == ("a",)
    assert scores.values.tolist() == [[70.0]]
    assert scores.counts is not None and scores.counts.tolist() == [[2]]


def test_z_scores_are_those_of_standardise_without_control_items() -> None:
    people, raw = read_people("examples/ratings.tsv", scaling="z"), read_people("examples/ratings.tsv").ratings
    is_control = np.array([kind == "degraded" for kind in raw.kinds.values])
    expected = standardise(raw.scores, raw.raters.codes.astype(np.int64), is_quality_item=is_control).scores
    assert np.array_equal(people.ratings.scores, expected)


def test_marks_cost_what_the_weights_say_and_a_clean_judgement_nothing(tmp_path: Path) -> None:
    rows = (
        "a\td\t1\tann\ts\tx <v>y</v>\tAccuracy/Mistranslation\tMajor\n"
        "a\td\t1\tann\ts\t<v>x</v> y\tFluency/Punctuation\tMinor\n"
        "a\td\t1\tben\ts\tx <v>y</v>\tFluency/Grammar\tMinor\n"
        "b\td\t1\tann\ts\tz\tNo-error\tNo-error\n"
    )
    path = write(tmp_path, MQM + rows)
    [scores] = read_people(path).scores
    assert scores.name == "mqm" and scores.systems == ("a", "b")
    assert scores.values[:, 0].tolist() == pytest.approx([-3.05, 0.0])
    [other] = read_people(path, weights="1-5-25").scores
    assert other.values[0, 0] == -3.5  # (5 + 1 and 1) / 2: punctuation has no price of its own
    with pytest.raises(SpecError, match="google"):
        read_people(path, weights="googel")


def test_marks_with_weights_of_their_own_keep_them() -> None:
    marks = ErrorMarks(
        systems=Labels.of(["a", "a"]),
        segments=np.array([0, 0]),
        documents=Labels.all_of("", 2),
        raters=Labels.all_of("", 2),
        judgements=np.array([0, 0]),
        categories=Labels.of(["x", "y"]),
        severities=Labels.of(["minor", "major"]),
        places=Labels.all_of("unplaced", 2),
        starts=np.array([-1, -1]),
        ends=np.array([-1, -1]),
        weights=np.array([0.5, 7.0]),
        kinds=Labels.all_of("system", 2),
    )
    assert scored_marks(marks).scores.tolist() == [7.5]
    assert scored_marks(marks, MQM_WEIGHTS["google"]).scores.tolist() == [6.0]


def test_penalties_turn_their_sign(tmp_path: Path) -> None:
    path = write(tmp_path, "system\tline\tscore\na\t1\t3\nb\t1\t1\n")
    [scores] = read_people(path, lower_is_better=True).scores
    assert scores.values[:, 0].tolist() == [-3.0, -1.0]


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("name", ["score", "accuracy", "error_rate", "mqm_penalty", "HTER"])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_better_system_is_first_whatever_its_scale_is_called_or_an_answer_is_asked_for(
    name: str, sign: int, said: bool, tmp_path: Path
) -> None:
    """Ratings called `error_rate` were ranked highest first, and --penalties turned what was turned already."""
    path = write(tmp_path, f"system\tline\t{name}\na\t1\t{sign * 3}\nb\t1\t{sign}\n")
    is_lower = name in ("error_rate", "mqm_penalty", "HTER")
    with listening() as told:
        if said and is_lower and sign < 0:
            with pytest.raises(SpecError, match=f"called {name} and none is above 0: their sign was turned"):
                read_people(path, scales=[name], lower_is_better=said)
            return
        [scores] = read_people(path, scales=[name], lower_is_better=said).scores
    is_turned = said or (is_lower and sign > 0)
    assert scores.values[:, 0].tolist() == [-3.0 * sign if is_turned else 3.0 * sign, -sign if is_turned else sign]
    lines = [line for line in lines_told(told) if "is better" in line]
    if is_turned and not said:
        assert lines == [f"lower {name} is better, by its name: signs are turned here"]
    else:
        expected = [f"lower {name} is better, as was said, against its name"]
        assert lines == (expected if said and name == "accuracy" else [])


def test_scores_of_a_tool_go_one_way_whatever_is_said(tmp_path: Path) -> None:
    path = tmp_path / "da.csv"
    path.write_text("".join(f"ann,{s},{i},TGT,eng,deu,{60 + i},{i}.5,{i}.9\n" for s in "ab" for i in range(3)))
    [scores] = read_people(path, lines="number").scores
    assert scores.values.tolist() == [[60, 61, 62], [60, 61, 62]]
    with pytest.raises(SpecError, match="Higher ratings are better in files of appraise: leave out --penalties"):
        read_people(path, lines="number", lower_is_better=True)


def test_what_cannot_be_averaged_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "system\tline\tscore\na\t1\t3\nb\t4\t1\n")
    with pytest.raises(DataError, match=r"line 4"):
        read_people(path, documents=["d", "d"])
    with pytest.raises(SpecError, match="rater"):
        read_people(path, scaling="z")
    with pytest.raises(SpecError, match="scaling"):
        read_people(path, scaling="zz")
    rankings = write(tmp_path, "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n1\tann\ta\t1\tb\t2\tr1\n")
    with pytest.raises(DataError, match="Rankings"):
        read_people(rankings)


@pytest.mark.real_data
def test_published_scores_of_mqm_come_out(test_data: Path) -> None:
    human = test_data / "data" / "wmt23-en-de" / "human"
    [scores] = read_people(human / "mqm.seg.tsv").scores
    rows = [line.split("\t") for line in (human / "mqm.sys.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    published = {row[0]: float(row[1]) for row in rows}
    assert dict(zip(scores.systems, scores.of_systems().tolist(), strict=True)) == pytest.approx(published, abs=1e-9)


@pytest.mark.real_data
def test_marks_in_a_table_with_their_weights_give_the_published_scores(test_data: Path) -> None:
    human = test_data / "data" / "wmt23-en-de" / "human"
    [scores] = read_people(human / "mqm.merged.seg.rating.tsv.gz").scores
    [given] = read_people(human / "mqm.seg.tsv").scores
    ours = scores.select(given.systems)
    assert ours.n_segments <= given.n_segments
    assert np.allclose(ours.values, given.values[:, : ours.n_segments], atol=1e-9, equal_nan=True)


def test_ranks_of_each_rater_are_those_of_blatz_scores() -> None:
    people, raw = read_people("examples/ratings.tsv", scaling="blatz"), read_people("examples/ratings.tsv").ratings
    expected = blatz_scores(raw.scores, raw.raters.codes.astype(np.int64))
    assert np.array_equal(people.ratings.scores, expected[np.isfinite(expected)])


def test_each_answer_to_a_severity_without_a_price_runs(tmp_path: Path) -> None:
    """The flags stood in one line, and those of a scheme that did not know all severities among them."""
    rows = "".join(
        f"{system}\td\t{i}\tann\ts\tx <v>y</v>\tAccuracy/Mistranslation\t{severity}\n"
        for i in range(1, 15)
        for system, severity in (("a", "Critical"), ("b", "Minor"))
    )
    path = write(tmp_path, MQM + rows)
    done = run("human", path)
    first, *answers = done.said
    assert done.status == 2 and "14 marked errors of severity 'critical', for which the weights (google)" in first
    assert len(answers) > 1
    for answer in answers:
        assert run(*shlex.split(answer)[1:], "-n", 50).status == 0, answer
