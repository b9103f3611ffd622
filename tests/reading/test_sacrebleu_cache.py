"""`-t` and `-l`: test sets in sacreBLEU's cache, as sacreBLEU reads them itself."""

import json
from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.reading.formats import cached_test_sets, read_cached
from tests.cli.running import as_sacrebleu, output, run
from tests.reading.sacrebleu_caches import N, build, sacrebleu, text

SETS = ("wmt19", "wmt20/tworefs", "wmt21", "wmt21/B", "wmt21/AB", "wmt23")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("cache"), SETS)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("systems") / "tangle.txt"
    path.write_text("".join(f"{line}\n" for line in text("systems/tangle.en")), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def variable(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(cache))


@pytest.mark.parametrize(
    ("name", "labels", "chosen"),
    [
        ("wmt19", {"ref"}, ("ref",)),
        ("wmt20/tworefs", {"ref-0", "ref-1"}, ("ref-0", "ref-1")),
        ("wmt21", {"ref-A", "ref-B"}, ("ref-A",)),
        ("wmt21/B", {"ref-A", "ref-B"}, ("ref-B",)),
        ("wmt21/AB", {"ref-A", "ref-B"}, ("ref-A", "ref-B")),
        ("wmt23", {"ref-refA", "ref-refB"}, ("ref-refA",)),
    ],
)
def test_fields_are_read_and_the_references_are_sacrebleus_choice(
    name: str, labels: set[str], chosen: tuple[str, ...]
) -> None:
    cached = read_cached(name, "de-en")
    assert {field for field in cached.fields if field.startswith("ref")} == labels
    assert cached.reference_fields == chosen
    assert list(cached.fields["src"].lines) == text("source.de")
    assert list(cached.fields["docid"].lines) == text("documents.txt")
    first = min(labels)
    assert list(cached.fields[first].lines) == text("reference.1.en")
    assert {len(file.lines) for file in cached.fields.values()} == {N}


@pytest.mark.parametrize("name", SETS)
def test_scores_are_sacrebleus(cache: Path, system: Path, name: str) -> None:
    theirs = sacrebleu(cache, "-t", name, "-l", "de-en", "-i", system, "-f", "text")
    ours = output("score", "-t", name, "-l", "de-en", "-i", system)
    assert as_sacrebleu(ours) == theirs
    assert 10 < float(theirs.split(" = ")[1].split()[0]) < 60  # a score that means something


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("wmt19", ["--origlang", "de"]),
        ("wmt19", ["--origlang", "non-de"]),
        ("wmt21", ["-ol", "en"]),
        ("wmt23", ["--subset", "news"]),
        ("wmt23", ["--subset", "soc|xyz", "--origlang", "en"]),
    ],
)
def test_parts_of_a_test_set_score_as_in_sacrebleu(cache: Path, system: Path, name: str, flags: list[str]) -> None:
    common = ["-t", name, "-l", "de-en", "-i", system, *flags, "-b", "-w", "6"]
    theirs = sacrebleu(cache, *common)
    assert output("score", *common) == theirs
    assert output("score", "-t", name, "-l", "de-en", "-i", system, "-b", "-w", "6") != theirs


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("wmt19", "src"),
        ("wmt19", "ref"),
        ("wmt19", "docid src ref"),
        ("wmt19", "origlang ref --origlang en"),
        ("wmt19", "all"),
        ("wmt20/tworefs", "ref:1 ref:0"),
        ("wmt20/tworefs", "ref"),
        ("wmt21", "ref"),
        ("wmt21/B", "ref"),
        ("wmt23", "domain ref:refB --subset social"),
    ],
)
def test_echo_prints_what_sacrebleu_prints(cache: Path, name: str, flags: str) -> None:
    common = ["-t", name, "-l", "de-en", "--echo", *flags.split()]
    theirs = sacrebleu(cache, *common)
    assert len(theirs.splitlines()) in (10, N)
    assert output("score", *common) == theirs


def test_list_names_what_is_there_and_nothing_else() -> None:
    assert set(output("score", "--list").splitlines()) == {f"{name}: de-en" for name in SETS}
    assert cached_test_sets() == {name: ["de-en"] for name in SETS}


def test_documents_of_the_set_are_the_unit(system: Path) -> None:
    argv = ("score", "-t", "wmt19", "-l", "de-en", "-i", system, "-ci", "-f", "json")
    method = json.loads(output(*argv))["method"]
    assert (method["unit"], method["n_units"], method["n_documents"]) == ("document", 3, 3)
    assert {entry["role"] for entry in method["inputs"]} == {"reference 1", "system tangle", "sources", "documents"}
    assert json.loads(output(*argv, "--unit", "segment"))["method"]["n_units"] == N


def test_a_part_of_a_set_keeps_documents_and_sources(system: Path) -> None:
    argv = ("score", "-t", "wmt19", "-l", "de-en", "-i", system, "--origlang", "de", "-f", "json")
    method = json.loads(output(*argv))["method"]
    assert (method["n_segments"], method["n_documents"]) == (20, 2)


def test_an_absent_set_gives_sacrebleus_command(system: Path) -> None:
    outcome = run("score", "-t", "wmt18", "-l", "de-en", "-i", system)
    assert (outcome.status, outcome.out) == (2, "")
    assert "`sacrebleu -t wmt18 -l de-en --echo src > /dev/null`" in outcome.err
    with pytest.raises(DataError, match="downloads nothing"):
        read_cached("wmt18", "de-en")
    with pytest.raises(DataError, match=r"needs a language pair.*In the cache: de-en\."):
        read_cached("wmt19", None)
    with pytest.raises(SpecError, match="Unknown language pair of wmt19 in the cache: 'en-de'"):
        read_cached("wmt19", "en-de")


def test_no_folder_is_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "absent"))
    assert cached_test_sets() == {}
    assert run("score", "--list").status == 0


def test_without_the_variable_the_home_folder_is_read(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SACREBLEU")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cached_test_sets() == {}
    (tmp_path / ".sacrebleu").symlink_to(cache)
    assert set(cached_test_sets()) == set(SETS)


def test_a_part_that_is_empty_is_told(cache: Path) -> None:
    with pytest.raises(DataError, match="no segment with origlang=fr"):
        read_cached("wmt19", "de-en").keep(origlang="fr")
    with pytest.raises(DataError, match="--subset needs the field 'domain'"):
        read_cached("wmt19", "de-en").keep(subset="news")
    with pytest.raises(SpecError, match="Unknown field of wmt19 de-en: 'sources'"):
        read_cached("wmt19", "de-en").echo(["sources"])


def small(folder: Path, **fields: str) -> None:
    (folder / "mine").mkdir()
    for field, content in fields.items():
        (folder / "mine" / f"mine.de-en.{field.replace('_', '-')}").write_text(content)


def test_files_of_different_lengths_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    small(tmp_path, src="a\nb\n", ref="a\n")
    with pytest.raises(AlignmentError, match=r"mine de-en differ in length: \{'ref': 1, 'src': 2\}"):
        read_cached("mine", "de-en")


@pytest.mark.parametrize(
    ("fields", "chosen"),
    [
        ({"ref": "x\n"}, ("ref",)),
        ({"ref_X": "x\n"}, ("ref-X",)),
        ({"ref_0": "x\n", "ref_1": "y\n", "ref_10": "z\n"}, ("ref-0", "ref-1", "ref-10")),
        ({"ref": "x\n", "ref_X": "y\n"}, ("ref",)),
    ],
)
def test_other_sets_use_the_references_they_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str], chosen: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    small(tmp_path, src="a\n", **fields)
    assert read_cached("mine", "de-en").reference_fields == chosen


def test_a_set_without_reference_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    small(tmp_path, src="a\n", docid="d\n")
    with pytest.raises(DataError, match="mine de-en has no reference; its fields: docid, src"):
        read_cached("mine", "de-en")


def test_a_name_that_begins_like_another_is_not_mixed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    small(tmp_path, src="a\n", ref="x\n")
    (tmp_path / "mine" / "mine.de-en-US.src").write_text("b\nc\n")
    (tmp_path / "mine" / "mine.de-en-US.ref").write_text("b\nc\n")
    assert cached_test_sets() == {"mine": ["de-en", "de-en-US"]}
    assert read_cached("mine", "de-en").fields.keys() == {"src", "ref"}


def test_lint_looks_at_a_cached_set(system: Path) -> None:
    printed = output("check", "files", "-t", "wmt21/AB", "-l", "de-en", "-i", system, "--ignore", "documents")
    assert printed == f"0 errors, 0 warnings, 0 notes: 1 system, 2 references, {N} segments, 33 checks"
