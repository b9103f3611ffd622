"""`steelyard lab replicate riezler2005`: on given systems, and on systems made from n-best lists."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import experimentwise_error, get_test, sidak_level
from steelyard.reading.formats import read_conllu, read_moses_nbest
from steelyard.reading.lists.parses import read_candidate_parses
from steelyard.results import Instruments, PaperTable, Replication
from tests.cli.running import DOCUMENTS, HARBOUR, PATHS, REFERENCE, SPARROW, TANGLE, output, run
from tests.conftest import EXAMPLES
from tests.lab.papers.nbest import N_SEGMENTS, write_lists, write_reference

SYSTEMS = (REFERENCE, "-i", HARBOUR, SPARROW, TANGLE)
QUICK = ("-n", "200", "--nulls", "0")


def stored_of(*arguments: object) -> Replication:
    return Replication.from_dict(json.loads(output("lab", "replicate", "riezler2005", *arguments, "-f", "json")))


def table(replication: Replication, name: str) -> PaperTable:
    return next(found for found in replication.paper_tables if found.name == name)


def test_tables_hold_scores_and_the_p_values_of_both_tests() -> None:
    found = stored_of(*SYSTEMS, *QUICK, "-m", "bleu", "ter")
    evaluation = sy.evaluate(
        sy.TestSet.from_files([REFERENCE], {name: PATHS[name] for name in ("harbour", "sparrow", "tangle")}),
        ["bleu", "ter"],
    )
    pairs = [(1, 0), (2, 0)]
    outcomes = [
        get_test(name)(evaluation.measurements, pairs, n_resamples=200, rng=12345)
        for name in ("randomization", "shifted-bootstrap", "moses")
    ]
    p_values = [outcome.p_values("two-sided").reshape(2, 2) for outcome in outcomes]
    scores = [row.score for row in evaluation.scores().scores]
    first = table(found, "Table 1").rows
    assert [row[0] for row in first[:4]] == ["harbour", "sparrow", "  approxrand p-value", "  bootstrap p-value"]
    assert [row[1] for row in first if not row[0].startswith(" ")] == pytest.approx(scores[:3])
    assert first[5][1:] == pytest.approx(p_values[0][:, 1])
    assert first[6][1:] == pytest.approx(p_values[1][:, 1])
    second = table(found, "Table 2").rows
    assert [row[1] for row in second] == ["harbour : sparrow", "harbour : tangle"] * 2
    assert second[1][2] == pytest.approx(scores[2] - scores[0])
    by_test = np.array([row[3:] for row in second]).T
    assert by_test == pytest.approx(np.array([p.ravel() for p in p_values]))


def test_the_most_sensitive_metric_is_counted_beside_people_as_meta_instruments_does() -> None:
    flags = ("-m", "nist", "chrf", "--ratings", EXAMPLES / "ratings.tsv", "--documents", DOCUMENTS)
    found = stored_of(*SYSTEMS, *QUICK, *flags)
    words = ("meta", "instruments", *SYSTEMS, *flags, "--test-on", "judgements", "-n", "200", "-r", "1", "-f", "json")
    expected = Instruments.from_dict(json.loads(output(*words)))
    assert expected.rows[0].n_people > 0
    assert table(found, "Section 3").rows == tuple(
        (
            row.label,
            row.n_significant,
            100 * row.share,
            row.n_same,
            row.n_opposite,
            row.n_metric_alone,
            row.n_people_alone,
        )
        for row in expected.rows
    )
    rows = table(found, "Section 3, between metrics").rows
    assert [row[5] for row in rows] == [row.p_value for row in expected.differences]
    alone = stored_of(*SYSTEMS, *QUICK, "-m", "nist", "chrf", "--documents", DOCUMENTS)
    assert [row[:2] for row in table(alone, "Section 3").rows] == [
        (row.label, row.n_significant) for row in expected.rows
    ]
    assert {row[0] for row in table(alone, "Section 3, between metrics").rows} == {"significant"}


def test_levels_are_those_of_the_paper_and_what_a_family_of_this_size_needs() -> None:
    found = stored_of(*SYSTEMS, *QUICK, "-m", "bleu", "--pairs", "all", "--alphas", "0.2", "0.05")
    p_values = {row[1]: row[3:5] for row in table(found, "Table 2").rows}
    assert set(p_values) == {"harbour : sparrow", "harbour : tangle", "sparrow : tangle"}
    rows = table(found, "Section 4.4").rows
    assert [row[1] for row in rows] == pytest.approx([0.2, 0.05, sidak_level(0.05, 3)])
    for _, level, error, *counts in rows:
        assert error == pytest.approx(experimentwise_error(level, 3))
        for test in range(2):
            assert counts[test] == f"{sum(p[test] <= level for p in p_values.values())} of 3"


def test_without_metrics_they_are_the_paper_s_and_everything_is_said() -> None:
    printed = output("lab", "replicate", "riezler2005", *SYSTEMS, "-n", "200", "--nulls", "20", "--checks", "warn")
    found = stored_of(*SYSTEMS, "-n", "200", "--nulls", "20", "--checks", "warn")
    assert report.text(found) == printed
    assert table(found, "Table 1").columns == ("system", "NIST", "BLEU", "GTM")
    for part in ("W05-0908", "gtm or rouge-l, measures something else", "abs bootstrap", "(200 exchanges drawn)"):
        assert part in " ".join(printed.split())
    rows = table(found, "True nulls").rows
    assert [row[:3] for row in rows[:4]] == [
        ("NIST", null, test) for null in ("random swaps", "split halves") for test in ("approxrand", "bootstrap")
    ]
    assert len(rows) == 12
    assert all(0 <= row[6] <= 1 and 0 <= row[7] <= 1 for row in rows)
    assert max(map(len, printed.splitlines())) <= 120


def test_documents_are_the_unit_where_they_are_given() -> None:
    found = stored_of(*SYSTEMS, *QUICK, "-m", "bleu", "--documents", DOCUMENTS)
    assert found.method["unit"] == "document"
    assert stored_of(*SYSTEMS, *QUICK, "-m", "bleu").method["unit"] == "segment"


def test_few_units_are_enumerated_and_it_says_so(tmp_path: Path) -> None:
    reference = write_reference(tmp_path, n_segments=6)
    paths = []
    for name in ("harbour", "tangle"):
        path = tmp_path / f"{name}.txt"
        path.write_text("\n".join(Path(PATHS[name]).read_text(encoding="utf-8").splitlines()[:6]) + "\n")
        paths.append(path)
    printed = output("lab", "replicate", "riezler2005", reference, "-i", *paths, *QUICK, "-m", "bleu")
    assert "(all 64 exchanges enumerated)" in " ".join(printed.split())


@pytest.fixture
def lists(tmp_path: Path) -> tuple[object, ...]:
    return (write_reference(tmp_path), "--nbest", write_lists(tmp_path))


MODELS = ("--max-features", "4", "--adds", "1", "2", "4", "--folds", "3")


def test_systems_are_made_from_lists(lists: tuple[object, ...]) -> None:
    arguments = (*lists, *QUICK, *MODELS, "-m", "bleu")
    found = stored_of(*arguments)
    assert found == stored_of(*arguments)
    assert report.text(found) == output("lab", "replicate", "riezler2005", *arguments)
    rows = {row[0]: row[1:] for row in table(found, "Section 2").rows}
    variants = ["reranker 1", "reranker 2", "reranker 3"]
    assert list(rows) == ["baseline", *variants, "decoder's first", "best by gold", "worst by gold"]
    assert [rows[name][0] for name in variants] == [1, 2, 4]
    assert [rows[name][2] for name in variants] == ["4"] * 3  # all stop at the same number of features
    assert rows["baseline"][3] == rows["reranker 1"][4] == 0
    assert rows["worst by gold"][-1] < rows["reranker 1"][-1] < rows["best by gold"][-1]
    by_gamma = table(found, "Section 2, by gamma").rows
    assert [row[0] for row in by_gamma] == [0.5, 0.2, 0.1, 0.05, 0.02]
    assert [row[1] for row in table(found, "Table 2").rows] == ["reranker 1 : reranker 2", "reranker 1 : reranker 3"]
    assert [row[0] for row in table(found, "Table 1").rows[::3]] == ["baseline", *["  bootstrap p-value"] * 3]
    assert found.method["systems"] == ["baseline", *variants]
    assert {"n-best lists", "reference 1"} <= {entry["role"] for entry in found.method["inputs"]}
    assert "the other 2 of 3 parts" in " ".join(found.method["notes"])
    assert not any("grammatical relations" in note for note in found.method["notes"])


def test_six_variants_make_the_levels_of_the_paper(lists: tuple[object, ...]) -> None:
    found = stored_of(*lists, *QUICK, "--max-features", "3", "-m", "bleu")
    levels = {row[1]: row[2] for row in table(found, "Section 4.4").rows}
    assert levels[0.015] == pytest.approx(0.0727835, abs=1e-7)  # the paper rounds it to .07
    assert min(levels) == pytest.approx(0.0102062, abs=1e-7)


def test_models_that_end_early_and_models_of_the_same_lists_are_noted(lists: tuple[object, ...]) -> None:
    found = stored_of(*lists, *QUICK, "-m", "bleu", "--folds", "1", "--max-features", "500", "--adds", "1", "5")
    notes = " ".join(found.method["notes"])
    assert "fitted to the lists that they rerank, so that scores are too good" in notes
    assert "Some model ended before it had 500 features" in notes
    rows = {row[0]: row for row in table(found, "Section 2").rows}
    assert rows["reranker 2"][5] == 0  # ended so, the variants are the same model
    [pair] = table(found, "Table 2").rows
    assert pair[2:5] == (0.0, 1.0, 1.0)


def test_other_pairs_gold_and_features(lists: tuple[object, ...]) -> None:
    found = stored_of(*lists, *QUICK, *MODELS, "-m", "ter", "--pairs", "all", "--gold", "ter", "--ngrams", "0")
    assert len(table(found, "Table 2").rows) == 3
    assert "no n-grams" in " ".join(found.method["notes"])


def test_lists_from_python(tmp_path: Path) -> None:
    nbest = read_moses_nbest(write_lists(tmp_path))
    firsts = [nbest.texts[i] for i in nbest.offsets[:-1]]
    data = sy.TestSet(
        references=[Path(write_reference(tmp_path)).read_text(encoding="utf-8").splitlines()],
        systems={"decoder": firsts},
    )
    assert data.n_segments == N_SEGMENTS
    found = sy.lab.replicate(
        sy.evaluate(data, ["bleu"]),
        "riezler2005",
        n_resamples=50,
        nbest=nbest,
        features=3,
        adds=(1, 2),
        folds=2,
        nulls=2,
    )
    assert len(table(found, "True nulls").rows) == 4


def test_metrics_of_parses_are_refused_for_lists_from_python(tmp_path: Path) -> None:
    nbest = read_moses_nbest(write_lists(tmp_path))
    data = sy.TestSet(
        references=[Path(write_reference(tmp_path)).read_text(encoding="utf-8").splitlines()],
        systems={"decoder": [nbest.texts[i] for i in nbest.offsets[:-1]]},
    )
    with pytest.raises(
        SpecError, match="dependency-f needs parses of every output, and there are none of these candidates"
    ):
        sy.lab.replicate(sy.evaluate(data, ["bleu"]), "riezler2005", nbest=nbest, gold="dependency-f", folds=2, nulls=0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((REFERENCE, "-i", HARBOUR), "give two systems or more, the baseline first, or n-best lists"),
        ((*SYSTEMS, "--gamma", "0.1"), "--gamma needs --nbest."),
        ((*SYSTEMS, "--fewest-lists", "1"), "--fewest-lists needs --nbest."),
        ((*SYSTEMS, "--nbest", "LIST"), "Systems come from -i or are made from --nbest: give one of them."),
        ((*SYSTEMS, "--alphas", "1"), "Levels must lie between 0 and 1"),
        ((*SYSTEMS, "--nulls", "-1"), "must be from 0 to 1,000,000, not -1"),
        ((*SYSTEMS, "--pairs", "harbour:nobody"), "nobody"),
        (("REF", "--nbest", "LIST", "--gamma", "1.5"), "gamma is a share above 0 and below 1"),
        (("REF", "--nbest", "LIST", "--adds", "1"), "Give two variants or more"),
        (("REF", "--nbest", "LIST", "--max-features", "0"), "counted from 1, n-grams from 0: not 0 features"),
        (("REF", "--nbest", "LIST", "--folds", "25"), "from 1 to the number of segments, 24, not 25"),
        (("REF", "--nbest", "LIST", "--gold", "blue"), "Unknown metric 'blue'"),
        (("REF", "--nbest", "REF"), "fields separated by |||"),
        (("REF", "--nbest", "nowhere"), "Cannot read nowhere"),
        ((REFERENCE, "--nbest", "LIST"), "has 120 lines but"),
        (("REF", "--nbest", "LIST", "--scores", "JUDGE=SCORES"), "reranking makes new ones: leave the scores out"),
        (("REF", "--nbest", "LIST", "--parses", "P"), "Metrics of parses need those of the references (--parses) and"),
        (("REF", "--nbest", "LIST", "--backward-alignments", "P"), "--backward-alignments is of given outputs"),
        (("REF", "--nbest", "LIST", "-m", "dependency-f"), "give theirs, and those of the references, or leave it out"),
        (("REF", "--nbest", "LIST", "--gold", "dependency-f"), "dependency-f needs parses of every output"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    scores = tmp_path / "scores.tsv"
    scores.write_text("decoder\n" + "".join(f"{i / 10}\n" for i in range(N_SEGMENTS)))
    places = {
        "LIST": str(write_lists(tmp_path)),
        "REF": str(write_reference(tmp_path)),
        "JUDGE=SCORES": f"JUDGE={scores}",
    }
    outcome = run("lab", "replicate", "riezler2005", *(places.get(word, word) for word in words))
    assert outcome.status == 2 and outcome.out == ""
    assert sentence in outcome.err
    assert outcome.err.startswith("steelyard lab replicate: ") and outcome.err.count("\n") == 1


@pytest.mark.real_data
def test_reranked_outputs_have_the_paper_s_f_score(test_data: Path, tmp_path: Path) -> None:
    """Candidates bring their parses: the F-score of what was chosen is that of these parses."""
    lists, parses = test_data / "data" / "moses-nbest-mert", test_data / "data" / "parsed-nbest"
    found = stored_of(
        lists / "reference.en", "--nbest", lists / "nbest.1.txt.gz", "--parses", parses / "reference.conllu.gz",
        "--candidate-parses", parses / "candidates.conllu.gz", *QUICK,
        "--max-features", "5", "-m", "bleu", "dependency-f",
    )  # fmt: skip
    rows = {row[0]: row for row in table(found, "Section 2").rows}
    nbest = read_moses_nbest(lists / "nbest.1.txt.gz")
    parsed = read_candidate_parses(parses / "candidates.conllu.gz", nbest)
    first = nbest.offsets[:-1]
    data = sy.TestSet(
        references=[(lists / "reference.en").read_text(encoding="utf-8").splitlines()],
        systems={"first": [nbest.texts[i] for i in first]},
        parses={
            "reference 1": read_conllu(parses / "reference.conllu.gz").segments,
            "system first": [parsed.parses[row] for row in parsed.rows[first]],
        },
    )
    [score] = sy.evaluate(data, ["dependency-f"]).scores().scores
    assert rows["decoder's first"][-1] == pytest.approx(score.score)
    assert {"parses of reference 1", "candidate parses"} <= {entry["role"] for entry in found.method["inputs"]}
    found.save(tmp_path / "stored.json")
    assert "verified:" in output("check", "result", tmp_path / "stored.json")


@pytest.mark.real_data
def test_the_rounds_of_moses_are_reranked(test_data: Path) -> None:
    folder = test_data / "data" / "moses-nbest-mert"
    rounds = [folder / f"nbest.{i}.txt.gz" for i in (1, 2)]
    found = stored_of(folder / "reference.en", "--nbest", *rounds, *QUICK, "--max-features", "10", "-m", "bleu")
    rows = {row[0]: row for row in table(found, "Section 2").rows}
    assert [rows[f"reranker {i}"][3] for i in range(1, 7)] == ["10"] * 6
    assert rows["worst by gold"][-1] < rows["decoder's first"][-1] < rows["best by gold"][-1]
    assert found.method["n_segments"] == 10


@pytest.mark.real_data
def test_runs_of_an_optimiser_differ_less_than_systems(test_data: Path) -> None:
    """Three runs of one system are the closest that there is to equivalent systems; the other system is better."""
    folder = test_data / "data" / "multeval-wmt10-de-en-opt"
    runs = [folder / f"baseline.opt{i}.en" for i in range(3)]
    found = stored_of(
        folder / "ref.A.en",
        "-i",
        *runs,
        folder / "sys1.opt0.en",
        "--names",
        "a",
        "b",
        "c",
        "d",
        *QUICK,
        "--checks",
        "warn",
    )
    smallest = {row[1]: min(row[3:5]) for row in table(found, "Table 2").rows if row[0] == "BLEU"}
    assert smallest["a : d"] < 0.02
    assert min(smallest["a : b"], smallest["a : c"]) > 0.2
