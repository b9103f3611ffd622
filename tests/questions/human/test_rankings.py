"""People's rankings: wins, strengths, clusters, and the sign test of preferences."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import DataError, SpecError
from tests.needs import module


def test_rankings_have_wins_strength_and_clusters(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    text = "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n"
    for number in range(300):
        a, b = [("good", "fair"), ("fair", "poor"), ("good", "poor")][number % 3]
        first, second = (1, 2) if rng.random() < 0.85 else (2, 1)
        text += f"{number % 50 + 1}\tjudge{number % 4}\t{a}\t{first}\t{b}\t{second}\tr{number}\n"
    path = tmp_path / "rr.tsv"
    path.write_text(text, encoding="utf-8")
    found = sy.analyse_ratings(path)
    rows = {row.system: row for row in found.scores}
    assert [rows[name].cluster for name in ("good", "fair", "poor")] == [1, 2, 3]
    strengths = [rows[name].details["bradley_terry"] for name in ("good", "fair", "poor")]
    assert strengths == sorted(strengths, reverse=True)
    wins = {(row.system, row.against): (row.n_wins, row.n_losses, row.n_ties) for row in found.wins}
    assert sum(sum(row) for row in wins.values()) == 300
    assert {row.between for row in found.agreement} == {"raters", "repeats"} or found.agreement
    with pytest.raises(SpecError, match="unit of rankings"):
        sy.analyse_ratings(path, unit="document")


def preferred(path: Path, outcomes: Sequence[tuple[int, str, str, int]]) -> Path:
    """Write preferences: the line, two systems, and 1, 0 or -1 for the first, neither or the second."""
    text = "line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id\n"
    for number, (line, first, second, outcome) in enumerate(outcomes):
        ranks = {1: (1, 2), 0: (1, 1), -1: (2, 1)}[outcome]
        text += f"{line}\tj{number % 5}\t{first}\t{ranks[0]}\t{second}\t{ranks[1]}\tr{number}\n"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("unit", ["pair", "ranking", "segment", None])
def test_preferences_have_the_sign_test_and_holms_correction(unit: str | None, tmp_path: Path) -> None:
    rng = np.random.default_rng(11)
    pairs = [("a", "b"), ("b", "c"), ("c", "a")]
    chances = [(0.65, 0.25, 0.1), (0.35, 0.25, 0.4), (0.15, 0.25, 0.6)]
    judged = [
        (int(rng.integers(1, 41)), *pairs[i % 3], int(rng.choice([1, 0, -1], p=chances[i % 3]))) for i in range(240)
    ]
    found = sy.analyse_ratings(preferred(tmp_path / "p.tsv", judged), test="sign", unit=unit)
    by_hand = []
    for row in found.wins:
        leads: dict[int, list[int]] = {}
        for i, (line, first, second, outcome) in enumerate(judged):
            if {first, second} == {row.system, row.against}:
                key = line if unit in ("segment", None) else i
                leads.setdefault(key, []).append(outcome if first == row.system else -outcome)
        signs = [np.sign(sum(values)) for values in leads.values()]
        n_won, n_lost = signs.count(1), signs.count(-1)
        by_hand.append(stats.binomtest(n_won, n_won + n_lost).pvalue)
        counts = [sum(values.count(sign) for values in leads.values()) for sign in (1, -1, 0)]
        assert [row.n_wins, row.n_losses, row.n_ties] == counts
        verdict = "cannot tell" if row.p_adjusted > 0.05 else "better" if n_won > n_lost else "worse"
        assert row.verdict == verdict
    assert [row.p_value for row in found.wins] == pytest.approx(by_hand)
    multipletests = module("statsmodels.stats.multitest").multipletests
    assert [row.p_adjusted for row in found.wins] == pytest.approx(multipletests(by_hand, method="holm")[1])
    assert {row.verdict for row in found.wins} > {"cannot tell"}
    assert found.method["unit"] == (unit or "segment") and "Dixon and Mood" in found.method["sentence"]
    better = {(r.system, r.against) for r in found.wins if r.verdict == "better"}
    better |= {(r.against, r.system) for r in found.wins if r.verdict == "worse"}
    for score in found.scores:
        assert score.rank_low == 1 + sum(worse == score.system for _, worse in better)


def test_preferences_too_few_for_a_verdict_say_so_and_need_no_correction_to_be_uncorrected(tmp_path: Path) -> None:
    path = preferred(tmp_path / "p.tsv", [(i, "a", "b", 1) for i in range(1, 6)] + [(9, "b", "c", 1), (8, "b", "c", 0)])
    found = sy.analyse_ratings(path, test="sign", correction="none")
    rows = {row.system + row.against: row for row in found.wins}
    assert rows["ba"].p_value == 0.0625 and rows["ba"].reason == "5 preferences cannot give p below 0.0625"
    assert (rows["cb"].p_value, rows["cb"].n_ties) == (1, 1) and rows["ca"].p_value == 1
    assert {row.cluster for row in found.scores} == {None}
    text = report.text(found)
    assert text.replace("\n", " ").startswith(
        "No groups are formed: 3 tests at 0.05 each are not corrected. People's rankings: none of the 3 pairs differs"
    )
    assert "There are no strengths of Bradley and Terry" in text.replace("\n", " ") and "strength " not in text
    assert "cluster" not in text and "p-values were not corrected, so there are no groups" in " ".join(text.split())


def test_rankings_have_no_other_test_and_max_t_none_of_theirs(tmp_path: Path) -> None:
    path = preferred(tmp_path / "p.tsv", [(1, "a", "b", 1)])
    for more, sentence in [
        ({"test": "wilcoxon"}, "The test wilcoxon needs scores, and the file has rankings: use --test sign"),
        ({"test": "sign", "correction": "maxt"}, "the test sign has none: choose"),
        ({"correction": "holm"}, "needs the sign test"),
    ]:
        with pytest.raises(SpecError, match=sentence):
            sy.analyse_ratings(path, **more)


@pytest.mark.real_data
def test_published_clusters_of_rankings_come_out_but_for_two_boundaries(test_data: Path) -> None:
    path = test_data / "data" / "wmt15-rr-de-en" / "human" / "rr.pairs.tsv.gz"
    found = sy.analyse_ratings(path, unit="pair")
    clusters = {row.system.rsplit(".", 1)[0]: row.cluster for row in found.scores}
    groups = [["online-B"], ["uedin-jhu-phrase", "online-A", "uedin-syntax", "KIT"], ["RWTH", "Neural-MT"]]
    for number, group in enumerate(groups, 1):
        assert {clusters[name] for name in group} == {number}
    assert {clusters["UM-nDA"], clusters["online-E"]} == {5}
    # published: online-F alone behind these; its range of ranks, 10 to 11, touches theirs here
    assert {clusters[name] for name in ("Illinois", "dfki-experimental", "online-C", "online-F")} == {4}
    kappa = next(row for row in found.agreement if row.between == "raters" and "WMT07" in row.coefficient)
    assert kappa.value == pytest.approx(0.477, abs=0.001)  # of what was judged, without ties of equal outputs


@pytest.mark.parametrize("test", [None, "sign"])
def test_rankings_that_are_all_ties_are_told_so(test: str | None, tmp_path: Path) -> None:
    """The system of a number that is nowhere in the file was to be left out."""
    path = preferred(tmp_path / "rr.tsv", [(line, "x", "y", 0) for line in range(1, 9)])
    with pytest.raises(DataError, match=r"^All 8 comparisons are ties, and ignore-ties does not count ties: choose"):
        sy.analyse_ratings(path, win_rule="ignore-ties", **({"test": test} if test else {}))
