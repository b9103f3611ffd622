"""Every result in every format: the same numbers, and names that stay names, read back by other programs' parsers."""

import csv
import io
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.page.blocks import Items, Legend, Page, Paragraph, Titled, Verbatim, page_text
from steelyard.page.latex import escaped, number, page_latex
from steelyard.page.markdown import page_markdown
from steelyard.results import Calibration, PowerPlan, Result, ScoreRow
from steelyard.results.table import Table
from steelyard.types import OutputScores
from tests.needs import debian

HOSTILE = (
    "a|b",
    "50% & $x_1$ #2 {y} ~^\\",
    "<script>alert(1)</script>&lt;",
    "*bold* _it_ `code` [link](http://x.y) ![i](www.x.y)",
    "[0]",
    "*star",
    "日本語 עברית",
    'comma, "quote"',
    "=SUM(A1)",
    "--''``?`",
    "1. list",
)
ENGINES = [name for name in ("tectonic", "lualatex", "xelatex", "pdflatex") if shutil.which(name)] or ["pdflatex"]


def evaluated(names: tuple[str, ...] = HOSTILE) -> sy.Evaluation:
    reference = [f"this is line {n} of a text that goes on for a while" for n in range(12)]
    systems = {name: [line if n > i else line[:20] for n, line in enumerate(reference)] for i, name in enumerate(names)}
    return sy.evaluate(sy.TestSet(references=[reference], systems=systems), ["bleu", "wer"])


@pytest.fixture(scope="module")
def hostile() -> sy.Evaluation:
    return evaluated()


@pytest.fixture(scope="module")
def three() -> sy.Evaluation:
    """One good system, its copy, and a bad one."""
    good, bad = [f"the cat sat on mat {n}" for n in range(12)], ["no word is right here"] * 12
    data = sy.TestSet(references=[good], systems={"bad": bad, "good": good, "copy": good})
    return sy.evaluate(data, ["bleu", "wer"])


def metrics_against_people() -> sy.results.MetaEvaluation:
    rng, systems = np.random.default_rng(1), HOSTILE[:6]
    quality = rng.normal(size=(6, 1)) + rng.normal(size=(6, 30))
    metrics = [OutputScores(name, systems, quality + rng.normal(size=(6, 30))) for name in HOSTILE[6:9]]
    return sy.meta_evaluate(OutputScores("people", systems, quality), metrics, n_resamples=99)


def found_in_texts() -> sy.results.LintReport:
    return sy.lint([["It is late.", "Good."]], {name: ["It is late.", ""] for name in HOSTILE})


MADE: dict[str, Callable[[sy.Evaluation], Result]] = {
    "scores": lambda e: e.scores(0.9),
    "comparison": lambda e: e.compare(n_resamples=200),
    "baseline": lambda e: e.compare(pairs="baseline", n_resamples=200),
    "difference": lambda _: evaluated(HOSTILE[:2]).diff(),
    "influence": lambda _: evaluated(HOSTILE[:2]).influence(),
    "dependence": lambda e: e.dependence(sizes=[2]),
    "plan": lambda _: evaluated(HOSTILE[:2]).plan(sizes=[12], shares=[1.0], n_repetitions=5, n_resamples=19),
    "calibration": lambda _: evaluated(HOSTILE[:2]).calibrate(
        ["randomization"], shares=[1.0], n_repetitions=5, n_resamples=19
    ),
    "human": lambda _: sy.analyse_ratings("examples/ratings.tsv", n_resamples=200),
    "lint": lambda _: found_in_texts(),
    "meta": lambda _: metrics_against_people(),
    "signatures": lambda _: sy.explain_signature("BLEU|nrefs:1|case:mixed|tok:13a", "BLEU|nrefs:2|case:lc|tok:13a"),
    "tuning": lambda _: sy.lab.tune(
        sy.TestSet(references=[["a b c d", "e f g"]], systems={"x|y": ["a b d", "f e"]}),
        "aile",
        {"x|y": [3, 1]},
        parameters=["delta"],
        leave_out="none",
    ),
}


@pytest.fixture(scope="module", params=list(MADE))
def result(request: pytest.FixtureRequest, hostile: sy.Evaluation) -> Result:
    return MADE[request.param](hostile)


# CSV


def test_csv_holds_every_number_in_full(hostile: sy.Evaluation) -> None:
    comparison = hostile.compare(n_resamples=200)
    read = list(csv.DictReader(io.StringIO(report.csv_text(comparison))))
    assert [row["system"] for row in read] == [pair.system for pair in comparison.pairs]
    assert [float(row["difference"]) for row in read] == [pair.difference for pair in comparison.pairs]
    ends = [(float(row["interval_low"]), float(row["interval_high"])) for row in read]
    assert ends == [pair.interval for pair in comparison.pairs]
    scores = list(csv.DictReader(io.StringIO(report.csv_text(comparison, "scores"))))
    assert [row["system"] for row in scores] == [row.system for row in comparison.scores]
    assert [float(row["bp"]) for row in scores[: len(HOSTILE)]] == [
        row.details["bp"] for row in comparison.scores[: len(HOSTILE)]
    ]


def test_csv_of_segments_has_a_line_a_segment() -> None:
    table = evaluated(("x", "y")).scores(segments=True)
    read = list(csv.DictReader(io.StringIO(report.csv_text(table, "segments"))))
    assert len(read) == 2 * 2 * 12
    assert [float(row["score"]) for row in read[:12]] == list(table.segments[0].scores)
    assert [row["segment"] for row in read[:2]] == ["1", "2"]


def test_csv_has_other_rows_of_a_result_too() -> None:
    runs = {"A": ["a.1", "a.2"], "B": ["b.1", "b.2"]}
    comparison = evaluated(("a.1", "a.2", "b.1", "b.2")).compare(runs=runs, n_resamples=100)
    [header, *rows] = report.csv_text(comparison, "runs").splitlines()
    assert header.startswith("metric,label,system,against,difference,interval_new_data_low")
    assert len(rows) == 2
    with pytest.raises(SpecError, match=r"Unknown table 'run'.*Did you mean 'runs'"):
        report.csv_text(comparison, "run")


# Markdown


def rendered(text: str) -> str:
    from markdown_it import MarkdownIt

    return str(MarkdownIt("commonmark").enable("table").render(text))


def cells_of(html: str) -> list[str]:
    import html as escapes

    return [escapes.unescape(cell) for cell in re.findall(r"<t[dh](?: [^>]*)?>(.*?)</t[dh]>", html, re.DOTALL)]


def test_markdown_shows_names_as_they_are(hostile: sy.Evaluation) -> None:
    html = rendered(report.markdown_text(hostile.scores()))
    cells = cells_of(html)
    for name in HOSTILE:
        assert cells.count(name) == 2
    assert not re.search("<(a|em|code|img|script|del)[ >]", html)
    assert html.count("<table>") == 2


def test_markdown_tables_have_the_cells_of_the_text(three: sy.Evaluation) -> None:
    comparison = three.compare()
    html = rendered(report.markdown_text(comparison))
    text = report.text(comparison)
    for cell in cells_of(html):
        assert cell in text
    assert html.startswith(
        "<p>BLEU: good, copy (rank 1-2) &gt; bad; 2 of 3 pairs differ significantly (12 segments).</p>"
    )
    assert html.rstrip().endswith("</p>")
    assert "We compared systems on 12 segments" in html.rstrip().rpartition("<p>")[2]
    assert "<li><strong>cluster</strong>: each system" in html


def test_markdown_renders_every_result(result: Result) -> None:
    html = rendered(report.markdown_text(result))
    assert "<table>" in html
    assert "<script" not in html
    sentence = result.method.get("sentence", "")  # type: ignore[attr-defined]
    assert sentence[:40] in re.sub("&.*?;", "", html) or sentence[:40] in html


def test_markdown_of_every_block() -> None:
    blocks = (
        Paragraph("- one\n2) two\n> three"),
        Items(("a*b", "+ c")),
        Legend("term      it is\nno term"),
        Verbatim("```\n<b>"),
        Titled("T_1", Table((">n", "x|"), [("1", "[0, 1]")]), "after"),
    )
    text = page_markdown(Page(blocks))
    assert text.split("\n\n") == [
        "\\- one",
        "2\\) two",
        "\\> three",
        "- a\\*b\n- \\+ c",
        "- **term**: it is\n- no term",
        "````text\n```\n<b>\n````",
        "**T\\_1**",
        "| n | x\\| |\n| ---: | --- |\n| 1 | [0, 1] |",
        "after",
    ]
    assert page_text(Page(blocks[1:2])) == "- a*b\n- + c"


# LaTeX


def unprotected(text: str) -> str:
    """Return what is left of LaTeX without commands, escapes and comments: nothing that LaTeX would act on."""
    text = re.sub(r"(?m)^%.*$", "", text)
    text = re.sub(r"\\\\|\\[&%$#_{}]", "", text)
    return re.sub(r"\$(\\\w+|-)\$", "", text)


def test_latex_is_balanced_and_acts_on_no_name(result: Result) -> None:
    text = report.latex_text(result)
    left = unprotected(text)
    assert left.count("{") == left.count("}")
    assert not set("$#_~^%") & set(left)
    for table in re.findall(r"\\begin{tabular}{(.*?)}\n\\toprule\n(.*?)\\bottomrule", text, re.DOTALL):
        columns, body = table[0].replace("@{}", ""), table[1].replace("\\midrule\n", "")
        for row in body.strip().split("\\\\\n"):
            spanned = len(re.findall(r"\\multicolumn\{2\}", row))
            assert unprotected(row).count("&") + 1 + spanned == len(columns), row
    opened, closed = (re.findall(rf"\\{word}\{{(table\*?)\}}", text) for word in ("begin", "end"))
    assert opened == closed
    assert opened


def test_latex_labels_name_the_kind_of_result_and_no_two_are_equal(result: Result) -> None:
    kind = result.schema.removeprefix("steelyard.").partition("-analysis")[0].partition("/")[0]
    labels = re.findall(r"\\label\{tab:(.*?)\}", report.latex_text(result))
    assert labels == ([kind] if len(labels) == 1 else [f"{kind}-{i}" for i in range(1, len(labels) + 1)])


def compiler(engine: str) -> str | None:
    """Find a program of TeX that has booktabs, too: a small installation has the program alone."""
    path = shutil.which(engine)
    if path is None or engine == "tectonic":  # tectonic fetches packages itself
        return path
    return path if subprocess.run(["kpsewhich", "booktabs.sty"], capture_output=True, check=False).stdout else None


@pytest.mark.one_in(5)
@pytest.mark.parametrize("engine", ENGINES)
def test_latex_compiles(result: Result, engine: str, tmp_path: Path) -> None:
    debian("texlive-latex-recommended", compiler(engine))
    body = report.latex_text(result)
    if engine == "pdflatex":
        body = re.sub("[^\x00-\x7f]", "x", body)
    source = "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n" + body + "\n\\end{document}\n"
    (tmp_path / "x.tex").write_text(source, encoding="utf-8")
    options = [] if engine == "tectonic" else ["-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run([engine, *options, "x.tex"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_latex_of_wide_tables_is_set_small_with_headers_in_lines() -> None:
    heads = (">first in %", "metric", *(f">correlation of segments {i}" for i in range(6)))
    text = page_latex(Page((Titled("Table 1: wide", Table(heads, [("1.5", "BLEU", *["0.123"] * 6)])),)), "x")
    assert r"\begin{table*}" in text
    assert r"\scriptsize\setlength{\tabcolsep}{2pt}" in text
    assert r"\shortstack[r]{first\\in \%} & metric & \shortstack[r]{correlation\\of segments\\0}" in text
    assert r"\caption{wide}" in text
    widest = page_latex(Page((Titled("", Table(heads * 4, [("1.5", "BLEU", *["0.123"] * 6) * 4])),)), "x")
    assert "% Wider than" in widest
    assert "% Wider than" not in text


def test_latex_of_a_page_without_tables_is_its_text() -> None:
    found = sy.lint([["It is late.", "Good."]], {"mine": ["It was late.", "Well."]})
    assert report.latex_text(found).startswith("0 errors, 0 warnings, 0 notes")
    assert report.markdown_text(found).startswith("0 errors, 0 warnings, 0 notes")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b", r"a\_b"),
        ("\\", r"\textbackslash{}"),
        ("{}", r"\{\}"),
        ("a--b", "a-{}-b"),
        ("[x]", "{[}x{]}"),
        ("日本 é", "日本 é"),
        ("a\tb", "a�b"),
    ],
)
def test_latex_escapes(text: str, expected: str) -> None:
    assert escaped(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("-0.5", "$-$0.5"), ("2-3", "2--3"), ("[-1.0, +2.0]", "{[}$-$1.0, +2.0{]}"), ("x-1", "x-1"), ("5%", r"5\%")],
)
def test_latex_sets_numbers(text: str, expected: str) -> None:
    assert number(text) == expected


def rows_of(text: str) -> dict[str, str]:
    lines = [line.removesuffix(r" \\") for line in text.splitlines() if " & " in line]
    return {line.split(" & ")[0 if not line.startswith(("a ", "b ", "c ")) else 1]: line for line in lines}


def test_marks_of_a_paper_table_say_what_the_pairs_say(three: sy.Evaluation) -> None:
    rows = rows_of(report.latex_text(three.compare()))
    assert rows["good"] == r"a & good & \textbf{100.00} & \textsuperscript{c} & \textbf{0.0000} & \textsuperscript{c}"
    assert rows["copy"].startswith(r"b & copy & \textbf{100.00} & \textsuperscript{c} &")
    assert rows["bad"] == "c & bad & 0.00 &  & 1.0000 & "
    assert r"WER $\downarrow$" in report.latex_text(three.compare())
    baseline = report.latex_text(three.compare(pairs="baseline"))
    assert r"good & 100.00 & \textsuperscript{$\dagger$} & 0.0000 & \textsuperscript{$\dagger$}" in baseline
    assert "significantly better than bad" in baseline
    assert r"\textbf" not in baseline


def test_of_many_systems_the_places_are_shown(hostile: sy.Evaluation) -> None:
    text = report.latex_text(hostile.compare(n_resamples=200, unit="segment"))
    assert "Superscripts: range of possible ranks" in text
    assert "Bold: no other system is significantly better." in text
    assert re.search(r"\\textsuperscript{\d+--\d+}", text)


def test_scores_alone_have_intervals_or_nothing(three: sy.Evaluation) -> None:
    assert r"\footnotesize {[}" in report.latex_text(three.scores(0.9))
    assert "90\\% intervals" in report.latex_text(three.scores(0.9))
    assert "In brackets" not in report.latex_text(three.scores())


# Any result


def test_a_result_without_a_page_shows_its_tables() -> None:
    class Other(sy.ScoreTable):
        schema = "steelyard.other/1"

    row = ScoreRow("m", "m", "x|y", 0.123456789, None, 1, None, None, None, "s")
    shown = report.markdown_text(Other((row,), {"n_segments": 1, "sentence": "So it was."}))
    assert "| m | m | x\\|y | 0.1235 |" in shown
    assert shown.endswith("So it was.")


def test_an_unknown_format_is_named(three: sy.Evaluation) -> None:
    with pytest.raises(SpecError, match="Unknown format 'html'"):
        report.in_format(three.scores(), "html")


def test_stored_results_give_the_same_in_every_format(result: Result) -> None:
    again = type(result).from_dict(result.to_dict())
    for file_format in ("csv", "markdown", "latex"):
        assert report.in_format(again, file_format) == report.in_format(result, file_format)


def test_every_kind_of_table_is_listed() -> None:
    assert (Calibration.tables[0], PowerPlan.tables[0]) == ("false_alarms", "rows")
