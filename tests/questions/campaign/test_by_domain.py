"""One table parted into tasks, and the human ranking of WMT24's general task against SciPy, domain by domain."""

import csv
import itertools
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

import steelyard as sy
from steelyard.results import Campaign
from tests.cli.running import output, run

DOMAINS = ("news", "social", "speech")
SIZES = dict(zip(DOMAINS, (60, 90, 30), strict=True))
Scores = Mapping[str, Mapping[str, np.ndarray]]  # by domain and system


def draw(seed: int = 3) -> dict[str, dict[str, np.ndarray]]:
    """Draw scores of whole numbers, so that there are ties and equal scores; systems change places over domains."""
    random = np.random.default_rng(seed)
    shifts = {"one": (0, 0, 0), "two": (1, 4, -2), "three": (-3, 3, 0), "four": (-6, -8, -1)}
    found: dict[str, dict[str, np.ndarray]] = {}
    for d, (domain, n) in enumerate(SIZES.items()):
        ease = random.normal(80, 8, n)
        found[domain] = {
            name: np.round(ease + by[d] + random.normal(0, 9, n)).clip(0, 100) for name, by in shifts.items()
        }
    return found


def write(folder: Path, scores: Scores, *, keys: str = "") -> Path:
    """Write one table of scores, the domain of each line, and a campaign's file."""
    rows, domains, line = [], [], 0
    for domain, by_system in scores.items():
        for at in range(SIZES[domain]):
            line += 1
            domains.append(f"{line}\t{domain}")
            rows += [f"{s}\t{line}\t{v[at]:g}" for s, v in by_system.items() if np.isfinite(v[at])]
    (folder / "esa.tsv").write_text("system\tline\tscore\n" + "\n".join(rows) + "\n")
    (folder / "docs.tsv").write_text("line\tdomain\n" + "\n".join(domains) + "\n")
    path = folder / "campaign.toml"
    path.write_text(f'[tasks.en-ja]\nscores = {{ESA = "esa.tsv"}}\nby = "docs.tsv:domain"\n{keys}')
    return path


def asked(folder: Path, *words: object) -> Campaign:
    stored = folder / "result.json"
    stored.write_text(output("board", "tasks", *words, "-n", "200", "-q", "-f", "json"), encoding="utf-8")
    found = sy.load(stored)
    assert isinstance(found, Campaign)
    return found


def published(scores: Scores) -> tuple[dict[frozenset[str], float], dict[str, tuple[int, int, int]]]:
    """Rank as the general task of WMT24 does, with SciPy's test and loops."""
    systems = list(next(iter(scores.values())))
    average = {s: np.mean([by[s].mean() for by in scores.values()]) for s in systems}
    p = {}
    for a, b in itertools.combinations(systems, 2):
        of_domains = [scipy.stats.wilcoxon(by[a] - by[b], method="approx").pvalue for by in scores.values()]
        p[frozenset((a, b))] = float(
            scipy.stats.norm.sf(sum(scipy.stats.norm.isf(one) for one in of_domains) / len(of_domains) ** 0.5)
        )
    places = {}
    for s in systems:
        apart = [t for t in systems if t != s and p[frozenset((s, t))] < 0.05]
        places[s] = (
            1 + sum(average[t] > average[s] for t in apart),
            len(systems) - sum(average[t] < average[s] for t in apart),
        )
    found, cluster, reached = {}, 1, 1
    for place, s in enumerate(sorted(systems, key=lambda one: -average[one]), 1):
        if place > reached:
            cluster += 1
        found[s] = (*places[s], cluster)
        reached = max(reached, places[s][1])
    return p, found


def check(found: Campaign, scores: Scores) -> None:
    p, places = published(scores)
    for row in found.pairs:
        assert row.p_published == pytest.approx(p[frozenset((row.system, row.against))], rel=1e-9)
    for score in found.scores:
        of_domains = [by[score.system].mean() for by in scores.values()]
        assert score.scores == pytest.approx(of_domains) and score.average == pytest.approx(np.mean(of_domains))
        assert (score.published_from, score.published_to, score.published_cluster) == places[score.system]


def test_ranks_of_domains_are_those_of_scipy(tmp_path: Path) -> None:
    scores = draw()
    found = asked(tmp_path, write(tmp_path, scores), "--as-published")
    assert [task["name"] for task in found.method["tasks"]] == list(DOMAINS)
    check(found, scores)
    shown = " ".join(output("board", "tasks", tmp_path / "campaign.toml", "-n", "200", "--as-published").split())
    assert "p WMT" in shown and "combined by Stouffer's method" in shown
    assert "verified:" in output("check", "result", tmp_path / "result.json")
    (tmp_path / "docs.tsv").write_text((tmp_path / "docs.tsv").read_text().replace("speech", "talks"))
    assert run("check", "result", tmp_path / "result.json").status != 0


def test_opposite_differences_count_as_evidence_only_where_that_is_asked_for(tmp_path: Path) -> None:
    """What the page says of two-sided p-values: two domains that speak against each other tell systems apart."""
    random = np.random.default_rng(1)
    up, down = random.normal(2, 1, 60), random.normal(-2, 1, 90)
    scores = {"news": {"a": up + 50, "b": np.full(60, 50.0)}, "social": {"a": down + 50, "b": np.full(90, 50.0)}}
    [row] = asked(tmp_path, write(tmp_path, scores), "--as-published").pairs
    assert row.p_published is not None and row.p_published < 1e-9
    assert row.p_stouffer > 0.5 and row.verdict == "cannot tell"


@pytest.mark.parametrize("rule", ["drop-item", "worst"])
def test_every_domain_is_as_a_table_of_its_own(rule: str, tmp_path: Path) -> None:
    """Missing scores too: the worst score is that of the domain, and items are left out domain by domain."""
    scores = draw()
    scores["news"]["two"][5:10] = np.nan
    scores["speech"]["four"][3] = np.nan
    path = write(tmp_path, scores, keys=f'missing = "{rule}"\n')
    tables = []
    for domain in DOMAINS:
        (tmp_path / domain).mkdir()
        lines = [
            f"{system}\t{i}\t{value:g}"
            for i in range(SIZES[domain]) for system, values in scores[domain].items()
            if np.isfinite(value := values[i])
        ]  # fmt: skip
        (tmp_path / domain / "esa.tsv").write_text("system\tline\tscore\n" + "\n".join(lines) + "\n")
        tables.append(f'[tasks.{domain}]\nscores = {{ESA = "{domain}/esa.tsv"}}\nmissing = "{rule}"\n')
    (tmp_path / "apart.toml").write_text("".join(tables))
    whole, apart = (asked(tmp_path, one) for one in (path, tmp_path / "apart.toml"))
    assert whole.scores == apart.scores and whole.pairs == apart.pairs
    [note] = [note for note in whole.method["notes"] if "missing" in note]
    assert ("news (55 of 60 items are left), speech (29 of 30" in note) == (rule == "drop-item")


def test_parts_of_texts_are_tasks_with_the_domains_and_the_names_of_their_tasks(tmp_path: Path) -> None:
    words = np.random.default_rng(4).choice(["a", "b", "c", "d", "e"], (12, 9))
    for name, kept in (("ref", 9), ("x", 8), ("y", 7)):
        (tmp_path / f"{name}.txt").write_text("".join(f"{' '.join(line[:kept])}\n" for line in words))
    (tmp_path / "kind.txt").write_text("news\nspeech\n" * 6)
    task = 'references = "ref.txt"\nsystems = ["x.txt", "y.txt"]\nby = "kind.txt"\n'
    (tmp_path / "c.toml").write_text(f"[tasks.de]\n{task}[tasks.cs]\n{task}")
    found = asked(tmp_path, tmp_path / "c.toml", "-m", "chrf")
    assert [one["name"] for one in found.method["tasks"]] == ["de news", "de speech", "cs news", "cs speech"]
    assert {one["n_segments"] for one in found.method["tasks"]} == {6}
    odd = [line for i, line in enumerate((tmp_path / "x.txt").read_text().splitlines()) if i % 2]
    of_ref = [line for i, line in enumerate((tmp_path / "ref.txt").read_text().splitlines()) if i % 2]
    data = sy.TestSet(references=[of_ref], systems={"x": odd})
    [score] = sy.evaluate(data, metrics=["chrf"]).scores().scores
    assert found.scores[0].scores[1] == pytest.approx(score.score)
    assert "verified:" in output("check", "result", tmp_path / "result.json")


MISTAKES = {
    "": "news: Scores are missing",
    'missing = "bounds"\n': "'bounds'",
    'missing = "drop-item"\n[tasks.b]\nstatistics = "x"\nmissing = "worst"\n': "missing needs scores",
    '[tasks.b]\nstatistics = "x"\nby = "docs.tsv:domain"\n': "by is for texts or scores",
}


@pytest.mark.parametrize(("keys", "told"), MISTAKES.items())
def test_a_mistake_is_told_in_a_sentence(keys: str, told: str, tmp_path: Path) -> None:
    scores = draw()
    scores["news"]["two"][5:10] = np.nan
    outcome = run("board", "tasks", write(tmp_path, scores, keys=keys))
    assert outcome.status == 2 and told in " ".join(outcome.err.split()), outcome.err


def test_a_domain_without_a_whole_item_is_refused_and_named(tmp_path: Path) -> None:
    scores = draw()
    scores["speech"]["two"][:15], scores["speech"]["one"][15:] = np.nan, np.nan
    outcome = run("board", "tasks", write(tmp_path, scores, keys='missing = "drop-item"\n'))
    assert (
        outcome.status == 2
        and "Task en-ja: speech: --missing drop-item leaves no item: each of the 30 items"
        in " ".join(outcome.err.split())
    )
    for column, told in (("none", "none"), ("line", "a subset needs several items")):
        path = write(tmp_path, draw())
        path.write_text(path.read_text().replace(":domain", f":{column}"))
        outcome = run("board", "tasks", path)
        assert outcome.status == 2 and told in outcome.err


def test_ranks_of_some_pairs_are_refused(tmp_path: Path) -> None:
    outcome = run("board", "tasks", write(tmp_path, draw()), "--as-published", "--pairs", "one:two")
    assert outcome.status == 2 and "every pair of systems on every task" in " ".join(outcome.err.split())


def test_wmt24_en_ja_is_ranked_by_domain(test_data: Path, tmp_path: Path) -> None:
    """The 634 lines that were had of the campaign: by domain GPT-4 is seventh, by segment ninth."""
    folder = test_data / "data/wmt24-esa-en-ja"
    with (folder / "docs.tsv").open(encoding="utf-8", newline="") as file:
        domain = {row["line"]: row["domain"] for row in csv.DictReader(file, delimiter="\t")}
    read: dict[str, dict[str, list[float]]] = {}
    with (folder / "human" / "esa.seg.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            read.setdefault(domain[row["line"]], {}).setdefault(row["system"], []).append(float(row["esa"]))
    path = tmp_path / "wmt24.toml"
    path.write_text(
        f'[tasks.en-ja]\nscores = {{ESA = "{folder}/human/esa.seg.tsv"}}\ncolumns = {{score = "esa"}}\n'
        f'by = "{folder}/docs.tsv:domain"\n'
    )
    found = asked(tmp_path, path, "--as-published")
    scores = {name: {s: np.array(v) for s, v in by.items()} for name, by in read.items()}
    check(found, scores)
    by_domain = sorted(found.scores, key=lambda row: -(row.average or 0))
    assert [row.system for row in by_domain].index("GPT-4") == 6
    whole = {s: np.concatenate([by[s] for by in scores.values()]).mean() for s in scores["news"]}
    assert sorted(whole, key=lambda s: -whole[s]).index("GPT-4") == 8
