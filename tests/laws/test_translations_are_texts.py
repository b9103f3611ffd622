"""The same texts as lines and in every file that holds a source and its translation: the same answer at every door."""

import itertools
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import steelyard as sy
from tests.bilingual_files import KINDS, xliff
from tests.cli.running import Outcome, output, run
from tests.conftest import EXAMPLES

N = 40
NAMES = {"ref": "reference.1.en", "harbour": "systems/harbour.en", "sparrow": "systems/sparrow.en"}
SOURCE = (EXAMPLES / "source.de").read_text(encoding="utf-8").splitlines()[:N]
LINES = {key: (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:N] for key, name in NAMES.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts")
    (path / "src.txt").write_text("".join(f"{line}\n" for line in SOURCE), encoding="utf-8")
    for key, lines in LINES.items():
        (path / f"{key}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        for ending, write in KINDS.items():
            (path / f"{key}.{ending}").write_text(write(SOURCE, lines), encoding="utf-8")
    return path


DOORS = (
    ("score", "{ref}", "-i", "{harbour}", "{sparrow}", "-m", "bleu", "chrf", "--sources", "{src}"),
    ("compare", "{ref}", "-i", "{harbour}", "{sparrow}", "-m", "chrf", "-n", "200", "--sources", "{src}"),
    ("gate", "{ref}", "-i", "{harbour}", "{sparrow}", "-n", "200", "--sources", "{src}"),
    ("check", "files", "{ref}", "-i", "{harbour}", "{sparrow}", "--sources", "{src}"),
    ("check", "files", "-i", "{harbour}", "{sparrow}", "--sources", "{src}"),
    ("explain", "diff", "{ref}", "-i", "{harbour}", "{sparrow}", "--sources", "{src}"),
    ("explain", "errors", "{ref}", "-i", "{harbour}", "{sparrow}", "--sources", "{src}"),
    ("lab", "consistency", "-i", "{sparrow}", "--sources", "{src}", "--glossary", str(EXAMPLES / "terms.tsv")),
)


def numbers(folder: Path, door: Sequence[str], ending: str, source: str = "") -> object:
    """Return the answer as JSON, without what names files."""
    paths = {key: str(folder / f"{key}.{ending}") for key in NAMES} | {"src": source or str(folder / "src.txt")}
    outcome = run(*(word.format(**paths) for word in door), "-f", "json")
    assert outcome.status in (0, 1), outcome.err
    out = outcome.out
    for key, path in paths.items():
        out = out.replace(f'"{path}"', f'"{key}"')  # findings name their files
    return {key: value for key, value in json.loads(out).items() if key != "method"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: " ".join(door[:2]))
def test_every_door_reads_them_as_lines(door: Sequence[str], folder: Path) -> None:
    wanted = numbers(folder, door, "txt")
    for ending in KINDS:
        assert numbers(folder, door, ending) == wanted, ending
        assert numbers(folder, door, "txt", str(folder / f"ref.{ending}")) == wanted, f"--sources of {ending}"


def test_their_sources_are_the_sources(folder: Path) -> None:
    for ending in KINDS:
        paths = {key: folder / f"{key}.{ending}" for key in NAMES}
        data = sy.TestSet.from_files(references=[paths["ref"]], systems={"a": paths["harbour"]})
        assert (data.sources, data.references[0]) == (tuple(SOURCE), tuple(LINES["ref"]))
        found = sy.lint(systems={"a": str(paths["harbour"])})
        assert found.method["inputs"][-1]["role"] == "sources"


def test_tables_of_texts_hold_them_too(folder: Path) -> None:
    wanted = [run("score", folder / "ref.txt", "-i", folder / "harbour.txt", "-m", "chrf").out]
    for ending in KINDS:
        table = folder / f"harbour.{ending}"
        assert [run("score", folder / "ref.txt", "--table", table, "-m", "chrf").out] == wanted, ending


def told(*argv: object) -> Outcome:
    return run("score", *argv, "-m", "chrf")


def test_units_meet_by_their_ids(tmp_path: Path, folder: Path) -> None:
    turned, texts = tmp_path / "turned.xlf", xliff(SOURCE, LINES["harbour"])
    units = re.findall("<trans-unit.*?</trans-unit>\n", texts, re.DOTALL)
    turned.write_text(texts.replace("".join(units), "".join(reversed(units))), encoding="utf-8")
    outcome = told(folder / "ref.xlf", "-i", turned)
    assert outcome.out == told(folder / "ref.txt", "-i", folder / "harbour.txt").out
    assert "joined by their ids" in outcome.told
    refused = told(folder / "ref.xlf", "-i", turned, folder / "sparrow.txt")
    assert refused.status == 2 and "in another order, the first of them unit 1 ('u39' for 'u0')" in refused.err
    for change, said in (
        (lambda text: text.replace('"u7"', '"v7"'), "lacks 1 of the 40 units of .*, the first 'u7' and has 1 .*'v7'"),
        (lambda text: text.replace(units[-1], ""), "lacks 1 of the 40 units"),
        (
            lambda text: text.replace("<source>", "<source>Not ", 1),
            "translates another source.* in unit 'u0' it is 'Not",
        ),
    ):
        turned.write_text(change(texts), encoding="utf-8")
        for command in (("score",), ("check", "files")):
            outcome = run(*command, folder / "ref.xlf", "-i", turned)
            assert outcome.status == 2 and re.search(said, outcome.err) and outcome.out == ""


def test_what_is_stored_of_them_is_verified(tmp_path: Path, folder: Path) -> None:
    stored = tmp_path / "stored.json"
    for ending, other in itertools.pairwise(KINDS):
        paths = (folder / f"ref.{ending}", "-i", folder / f"harbour.{other}", folder / "sparrow.txt")
        for command in (("compare",), ("check", "files")):
            stored.write_text(run(*command, *paths, "-f", "json").out, encoding="utf-8")
            assert "verified:" in run("check", "result", stored).out


def test_other_tables_are_refused_as_before(tmp_path: Path, folder: Path) -> None:
    table = tmp_path / "t.csv"
    for names in ("source,target,ours", "source,target,mt", "target,ours", "source,ours"):
        table.write_text(f"{names}\n" + "a,b,c\n"[: 2 * names.count(",") + 1] + "\n", encoding="utf-8")
        outcome = run("score", folder / "ref.txt", "-i", table)
        assert outcome.status == 2 and "is CSV, not text" in outcome.err


@pytest.mark.real_data
def test_exports_that_people_keep(test_data: Path) -> None:
    """Two catalogues of one program with the same 60 units, in different order."""
    folder = test_data / "data" / "exports" / "xliff-symfony"
    german, french = folder / "messages+intl-icu.de.xlf", folder / "messages+intl-icu.fr.xlf"
    outcome = run("score", german, "-i", french, "-m", "chrf", "--checks", "off", "-f", "json")
    assert outcome.status == 0 and "joined by their ids" in outcome.told and outcome.told.count("60 units") == 2
    data = sy.TestSet.from_files(references=[german], systems={"fr": french})
    pairs = dict(zip(data.references[0], data.systems["fr"], strict=True))
    assert (pairs["HINWEIS"], pairs["TIPP"], pairs["MIT-Lizenz"]) == ("NOTE", "ASTUCE", "Licence MIT")
    assert run("check", "files", "--table", german).status in (0, 1)
    godot = test_data / "data" / "exports" / "csv-godot" / "text.csv"
    table = output("score", "--table", godot, "--reference", "en", "--systems", "es", "-m", "chrf")
    assert table.strip().endswith("= 18.7")


@pytest.mark.parametrize("ending", ["xlf", "xlf2", "tmx"])
def test_what_is_no_text_names_them(ending: str, folder: Path) -> None:
    path = folder / f"ref.{ending}"
    assert "it looks like XLIFF or TMX" in run("human", path).err
    assert "not a list of documents" in run("score", path, "-i", path, "--documents", path).err
