"""What cannot be counted, or had again: every sentence says what is missing, and most say what to give instead."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import MissingExtraError, SteelyardError
from steelyard.lab.candidates.stored import read_model
from steelyard.metrics import Bleu
from steelyard.scored.outside_scores import every_segment
from steelyard.scored.score_matrix import both_ends
from steelyard.scored.shards.executors import opened_executor
from steelyard.scored.shards.rows import summed_rows
from steelyard.scored.shards.running import run_parts
from steelyard.scored.statistics_files import read_counts, statistics_of
from steelyard.scored.stored_inputs import path_of
from steelyard.scored.units import choose_intervals

DATA = sy.TestSet([["a b", "c d"]], {"x": ["a b", "c"], "y": ["a", "c d"]})


@dataclass(frozen=True, kw_only=True)
class Unregistered(Bleu):
    """A metric that no spelling gives back."""

    name = "unregistered"


def counted() -> Any:
    return sy.evaluate(DATA, ["wer"]).counted


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: sy.annotate(DATA, parses="a.conllu"), "parses must be a list of files: pass ['a.conllu']."),
        (lambda: choose_intervals("wald", 10.0), "Unknown interval 'wald'."),
        (lambda: path_of([], "refs.txt"), "refs.txt is not among the inputs that are stored."),
        (lambda: both_ends(counted(), counted()), "Missing scores have two ends only for scores without texts."),
        (
            lambda: summed_rows(DATA, counted().measurements, "document"),
            "Rows are to be documents, but no documents are given: name them, or take block:K.",
        ),
        (
            lambda: statistics_of(sy.evaluate(DATA, [Unregistered()]).counted, "x.jsonl"),
            "The metric unregistered cannot be had by its spelling, which is all that a statistics file keeps",
        ),
        (lambda: read_counts("x.jsonl"), "Give a list of statistics files, of at least one."),
        (lambda: read_counts([]), "Give a list of statistics files, of at least one."),
        (lambda: read_model("absent.json"), "Cannot read absent.json: No such file"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(made: Callable[[], object], wanted: str) -> None:
    with pytest.raises(SteelyardError) as refused:
        made()
    assert wanted in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"systems": ["x", "y", "x"]}, "The system 'x' is asked for twice."),
        ({"metrics": ["wer", "wer"]}, "The metric 'wer' is asked for twice."),
        ({"systems": []}, "Ask for at least one system."),
        ({"metrics": []}, "Ask for at least one metric."),
    ],
)
def test_statistics_are_asked_for_once_and_by_one_name_at_least(
    asked: dict[str, list[str]], wanted: str, tmp_path: Path
) -> None:
    path = tmp_path / "s.jsonl"
    sy.write_statistics(sy.evaluate(DATA, ["wer"]), path)
    with pytest.raises(SteelyardError) as refused:
        read_counts([path], **asked)
    assert str(refused.value) == wanted


def test_an_answer_of_another_command_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    sy.evaluate(DATA, ["wer"]).scores().save(path)
    with pytest.raises(
        SteelyardError, match=r"is a steelyard\.scores/\d+, no model: give a file that `steelyard lab rerank"
    ):
        read_model(path)


def test_scores_of_whole_systems_are_no_scores_of_segments(tmp_path: Path) -> None:
    path = tmp_path / "comet.sys.score"
    path.write_text("x\t0.5\ny\t0.25\n")
    with pytest.raises(SteelyardError, match="of whole systems alone, but every segment needs a score"):
        every_segment([("COMET", str(path))], DATA, {})


def test_parses_of_the_source_are_those_of_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "source.conllu"
    path.write_text("1\tje\tje\tPRON\t_\t_\t0\troot\t_\t_\n\n1\ttu\ttu\tPRON\t_\t_\t0\troot\t_\t_\n", encoding="utf-8")
    data = sy.TestSet(DATA.references, dict(DATA.systems), sources=["je", "tu"])
    parsed = sy.annotate(data, source_parses=path).parses["sources"]
    assert [[word.form for word in best.words] for best, *_ in parsed] == [["je"], ["tu"]]


def test_work_that_is_done_here_is_told_piece_by_piece() -> None:
    told: list[tuple[int, int]] = []
    found = run_parts(divmod, [(7, 2), (9, 4)], None, lambda done, total: told.append((done, total)))
    assert (found, told) == ([(3, 1), (2, 1)], [(1, 2), (2, 2)])


def test_shards_in_memory_are_counted_again_though_their_statistics_are_there(tmp_path: Path) -> None:
    for text in ("c", "c d"):  # the second time another text under the same name
        data = sy.TestSet(DATA.references, {"x": ["a b", text], "y": ["a", "c d"]})
        found = sy.evaluate_shards([data], ["wer"], folder=tmp_path)
        assert found.scores().scores[0].score == sy.evaluate(data, ["wer"]).scores().scores[0].score


def out_of_reach(*_: object, **__: object) -> None:
    raise OSError("nobody answers")


@pytest.mark.parametrize(
    ("spelling", "modules", "wanted"),
    [
        (
            "dask:far:1",
            {"distributed": None},
            'An executor of Dask needs a package that is not installed: pip install "st',
        ),
        (
            "ray:far:1",
            {"ray": None},
            'An executor of Ray needs a package that is not installed: pip install "steelyard[',
        ),
        (
            "dask:far:1",
            {"distributed": SimpleNamespace(Client=out_of_reach)},
            "Cannot reach Dask's scheduler at far:1: nobody answers.",
        ),
    ],
)
def test_a_cluster_that_is_not_there_is_told(
    spelling: str, modules: dict[str, Any], wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    with pytest.raises((SteelyardError, MissingExtraError)) as refused, opened_executor(spelling):
        pass
    assert str(refused.value).startswith(wanted)
