"""AutoRank of campaigns and boards, by hand from the scores that they print."""

from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.results import Board, Campaign
from tests.cli.running import output, run

SYSTEMS = ("a", "b", "c", "d")


def write(folder: Path, name: str, seed: int, systems: tuple[str, ...] = SYSTEMS) -> None:
    """Write two metrics of 20 segments, the second of which is an error rate."""
    random = np.random.default_rng(seed)
    for metric, size in (("quality", 1.0), ("errors", 30.0)):
        values = size * (1 + random.random((20, len(systems))) + np.arange(len(systems)) * random.random())
        rows = [
            "\t".join(("item", *systems)),
            *("\t".join(f"{x:.4f}" for x in (i, *row)) for i, row in enumerate(values)),
        ]
        (folder / f"{name}.{metric}.tsv").write_text("\n".join(rows) + "\n")


def by_hand(scores: np.ndarray, scaling: str) -> list[float]:
    """Scale, average and stretch, metric by metric and system by system."""
    total = [0.0] * scores.shape[1]
    for metric, sign in zip(scores, (1, -1), strict=True):
        ordered = sorted(metric)
        low, high = (ordered[0], ordered[-1]) if scaling == "range" else (np.quantile(ordered, 0.25), ordered[-1])
        for i, score in enumerate(metric):
            total[i] += sign * (score - np.median(ordered)) / (high - low) / 2
    best, worst = max(total), min(total)
    return [1 + (len(total) - 1) * (best - one) / (best - worst) for one in total]


@pytest.mark.parametrize("scaling", ["robust", "range"])
def test_ranks_are_those_by_hand_on_every_task(scaling: str, tmp_path: Path) -> None:
    keys = 'lower_is_better = ["errors"]\n'
    for seed, (name, systems) in enumerate({"de": SYSTEMS, "cs": SYSTEMS, "ja": SYSTEMS[:3]}.items()):
        write(tmp_path, name, seed, systems)
    (tmp_path / "c.toml").write_text("".join(
        f'[tasks.{name}]\nscores = {{quality = "{name}.quality.tsv", errors = "{name}.errors.tsv"}}\n{keys}{weight}'
        for name, weight in (("de", "weight = 3\n"), ("cs", ""), ("ja", ""))
    ))  # fmt: skip
    words = ("board", "tasks", tmp_path / "c.toml", "-n", "50", "--auto-rank", scaling)
    stored = tmp_path / "c.json"
    stored.write_text(output(*words, "-q", "-f", "json"), encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, Campaign) and "verified:" in output("check", "result", stored)
    held = {(row.metric, row.system): row.scores for row in found.scores}
    expected = []
    for task, n in enumerate((4, 4, 3)):
        scores = np.array([[held[m, s][task] for s in SYSTEMS[:n]] for m in ("quality", "errors")], dtype=np.float64)
        expected.append(by_hand(scores, scaling))
    for i, row in enumerate(found.auto_ranks):
        there = [of_task[i] for of_task in expected if i < len(of_task)]
        assert [one for one in row.by_task if one is not None] == pytest.approx(there)
        mean = None if i == 3 else pytest.approx((3 * there[0] + there[1] + there[2]) / 5)
        assert row.system == SYSTEMS[i] and row.rank == mean
    shown = " ".join(output(*words).split())
    for row in found.auto_ranks:
        rank, *by_task = ("" if one is None else f"{one:.2f}" for one in (row.rank, *row.by_task))
        assert " ".join(filter(None, (rank, row.system, *by_task))) in shown
    assert "AutoRank: 2 metrics, scaled and averaged" in shown and "averaged over tasks" in shown


def test_a_board_has_the_ranks_of_one_test_set(tmp_path: Path) -> None:
    write(tmp_path, "de", 7)
    files = [f"{metric}={tmp_path}/de.{metric}.tsv" for metric in ("quality", "errors")]
    words = ("board", *files, "--lower-is-better", "errors", "-n", "50", "--auto-rank", "robust")
    stored = tmp_path / "b.json"
    stored.write_text(output(*words, "-q", "-f", "json"), encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, Board) and "verified:" in output("check", "result", stored)
    scores = np.array([[row.score for row in found.rows if row.metric == m] for m in ("quality", "errors")])
    assert [row.rank for row in found.auto_ranks] == pytest.approx(by_hand(scores, "robust"))
    assert "No difference is tested" in " ".join(output(*words).split())
    assert "as WMT25 does" in found.method["sentence"]


def test_one_metric_and_other_scalings_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "de", 7)
    one = ("board", f"quality={tmp_path}/de.quality.tsv", "-n", "50", "--auto-rank")
    for scaling, told in (("robust", "there is one"), ("z", "robust")):
        outcome = run(*one, scaling)
        assert outcome.status == 2 and told in outcome.err
