"""A folder in which the examples of help run: the bundled example under the names that they use."""

import csv
import json
import os
import shlex
import shutil
from glob import glob
from importlib.util import find_spec
from pathlib import Path

from steelyard.asking.registry import split_command
from steelyard.cli.app import commands
from tests.cli.running import output, run, with_flags
from tests.conftest import EXAMPLES
from tests.lab.papers.nbest import write_lists

LINES = sorted({line for parser in commands().values() for line in (parser.epilog or "").splitlines()})
FINDS = ("check files", "check signature")  # leave with 1 where they find something
NAMES = {"ours": "harbour", "theirs": "lantern", "a": "harbour", "b": "lantern", "c": "sparrow", "d": "tangle"}
# Few draws: what is held here is that the line is taken and answered.
QUICK: dict[str, tuple[str, ...]] = {
    "board": ("-n", "50"),
    "board tasks": ("-n", "50"),
    "check level": ("-r", "4", "-n", "20"),
    "compare": ("-n", "50"),
    "explain diff": ("-n", "50"),
    "human": ("-n", "50"),
    "lab alignments": ("-n", "50"),
    "lab choose": ("-n", "50", "--pools", "1"),
    "lab consistency": ("-n", "50"),
    "lab contrasts": ("-n", "50"),
    "lab learning-curve": ("-n", "50"),
    "lab replicate": ("-n", "20"),
    "lab rerank": ("--gammas", "0.5", "--folds", "2", "--ngrams", "1"),
    "lab suite": ("-n", "50"),
    "lab suite judge": ("-n", "50"),
    "lab tune": ("--steps", "0.32", "--folds", "2"),
    "lab tune-weights": ("--restarts", "0", "--directions", "0", "--folds", "2", "-n", "50"),
    "meta": ("-n", "20"),
    "meta instruments": ("-r", "4", "-n", "99"),
    "meta tasks": ("-n", "20"),
    "meta tests": ("-n", "20"),
    "plan texts": ("-r", "4", "-n", "20"),
}


def rows(name: str) -> list[list[str]]:
    with (EXAMPLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t" if name.endswith(".tsv") else ","))


def write(name: str, table: list[list[str]], delimiter: str = "\t") -> None:
    with Path(name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(table)


def write_texts() -> None:
    named = {f"{name}.txt": f"systems/{system}.en" for name, system in NAMES.items()}
    named |= {
        "ref.txt": "reference.1.en",
        "src.txt": "source.de",
        "docs.txt": "documents.txt",
        "genre.txt": "documents.txt",
        "terms.tsv": "terms.tsv",
    }
    named |= {
        "baseline.txt": "systems/lantern.en",
        "runs.tsv": "learning-curve.tsv",
        "lists.txt": "n-best.txt",
        "aces.tsv": "contrasts.tsv",
        "pilot.tsv": "pilot.tsv",
        "ref2.txt": "reference.2.en",
    }
    named |= {f"ref.{number}.txt": f"reference.{1 + number % 2}.en" for number in (1, 2, 3, 4)}
    shutil.copytree(EXAMPLES / "campaign", ".", dirs_exist_ok=True)
    shutil.copy(EXAMPLES / "learned.json", ".")
    for name, source in named.items():
        shutil.copy(EXAMPLES / source, name)
    for name in ("ref", "a", "b", "gold", "giza", "fast", "st", "ts"):
        Path(f"{name}.align").write_text("0-0 1-1\n" * 120)
    for name in ("ref", "src", "baseline", "ours"):
        lines = Path(f"{name}.txt").read_text(encoding="utf-8").splitlines()
        tagged = [[(word, "LONG" if len(word) > 5 else "SHORT") for word in line.split()] for line in lines]
        Path(f"{name}.pos").write_text("".join(f"{' '.join(tag for _, tag in line)}\n" for line in tagged))
        parsed = ["".join(f"{i}\t{w}\t_\t{t}" + "\t_" * 6 + "\n" for i, (w, t) in enumerate(x, 1)) for x in tagged]
        Path(f"{name}.conllu").write_text("\n".join(parsed), encoding="utf-8")
    Path("points.jsonl").write_text('{"segment": 1, "category": "article", "references": ["the"]}\n')
    write(
        "good-and-wrong.tsv", [["good", "wrong"], *([str(n % 5), "2"] for n in range(len(rows("contrasts.tsv")) - 1))]
    )
    Path("patterns.toml").write_text("[[pattern]]\nname = 'ferry'\nsource = 'Fähre'\nright = '[Ff]err'\n")
    names = ("src_sent", "mt_sent", "pert_sent", "eng_sent", "pert_name")
    items = [dict(zip(names, row[:5], strict=True)) for row in rows("contrasts.tsv")[1:]]
    Path("demetr.json").write_text(json.dumps(items), encoding="utf-8")
    spans = ["text\tsegment\tstart\tend\tlabel", *(f"reference\t{n}\t0\t4\tfirst" for n in range(1, 121))]
    Path("spans.tsv").write_text("".join(f"{line}\n" for line in spans))
    outputs = [Path(f"{name}.txt").read_text(encoding="utf-8").splitlines() for name in ("a", "b", "c", "d")]
    samples = list(zip(*outputs, strict=True))
    Path("samples.txt").write_text("".join(f"{text}\n" for texts in samples for text in texts), encoding="utf-8")
    Path("samples.jsonl").write_text("".join(f"{json.dumps({'outputs': texts})}\n" for texts in samples))
    write_lists(Path(), n_segments=120, name="lists.txt")
    _, *body = rows("outputs.csv")
    write("out.csv", [["ref", "base", "ours"], *(row[2:] for row in body)], ",")
    for number, part in enumerate((body[:60], body[60:]), 1):
        write(f"part-{number}.csv", [["ref", "base", "ours"], *(row[2:] for row in part)], ",")
    write_boards()
    for field, source in (("src", "source.de"), ("ref", "reference.1.en"), ("docid", "documents.txt")):
        cached = Path("cache/wmt20", f"wmt20.en-de.{field}")
        cached.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(EXAMPLES / source, cached)


def write_boards() -> None:
    """Write scores of systems on items: a row for each of both, and a row per system."""
    graded = {"ours": "11101110", "theirs": "10101010", "old": "00101000"}
    kinds = [{"item": f"q{i}", "repo": f"r{i % 4}", "topic": f"t{i % 2}"} for i in range(8)]
    scores = [
        kind | {"system": name, "solved": int(x[i])} for name, x in graded.items() for i, kind in enumerate(kinds)
    ]
    for name in ("scores.jsonl", "last-year.jsonl"):
        Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in scores))
    write(
        "leaderboard.csv", [["model", *(f"t{i}" for i in range(8))], *([name, *x] for name, x in graded.items())], ","
    )


def write_people() -> None:
    """Write ratings and scores of the systems under all their names."""
    header, *body = rows("ratings.tsv")
    write("ratings.tsv", [header, *([new, *row[1:]] for row in body for new, old in NAMES.items() if row[0] == old)])
    for name in ("human.tsv", "comet.tsv", "bleurt.tsv"):
        header, *body = rows("human.tsv" if name == "human.tsv" else "chrf.tsv")
        columns = [header.index(old) for old in NAMES.values()]
        write(name, [list(NAMES), *([row[i] for i in columns] for row in body)])
    marks = [["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"]]
    for segment in range(1, 13):
        for system in ("a", "b"):
            mark = ("Fluency/Grammar", "Minor") if (segment + (system == "a")) % 3 else ("Accuracy/Addition", "Major")
            place = [system, "d", str(segment), str(segment)]
            for rater, marked in (("rater1", "<v>One</v> two."), ("rater2", "<v>One two</v>.")):
                marks.append([*place, rater, "Eins.", marked, *mark])
    write("mqm.tsv", marks)
    write("esa.tsv", [marks[0], *(row for row in marks if row[4] == "rater2")])
    Path("systems").mkdir()
    for system in ("a", "b"):
        Path(f"systems/{system}.txt").write_text("One two.\n" * 12)


def quick(line: str) -> list[str]:
    """Return an example as words, with few draws, and with files in place of a pattern, as a shell gives them."""
    command, typed = split_command(shlex.split(line, comments=True)[1:])
    words = [word for one in typed for word in (sorted(glob(one)) if "*" in one else [one])]
    few = QUICK.get(command, ())
    few += ("--sizes", "20", "40") if "koehn2004" in words else ()  # the example has 120 segments
    return [*command.split(), *map(str, with_flags(words, *few))]


def formats_of(command: str) -> tuple[str, ...]:
    """Return all formats of what a command gives: those of its flag, text where it has none, and a page."""
    given = {action.dest: action for action in commands()[command]._actions}
    printed = tuple(getattr(given.get("format"), "choices", None) or ("text",))
    return printed + (("html",) if "report" in given else ())


def in_format(words: list[str], form: str) -> list[str]:
    """Ask a command line for one of these formats, in place of those that it names."""
    named = ("-f", "--format", "--report")
    kept = list(map(str, with_flags(words, *named)[: -len(named)]))
    if form == "html":
        return [*kept, "--report", "page.html"]
    return kept if form == "text" else [*kept, "-f", form]


def fill(folder: Path) -> None:
    """Write all that the examples read; the folder must be the one that the process is in."""
    assert folder.samefile(os.getcwd())
    write_texts()
    write_people()
    stored = output("compare", "ref.txt", "-i", "baseline.txt", "ours.txt", "-n", "50", "-q", "-f", "json")
    Path("comparison.json").write_text(stored)
    Path("data").mkdir()
    for name in ("ref.txt", "baseline.txt", "ours.txt"):
        shutil.copy(name, "data")
    output("lab", "rerank", *QUICK["lab rerank"], "lists.txt", "--references", "ref.txt", "-o", "model.json", "-q")
    for name, system in (("old", "baseline.txt"), ("new", "ours.txt")):
        output("score", "ref.txt", "-i", system, "--keep", f"{name}.jsonl", "-q")
    if find_spec("polars"):
        for name in ("run", "en-de", "en-cs"):
            assert (
                run("score", "ref.txt", "-i", "baseline.txt", "ours.txt", "--keep", f"{name}.parquet", "-q").status == 0
            )
