"""`steelyard human` as people type it."""

import json
import re
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from tests.cli.running import output, run

RATINGS = "examples/ratings.tsv"


def test_text_is_that_of_the_stored_result(tmp_path: Path) -> None:
    path = tmp_path / "human.json"
    path.write_text(output("human", RATINGS, "-f", "json"), encoding="utf-8")
    stored = sy.load(path)
    assert isinstance(stored, sy.results.RatingsAnalysis)
    assert json.loads(path.read_text(encoding="utf-8"))["schema"] == "steelyard.ratings-analysis/1"
    assert report.text(stored) == output("human", RATINGS)
    assert stored == sy.analyse_ratings(RATINGS)
    assert stored.to_dict() == sy.results.RatingsAnalysis.from_dict(stored.to_dict()).to_dict()


def test_the_page_says_who_counts_and_how_far_they_agree() -> None:
    text = output("human", RATINGS, "--quality-control", "degraded", "--scaling", "z")
    assert " ".join(text.split()).startswith(
        "People's score: lantern, harbour (rank 1-2) > sparrow > tangle > orator; 9 of 10 pairs differ significantly "
        "(12 documents, raters like these)."
    )
    dev = next(line for line in text.splitlines() if line.startswith("dev "))
    assert dev.endswith("no")
    assert "Krippendorff's alpha, interval  score, between raters" in text
    sentence = " ".join(text.split())
    assert "(degraded) removed 1 rater" in sentence and "standardised by rater" in sentence


def test_marked_errors_are_shown_by_kind(tmp_path: Path) -> None:
    path = tmp_path / "mqm.tsv"
    rows = ["system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"]
    for line in range(1, 13):
        rows.append(f"a\td{line}\t{line}\tann\ts\tt\tAccuracy/Omission\tMajor")
        rows.append(f"b\td{line}\t{line}\tann\ts\tt\tNo-error\tNo-error")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    text = output("human", str(path), "--weights", "google")
    assert "Penalty per segment by kind of error" in text and "Marks by severity" in text
    table = text[text.index("Penalty per segment") :].splitlines()
    assert table[1].split() == ["system", "Accuracy"] and table[3].split() == ["a", "5.00"]


def test_rankings_have_a_table_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "rr.tsv"
    rows = ["line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id"]
    rows += [f"{i % 9 + 1}\tj{i % 3}\ta\t{1 + (i % 5 == 0)}\tb\t{2 - (i % 5 == 0)}\tr{i}" for i in range(60)]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    text = output("human", str(path))
    assert text.startswith("People's rankings: a > b (60 rankings).")
    assert "strength" in text and "kappa, chance 1/3 (WMT07)" in text and "kappa, chance from ties (WMT13)" in text
    assert (
        sy.results.RatingsAnalysis.from_dict(json.loads(output("human", str(path), "-f", "json"))).wins[0].n_losses
        == 48
    )


def test_kappa_with_chance_from_ties_is_that_of_the_share_that_agrees(tmp_path: Path) -> None:
    path = tmp_path / "rr.tsv"
    ranks = [(1, 2), (1, 2), (2, 1), (1, 1), (1, 2), (1, 1)]  # two raters of each of three segments
    rows = [f"{i // 2 + 1}	j{i % 2}	a	{a}	b	{b}	r{i}" for i, (a, b) in enumerate(ranks)]
    path.write_text("\n".join(["line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id", *rows]) + "\n")
    found = sy.results.RatingsAnalysis.from_dict(json.loads(output("human", str(path), "-f", "json")))
    values = {row.coefficient: row.value for row in found.agreement}
    agreed, tied = 1 / 3, 2 / 6
    chance = tied**2 + (1 - tied) ** 2 / 2
    assert values["kappa, chance from ties (WMT13)"] == pytest.approx((agreed - chance) / (1 - chance))
    assert values["kappa, chance 1/3 (WMT07)"] == pytest.approx(0)


def test_the_scale_of_agreement_can_be_chosen(tmp_path: Path) -> None:
    values = {}
    for scale in ("interval", "ratio", "nominal"):
        stored = tmp_path / f"{scale}.json"
        stored.write_text(output("human", RATINGS, "--agreement", scale, "-n", "99", "-f", "json"), encoding="utf-8")
        row = json.loads(stored.read_text(encoding="utf-8"))["agreement"][0]
        assert row["coefficient"] == f"Krippendorff's alpha, {scale}"
        values[scale] = row["value"]
    assert "verified:" in output("check", "result", str(tmp_path / "ratio.json")).replace("\n", " ")
    assert len(set(values.values())) == 3
    refused = run("human", RATINGS, "--agreement", "ratio", "--scaling", "z")
    assert refused.status == 2 and "none may be below 0" in refused.err


def test_labels_have_kappas_beside_alpha(tmp_path: Path) -> None:
    labels = {"ann": (1, 1, 2, 2, 3, 3), "bob": (1, 1, 2, 3, 3, 3), "eve": (1, 2, 2, 3, 3, 1)}

    def kappas(raters: tuple[str, ...], scale: str) -> dict[str, float]:
        rows = [f"{'xy'[i % 2]}\t{i // 2 + 1}\t{who}\t{labels[who][i]}" for who in raters for i in range(6)]
        path = tmp_path / "labels.tsv"
        path.write_text("\n".join(["system\tline\trater\tscore", *rows]) + "\n")
        found = json.loads(output("human", str(path), "--agreement", scale, "-n", "9", "-f", "json"))["agreement"]
        return {row["coefficient"]: row["value"] for row in found if "kappa" in row["coefficient"]}

    # five of six agree; by chance 2/6 * 2/6 + 2/6 * 1/6 + 2/6 * 3/6
    assert kappas(("ann", "bob"), "nominal") == {"Cohen's kappa": pytest.approx((5 / 6 - 1 / 3) / (1 - 1 / 3))}
    assert list(kappas(("ann", "bob"), "ordinal")) == ["Cohen's kappa, linear"]
    # three of six outputs have one label, and three two of three; the labels are 6, 5 and 7 of 18
    chance = (6**2 + 5**2 + 7**2) / 18**2
    share = sum({3: 3, 2: 1}[max(map(ones.count, ones))] for ones in zip(*labels.values(), strict=True)) / 18
    assert kappas(("ann", "bob", "eve"), "nominal") == {
        "Fleiss's kappa": pytest.approx((share - chance) / (1 - chance))
    }


def test_the_sign_test_of_preferences_is_printed_stored_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "rr.tsv"
    rows = ["line\tjudge\tsystem1\trank1\tsystem2\trank2\tranking_id"]
    rows += [f"{i + 1}\tj{i % 3}\ta\t{1 + (i % 5 == 0)}\tb\t{2 - (i % 5 == 0)}\tr{i}" for i in range(60)]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    text = output("human", str(path), "--test", "sign")
    assert text.startswith("a is better than b (People's rankings, 60 segments).")
    assert re.search(r"^b +a +12 +48 +0 +3e-06 +3e-06 +worse$", text, re.MULTILINE)
    stored = tmp_path / "found.json"
    stored.write_text(output("human", str(path), "--test", "sign", "-f", "json"), encoding="utf-8")
    assert "verified:" in output("check", "result", str(stored)).replace("\n", " ")
    page = tmp_path / "page.html"
    output("human", str(path), "--test", "sign", "--report", str(page), "-q")
    assert "adjusted p" in page.read_text(encoding="utf-8")
    refused = run("human", str(path), "--test", "t")
    assert refused.status == 2 and "use --test sign" in refused.err
    refused = run("human", str(path), "--test", "sign", "--scaling", "z")
    assert refused.status == 2 and "--scaling is for scores" in refused.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing.tsv"], "missing.tsv"),
        ([RATINGS, "--rating-columns", "line"], "write ROLE=COLUMN"),
        ([RATINGS, "--rating-columns", "lines=line"], "Valid: system, line"),
        ([RATINGS, "--ratings-format", "mqm"], "The file resembles ratings with named columns"),
        ([RATINGS, "--languages", "de-"], "write XX-YY"),
        ([RATINGS, "--languages", "deen"], "Its columns name no languages"),
        ([RATINGS, "--test", "ranksum"], "rank"),
        ([RATINGS, "--alpha", "2"], "alpha"),
        ([RATINGS, "--unit", "x"], "unit"),
        ([RATINGS, "--scale", "z"], "no column holds the score"),
        (["examples/source.de"], "examples/source.de"),
        ([RATINGS, "--win-rule", "rank"], "--win-rule is for rankings"),
        ([RATINGS, "--weights", "google"], "--weights is for marked errors"),
        ([RATINGS, "--test", "rank"], "mixed-model"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run("human", *arguments)
    assert done.status == 2 and done.out == ""
    assert sentence in done.err and done.err.count("\n") == 1


def test_lines_can_come_from_a_table(tmp_path: Path) -> None:
    ratings, lines = tmp_path / "r.tsv", tmp_path / "lines.tsv"
    ratings.write_text(
        "system\tdoc\tseg_id\tscore\n" + "".join(f"{s}\td\tx{i}\t{i}\n" for i in (1, 2) for s in "ab"), encoding="utf-8"
    )
    lines.write_text("line\tdoc\tseg_id\n1\td\tx2\n2\td\tx1\n", encoding="utf-8")
    found = json.loads(output("human", str(ratings), "--lines", str(lines), "-f", "json"))
    assert found["method"]["n_segments"] == 2
    lines.write_text("line\tdoc\tseg_id\n1\td\tx2\n", encoding="utf-8")
    done = run("human", str(ratings), "--lines", str(lines))
    assert done.status == 2 and "'x1'" in done.err


def test_documents_may_be_a_table_and_have_a_header_over_ids(tmp_path: Path) -> None:
    ids = Path("examples/documents.txt").read_text(encoding="utf-8").splitlines()
    table, headed = tmp_path / "docs.tsv", tmp_path / "docs.txt"
    table.write_text(
        "line\tdomain\tdoc\n" + "".join(f"{i}\tx\t{name}\n" for i, name in enumerate(ids, 1)), encoding="utf-8"
    )
    plain = output("human", "examples/human.tsv", "--documents", "examples/documents.txt")
    assert output("human", "examples/human.tsv", "--documents", str(table)) == plain
    headed.write_text("doc\n" + "\n".join(ids) + "\n", encoding="utf-8")
    assert output("human", "examples/human.tsv", "--documents", str(headed)) == plain


def test_objects_a_line_are_ratings_and_a_table_without_systems_is_none(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    rows = [{"system": s, "line": i, "score": 10 * i + (s == "a")} for i in range(1, 9) for s in "ab"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert "People's score" in output("human", str(path))
    path.write_text("line\tscore\n1\t3\n2\t4\n", encoding="utf-8")
    done = run("human", str(path))
    assert done.status == 2 and "no column names the system" in done.err


def test_penalties_are_known_by_their_name_and_the_worst_is_last(tmp_path: Path) -> None:
    """The worst was first, and only a warning on standard error said why."""

    def written(sign: float) -> Path:
        path = tmp_path / f"of.{sign}.tsv"
        rows = "".join(f"{s}\t{i}\t{sign * (i % 3 + 5 * (s == 'bad'))}\n" for i in range(1, 9) for s in ("good", "bad"))
        path.write_text(f"system\tline\tmqm_penalty\n{rows}", encoding="utf-8")
        return path

    path = written(1)
    named = json.loads(output("human", path, "-f", "json"))
    assert [row["rank"] for row in named["scores"]] == [1, 2]
    assert named["method"]["are_penalties"]
    assert "ratings are penalties and have a minus sign here" in " ".join(output("human", path).split())
    flagged = json.loads(output("human", path, "--penalties", "-f", "json"))
    assert flagged["scores"] == named["scores"]
    turned = json.loads(output("human", written(-1), "-f", "json"))  # as the WMT has them
    assert [row["rank"] for row in turned["scores"]] == [1, 2]
    both = tmp_path / "both.tsv"
    both.write_text("system\tline\tmqm_penalty\na\t1\t-1\nb\t1\t2\n", encoding="utf-8")
    outcome = run("human", both)
    assert (outcome.status, outcome.out) == (2, "")
    assert "are above and below 0" in outcome.err


def test_a_line_far_beyond_any_test_set_is_named(tmp_path: Path) -> None:
    path = tmp_path / "far.tsv"
    path.write_text("system\tline\tscore\na\t1\t3\nb\t2000000000\t4\n", encoding="utf-8")
    done = run("meta", "--ratings", str(path), "--scores", str(path))
    assert done.status == 2 and "line 2,000,000,000" in done.err


def test_texts_of_the_report_are_named_once_and_sources_go_with_them(tmp_path: Path) -> None:
    for folder in "ab":
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("a\n")
    texts = [str(tmp_path / folder / "x.txt") for folder in "ab"]
    found = run("human", RATINGS, "--texts", *texts, "--report", tmp_path / "page.html")
    assert found.status == 2 and "--texts has the system 'x' twice." in found.err
    found = run("human", RATINGS, "--sources", texts[0])
    assert found.status == 2 and "--sources needs the texts of the systems: add --texts FILE" in found.err
