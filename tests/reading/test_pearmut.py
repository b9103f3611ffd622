"""Logs of Pearmut, of both shapes and all protocols."""

import json
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_pearmut

SPAN = {"start_i": 4, "end_i": 7, "category": "Accuracy/Omission", "severity": "Major"}


def said(score: float | None, *spans: object) -> dict[str, object]:
    return {"score": score, "error_spans": list(spans)}


def write(folder: Path, *entries: object) -> Path:
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def screen(user: str, item: int | str, *outputs: object, items: object = None) -> dict[str, object]:
    entry: dict[str, object] = {"user_id": user, "item_i": item, "annotation": list(outputs), "actions": []}
    return entry if items is None else {**entry, "item": items}


def test_a_line_holds_outputs_of_one_item(tmp_path: Path) -> None:
    entries = [
        {"user_id": user, "item_i": item, "annotation": {"A": said(70 + item, SPAN), "B": {"score": 60 + item}}}
        for user in ("r1", "r2") for item in (0, 1)
    ]  # fmt: skip
    ratings, marks = read_pearmut(write(tmp_path, *entries))
    assert ratings.systems.values == ("A", "B") * 4 and ratings.raters.names == ("r1", "r2")
    assert ratings.segments.tolist() == [0, 0, 1, 1] * 2 and ratings.scores.tolist() == [70, 60, 71, 61] * 2
    assert not ratings.notes and ratings.documents.names == ()
    assert marks.severities.values[:2] == ("major", "no-error") and marks.categories.values[0] == "Accuracy/Omission"
    assert (marks.starts[0], marks.ends[0]) == (4, 8)


def test_a_line_holds_the_items_of_a_document(tmp_path: Path) -> None:
    items = [{"item_id": "d1-1", "src": "x"}, {"item_id": "d1-2", "src": "y"}]
    entries = [screen(user, 0, {"A": said(80)}, {"A": said(40)}, items=items) for user in ("r1", "r2")]
    single = screen("r1", 1, {"A": said(10)}, items=[{"item_id": "d2-1", "src": "z"}])
    ratings, _ = read_pearmut(write(tmp_path, *entries, single))
    assert ratings.segments.tolist() == [0, 1, 0, 1, 2] and ratings.scores.tolist() == [80, 40, 80, 40, 10]
    assert ratings.documents.values == ("d1-1",) * 4 + ("",)


def test_items_without_an_id_are_their_texts(tmp_path: Path) -> None:
    first, second = ({"src": "one", "tgt": {}}, {"src": "two", "tgt": {}})
    entries = [screen("r1", 0, {"A": said(1)}, items=[first]), screen("r2", 0, {"A": said(2)}, items=[second])]
    assert read_pearmut(write(tmp_path, *entries))[0].segments.tolist() == [0, 1]


def test_what_is_no_output_is_left_out_and_counted(tmp_path: Path) -> None:
    check = {"item_id": "c1", "src": "x", "validation": {"A": {"score": [0, 15]}}}
    entries = [
        screen("r1", 0, {"A": said(5)}, items=[check]),
        screen("r1", 1, {"A": said(99)}, items=[{"item_id": "en_#_tutorial_#_1", "src": "t"}]),
        screen("r1", "welcome_0", {"A": said(99)}, items=[{"item_id": "w", "src": "t"}]),
        screen("r1", 2, None, items=[{"item_id": "skipped", "src": "t"}]),
        screen("r1", 3, {"A": said(50), "B": said(None)}, items=[{"item_id": "s", "src": "t"}]),
        screen("r1", 3, {"A": said(55)}, items=[{"item_id": "s", "src": "t"}]),
    ]
    ratings, marks = read_pearmut(write(tmp_path, *entries))
    assert ratings.scores.tolist() == [50, 55] and (ratings.n_missing, marks.n_judgements) == (3, 3)
    path = f"{tmp_path}/log.jsonl"
    assert ratings.notes == (
        f"{path}: 2 scores of tutorials and attention checks left out",
        f"{path}: 1 output was judged again by the same rater: every judgement counts",
    )


def test_marks_alone_are_judgements(tmp_path: Path) -> None:
    path = write(tmp_path, {"user_id": "r1", "item_i": 0, "annotation": {"A": {"error_spans": [SPAN]}, "B": {}}})
    found = read_judgements(path, lines="number")
    assert found.format == "pearmut" and found.ratings is None and found.marks is not None
    assert found.marks.severities.values == ("major", "no-error")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"user_id": "r", "item_i": 0, "annotation": {"A": 7}}, r"line 1: what was said of 'A' is 7, no object"),
        ({"user_id": "r", "item_i": 0, "annotation": {"A": said("good")}}, r"the score of 'A' is 'good', no finite"),  # type: ignore[arg-type]
        (screen("r", 0, {}, items=[{}, {}]), "'annotation' should have one entry for each of 'item'"),
        ({"user_id": "r", "item_i": 0, "annotation": {"A": said(1, {"severity": "odd"})}}, "unknown severity 'odd'"),
        ({"user_id": "r"}, "no entry of Pearmut's log"),
    ],
)
def test_what_is_no_log_is_refused(entry: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        read_pearmut(write(tmp_path, entry))


def test_sliders_of_a_campaign_are_scales(tmp_path: Path) -> None:
    entries = [
        screen(user, i, {s: {"score": None, "sliders": {"Fluency": i, "Adequacy": 50 + i}} for s in "AB"})
        for user in ("r1", "r2")
        for i in range(3)
    ]
    found = read_judgements(write(tmp_path, *entries), lines="number")
    assert found.ratings is not None and found.ratings.scales.names == ("Fluency", "Adequacy")
    assert found.ratings.scores.tolist()[:4] == [0, 50, 0, 50] and len(found.ratings) == 2 * 3 * 2 * 2
    assert found.ratings.n_missing == 0


def test_a_download_of_a_campaign_is_its_log(tmp_path: Path) -> None:
    check = {"item_id": "c", "src": "x", "validation": {"A": {"score": [0, 15]}}}
    entries = [screen(user, i, {"A": said(70 + i, SPAN)}) for user in ("r1", "r2") for i in range(3)]
    entries.append(screen("r1", 9, {"A": said(None)}, items=[check]))
    log = read_pearmut(write(tmp_path, *entries))
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps({"mine": entries}), encoding="utf-8")
    ratings, marks = read_pearmut(path)
    assert ratings.scores.tolist() == log[0].scores.tolist() and marks.starts.tolist() == log[1].starts.tolist()
    assert [note.removeprefix(f"{path}: ") for note in marks.notes] == [
        "1 score of tutorials and attention checks left out"
    ]
    path.write_text(json.dumps({"mine": entries, "yours": entries}), encoding="utf-8")
    with pytest.raises(
        DataError, match=r"annotations\.json holds 2 campaigns of Pearmut \(mine, yours\): download each"
    ):
        read_judgements(path)
    path.write_text(json.dumps({"mine": [*entries, {"user_id": "r1"}]}), encoding="utf-8")
    with pytest.raises(DataError, match=r"entry 8 of mine: no entry of Pearmut's log"):
        read_judgements(path)


def test_a_campaign_itself_holds_no_judgements(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(
        json.dumps(
            {"info": {"assignment": "task-based"}, "campaign_id": "c", "data": [[[{"src": "a", "tgt": {"A": "b"}}]]]}
        )
    )
    with pytest.raises(DataError, match=r"campaign\.json is a campaign of Pearmut, without a judgement: give its log"):
        read_judgements(path)
