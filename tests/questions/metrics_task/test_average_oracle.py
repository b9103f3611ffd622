"""The average over language pairs and its test against loops over exchanges, and tasks whose texts are scored."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.questions.metrics_task.answer import MetricsTask
from steelyard.types import OutputScores
from tests.cli.running import output, run
from tests.twins.soft_accuracy import p_value

N_SYSTEMS, N_SEGMENTS = 3, 7
KEEPS = np.array(list(itertools.product((0, 1), repeat=N_SEGMENTS)), dtype=np.int8)


def draw(seed: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Draw ratings and two metrics, all of them whole numbers, so that there are ties."""
    random = np.random.default_rng(seed)
    quality = 2 * np.arange(N_SYSTEMS)[:, None] + random.normal(0, 2, (N_SYSTEMS, N_SEGMENTS))
    noise = {"fair": 1.0, "poor": 6.0}
    return quality.round(), {
        name: (3 * (quality + random.normal(0, n, quality.shape))).round() for name, n in noise.items()
    }


def soft(scores: np.ndarray, p_people: list[float]) -> float:
    """Soft pairwise accuracy with all exchanges of segments, in the vocabulary of the definition."""
    kept = 2 * KEEPS.astype(float) - 1
    found = []
    for i, j in itertools.combinations(range(N_SYSTEMS), 2):
        difference = scores[i] - scores[j]
        drawn, observed = kept @ difference, difference.sum()
        found.append(((drawn > observed + 1e-9).sum() + (abs(drawn - observed) < 1e-9).sum() / 2) / len(KEEPS))
    return 1 - float(np.mean(np.abs(np.array(found) - p_people)))


def right(scores: np.ndarray, ratings: np.ndarray, threshold: float) -> np.ndarray:
    """Share of pairs of outputs of each segment that a metric orders, or ties, as people do."""
    shares = []
    for x, y in zip(scores.T, ratings.T, strict=True):
        told = [
            int(np.sign(y[a] - y[b])) == (0 if abs(x[a] - x[b]) <= threshold else int(np.sign(x[a] - x[b])))
            for a, b in itertools.combinations(range(N_SYSTEMS), 2)
        ]
        shares.append(sum(told) / len(told))
    return np.array(shares)


def calibrated(scores: np.ndarray, ratings: np.ndarray) -> np.ndarray:
    """Try every threshold, and return the shares by segment under the best."""
    sizes = sorted({abs(a - b) for column in scores.T for a, b in itertools.combinations(column, 2)} | {0.0})
    return max((right(scores, ratings, size) for size in sizes), key=lambda shares: shares.mean())


def test_averages_and_their_p_values_are_those_of_loops() -> None:
    drawn = {name: draw(seed) for seed, name in enumerate(("en-de", "en-ja"), 5)}
    systems = tuple("abc")
    tasks = {
        name: (
            OutputScores("people", systems, ratings),
            [OutputScores(metric, systems, values) for metric, values in metrics.items()],
        )
        for name, (ratings, metrics) in drawn.items()
    }
    found = sy.metrics_task(tasks, n_draws=2000)
    random, n_draws = np.random.default_rng(99), 800
    observed, exchanged = 0.0, np.zeros(n_draws)
    averages = {"fair": 0.0, "poor": 0.0}
    for ratings, metrics in drawn.values():
        pairs = itertools.combinations(range(N_SYSTEMS), 2)
        people = [p_value(ratings[i], ratings[j], KEEPS, "mid") for i, j in pairs]
        for name, values in metrics.items():
            averages[name] += (soft(values, people) + calibrated(values, ratings).mean()) / 4
        fair, poor = ((one - one.mean()) / one.std() for one in (metrics["fair"], metrics["poor"]))
        by_segment = calibrated(metrics["fair"], ratings) - calibrated(metrics["poor"], ratings)
        observed += (soft(fair, people) - soft(poor, people) + by_segment.mean()) / 4
        for at in range(n_draws):
            stays = random.random(fair.shape) < 0.5
            first, second = np.where(stays, fair, poor), np.where(stays, poor, fair)
            signs = np.where(random.random(N_SEGMENTS) < 0.5, 1, -1)
            exchanged[at] += (soft(first, people) - soft(second, people) + (signs * by_segment).mean()) / 4
    assert {row.metric: row.average for row in found.averages} == pytest.approx(averages)
    [pair] = found.pairs
    sign = 1 if pair.metric == "fair" else -1
    assert sign * pair.difference == pytest.approx(observed)
    p_better = (1 + (exchanged >= observed - 1e-9).sum()) / (n_draws + 1)
    mine = pair.p_better if sign > 0 else 1 - pair.p_better
    assert 0.005 < p_better < 0.5 and mine == pytest.approx(p_better, abs=4 * (0.25 / n_draws) ** 0.5)


def write(folder: Path) -> Path:
    """Write two tasks of texts with ratings, of which the second also has a file of scores."""
    words = np.random.default_rng(2).choice(list("abcdefgh"), (12, 10))
    for task in ("de", "ja"):
        (folder / task).mkdir()
        rows = ["system\tline\tscore"]
        for name, kept in (("ref", 10), ("Big-1.5", 9), ("Big-1.7", 7), ("small", 4)):
            lines = [" ".join(row[: kept - i % 3]) for i, row in enumerate(words)]
            (folder / task / f"{name}.txt").write_text("\n".join(lines) + "\n")
            rows += [
                f"{name}\t{i + 1}\t{10 * kept + i % 4}" for i in range(11) if name != "ref"
            ]  # the last is not rated
        (folder / task / "esa.tsv").write_text("\n".join(rows) + "\n")
    rated = (folder / "ja" / "esa.tsv").read_text().splitlines()[1:]
    lines = [row.split("\t") for row in rated] + [[s, "12", "50"] for s in ("Big-1.5", "Big-1.7", "small")]
    (folder / "ja" / "own.tsv").write_text("system\tline\tscore\n" + "".join(f"{s}\t{i}\t{v}\n" for s, i, v in lines))
    path = folder / "campaign.toml"
    path.write_text(
        'metrics = ["chrf", "ter"]\n'
        '[tasks.de]\nratings = "de/esa.tsv"\nreferences = "de/ref.txt"\nsystems = ["de/Big*.txt", "de/small.txt"]\n'
        '[tasks.ja]\nratings = "ja/esa.tsv"\nreferences = "ja/ref.txt"\nsystems = ["ja/Big*.txt", "ja/small.txt"]\n'
        'scores = "own=ja/own.tsv"\n'
    )
    return path


def test_texts_of_a_task_are_scored(tmp_path: Path) -> None:
    path, stored = write(tmp_path), tmp_path / "found.json"
    stored.write_text(output("meta", "tasks", path, "-n", "30", "-q", "-f", "json"), encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, MetricsTask) and {row.metric for row in found.averages} == {"chrF2", "TER"}
    assert found.method["tasks"][0]["systems"] == ["Big-1.5", "Big-1.7", "small"]
    assert found.method["tasks"][0]["n_segments"] == 11
    assert any("own (not in de)" in note for note in found.method["notes"])
    assert {entry["role"] for entry in found.method["inputs"]} >= {"task de: reference 1", "task ja: system small"}
    assert "verified:" in output("check", "result", stored)
    (tmp_path / "de" / "small.txt").write_text("other\n" * 12)
    assert run("check", "result", stored).status != 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('references = "de/ref.txt"\n', "", "give both references and systems"),
        ('systems = ["de/Big*.txt", "de/small.txt"]\n', "", "has no scores"),
        ("de/Big*.txt", "de/none*.txt", "there is no file"),
        ('"ter"', '"tre"', "Task de: Unknown metric 'tre'"),
        ("de/ref.txt", "de/esa.tsv", "Task de: "),
    ],
)
def test_texts_that_do_not_fit_are_one_sentence(old: str, new: str, told: str, tmp_path: Path) -> None:
    path = write(tmp_path)
    path.write_text(path.read_text().replace(old, new))
    outcome = run("meta", "tasks", path)
    assert outcome.status == 2 and told in " ".join(outcome.err.split()), outcome.err


def test_metrics_of_whole_systems_alone_are_named(tmp_path: Path) -> None:
    values = np.random.default_rng(1).normal(size=(3, 20))
    column = "".join(f"s{i}\t{value}\n" for i, row in enumerate(values) for value in row)
    files = {"human-scores/en-de.mqm.seg.score": column, "metric-scores/en-de/BLEU-refA.sys.score": "s0\t1\ns1\t2\n"}
    files |= {f"metric-scores/en-de/{name}-refA.seg.score": column for name in ("chrF", "COMET")}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    assert "en-de: BLEU take no part" in " ".join(output("meta", "tasks", tmp_path, "-n", "20").split())
