"""Votes between two systems, as arenas keep them."""

import tempfile
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError
from steelyard.human import judged_ranks
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_votes
from tests.cli.running import run

ROWS = ",model_a,model_b,winner\n0,x,y,model_a\n1,y,z,tie\n2,z,x,model_b\n3,x,y,tie (bothbad)\n4,y,y,model_a\n5,x,z,\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "votes.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_votes_are_rankings_of_two(tmp_path: Path) -> None:
    path = write(tmp_path, ROWS)
    found = read_judgements(path, lines="number")
    votes = found.rankings
    assert found.format == "votes" and votes is not None and votes is found.as_judged
    assert votes.systems.values == ("x", "y", "y", "z", "z", "x", "x", "y")
    assert votes.ranks.tolist() == [1, 2, 1, 1, 2, 1, 1, 1]
    assert votes.segments.tolist() == [0, 1, 2, 3] and votes.n_skipped == 1
    assert votes.notes == (
        f"{path}: 2 votes are ties, 1 of them with both bad", f"{path}: 1 vote between a system and itself left out"
    )  # fmt: skip


@pytest.mark.parametrize(("sides", "first", "second"), [
    ("model_a,model_b", "a", "B"), ("System 1,System 2", "1", "2"), ("left,right", "Left", "RIGHT"),
    ("model_a,model_b", "x", "y"), ("player_a,player_b", "model_a", "model_b"),
])  # fmt: skip
def test_sides_and_winners_have_many_names(sides: str, first: str, second: str, tmp_path: Path) -> None:
    text = f"question_id,{sides},preference,judge\nq1,x,y,{first},ann\nq1,x,y,{second},ben\nq2,y,x,draw,ann\n"
    votes = read_votes(write(tmp_path, text))
    assert votes.ranks.tolist() == [1, 2, 2, 1, 1, 1]
    assert votes.segments.tolist() == [0, 0, 1] and votes.raters.values == ("ann", "ben", "ann")


def test_a_vote_that_is_none_is_named_by_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"votes\.csv, line 3, column 'winner': 'z' is no vote\. Known: 'x' or model_a"):
        read_votes(write(tmp_path, "model_a,model_b,winner\nx,y,x\nx,y,z\nx,y,w\n"))
    with pytest.raises(DataError, match="has no vote between two systems"):
        read_votes(write(tmp_path, "model_a,model_b,winner\nx,y,\n"))


def test_human_ranks_the_systems_of_votes(tmp_path: Path) -> None:
    votes = "".join(
        f"x,y,{'model_b' if i % 5 == 0 else 'model_a'}\ny,z,{'tie' if i % 4 == 0 else 'model_a'}\n" for i in range(60)
    )
    path = write(tmp_path, "model_a,model_b,winner\n" + votes)
    outcome = run("human", path, "-n", 200)
    assert outcome.status == 0, outcome.err
    assert [line.split()[1] for line in outcome.out.splitlines()[3:6]] == ["x", "y", "z"]
    assert f"{path}: first system = model_a, second system = model_b, winner = winner.\n" in outcome.told
    assert "15 votes are ties" in outcome.told


VOTES = st.lists(
    st.tuples(
        st.sampled_from("abxy"),
        st.sampled_from("abxy"),
        st.sampled_from(["a", "b", "x", "Model_A", "right", "Tie", "NA"]),
    ),
    min_size=1,
    max_size=12,
)  # fmt: skip


def said(first: str, second: str, winner: str) -> int | None:
    """Read one vote by itself: the ranks' difference, or None for no vote, which is an error of any other word."""
    if winner in (first, second):
        return 1 if winner == first else -1
    if winner in ("a", "Model_A"):
        return 1
    if winner in ("b", "right"):
        return -1
    if winner == "x":
        raise DataError("no vote")
    return 0 if winner == "Tie" else None


@given(VOTES)
def test_votes_are_read_together_as_one_by_one(rows: list[tuple[str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), "model_a,model_b,winner\n" + "".join(f"{','.join(row)}\n" for row in rows))
        bad = next((i for i, row in enumerate(rows) if row[2] == "x" and "x" not in row[:2]), None)
        if bad is not None:
            with pytest.raises(DataError, match=f"line {bad + 2}, column 'winner': 'x' is no vote"):
                read_votes(path)
            return
        expected = [(a, b, sign) for a, b, winner in rows if (sign := said(a, b, winner)) is not None and a != b]
        if not expected:
            with pytest.raises(DataError, match="no vote between two systems"):
                read_votes(path)
            return
        votes = read_votes(path)
        _, first, second, signs = votes.pairs()
    names = votes.systems.names
    assert [(names[a], names[b], s) for a, b, s in zip(first, second, signs, strict=True)] == expected


def test_memory_grows_with_votes_and_not_with_pairs_of_systems(tmp_path: Path) -> None:
    """A table of votes by pairs takes 20,000 x 14,850 cells, 300 MB of bytes."""
    n, rng = 20_000, np.random.default_rng(3)
    first = rng.integers(100, size=n)
    second = (first + rng.integers(1, 100, size=n)) % 100
    winner = rng.choice(["model_a", "model_b", "tie"], n)
    rows = "".join(f"m{a},m{b},{c}\n" for a, b, c in zip(first, second, winner, strict=True))
    path = write(tmp_path, "model_a,model_b,winner\n" + rows)
    tracemalloc.start()
    votes = read_votes(path)
    ranking, first, second, signs = votes.pairs()
    found = judged_ranks(first, second, signs, ranking, rng=1, n_resamples=8)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found.ranks) == 100 and peak < 40 * 2**20, f"{peak / 2**20:.0f} MiB"


def test_empty_lines_among_votes_in_json_are_no_votes(tmp_path: Path) -> None:
    row = '{"model_a": "x", "model_b": "y", "winner": "x"}\n'
    found = read_judgements(write(tmp_path, f"{row}\n{row}\n"))
    assert found.format == "votes" and found.rankings is not None and len(found.rankings) == 2
    odd = row.replace('"x"}', '"z"}')
    with pytest.raises(DataError, match=r"line 4, column 'winner': 'z' is no vote"):
        read_votes(write(tmp_path, f"{row}\n{row}{odd}"))
