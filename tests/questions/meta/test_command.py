"""`steelyard meta` as people type it, and mt-metrics-eval's numbers through it."""

import gzip
import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.results import MetaEvaluation
from tests.cli.running import DOCUMENTS, PATHS, REFERENCE, REFERENCE_2, output, run, with_flags
from tests.conftest import EXAMPLES
from tests.meta.wmt23 import golden

RATINGS = str(EXAMPLES / "ratings.tsv")
TEXTS = ("meta", REFERENCE, REFERENCE_2, "-i", *PATHS.values(), "--ratings", RATINGS, "-n", "199")


def test_metrics_of_texts_and_the_stored_result_say_the_same(tmp_path: Path) -> None:
    printed = output(*TEXTS, "-m", "bleu", "ter", "-f", "json")
    path = tmp_path / "meta.json"
    path.write_text(printed, encoding="utf-8")
    found = sy.load(path)
    assert isinstance(found, MetaEvaluation)
    text = output(*TEXTS, "-m", "bleu", "ter")
    assert report.text(found) == text
    assert text.startswith("To compare systems (5 systems, these raters): ")
    assert "\n\nTo compare outputs of one segment (" in text
    values = {(row.level, row.statistic, row.metric): row.value for row in found.agreement}
    assert all(value > 0 for value in values.values() if value is not None)  # TER is turned round
    inputs = {entry["name"] for entry in found.method["inputs"]}
    assert {RATINGS, REFERENCE, *PATHS.values()} <= inputs


def table_of_examples(path: Path) -> Path:
    """Write the example with its references, systems and documents as columns."""
    files = {"reference": REFERENCE, "ref2": REFERENCE_2, **PATHS, "document": DOCUMENTS}
    columns = [Path(file).read_text(encoding="utf-8").splitlines() for file in files.values()]
    rows = [dict(zip(files, row, strict=True)) for row in zip(*columns, strict=True)]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def test_texts_in_a_table_are_scored_as_files_are(tmp_path: Path) -> None:
    """They were refused, as if there were no text."""
    of_table = ("--table", table_of_examples(tmp_path / "all.json"), "--reference", "reference", "ref2")
    of_table += ("--systems", *PATHS, "--ratings", RATINGS, "-n", "99", "-f", "json")
    for name, *metrics in (("meta", "-m", "bleu"), ("meta tests", "-m", "bleu", "--tests", "randomization")):
        found = json.loads(output(*name.split(), *of_table, *metrics))
        of_files = with_flags((*name.split(), *TEXTS[1:]), *metrics, "-n", "99", "-f", "json")
        wanted = json.loads(output(*of_files, "--documents", DOCUMENTS))
        rows = "agreement" if "agreement" in wanted else "rows"
        assert found[rows] and found[rows] == wanted[rows]
    outcome = run("meta", *of_table, "-m", "bleu", "--buckets", "length")
    assert outcome.status == 2 and "give a file of labels" in outcome.err


def test_scores_from_a_file_are_those_of_the_texts(tmp_path: Path) -> None:
    lines = output(
        "score", REFERENCE, REFERENCE_2, "-i", *PATHS.values(), "-m", "chrf", "ter", "-sl", "-w", "12"
    ).split("\n")
    columns = [name.split(":", 1) for name in lines[0].split("\t")]
    cells = [line.split("\t") for line in lines[1:]]
    table = ["system\tline\tCHRF\tTER"]
    for system in PATHS:
        at = [columns.index([system, metric]) for metric in ("chrf", "ter")]
        table += ["\t".join([system, str(i + 1), *(row[c] for c in at)]) for i, row in enumerate(cells)]
    path = tmp_path / "scores.tsv"
    path.write_text("\n".join(table) + "\n", encoding="utf-8")
    flags = ("--ratings", RATINGS, "-n", "99", "--levels", "segment", "-f", "json")
    from_file = json.loads(output("meta", "--scores", path, "--lower-is-better", "TER", *flags))
    texts = json.loads(output(*with_flags(TEXTS, "-m", "chrf", "ter", *flags)))
    for ours, theirs in zip(from_file["agreement"], texts["agreement"], strict=True):
        assert (ours["metric"], ours["value"]) == (
            theirs["metric"].replace("chrF2", "CHRF"),
            pytest.approx(theirs["value"], abs=1e-9),
        )
    of_file = ("--scores", path, "--lower-is-better", "TER")
    both = json.loads(output(*with_flags(TEXTS, "-m", "bleu", *of_file, *flags)))
    assert {row["metric"] for row in both["agreement"]} == {"BLEU", "CHRF", "TER"}


def test_documents_statistics_and_tests_are_chosen_by_flags() -> None:
    flags = ("-m", "bleu", "chrf", "--documents", DOCUMENTS, "--levels", "segment", "document")
    chosen = ("--statistics", "segment:spearman:none", "--decide-by", "segment:pearson:none", "--test", "bootstrap")
    text = output(*TEXTS, *flags, *chosen, "--resample", "inputs", "-w", "2")
    assert "To compare outputs of one document (" in text
    assert "a bootstrap of documents, shifted to zero" in " ".join(text.split())
    header = next(line for line in text.splitlines() if line.lstrip().startswith("rank  metric"))
    assert header.index("Pearson over all") < header.index("Spearman over all")
    assert "12 documents" in text


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("meta", "--ratings", RATINGS), "There is no metric: name texts"),
        (("meta", "--ratings", RATINGS, "-m", "bleu"), "-m scores texts: name reference files"),
        (("meta", REFERENCE, "--ratings", RATINGS), "name their outputs with -i"),
        ((*TEXTS, "--unit", "document"), "there is no flag --unit."),
        ((*TEXTS, "-w", "99"), "--width must be"),
        ((*TEXTS, "--statistics", "pearson"), "'pearson'"),
        ((*TEXTS, "--system-scores", RATINGS), "give these with --scores"),
        (("meta", "--ratings", RATINGS, "--scores", "=x"), "write FILE or NAME=FILE"),
        (("meta", "--ratings", "nowhere.tsv", "--scores", RATINGS), "nowhere.tsv"),
        (("meta", REFERENCE), "--ratings is missing: name the file of people's ratings"),
    ],
)
def test_bad_input_is_one_sentence(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1


def table(path: Path, metric: str, n_lines: int, missing: int = 0) -> Path:
    """Write scores of four systems, the last lines of which may have none."""
    cells = [(s, i, f"{(s * 7 + i * i) % 11}" if i <= n_lines - missing else "NA") for s in range(4)
             for i in range(1, n_lines + 1)]  # fmt: skip
    lines = [f"system\tline\t{metric}", *(f"s{s}\t{i}\t{value}" for s, i, value in cells)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_ratings_of_another_test_set_are_refused(tmp_path: Path) -> None:
    """Systems named alike were enough: metrics of one text were ranked by ratings of another."""
    ratings, scores = table(tmp_path / "ratings.tsv", "score", 20, missing=3), table(tmp_path / "m.tsv", "M", 24)
    outcome = run("meta", "--ratings", ratings, "--scores", scores, "-n", "20")
    assert (outcome.status, outcome.out) == (2, "")
    assert "ratings.tsv lists 20 lines, rated or not, but the test set has 24" in outcome.err
    listed = tmp_path / "mqm.seg.score"
    listed.write_text("".join(f"s{s} {(s * i) % 5 if i < 18 else None}\n" for s in range(4) for i in range(20)))
    outcome = run("meta", "--ratings", listed, "--scores", scores, "-n", "20")
    assert (outcome.status, outcome.out) == (2, "")
    assert "lists 20 lines" in outcome.err
    same = table(tmp_path / "m.tsv", "M", 20)
    assert run("meta", "--ratings", ratings, "--scores", same, "-n", "20", "-q").status == 0


def test_ratings_that_end_before_the_test_set_say_so(tmp_path: Path) -> None:
    ratings, scores = table(tmp_path / "ratings.tsv", "score", 20), table(tmp_path / "m.tsv", "M", 24)
    text = output("meta", "--ratings", ratings, "--scores", scores, "-n", "20", "-q")
    assert "Ratings end with line 20 of 24: check that they are of this test set." in " ".join(text.split())


def test_every_file_of_scores_is_read(tmp_path: Path) -> None:
    """All but the first were taken for references, and never opened."""
    ratings = table(tmp_path / "ratings.tsv", "score", 20)
    files = [table(tmp_path / f"{name}.tsv", name, 20) for name in "AB"]
    found = json.loads(output("meta", "--ratings", ratings, "--scores", *files, "-n", "20", "-f", "json", "-q"))
    assert {row["metric"] for row in found["agreement"]} == {"A", "B"}
    again = json.loads(
        output("meta", "--ratings", ratings, "--scores", files[0], "--scores", files[1], "-n", "20", "-f", "json", "-q")
    )
    assert again["agreement"] == found["agreement"]
    outcome = run("meta", "--ratings", ratings, "--scores", *files, tmp_path / "nowhere.tsv")
    assert (outcome.status, outcome.out) == (2, "")
    assert "nowhere.tsv" in outcome.err
    for texts in ((REFERENCE,), ("-i", *PATHS.values())):
        outcome = run("meta", *texts, "--ratings", ratings, "--scores", *files)
        assert (outcome.status, outcome.out) == (2, "")
        assert "would not be read: with --scores, name metrics of texts with -m" in outcome.err


def test_the_same_ratings_twice_are_refused(tmp_path: Path) -> None:
    outcome = run(*TEXTS, "--ratings", RATINGS)
    assert (outcome.status, outcome.out) == (2, "")
    assert "are the same file: give each once" in outcome.err
    assert outcome.err.count("\n") == 1


# The names of mt-metrics-eval's methods, and ours.
COEFFICIENTS = {"Pearson": "pearson", "Spearman": "spearman", "Kendall_b": "kendall", "Kendall_c": "tau_c"}
COEFFICIENTS |= {"acc23_eps0": "acc_eq", "tau23_eps0": "tau_eq"}
AVERAGES = {"none": "none", "sys": "system", "item": "item"}
FIRST = ("MetricX-23", "MetricX-23-b", "XCOMET-Ensemble", "XCOMET-XXL", "XCOMET-XL")


def values_of(found: MetaEvaluation) -> dict[tuple[str, ...], float | None]:
    return {(row.metric, row.level, row.statistic, row.average): row.value for row in found.agreement}


@pytest.mark.real_data
def test_wmt23_has_the_accuracies_of_mt_metrics_eval_and_its_order_of_metrics(test_data: Path) -> None:
    """All 68 metric variants at once."""
    folder = test_data / "data" / "wmt23-en-de"
    printed = output(
        "meta", "--ratings", folder / "human" / "mqm.seg.tsv", "--scores", folder / "metrics" / "seg.tsv.gz",
        "--system-scores", folder / "metrics" / "sys.tsv", "-f", "json", "-n", "300",
        "--statistics", "system:soft-accuracy", "system:soft-accuracy-published", "system:pairwise-accuracy",
    )  # fmt: skip
    found = MetaEvaluation.from_dict(json.loads(printed))
    assert (found.method["n_metrics"], found.method["n_systems"], found.method["n_outputs"]) == (68, 12, 5520)
    values = values_of(found)
    for name, case in golden(test_data, "mt-metrics-eval.json").items():
        if not name.startswith("mtme-wmt23-en-de-mt-"):
            continue
        metric, expected = case["options"]["metric"], case["expected"]
        right, n_pairs = expected["system"]["pairwise_accuracy"]
        assert values[metric, "system", "pairwise-accuracy", ""] == pytest.approx(right / n_pairs, abs=1e-12)
        soft = expected["segment"]["soft_pairwise_accuracy"]
        assert values[metric, "system", "soft-accuracy-published", ""] == pytest.approx(
            soft, abs=0.012
        )  # 300 draws against 1,000
        calibrated = expected["segment"]["acc_eq_opt_item"][0]
        assert values[metric, "segment", "calibrated-accuracy", "item"] == pytest.approx(calibrated, abs=1e-9)
    ranked = [row.metric for row in found.deciding("segment")]
    assert {name.removesuffix("-refA").removesuffix("-synthetic_ref") for name in ranked[:5]} <= set(FIRST)
    worse = set(ranked) - set(found.trusted("segment"))
    assert {"BLEU-refA", "chrF-refA", "BERTscore-refA", "YiSi-1-refA", "Random-sysname-src"} <= worse
    clusters = {row.metric: row.cluster or 0 for row in found.deciding("segment")}
    assert clusters["prismSrc-src"] == clusters["Random-sysname-src"] == max(clusters.values()) > 1
    assert len(found.trusted("system")) > 60  # 12 systems name no winner


@pytest.mark.real_data
def test_wmt23_has_the_correlations_of_mt_metrics_eval(test_data: Path, tmp_path: Path) -> None:
    folder = test_data / "data" / "wmt23-en-de"
    cases = [
        case
        for name, case in golden(test_data, "mt-metrics-eval.json").items()
        if name.startswith("mtme-wmt23-en-de-mt-")
    ]
    metrics = [case["options"]["metric"] for case in cases]
    rows = [
        line.split("\t")
        for line in gzip.decompress((folder / "metrics" / "seg.tsv.gz").read_bytes()).decode().split("\n")
    ]
    at = [0, 1, *(rows[0].index(metric) for metric in metrics)]
    table = tmp_path / "few.tsv"
    table.write_text("".join("\t".join(row[i] for i in at) + "\n" for row in rows if len(row) > 1), encoding="utf-8")
    wanted = [f"system:{name}" for name in COEFFICIENTS.values()]
    wanted += [f"segment:{name}:{average}" for name in COEFFICIENTS.values() for average in AVERAGES.values()]
    printed = output(
        "meta", "--ratings", folder / "human" / "mqm.seg.tsv", "--scores", table, "--resample", "inputs", "-n", "2",
        "--system-scores", folder / "metrics" / "sys.tsv", "--test", "bootstrap", "-f", "json",
        "--statistics", *wanted, "segment:darr",
    )  # fmt: skip
    values = values_of(MetaEvaluation.from_dict(json.loads(printed)))
    n_checked = 0
    for metric, case in zip(metrics, cases, strict=True):
        for name, ours in COEFFICIENTS.items():
            expected = case["expected"]["system"][name][0]
            assert values[metric, "system", ours, ""] == pytest.approx(expected, abs=1e-9), name
            for theirs, average in AVERAGES.items():
                expected = case["expected"]["segment"][f"{name}_{theirs}"][0]
                assert values[metric, "segment", ours, average] == pytest.approx(expected, abs=1e-9), (name, average)
                n_checked += 1
        expected = case["expected"]["segment"]["KendallLike_item_thresh25"][0]
        assert values[metric, "segment", "darr", "item"] == pytest.approx(expected, abs=1e-9)
    assert n_checked == 5 * 6 * 3


@pytest.mark.real_data
def test_wmt21_ties_are_no_merit_of_a_metric(test_data: Path) -> None:
    """People tied 47 % of the pairs: calibrated on these, overlap metrics do best by calling all outputs equal."""
    folder = test_data / "data" / "wmt21-news-en-de"
    systems = sorted((folder / "sys").glob("*.de"))
    printed = output(
        "meta", folder / "ref.A.de", "-i", *systems, "-m", "bleu", "chrf",
        "--ratings", folder / "human" / "mqm.seg.tsv", "--levels", "segment", "-n", "199",
    )  # fmt: skip
    assert "no metric is clearly better than calling all outputs equal." in " ".join(printed.split())
    assert "all equal 0.466" in " ".join(printed.split())


def test_a_system_is_called_what_people_call_it_where_its_file_says_so(tmp_path: Path) -> None:
    ratings, reference = tmp_path / "ratings.tsv", tmp_path / "ref.en"
    reference.write_text("a b c\nd e f\n", encoding="utf-8")
    systems = ["Allegro.eu", "harbour", "lantern"]
    for number, name in enumerate(systems):
        (tmp_path / f"{name}.en").write_text("a b c\n" * number + "d e f\n" * (2 - number), encoding="utf-8")
    rows = [f"{name}\t{line}\t{(7 * n + 3 * line) % 5}\n" for n, name in enumerate(systems) for line in (1, 2)]
    ratings.write_text("system\tline\tscore\n" + "".join(rows), encoding="utf-8")
    files = [str(tmp_path / f"{name}.en") for name in systems]
    printed = output(
        "meta", str(reference), "-i", *files, "-m", "wer", "--ratings", str(ratings), "-f", "json", "-n", "50"
    )
    assert json.loads(printed)["method"]["systems"] == systems


def test_short_and_long_segments_and_labels_are_buckets(tmp_path: Path) -> None:
    arguments = (*TEXTS, "-m", "wer", "ter")
    text = output(*arguments, "--buckets", "length")
    assert "Kendall tau-b by segment in buckets of segments" in text and "longer (" in text
    labels = tmp_path / "labels.txt"
    labels.write_text("a\nb\n" * 60, encoding="utf-8")
    stored = json.loads(output(*arguments, "--buckets", str(labels), "-f", "json"))
    assert {row["bucket"] for row in stored["buckets"]} == {"a", "b"} and len(stored["bucket_pairs"]) == 2
    labels.write_text("a\nb\n", encoding="utf-8")
    done = run(*arguments, "--buckets", str(labels))
    assert done.status == 2 and "2 labels" in done.err


def test_a_page_is_written_beside_the_text(tmp_path: Path) -> None:
    for command in (TEXTS, ("meta", "tests", *TEXTS[1:], "--tests", "randomization")):
        page = tmp_path / f"page{len(command)}.html"
        printed = output(*command, "-m", "ter", "wer", "--report", str(page))
        assert printed == output(*command, "-m", "ter", "wer")
        assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert run(*TEXTS, "-m", "ter", "--report", str(tmp_path / "no" / "page.html")).status == 2


def test_a_scale_is_chosen_among_several_and_scores_need_a_name(tmp_path: Path) -> None:
    scores = table(tmp_path / "m.tsv", "M", 6)
    rows = [f"s{s}\t{i}\tme\t{scale}\t{(s + i) % 4}" for s in range(4) for i in range(1, 7) for scale in "xy"]
    ratings = tmp_path / "r.tsv"
    ratings.write_text("system\tline\trater\tscale\tscore\n" + "\n".join(rows) + "\n")
    outcome = run("meta", "--ratings", ratings, "--scores", scores, "-n", "20")
    assert outcome.status == 2 and "r.tsv has several scales: x, y. Metrics are compared with one scale" in outcome.err
    chosen = json.loads(
        output("meta", "--ratings", ratings, "--scale", "y", "--scores", scores, "-n", "20", "-f", "json")
    )
    only = tmp_path / "y.tsv"
    only.write_text("\n".join(["system\tline\trater\tscale\tscore", *(row for row in rows if "\ty\t" in row)]) + "\n")
    alone = json.loads(output("meta", "--ratings", only, "--scores", scores, "-n", "20", "-f", "json"))
    assert chosen["agreement"] == alone["agreement"]
    outcome = run("meta", "--ratings", ratings, "--scores", scores, "--lower-is-better", "N", "-n", "20")
    assert outcome.status == 2 and "lower_is_better names 'N', which is not among the scores: M." in outcome.err
    unnamed = tmp_path / "numbers.tsv"
    unnamed.write_text("s0\ts1\ts2\ts3\n" + "1\t2\t3\t4\n" * 6)
    outcome = run("meta", "--ratings", table(tmp_path / "one.tsv", "score", 6), "--scores", unnamed, "-n", "20")
    assert outcome.status == 2 and "does not say which metric it holds: write NAME=" in outcome.err


def test_length_needs_a_source_where_references_share_a_file(tmp_path: Path) -> None:
    both = tmp_path / "both.tsv"
    lines = zip(
        *(Path(path).read_text(encoding="utf-8").splitlines() for path in (REFERENCE, REFERENCE_2)), strict=True
    )
    both.write_text("".join(f"{a}\t{b}\n" for a, b in lines), encoding="utf-8")
    words = ("meta", both, "--num-refs", "2", "-i", *PATHS.values(), "--ratings", RATINGS, "-m", "ter", "-n", "20")
    outcome = run(*words, "--buckets", "length")
    assert outcome.status == 2 and "Short and long segments are told by their source: name it with" in outcome.err


def test_references_say_how_long_segments_are_of_which_scores_are_given(tmp_path: Path) -> None:
    scores = EXAMPLES / "chrf.tsv"
    words = ("meta", REFERENCE, "--scores", f"judge={scores}", "--ratings", RATINGS, "-n", "20", "-f", "json")
    found = json.loads(output(*words, "--buckets", "length"))
    assert len({row["bucket"] for row in found["buckets"]}) == 2
    outcome = run(*words)
    assert outcome.status == 2 and "would not be read: with --scores, name metrics of texts with -m" in outcome.err
