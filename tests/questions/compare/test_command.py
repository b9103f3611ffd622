"""`steelyard compare`: its text, its JSON and its options, on the bundled example."""

import hashlib
import itertools
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard import choices, inference
from steelyard.files.names import default_names
from steelyard.results.numbers import p_text
from tests.cli.running import DOCUMENTS, LANTERN, PATHS, REFERENCE, REFERENCE_2, output, run, sacrebleu
from tests.conftest import EXAMPLES, SYSTEMS

ALL = (REFERENCE, REFERENCE_2, "-i", *PATHS.values())
NUMBER = (int, float)


def compared(*argv: object) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(output("compare", *(argv or ALL), "-f", "json"))
    return stored


def is_interval(value: object) -> bool:
    return isinstance(value, list) and [type(bound) for bound in value] == [float, float] and value[0] <= value[1]


@pytest.fixture(scope="module")
def by_document() -> dict[str, Any]:
    return compared(*ALL, "--documents", DOCUMENTS)


def test_the_json_has_every_promised_key_of_the_promised_type(by_document: dict[str, Any]) -> None:
    assert by_document.keys() == {"schema", "scores", "pairs", "method"}
    assert by_document["schema"] == "steelyard.comparison/1"
    assert len(by_document["scores"]) == 5
    for row in by_document["scores"]:
        assert isinstance(row["metric"], str)
        assert isinstance(row["signature"], str)
        assert isinstance(row["score"], float)
        assert is_interval(row["interval"])
        assert row["interval"][0] < row["score"] < row["interval"][1]
        assert [type(row[key]) for key in ("rank", "rank_low", "rank_high", "cluster")] == [int] * 4
        assert 1 <= row["rank_low"] <= row["rank"] <= row["rank_high"] <= 5
    assert [row["system"] for row in by_document["scores"]] == list(SYSTEMS)
    assert len(by_document["pairs"]) == 10
    for pair in by_document["pairs"]:
        assert is_interval(pair["interval"])
        assert is_interval(pair["interval_simultaneous"])
        assert 0 < pair["p_value"] <= pair["p_adjusted"] <= 1
        assert pair["verdict"] in ("better", "worse", "equivalent", "cannot tell")
        assert pair["minimum_detectable"] > 0


def test_scores_and_differences_are_unrounded(by_document: dict[str, Any]) -> None:
    theirs = json.loads(sacrebleu(*ALL, "--paired-ar", "-parn", "1"))
    expected = {name: row["BLEU"]["score"] for name, row in zip(SYSTEMS, theirs, strict=True)}
    assert {row["system"]: row["score"] for row in by_document["scores"]} == pytest.approx(expected, abs=1e-9)
    for pair in by_document["pairs"]:
        delta = expected[pair["system"]] - expected[pair["against"]]
        assert pair["difference"] == pytest.approx(delta, abs=1e-9)


def test_the_earlier_system_of_a_pair_is_its_baseline(by_document: dict[str, Any]) -> None:
    pairs = [(pair["against"], pair["system"]) for pair in by_document["pairs"]]
    assert pairs == list(itertools.combinations(SYSTEMS, 2))


def test_the_method_has_every_promised_key(by_document: dict[str, Any]) -> None:
    method = by_document["method"]
    expected = {
        "test": "randomization",
        "validity": "exact",
        "correction": "maxt",
        "family": "pairs-and-metrics",
        "family_size": 10,
        "unit": "document",
        "n_units": 12,
        "n_segments": 120,
        "n_resamples": 10_000,
        "n_draws": 4096,  # 2 ** 12: every outcome
        "is_exact": True,
        "seed": 12345,
        "alpha": 0.05,
        "alternative": "two-sided",
        "interval": "jackknife",
    }
    assert {key: method.get(key) for key in expected} == expected
    assert method["versions"]["steelyard"] == sy.__version__
    assert {"numpy", "python"} <= method["versions"].keys()


def test_the_method_has_the_hash_of_every_file(by_document: dict[str, Any], tmp_path: Path) -> None:
    def hashes(stored: dict[str, Any]) -> set[str]:
        return {entry["sha256"] for entry in stored["method"]["inputs"]}

    files = [REFERENCE, REFERENCE_2, DOCUMENTS, *PATHS.values()]
    expected = {hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in files}
    assert len(expected) == 8
    assert hashes(by_document) == expected
    scores = tmp_path / "x.tsv"
    scores.write_text("\t".join(SYSTEMS) + "\n" + "1\t2\t3\t4\t5\n" * 120)
    outside = compared(*ALL, "--scores", f"JUDGE={scores}", "-m", "bleu", "-n", "20")
    assert hashlib.sha256(scores.read_bytes()).hexdigest() in hashes(outside)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ("--documents {documents}", ["12 documents", "all 4,096 outcomes", "Student's t (10.9 degrees of freedom)"]),
        (
            "-n 300 --seed 99",
            [
                "120 segments",
                "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp",
                "two-sided approximate randomization",
                "300 draws, seed 99",
                "step-down max-T",
                "family of 10 comparisons",
                "significance level is 0.05",
                "percentile bootstrap (Koehn 2004, 300 resamples, seed 99)",
                "Intervals of scores (95%)",
            ],
        ),
        ("-n 50 --correction holm --alpha 0.01", ["Holm", "significance level is 0.01", "Intervals of scores (99%)"]),
        ("-n 50 --correction bonferroni --pairs baseline", ["Bonferroni", "family of 4 comparisons"]),
        ("-n 50 --correction none", ["not corrected"]),
        ("-n 50 --correction bh", ["This controls the false discovery rate, not the family-wise error rate, assuming"]),
        ("-n 50 --correction hochberg", ["controls the family-wise error rate, assuming independent or positively"]),
        (
            "-n 50 --correction maxt-shaffer",
            ["possible combinations of true nulls", "controls the family-wise error rate, for"],
        ),
        ("-n 50 --alternative better", ["one-sided (better)"]),
        ("-n 50 --alternative worse --interval jackknife", ["one-sided (worse)", "115 degrees of freedom"]),
        ("-n 50 -m bleu bleu(tokenize=char)", ["family of 20 comparisons (all pairs and metrics)", "tok:char"]),
        ("-n 50 -m bleu bleu(tokenize=char) --family pairs", ["family of 10 comparisons (the pairs of each metric)"]),
        ("-n 50 --documents {documents} --unit segment", ["120 segments"]),
    ],
)
def test_the_method_is_one_sentence_that_says_everything(flags: str, words: list[str]) -> None:
    argv = [*ALL, *re.split(r" (?!bleu\()", flags.format(documents=DOCUMENTS))]
    argv = [part for item in argv for part in item.split(" ")]
    shown = " ".join(output("compare", *argv).split("\n\n")[-1].split())
    assert shown == compared(*argv)["method"]["sentence"]
    assert shown.startswith("We compared systems on 120 segments with Steelyard ")
    assert [word for word in words if word not in shown] == []


def test_pairs_can_be_chosen() -> None:
    def pairs(*wanted: str) -> list[str]:
        return [f"{p['system']}:{p['against']}" for p in compared(*ALL, "-n", "20", "--pairs", *wanted)["pairs"]]

    assert len(pairs("all")) == 10
    assert pairs("baseline") == ["lantern:harbour", "sparrow:harbour", "tangle:harbour", "orator:harbour"]
    assert pairs("tangle:orator", "harbour:lantern") == ["lantern:harbour", "orator:tangle"]


def test_without_all_pairs_there_are_no_clusters() -> None:
    stored = compared(*ALL, "-n", "200", "--pairs", "baseline")
    assert [row["cluster"] for row in stored["scores"]] == [None] * 5
    assert next((row["rank_low"], row["rank_high"]) for row in stored["scores"]) == (1, 2)  # harbour: worse are 3
    assert "cluster" not in output("compare", *ALL, "-n", "200", "--pairs", "baseline").splitlines()[3]


def test_documents_are_the_unit_and_segments_where_asked(by_document: dict[str, Any]) -> None:
    by_segment = compared(*ALL, "--documents", DOCUMENTS, "--unit", "segment", "-n", "100")["method"]
    assert (by_segment["unit"], by_segment["n_units"], by_segment["interval"]) == ("segment", 120, "percentile")
    without = compared(*ALL, "-n", "100")["method"]
    assert (without["unit"], without["n_units"], without["n_documents"]) == ("segment", 120, None)


def test_names_reach_every_part() -> None:
    names = ["A", "B:1", "C", "D", "E"]
    stored = compared(*ALL, "-n", "20", "--names", *names, "--pairs", "B:1:A")
    assert [row["system"] for row in stored["scores"]] == names
    assert [(pair["system"], pair["against"]) for pair in stored["pairs"]] == [("B:1", "A")]
    assert "B:1" in output("compare", *ALL, "-n", "20", "--names", *names)


def test_the_text_has_the_numbers_of_the_json(by_document: dict[str, Any]) -> None:
    parts = output("compare", *ALL, "--documents", DOCUMENTS).split("\n\n")
    summary, ranked, pairs, legend, sentence = parts
    assert summary.replace("\n", " ") == (
        "BLEU: lantern, harbour (rank 1-2) > tangle, sparrow (3-4) > orator; 8 of 10 pairs differ significantly "
        "(12 documents)."
    )
    named = [line.split("  ")[0] for line in legend.splitlines() if not line.startswith(" ")]
    assert named == ["rank", "cluster", "simultaneous", "verdict", "detectable"]
    assert ranked.splitlines()[1].split("  ")[0] == "rank"
    rows = {line.split()[1]: " ".join(line.split()) for line in ranked.splitlines()[2:]}
    for row in by_document["scores"]:
        low, high = row["rank_low"], row["rank_high"]
        start = f"{low}-{high}" if low != high else f"{low}"
        shown = f"{start} {row['system']} {row['score']:.2f} [{row['interval'][0]:.2f}, {row['interval'][1]:.2f}]"
        details = f"{row['cluster']} {row['details']['bp']:.3f} {row['details']['ratio']:.3f}"
        assert rows[row["system"]] == f"{shown} {details}"
    lines = {tuple(line.split()[:2]): " ".join(line.split()[2:]) for line in pairs.splitlines()[1:]}
    assert len(lines) == 10
    for pair in by_document["pairs"]:
        low, high = pair["interval_simultaneous"]
        assert lines[pair["system"], pair["against"]] == (
            f"{pair['difference']:+.2f} [{low:+.2f}, {high:+.2f}] {pair['p_value']:.4f} {pair['p_adjusted']:.4f} "
            f"{pair['verdict']} {pair['minimum_detectable']:.2f}"
        )
    assert " ".join(sentence.split()) == by_document["method"]["sentence"]


def test_a_p_from_random_draws_is_printed_with_its_error() -> None:
    argv = (REFERENCE, "-i", PATHS["harbour"], LANTERN, "-n", "400")
    [pair] = compared(*argv)["pairs"]
    error = (pair["p_value"] * (1 - pair["p_value"]) / 400) ** 0.5
    assert pair["monte_carlo_error"] == pytest.approx(error, rel=1e-12)
    assert f"  {pair['p_value']:.4f} ± {error:.4f}  " in output("compare", *argv)
    assert (pair["p_value"] * 401) == pytest.approx(round(pair["p_value"] * 401), abs=1e-9)  # (c + 1) / (B + 1)


def test_width_and_short_signatures_hold_for_comparisons() -> None:
    shown = output("compare", *ALL, "--documents", DOCUMENTS, "-w", "4", "-sh")
    assert f"BLEU  #:2|c:mixed|e:no|tok:13a|s:exp|v:sy.{sy.__version__}" in shown
    assert re.search(r" harbour +\d+\.\d{4}  \[\d+\.\d{4}, \d+\.\d{4}\] ", shown)


def test_no_line_is_wider_than_a_page() -> None:
    *tables, sentence = output("compare", *ALL, "--documents", DOCUMENTS).split("\n\n")
    assert max(map(len, sentence.splitlines())) <= 100
    assert max(len(line) for table in tables for line in table.splitlines()) <= 120


def test_pairs_far_apart_are_left_out_where_there_are_many(tmp_path: Path) -> None:
    copies = []
    for number in range(7):  # seven systems, 21 pairs: each drops one more segment in six
        copies.append(tmp_path / f"s{number}")
        text = Path(REFERENCE).read_text().splitlines()
        copies[-1].write_text("".join("x\n" if n % 7 < number else f"{line}\n" for n, line in enumerate(text)))
    argv = (REFERENCE, "-i", *copies, "-n", "200", "--checks", "off")
    stored = compared(*argv)
    assert {pair["verdict"] for pair in stored["pairs"]} == {"worse"}
    assert len(stored["pairs"]) == 21
    shown = output("compare", *argv).split("\n\n")
    assert [line.split()[:2] for line in shown[2].splitlines()[1:]] == [[f"s{n}", f"s{n - 1}"] for n in range(1, 7)]
    assert shown[3].startswith("1 significant difference has an interval that includes 0")
    assert shown[4].startswith("15 more pairs") and "--format json" in shown[4]


SNAPSHOT = Path(__file__).with_name("snapshots") / "compare.txt"


def test_the_text_on_the_example_is_as_kept() -> None:
    """Compare with snapshots/compare.txt; after a wanted change: STEELYARD_UPDATE=1 pytest tests/questions/compare."""
    shown = output("compare", *ALL, "--documents", EXAMPLES / "documents.txt") + "\n"
    if os.environ.get("STEELYARD_UPDATE"):
        SNAPSHOT.write_text(shown, encoding="utf-8")
        pytest.skip(f"{SNAPSHOT.name} is written anew: read it, then commit it")
    assert shown == SNAPSHOT.read_text(encoding="utf-8")


def test_resampled_intervals_of_a_single_unit_are_called_points(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("reference", "first", "second")]
    for path, text in zip(files, ("a b c d e\n", "a b c x e\n", "a b d x e\n"), strict=True):
        path.write_text(text, encoding="utf-8")
    shown = output("compare", files[0], "-i", *files[1:], "-m", "chrf", "--interval", "percentile")
    assert "They are points, because a single unit has no variance" in " ".join(shown.split())
    assert "They are points" not in output("compare", *ALL, "-n", "99", "--interval", "percentile")


def test_intervals_of_tukey_are_not_said_to_disagree_with_its_test() -> None:
    assert "can disagree" not in output("compare", *ALL, "-m", "ribes", "--correction", "tukey")
    assert "so the two can differ" in output("compare", *ALL, "-m", "ribes", "-n", "99")


def test_a_format_without_room_for_a_warning_has_it_on_standard_error() -> None:
    arguments = ("compare", *ALL, "--test", "moses", "--correction", "holm", "-n", "99", "-f", "sacrebleu")
    shown = run(*arguments)
    assert "has too many false positives" in shown.err
    assert "does not hold" not in shown.out
    assert not run(*arguments, "--quiet").err


def test_warnings_do_not_reach_the_result(tmp_path: Path) -> None:
    spaced = tmp_path / "spaced"
    spaced.write_text("".join(f"{line[:-1]} .\n" for line in Path(REFERENCE).read_text().splitlines()))
    outcome = run("compare", spaced, "-i", spaced, LANTERN, "-n", "20", "-f", "json", "--force")
    assert outcome.status == 0
    assert "steelyard: " in outcome.err
    assert json.loads(outcome.out)["method"]["n_systems"] == 2


def test_every_correction_of_the_library_is_offered() -> None:
    assert tuple(inference.CORRECTIONS) == choices.CORRECTIONS


def test_logic_of_equality_is_refused_for_one_sided_questions() -> None:
    outcome = run("compare", *ALL, "-n", "20", "--correction", "shaffer", "--alternative", "better")
    assert (outcome.status, outcome.out) == (2, "")
    assert "is for two-sided tests only" in outcome.err


@pytest.mark.parametrize(
    ("p_value", "shown"), [(0.01, "0.0100"), (0.001, "0.0010"), (1 / 1001, "0.0010"), (9e-4, "0.0009")]
)
def test_a_p_of_one_in_a_thousand_has_four_decimals(p_value: float, shown: str) -> None:
    """1/1,001, the least p of 1,000 draws, was shown as 0.001 beside 0.0020."""
    assert p_text(p_value) == shown


def test_only_columns_that_are_there_are_explained() -> None:
    systems = (REFERENCE, "-i", PATHS["harbour"], LANTERN, PATHS["tangle"], "-n", "99")
    assert "\ncluster " in output("compare", *systems)
    shown = output("compare", *systems, "--pairs", "baseline", "--documents", DOCUMENTS, "--ranks")
    assert "cluster" not in shown and "first in %" not in shown and "\nranks, ..." in shown


def test_a_single_unit_is_said_to_give_no_interval() -> None:
    sentence = compared(REFERENCE, "-i", PATHS["harbour"], LANTERN, "--unit", "block:120")["method"]["sentence"]
    assert (
        "There are no intervals, because the variance of scores cannot be estimated from 1 block of 120 "
        "consecutive segments." in sentence
    )
    assert "degrees of freedom" not in sentence


def test_files_of_several_runs_lose_their_common_extension() -> None:
    names = default_names(["d/base.opt0.en", "d/base.opt1.en", "d/new.opt0.en"])
    assert names == ["base.opt0", "base.opt1", "new.opt0"]
    assert default_names(["a.x", "a.y"]) == ["a.x", "a.y"] and default_names(["a.1.en", "b.2.en"]) == ["a.1", "b.2"]
    assert default_names(["d/llama-3.5.ja", "d/llama-3.ja", "gpt-4.1-mini.ja"]) == [
        "llama-3.5",
        "llama-3",
        "gpt-4.1-mini",
    ]
    assert default_names(["p/a.b.en", "q/a.b.en"]) == ["p/a.b.en", "q/a.b.en"]


def test_the_few_pairs_of_many_that_differ_are_all_on_the_first_screen(tmp_path: Path) -> None:
    scores = np.random.default_rng(8).normal(size=(10, 60))
    scores[4] += 3.0
    rows = [["item", *(f"s{i}" for i in range(10))], *([f"q{j}", *map(str, x)] for j, x in enumerate(scores.T))]
    (tmp_path / "t.csv").write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    shown = run("compare", "--scores", tmp_path / "t.csv", "-n", "500", "-q", is_whole=False).out
    assert len(re.findall(r"^s\d +s4 .* worse$|^s4 +s\d .* better$", shown, re.MULTILINE)) == 9
    assert "more pairs: use --pairs all or --format json" in shown
