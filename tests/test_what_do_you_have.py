"""Every command of "What do you have?" works, on small files that are called what the page calls them."""

import csv
import glob
import json
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import steelyard
from tests.bilingual_files import separated, tmx, xliff
from tests.cli.running import output, run
from tests.conftest import EXAMPLES, ROOT

PAGE = (ROOT / "docs" / "howto" / "what-do-you-have.md").read_text(encoding="utf-8")
# What stands in the middle of each row of its tables; a row may have several commands.
CELLS = [re.findall(r"`([^`]+)`", cell) for cell in re.findall(r"^\|[^|]*\| (`.*) \| \[.*\|$", PAGE, re.MULTILINE)]
COMMANDS = list(dict.fromkeys(command for cell in CELLS for command in cell))
N = 40  # segments: four documents of the example
TEXTS = {
    "REF": "reference.1.en", "DOCS": "documents.txt", "SOURCE": "source.de",
    "OURS": "systems/harbour.en", "OURS.1": "systems/harbour.en", "OURS.2": "systems/lantern.en",
    "THEIRS": "systems/sparrow.en", "THEIRS.1": "systems/sparrow.en", "THEIRS.2": "systems/tangle.en",
    "OTHERS": "systems/tangle.en", "OLD": "systems/tangle.en", "NEW": "systems/harbour.en",
}  # fmt: skip
# What someone fills in, and where a command leaves with 1: it has found what it looks for.
PLACEHOLDERS = {
    "METRIC": "head-chain",
    "THEIR SIGNATURE": "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.0",
    "YOUR SIGNATURE": "nrefs:1|case:mixed|eff:no|tok:zh|smooth:exp|version:2.4.0",
}
FINDS = ("check files", "check signature")
ESA = "annotator\tsystem\tline\tscore\terrors_json"
MQM = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
RANKINGS = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"


def lines(name: str) -> list[str]:
    return (EXAMPLES / TEXTS[name]).read_text(encoding="utf-8").splitlines()[:N]


def write(name: str, rows: Sequence[object]) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")


def write_texts() -> None:
    """Write texts, and the same as tables, as parses, and in sacreBLEU's cache; a campaign's tasks."""
    shutil.copytree(EXAMPLES / "campaign", ".", dirs_exist_ok=True)
    shutil.copy(EXAMPLES / "campaign" / "campaign.toml", "tasks.toml")
    for name in TEXTS:
        write(name, lines(name))
    reference, ours, theirs = map(lines, ("REF", "OURS", "THEIRS"))
    with Path("outputs.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("reference", "ours", "theirs"), *zip(reference, ours, theirs, strict=True)])
    for name in ("REF", "OURS", "THEIRS"):
        Path(f"{name}.xlf").write_text(xliff(lines("SOURCE"), lines(name)), encoding="utf-8")
    Path("memory.tmx").write_text(tmx(lines("SOURCE"), reference), encoding="utf-8")
    Path("bilingual.csv").write_text(separated(",")(lines("SOURCE"), ours), encoding="utf-8")
    rows = [(name, n + 1, lines(name)[n], reference[n]) for name in ("OURS", "THEIRS") for n in range(N)]
    write("outputs.tsv", ["system\tsegment\toutput\treference", *("\t".join(map(str, row)) for row in rows)])
    for name in ("ours", "theirs"):
        pairs = zip(reference, lines(name.upper()), strict=True)
        write(f"{name}.jsonl", [json.dumps({"target": target, "prediction": text}) for target, text in pairs])
    for name in ("REF", "OURS"):
        write(f"{name}.conllu", [parse(line) for line in lines(name)])
    write("SOURCE.conllu", [parse(line, "NOUN") for line in lines("SOURCE")])
    point = {"segment": 1, "category": "article", "references": ["the"]}
    write("points.jsonl", [json.dumps(point)])
    for name in ("REF", "OURS", "THEIRS"):
        write(f"{name}.pos", [" ".join("NV"[len(word) % 2] for word in line.split()) for line in lines(name)])
    shutil.copy(EXAMPLES / "contrasts.tsv", "pairs.tsv")
    shutil.copy(EXAMPLES / "patterns.toml", "patterns.toml")
    items = [{"phenomenon": "article", "source_sentence": f"{n}", "positive_regex": r"\bthe\b"} for n in range(N)]
    write("items.json", [json.dumps({"items": items})])
    write("spans.tsv", ["text\tsegment\tstart\tend\tlabel", *(f"reference\t{n}\t0\t4\tfirst" for n in range(1, N))])
    entries = (line.split("\t") for line in (EXAMPLES / "terms.tsv").read_text(encoding="utf-8").splitlines()[1:])
    sections = (
        "".join(f'<langSet xml:lang="{language}"><tig><term>{term}</term></tig></langSet>' for language, term in pair)
        for cells in entries
        for pair in [(("de", cells[0]), ("en", cells[1].split("|")[0]))]
    )
    entries_of_tbx = "".join(f"<termEntry>{one}</termEntry>" for one in sections)
    write("terms.tbx", [f"<martif><text><body>{entries_of_tbx}</body></text></martif>"])
    write("terms.tsv", (EXAMPLES / "terms.tsv").read_text(encoding="utf-8").splitlines())
    for shift, name in enumerate(("GOLD", "OURS", "THEIRS", "REF")):
        pairs = zip(lines("SOURCE"), lines("REF" if name == "GOLD" else name), strict=True)
        sizes = [min(len(source.split()), len(text.split())) for source, text in pairs]
        write(f"{name}.align", [" ".join(f"{n}-{max(0, n - (n % 9 < shift))}" for n in range(size)) for size in sizes])
    candidates = (EXAMPLES / "n-best.txt").read_text(encoding="utf-8").splitlines()
    write("LISTS", [line for line in candidates if int(line.split()[0]) < N])
    samples = (EXAMPLES / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    write("samples.jsonl", samples[:N])
    write("cache/wmt23/wmt23.en-de.src", lines("SOURCE"))
    write("cache/wmt23/wmt23.en-de.ref-refA", reference)


def parse(line: str, tag: str = "_") -> str:
    """Parse a line as if every word hung on the first."""
    words = enumerate(line.split(), 1)
    return "".join(f"{n}\t{word}\t{word}\t{tag}\t_\t_\t{int(n > 1)}\tdep\t_\t_\n" for n, word in words)


def write_scores() -> None:
    """Write scores of COMET and of a judge, and logs of Inspect."""
    grades = (EXAMPLES / "judge.csv").read_text(encoding="utf-8").splitlines()
    gaps = {row.split(",")[0] for row in grades[1:] if not row.split(",")[3]}
    write("judge.csv", [row for row in grades if row.split(",")[0] not in gaps])
    shutil.copy(EXAMPLES / "exam.csv", "exam.csv")
    comet = {
        name: [{"mt": text, "COMET": len(text) % 7 / (7 + worse)} for text in lines(name)]
        for worse, name in enumerate(("OURS", "THEIRS", "OTHERS"))
    }
    write("comet.json", [json.dumps(comet)])
    systems = list(comet)
    write("kiwi.tsv", ["\t".join(systems), *("\t".join(str(comet[s][n]["COMET"]) for s in systems) for n in range(N))])
    for name in ("lab__ours", "lab__theirs"):
        for n in range(6):
            told = {
                "mteb_version": "1",
                "task_name": f"task {n}",
                "scores": {"test": [{"main_score": n * len(name) / 99}]},
            }
            write(f"results/{name}/revision/task{n}.json", [json.dumps(told)])
    cases = [{"name": f"case {n}", "metricsData": [{"name": "Faithfulness", "score": n % 4 / 4}]} for n in range(N)]
    write("results.json", [json.dumps({"testRunData": {"testCases": cases}})])
    for name, right in (("ours", 3), ("theirs", 5)):
        samples = [{"id": n, "epoch": 1, "scores": {"judge": {"value": "CI"[n % right == 0]}}} for n in range(1, N)]
        told = {"task": "t", "model": name, "dataset": {"sample_ids": []}}
        write(
            f"{name}.json",
            [json.dumps({"version": 2, "status": "success", "eval": told, "samples": samples}, indent=1)],
        )


def write_ratings() -> None:
    """Write the example's ratings of three systems, and some more in each format that the page names."""
    shutil.copy(EXAMPLES / "pilot.tsv", "pilot.tsv")
    rows = [row.split("\t") for row in (EXAMPLES / "ratings.tsv").read_text(encoding="utf-8").splitlines()]
    names = {"system": "system", "harbour": "OURS", "sparrow": "THEIRS", "tangle": "OTHERS"}
    kept = [row for row in rows if row[0] in names and not (row[2].isdigit() and int(row[2]) > N)]
    write("ratings.tsv", ["\t".join([names[row[0]], *row[1:]]) for row in kept])
    write("chrf.tsv", ["OURS\tTHEIRS\tOTHERS", *(f"{60 + n % 9}\t{55 + n % 7}\t{50 + n % 8}" for n in range(N))])
    places = [(system, n) for system in ("A", "B") for n in range(1, N)]
    graves = {(system, n): "Major" if n % (3 + (system == "B")) == 0 else "Minor" for system, n in places}
    write("mqm.tsv", [MQM, *(f"{s}\td{n // 10}\t{n}\tann\ts\t<v>t</v>\tStyle\t{graves[s, n]}" for s, n in places)])
    write("campaign.csv", [ESA, *(f"ann\t{s}\t{n}\t{70 + n % 9 - ord(s) % 2}\t[]" for s, n in places)])
    for rater in (1, 2):
        marks = {
            place: [{"start": 0, "end": rater, "severity": graves[place], "category": "Style"}] for place in places
        }
        write(f"mqm.rater{rater}.seg.rating", [f"{s}\t{json.dumps({'errors': marks[s, n]})}" for s, n in places])
    write("en-de.mqm.seg.score", [f"{s}\t{-(n % 5) - ord(s) % 2}" for s, n in places])
    write("rankings.csv", [RANKINGS, *(f"en,de,{n},{n},ann,A,1,B,{1 + n % 3},r{n}" for n in range(1, N))])
    winners = ("model_a", "tie", "model_b", "model_a")
    write("votes.csv", ["model_a,model_b,winner", *(f"A,B,{winners[n % 4]}" for n in range(1, N))])
    shutil.copy(EXAMPLES / "learning-curve.tsv", "runs.tsv")


def write_results() -> None:
    """Write what other commands keep: statistics, and a result."""
    for name in ("ours", "theirs"):
        output("score", "-q", "REF", "-i", name.upper(), "--keep", f"{name}.jsonl.gz", "-q")
    stored = output("compare", "REF", "-i", "OURS", "THEIRS", "-n", 99, "-q", "--format", "json")
    write("result.json", [stored])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        for make in (write_texts, write_scores, write_ratings, write_results):
            make()
    return path


def filled_in(words: Sequence[str], placeholders: Mapping[str, str]) -> list[str]:
    """Expand stars as a shell does, and put something in place of what a user fills in."""
    found = [name for word in words for name in (sorted(glob.glob(word)) or [word])]
    return [placeholders.get(word, word) for word in found]


def test_every_row_has_a_command() -> None:
    rows = re.findall(r"^\| (?!you have|---)", PAGE, re.MULTILINE)
    assert len(CELLS) == len(rows) > 25


@pytest.mark.parametrize("command", [one for one in COMMANDS if one.startswith("steelyard ")])
def test_every_command_works(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SACREBLEU", str(folder / "cache"))
    _, *words = filled_in(shlex.split(command), PLACEHOLDERS)
    outcome = run(*words)
    assert outcome.status in ((0, 1) if " ".join(words[:2]) in FINDS else (0,)), outcome.err
    assert outcome.out.strip()


@pytest.mark.parametrize("call", [one for one in COMMANDS if not one.startswith("steelyard ")])
def test_every_call_works(call: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    texts = zip(*map(lines, ("REF", "OURS", "THEIRS")), strict=True)
    rows = [dict(zip(("reference", "ours", "theirs"), row, strict=True)) for row in texts]
    found: Any = eval(call, {"steelyard": steelyard, "rows": rows})  # noqa: S307  # our own page
    assert isinstance(found, steelyard.TestSet | steelyard.results.Result)
