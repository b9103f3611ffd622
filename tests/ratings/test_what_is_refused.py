"""Ratings that nothing can be made of: every sentence says what is missing, and where."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import SteelyardError
from steelyard.ratings.alignment import align
from steelyard.ratings.control import keep_reliable
from steelyard.ratings.line_checks import check_rated_lines
from steelyard.ratings.measurement import measure_ratings
from steelyard.ratings.outputs import extend, output_scores
from steelyard.ratings.reading import People, are_penalties, judgements_of, people_of, read_people, rename_systems
from steelyard.ratings.recipe import score_inputs
from steelyard.types import Labels, OutputScores, Ratings

NAN = np.nan


def ratings(kinds: str = "system system", scales: str = "score score", scores: tuple[float, ...] = (1, 2)) -> Ratings:
    """Rate one output of ``a`` and one of ``b`` by one rater, or what `kinds` says they are."""
    n = len(scores)
    return Ratings(
        systems=Labels.of([("a", "b")[i % 2] for i in range(n)]),
        segments=np.arange(n) // 2,
        documents=Labels.all_of("", n),
        raters=Labels.all_of("ann", n),
        scales=Labels.of(scales.split()),
        scores=np.array(scores, dtype=np.float64),
        kinds=Labels.of(kinds.split()),
    )


def people(*rows: list[float]) -> OutputScores:
    return OutputScores("score", ("a", "b"), np.array(rows))


def empty(whole: Ratings) -> Ratings:
    return whole.take(np.zeros(len(whole), np.bool_))


def no_judgements() -> object:
    read = read_people("examples/ratings.tsv")
    return judgements_of(People(read.judgements, read.raw, empty(read.ratings), ()))


APART = people([1.0, NAN], [NAN, 2.0])
SYSTEM_AND_DAMAGED = ratings("system system degraded degraded", "score " * 4, (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: align([APART], count="pairs"), "No line was rated for two systems."),
        (lambda: align([APART], segments="common"), "No segment was rated for every system: compare them on all rated"),
        (lambda: align([APART], segments="most"), "Unknown choice of segments 'most'."),  # type: ignore[arg-type]
        (
            lambda: align([APART], [people([NAN, 1.0], [NAN, 1.0])], count="shared"),
            "No output of 'a' has a rating and the scores of all metrics.",
        ),
        (lambda: keep_reliable(SYSTEM_AND_DAMAGED, "strict", 0.05), "Unknown quality control 'strict'."),
        (
            lambda: keep_reliable(SYSTEM_AND_DAMAGED, "degraded", 0.05),
            "No rater passes the quality control (degraded) at 0.05: nothing is left.",
        ),
        (lambda: check_rated_lines(3, 3, 2, "r.tsv"), "r.tsv: line 4 is rated, but the test set has 3 lines."),
        (lambda: measure_ratings(APART, average="mode"), "Unknown average 'mode'."),
        (lambda: measure_ratings(APART, average="micro"), "micro average needs the number of judgements of each"),
        (lambda: output_scores(ratings("reference degraded")), "The ratings: there is no judgement of an output."),
        (lambda: extend(people([1.0] * 3, [2.0] * 3), 2), "People rated line 3, but the metrics score 2 lines only."),
        (
            lambda: are_penalties(ratings(scales="penalty score")),
            "Of the scales penalty, score some are penalties and others not: choose one kind",
        ),
        (no_judgements, "There is no single judgement in the ratings."),
        (
            lambda: score_inputs([replace(APART, reading={"further": 3})]),
            "The reading of scores names its further files in a list.",
        ),
    ],
)
def test_ratings_that_nothing_can_be_made_of_are_told_in_a_sentence(made: Callable[[], object], wanted: str) -> None:
    with pytest.raises(SteelyardError) as refused:
        made()
    assert wanted in str(refused.value)


def test_a_scale_of_control_items_alone_gives_outputs_no_scores() -> None:
    [scores] = output_scores(ratings("system degraded", "fluency adequacy"))
    assert (scores.name, scores.systems, scores.values.tolist()) == ("fluency", ("a",), [[1.0]])


def test_judgements_that_no_file_holds_are_averaged_alike_and_say_of_no_file(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text("system\tline\tscore\na\t1\t3\na\t2\t1\nb\t1\t4\nb\t2\t1\n", encoding="utf-8")
    from_file = read_people(path)
    judgements = replace(from_file.judgements, reading=None)
    in_memory = people_of(rename_systems(judgements, {"a": "first"}))
    assert in_memory.scores[0].values.tolist() == from_file.scores[0].values.tolist() == [[3.0, 1.0], [4.0, 1.0]]
    assert in_memory.scores[0].systems == ("first", "b") and in_memory.ratings.reading is None
    assert judgements_of(in_memory).reading is None and judgements_of(from_file).reading is not None
