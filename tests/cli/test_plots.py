"""--plots: figures beside what a command prints, or one sentence before any work."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES

PAIR = (REFERENCE, "-i", HARBOUR, TANGLE, "-m", "ter", "-r", "20", "-n", "19")
PLAN, LEVEL = ("plan", "texts", *PAIR, "--sizes", "20", "60"), ("check", "level", *PAIR, "--tests", "randomization")
RATINGS = EXAMPLES / "ratings.tsv"
TEXTS = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE, "-m", "ter", "bleu")
COMPARE = ("compare", *TEXTS, "-n", "49")
SYSTEMS = sorted((EXAMPLES / "systems").glob("*.en"))
HUMAN = ("human", RATINGS, "--raters", "fixed", "-n", "49")
META = ("meta", REFERENCE, "-i", *SYSTEMS, "-m", "ter", "bleu", "--ratings", RATINGS, "-n", "99")
RATED_PAIRS = ("lantern-harbour", "orator-tangle", "sparrow-harbour", "tangle-sparrow")
PAIRS = ("lantern-harbour", "tangle-harbour", "tangle-lantern")


@pytest.fixture(autouse=True)
def _values_for_drawings(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Write what a figure holds in place of the drawing, which takes long and is looked at in tests/plot."""
    if "plan" not in request.node.name:
        monkeypatch.setattr("steelyard.plot.files._svg", lambda figure, _: repr(figure))
        monkeypatch.setattr("steelyard.plot.files._converted", lambda drawn, _: drawn.encode())


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (PLAN, ["power-ter"]),
        (
            LEVEL,
            [
                "false-alarms-ter-equal-scores-segment", "false-alarms-ter-exchanged-segment", "power-ter-0.01",
                "power-ter-0.05", "power-ter-0.1",
            ],
        ),
        (
            COMPARE,
            [
                f"{start}-{metric}{end}"
                for metric in ("ter", "bleu")
                for start, ends in (
                    ("intervals", [""]), ("differences", [""]), ("ranks", [""]),
                    ("null", [f"-{pair}" for pair in PAIRS]), ("segments", [f"-{pair}" for pair in PAIRS]),
                )
                for end in ends
            ],
        ),
        (
            (*COMPARE, "--pairs", "baseline", "--correction", "holm"),
            [
                f"{start}-{metric}{end}"
                for metric in ("ter", "bleu")
                for start, ends in (
                    ("intervals", [""]), ("differences", [""]),
                    ("null", [f"-{pair}" for pair in PAIRS[:2]]), ("segments", [f"-{pair}" for pair in PAIRS[:2]]),
                )
                for end in ends
            ],
        ),
        (
            HUMAN,
            [
                "intervals-score", "differences-score", "ranks-score",
                *(f"null-score-{pair}" for pair in RATED_PAIRS),
            ],
        ),
        (
            META,
            [
                *(f"{n}-{level}" for n in ("intervals", "differences", "ranks") for level in ("system", "segment")),
                "outputs-TER", "outputs-BLEU",
            ],
        ),
    ],
    ids=["plan", "level", "compare", "baseline", "human", "meta"],
)  # fmt: skip
def test_figures_are_written_and_what_is_printed_stays_the_same(
    command: tuple[str, ...], names: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "figures"
    assert output(*command, "--plots", folder) == output(*command)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{end}" for name in names for end in ("pdf", "png", "svg")
    )
    printed = output(*command, "--plots", folder, "-f", "json")
    assert json.loads(printed)["schema"].startswith("steelyard.")


@pytest.mark.parametrize("command", [PLAN, LEVEL, COMPARE, META], ids=["plan", "level", "compare", "meta"])
def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_read(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    name = " ".join(command[: command.index(REFERENCE)])
    absent = tuple("no-such-file" if word == REFERENCE else word for word in command)
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        outcome = run(*absent, "--plots", folder)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err == f"steelyard {name}: Cannot write to {folder}: Not a directory.\n"
    assert "is empty" in run(*absent, "--plots", "").err
    assert "Cannot read no-such-file" in run(*absent, "--plots", tmp_path / "new").err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_extra_is_named_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    outcome = run(*PLAN, "--plots", tmp_path)
    assert outcome.status == 2 and outcome.err.count("\n") == 1
    assert outcome.err.endswith('needs a package that is not installed: pip install "steelyard[figures]".\n')


def test_a_protocol_without_figures_refuses_to_draw_them(tmp_path: Path) -> None:
    """It left an empty folder, and said nothing."""
    found = run("lab", "replicate", "riezler2005", REFERENCE, "-i", HARBOUR, TANGLE, "--plots", tmp_path / "figures")
    assert found.status == 2 and "riezler2005 has tables and no figures: leave out --plots." in found.err
    assert not (tmp_path / "figures").exists()


def test_statistics_files_draw_all_but_segments_and_say_so(tmp_path: Path) -> None:
    stored, folder = tmp_path / "run.jsonl.gz", tmp_path / "figures"
    output("score", "-q", *TEXTS, "--keep", stored)
    outcome = run("compare", "--stats", stored, "-n", "49", "--plots", folder)
    assert outcome.status == 0 and outcome.err.count("\n") == 1
    assert "--plots leaves out the figures of single segments: they need the texts" in outcome.err
    output(*COMPARE, "--plots", tmp_path / "of texts")
    of_texts = {p.name: p.read_bytes() for p in (tmp_path / "of texts").iterdir() if "segments" not in p.name}
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == of_texts


def test_runs_outside_scores_and_a_page_go_with_figures(tmp_path: Path) -> None:
    scores = tmp_path / "scores.tsv"
    rows = [f"{i % 7}\t{i % 5}\t{i % 3}" for i in range(120)]
    scores.write_text("\n".join(["harbour\tlantern\ttangle", *rows]) + "\n", encoding="utf-8")
    output(*COMPARE, "--scores", f"COMET={scores}", "--plots", tmp_path / "a", "--report", tmp_path / "page.html")
    assert (tmp_path / "a" / "segments-COMET-lantern-harbour.png").exists() and (tmp_path / "page.html").exists()
    runs = ("--runs", "ours=harbour,lantern", "theirs=tangle,sparrow")
    systems = (*TEXTS[:5], EXAMPLES / "systems" / "sparrow.en", "-m", "bleu")
    output("compare", *systems, *runs, "--generalise-to", "text", "-n", "49", "--plots", tmp_path / "b")
    names = {path.stem for path in (tmp_path / "b").iterdir()}
    assert names == {"intervals-bleu", "differences-bleu", "ranks-bleu", "null-bleu-theirs-ours"}


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("compare", REFERENCE, "-i", HARBOUR), "A comparison needs at least two systems"),
        (("human", "predict", RATINGS, "--scores", "x=x.tsv"), "there is no flag --plots"),
        ((*COMPARE, "--equivalence-margin", "nothing"), "--equivalence-margin"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence_and_leaves_nothing(
    command: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    outcome = run(*command, "--plots", tmp_path / "figures")
    assert outcome.status == 2 and sentence in outcome.err and outcome.err.count("\n") == 1
    assert not (tmp_path / "figures").exists()


def test_tests_held_against_people_keep_their_own_figures(tmp_path: Path) -> None:
    output("meta", "tests", *META[1:], "--tests", "randomization", "--documents", DOCUMENTS, "--plots", tmp_path)
    assert {path.name.split("-")[0] for path in tmp_path.iterdir()} == {"conclusions"}
