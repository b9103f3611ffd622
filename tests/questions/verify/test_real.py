"""Results of real campaigns come out again from their files: many metrics, marked errors, predictions, n-best lists."""

from pathlib import Path

import pytest

import steelyard as sy
from tests.cli.running import run
from tests.questions.verify.test_command import edited

WMT23, TED, MERT = "wmt23-en-de", "mqm-ted2021-en-de", "moses-nbest-mert"
LISTS = tuple(f"{MERT}/nbest.{n}.txt.gz" for n in (1, 2, 3, 4, 5))
SYSTEMS = tuple(f"{WMT23}/sys/{name}.de" for name in ("AIRC", "GPT4-5shot", "Lan-BridgeMT", "ONLINE-A", "ONLINE-W"))
COMET = f"COMET-refA={WMT23}/metrics/seg.tsv.gz"
COMMANDS = {
    "metrics": (
        *("meta", f"{WMT23}/ref.refA.de", "-i", *SYSTEMS, "-m", "bleu", "--scores", COMET, "-n", "50"),
        *("--ratings", f"{WMT23}/human/mqm.seg.tsv", "--documents", f"{WMT23}/docs.txt"),
    ),
    "tests": (
        *(
            *f"meta tests {WMT23}/ref.refA.de -i".split(),
            *SYSTEMS,
            "-m",
            "chrf",
            "--tests",
            "randomization",
            "-n",
            "50",
        ),
        *("--ratings", f"{WMT23}/human/mqm.merged.seg.rating.tsv.gz", "--test-on", "judgements"),
    ),
    "plan": (
        *("plan", "ratings", f"{WMT23}/human/mqm.merged.seg.rating.tsv.gz", "--difference", "1", "--scores", COMET),
        *("--documents", f"{WMT23}/docs.tsv", "--next", "20", "--sampling", "documents"),
    ),
    "predictions": ("human", "predict", f"{WMT23}/human/mqm.seg.tsv", "--scores", COMET, "--sampling", "random"),
    "marked errors": (
        "human",
        f"{TED}/human/ratings.tsv.gz",
        "--lines",
        f"{TED}/segments.tsv",
        "--lenient",
        "-n",
        "99",
    ),
    "exports": (
        *("human", f"{WMT23}/human/campaign/raw/240315rc5ESA.scores.csv.gz", "-n", "99"),
        *("--documents", f"{WMT23}/docs.tsv"),
    ),
    "lists": (
        *("lab", "replicate", "riezler2005", f"{MERT}/reference.en", "--nbest", *LISTS, "-m", "bleu", "-n", "30"),
        *("--nulls", "0", "--adds", "1", "5", "--max-features", "8", "--ngrams", "0", "--folds", "2"),
    ),
}


QUICK = ("marked errors", "exports")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in COMMANDS]
)
def test_results_of_real_campaigns_come_out_again(
    name: str, test_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(test_data / "data")
    documents = tmp_path / "docs.txt"
    rows = (test_data / "data" / WMT23 / "docs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    documents.write_text("".join(row.split("\t")[2] + "\n" for row in rows), encoding="utf-8")
    words = [str(documents) if word == f"{WMT23}/docs.txt" else word for word in COMMANDS[name]]
    outcome = run(*words, "-q" if "meta" in words else "-nc", "-f", "json")
    assert outcome.status == 0, outcome.err
    path = tmp_path / "result.json"
    path.write_text(outcome.out, encoding="utf-8")
    verification = sy.verify(path)
    assert (verification.outcome, verification.method["reason"]) == ("equal", "")
    assert verification.method["n_values"] > 100
    edited(path, lambda content: content["method"].update(n_systems=1))
    [found] = sy.verify(path).differences
    assert (found.table, found.field, found.stored) == ("method", "n_systems", 1)
