"""METEOR's word lists are found in each thing that brings them, and what is missing is said at once."""

import gzip
import io
import sys
import zipfile
from pathlib import Path

import pytest

from steelyard.errors import DataError, MissingExtraError, needs_extra
from steelyard.metrics import parse
from steelyard.text import (
    MeteorLists,
    find_meteor_lists,
    get_stemmer,
    read_paraphrases,
    read_synonyms,
    read_word_list,
    what_meteor_lacks,
)
from tests.cli.running import HARBOUR, REFERENCE, run

TABLE = gzip.compress(b"0.5\nthe car\nauto\n")
IN_JAR = {
    "function/english.words": b"the\nof\n",
    "function/danish.words": b"",
    "nonbreaking/english.prefixes": b"Mr\n",
    "synonym/english.synsets": b"car\n1 2\nauto\n1\n",
    "synonym/english.exceptions": b"car\ncars\n",
}
COMMAND = "pip install --no-deps pycocoevalcap"


def zipped(members: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return content.getvalue()


def written(folder: Path, members: dict[str, bytes]) -> Path:
    for name, member in members.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(member)
    return folder


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steelyard.text.meteor_lists._installed", str)


@pytest.fixture(params=["jar", "package", "folder above", "wheel", "release", "tables", "unpacked jar"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return what the lists are in, in one of the forms in which people have them."""
    jar = zipped(IN_JAR)
    package = {"pycocoevalcap/meteor/meteor-1.5.jar": jar, "pycocoevalcap/meteor/data/paraphrase-en.gz": TABLE}
    if request.param == "wheel":
        (tmp_path / "pycocoevalcap-1.2-py3-none-any.whl").write_bytes(zipped(package))
        return tmp_path / "pycocoevalcap-1.2-py3-none-any.whl"
    if request.param in ("package", "folder above"):
        folder = written(tmp_path, package)
        return folder / "pycocoevalcap" if request.param == "package" else folder
    if request.param == "release":
        resources = {f"resources/{name}": content for name, content in IN_JAR.items()}
        return written(tmp_path, {**resources, "data/paraphrase-en.gz": TABLE})
    if request.param == "unpacked jar":
        return written(tmp_path, {**IN_JAR, "paraphrase-en": gzip.decompress(TABLE)})
    written(tmp_path, {"meteor-1.5.jar": jar, "data/paraphrase-en.gz": TABLE})
    return tmp_path / "meteor-1.5.jar" if request.param == "jar" else tmp_path


def test_lists_are_found_and_read(place: Path) -> None:
    found = find_meteor_lists(str(place), "en")
    assert all(found)
    assert read_paraphrases(found.paraphrases).words == ("the", "car", "auto")
    assert read_synonyms(found.synonyms).sets_of("cars") == {1, 2}
    named = f"meteor-1.5(resources={str(place)!r}, synonyms=resources)"
    score = parse(named).corpus_score(["the autos Mr. X"], [["the car Mr. Y"]])
    assert (score.hyp_len, score.hyp_content_synonym, score.hyp_function_exact) == (4, 1, 1)  # Mr. is one word
    assert all(f"{name}#" in score.signature for name in ("english.words", "tok:meteor:en"))
    one = find_meteor_lists(str(place), "da")
    assert one._replace(function_words="") == MeteorLists() and one.function_words.endswith("danish.words")


def test_a_named_list_wins_over_what_is_found(place: Path) -> None:
    metric = parse(f"meteor-1.5(resources={str(place)!r}, function_words=examples/function-words.txt)")
    assert "function-words.txt#" in metric.signature("1") and "paraphrase-en" in metric.signature("1")


def test_the_installed_package_is_found_without_importing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    package = {"pycocoevalcap/__init__.py": b"raise SystemExit", "pycocoevalcap/meteor/data/paraphrase-en.gz": TABLE}
    written(tmp_path, {**package, "pycocoevalcap/meteor/meteor-1.5.jar": zipped(IN_JAR)})
    monkeypatch.syspath_prepend(str(tmp_path))
    assert all(find_meteor_lists("", "en"))
    metric = parse("meteor")
    assert str(metric) == "meteor-1.5" and "missing" not in metric.signature("1")
    assert str(parse("meteor(language=de)")) == "meteor-1.5(language=de, without=(paraphrase))"
    assert "pycocoevalcap" not in sys.modules


def test_a_jar_that_is_replaced_is_looked_into_again(tmp_path: Path) -> None:
    jar = written(tmp_path, {"meteor-1.5.jar": zipped(IN_JAR)}) / "meteor-1.5.jar"
    assert not find_meteor_lists(str(jar), "en").paraphrases
    jar.write_bytes(zipped({**IN_JAR, "paraphrase-en.gz": TABLE}))
    assert find_meteor_lists(str(jar), "en").paraphrases


def test_a_path_into_what_is_no_zip_is_a_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jar!" / "synonym", tmp_path / "none.jar!" / "x.tsv"):
        with pytest.raises(DataError, match="There are no synonyms"):
            read_synonyms(str(path))
    jar = written(tmp_path, {"x.jar": zipped(IN_JAR)}) / "x.jar"
    with pytest.raises(DataError, match=r"^Cannot read .*x\.jar!/french\.words: there is no french\.words in it"):
        read_word_list(f"{jar}!/french.words")
    odd = written(tmp_path, {"odd!/english.words": b"the\n"}) / "odd!" / "english.words"
    assert read_word_list(str(odd)).words == {"the"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"^There is no .*jar: name a jar of METEOR, pycocoevalcap or a folder of METEOR's release\.$"),
        (b"text\n", r"^Cannot look into .*jar: it is no zip, or a damaged one \(File is not a zip file\)\.$"),
        (zipped(IN_JAR)[:-30], r"^Cannot look into .*jar: it is no zip, or a damaged one"),
        (zipped({"a.txt": b""}), r"jar has none of METEOR's word lists for 'en' \(function/english\.words, data/parap"),
    ],
)
def test_what_holds_no_lists_is_refused(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jar"
    if content is not None:
        path.write_bytes(content)
    metric = parse(f"meteor-1.5(resources={str(path)!r})")
    assert "missing" in metric.signature("1")
    with pytest.raises(DataError, match=message):
        metric.sentence_score("a", ["a"])


def test_a_damaged_member_is_refused(tmp_path: Path) -> None:
    lists = {"function/english.words": b"the of and a to in\n" * 9, "nonbreaking/english.prefixes": b""}
    content = bytearray(zipped({**lists, "paraphrase-en.gz": TABLE}))
    content[60] ^= 255
    (tmp_path / "x.jar").write_bytes(content)
    with pytest.raises(DataError, match=r"^Cannot look into .*x\.jar: it is no zip, or a damaged one"):
        parse(f"meteor-1.5(resources={str(tmp_path / 'x.jar')!r})").sentence_score("a", ["a"])


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        (
            "meteor-1.5",
            "meteor-1.5 lacks a table of paraphrases, function words, abbreviations. One command brings it: "
            f"{COMMAND}. Files that you have: --meteor-resources PATH (resources=PATH), METEOR's jar, its release "
            "or pycocoevalcap. To leave it out, write into the metric's parentheses: without='paraphrase', "
            "function_words=none, tokenize=meteor:en.",
        ),
        (
            "meteor-1.4(language=de, function_words=none, tokenize=none)",
            "meteor-1.4 lacks a table of paraphrases. The table for 'de' is in the folder data of METEOR's release, "
            "https://github.com/cmu-mtlab/meteor. Files that you have: --meteor-resources PATH (resources=PATH), "
            "METEOR's jar, its release or pycocoevalcap. To leave it out, write into the metric's parentheses: "
            "without='paraphrase'.",
        ),
    ],
)
def test_all_that_is_missing_is_said_at_once(spelling: str, expected: str) -> None:
    with pytest.raises(DataError) as error:
        parse(spelling).sentence_score("a b", ["a c"])
    assert str(error.value) == expected


def test_stemmers_are_among_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    told = what_meteor_lacks(["exact", "stem", "paraphrase", "function words"], MeteorLists(), "en")
    assert told.startswith("a stemmer, a table of paraphrases, function words. One command brings it: ")
    assert f'{COMMAND} && pip install "steelyard[stem]"' in told
    assert told.endswith(
        "To leave it out, write into the metric's parentheses: without='stem paraphrase', function_words=none."
    )
    told = what_meteor_lacks(["stem", "paraphrase"], MeteorLists(), "fr")
    assert "One command brings the rest: pip install \"steelyard[stem]\". The table for 'fr'" in told
    assert what_meteor_lacks(["exact", "synonym"], MeteorLists(), "en").startswith("synonyms. One com")


def test_the_command_says_so_before_it_reads_texts(tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(b"\xff\n")
    done = run("score", tmp_path / "broken", "-i", tmp_path / "broken", "-m", "meteor-1.5")
    assert done.status == 2 and "meteor-1.5 lacks a table of paraphrases" in done.err
    place = written(tmp_path / "release", {"meteor-1.5.jar": zipped(IN_JAR), "data/paraphrase-en.gz": TABLE})
    words = ("score", REFERENCE, "-i", HARBOUR, "-m", "meteor-1.5", "--short")
    assert "func:english.words#" in run(*words, "--meteor-resources", place).out
    assert run(*words[:-2], "bleu", "--meteor-resources", place).err.startswith(
        "steelyard score: --meteor-resources is for meteor, meteor-1.3"
    )


def test_early_versions_say_what_they_lack_before_texts_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    parse("meteor-2008").check_resources()
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    get_stemmer.cache_clear()
    parse("meteor-2008").check_resources()  # whose stemmer of English is ours
    with pytest.raises(MissingExtraError, match="The stage stem of meteor-2008 needs a package that is not installed"):
        parse("meteor-2008(language=de)").check_resources()


def test_a_package_that_is_installed_and_broken_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, {"broken_one.py": b"import no_such_library_at_all", "broken_two/__init__.py": b"from . import x"})
    (tmp_path / "broken_three.py").write_text("raise ImportError('libfast.so.1: cannot open it', name='broken_three')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, expected in (
        ("broken_one", 'is not installed: pip install "steelyard[stem]"'),  # what it needs is not
        ("broken_two", "cannot be imported (cannot import name 'x' from"),
        ("broken_three", 'cannot be imported (libfast.so.1: cannot open it): pip install --force-reinstall "steelyard'),
        ("no_such_package_at_all", 'is not installed: pip install "steelyard[stem]".'),
    ):
        with pytest.raises(MissingExtraError) as error, needs_extra("stem", "This"):
            __import__(name)
        assert f"This needs a package that {expected}" in str(error.value)
