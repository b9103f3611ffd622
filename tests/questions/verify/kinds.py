"""A command for each kind of result, the files that they read, and the results that they make."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from tests.cli.running import run
from tests.conftest import EXAMPLES, SYSTEMS
from tests.lab.papers.nbest import write_lists, write_reference
from tests.rated_pilot import write_pilot

FILES = (
    "reference.1.en",
    "reference.2.en",
    "source.de",
    "documents.txt",
    "ratings.tsv",
    "human.tsv",
    "learning-curve.tsv",
    "synonyms.tsv",
)
TEXTS = ("reference.1.en", "-i", *(f"{name}.en" for name in SYSTEMS))
TWO = ("reference.1.en", "-i", "harbour.en", "orator.en")
RATED = ("--ratings", "ratings.tsv")
NBEST = (
    "--nbest",
    "list.txt",
    "--nulls",
    "0",
    "--adds",
    "1",
    "3",
    "--max-features",
    "4",
    "--ngrams",
    "0",
    "--folds",
    "2",
)
TUNE = (
    "lab",
    "tune",
    "meteor-2007(without=synonym)",
    *TEXTS,
    "--ratings",
    "human.tsv",
    "-p",
    "alpha",
    "--steps",
    "0.2",
)
KINDS = {  # a command for each kind of result, and the file of which a byte is changed
    "score": (("score", *TWO), "orator.en"),
    "compare": (("compare", *TWO, "-n", "99"), "orator.en"),
    "check level": (("check", "level", *TWO, "-r", "5", "-n", "19", "--tests", "randomization"), "orator.en"),
    "plan texts": (("plan", "texts", *TWO, "-r", "5", "-n", "19", "--sizes", "60", "--shares", "1"), "orator.en"),
    "check dependence": (("check", "dependence", *TWO, "--block-sizes", "2"), "orator.en"),
    "explain diff": (("explain", "diff", *TWO, "--show", "2", "-n", "99"), "orator.en"),
    "explain influence": (("explain", "influence", *TWO, "--show", "2"), "orator.en"),
    "lab learning-curve": (
        (
            "lab",
            "learning-curve",
            "learning-curve.tsv",
            "--metric",
            "BLEU",
            "--at",
            "9",
            "--target-score",
            "30",
            "-n",
            "50",
        ),
        "learning-curve.tsv",
    ),
    "human": (("human", "ratings.tsv", "-n", "99"), "ratings.tsv"),
    "human predict": (
        ("human", "predict", "pilot.tsv", "--scores", "X=mine.tsv", "--sampling", "random", "--documents", "docs.tsv"),
        "mine.tsv",
    ),
    "meta": (("meta", *TEXTS, "-m", "bleu", "chrf", *RATED, "-n", "50"), "ratings.tsv"),
    "meta tests": (("meta", "tests", *TEXTS, *RATED, "--tests", "randomization", "-n", "50"), "ratings.tsv"),
    "meta instruments": (("meta", "instruments", *TEXTS, *RATED, "-r", "9", "-n", "99"), "ratings.tsv"),
    "plan ratings": (("plan", "ratings", "pilot.tsv", "--difference", "9"), "pilot.tsv"),
    "lab replicate": (("lab", "replicate", "koehn2004", *TWO, "-n", "20", "--sizes", "20"), "orator.en"),
    "lab tune": (TUNE, "human.tsv"),
    "check files": (("check", "files", *TEXTS, "gap.en", "--sources", "source.de"), "source.de"),
    "explain segment": (("explain", "segment", "ter", *TWO, "--segment", "3"), "orator.en"),
}


def write_example(folder: Path) -> Path:
    """Write the bundled example into one folder, with files made of it."""
    for path in (*(EXAMPLES / name for name in FILES), *(EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS)):
        shutil.copy(path, folder)
    write_pilot(folder)
    write_lists(folder)
    write_reference(folder)
    rng = np.random.default_rng(3)
    documents = (folder / "documents.txt").read_text(encoding="utf-8").splitlines()
    one, two = ((folder / f"reference.{n}.en").read_text(encoding="utf-8").splitlines() for n in (1, 2))
    header, *rows = (line.split("\t") for line in (folder / "ratings.tsv").read_text(encoding="utf-8").splitlines())
    by_name = [dict(zip(header, row, strict=True)) for row in rows]
    tables = {
        "docs.tsv": [("line", "doc"), *((i, name) for i, name in enumerate(documents, 1))],
        "chances.tsv": [("line", "chance"), *((i, 0.2 + i / 200) for i in range(1, 121))],
        "two.tsv": [("system", "line", "X", "Y")]
        + [(name, i, round(rng.normal(), 3), round(rng.normal(), 3)) for name in SYSTEMS for i in range(1, 121)],
        "systems.tsv": [("system", "X"), *((name, i) for i, name in enumerate(SYSTEMS))],
        "more.tsv": [("system", "Y", "CORPUS"), *((name, -i, i * i) for i, name in enumerate(SYSTEMS))],
        "refs.tsv": list(zip(one, two, strict=True)),
        "bare.tsv": [("system", "line", "rater", "score")]
        + [(r["system"], r["line"], r["rater"], r["score"]) for r in by_name if r["kind"] == "SYSTEM"],
        "ids.tsv": [("line", "seg_id"), *((i, f"s{i}") for i in range(1, 121))],
        "ids.ratings.tsv": [("system", "seg_id", "rater", "score")]
        + [(r["system"], f"s{r['line']}", r["rater"], r["score"]) for r in by_name if r["kind"] == "SYSTEM"],
        "ranks.tsv": [("line", "judge", "system1", "rank1", "system2", "rank2", "ranking_id")]
        + [(i, "ab"[i % 2], SYSTEMS[i % 5], 2, SYSTEMS[(i + 1) % 5], 1 + i % 3, i) for i in range(1, 31)],
        "times.tsv": [("hit", "seconds"), *((i // 5, 40 + i // 5) for i in range(30))],
        "names.tsv": [header, *([r[0].replace("sparrow", "a.b"), *r[1:]] for r in rows)],
        "long.names.tsv": [header, *([r[0].replace("sparrow", "a.en"), *r[1:]] for r in rows)],
    }
    for name, lines in tables.items():
        text = "".join("\t".join(map(str, line)) + "\n" for line in lines)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "domains").write_text("news\ntalk\ntalk\n" * 40, encoding="utf-8")
    (folder / "gap.en").write_text("\n".join([*one[:7], "", *one[8:]]) + "\n", encoding="utf-8")
    for name in ("a.b.en", "a.en"):
        shutil.copy(folder / "sparrow.en", folder / name)
    return folder


def made(name: str) -> Path:
    """Make a result, or take the one that an earlier test made; lint leaves with 1 where it finds something."""
    path = Path(f"{name}.json")
    if not path.exists():
        path.write_text(run(*KINDS[name][0], "-f", "json").out, encoding="utf-8")
    return path


def written(path: Path, content: dict[str, Any]) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path
