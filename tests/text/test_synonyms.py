"""Synonyms: the three kinds of files as a few lines written here, and WordNet's rules for endings tried one by one."""

import gzip
import hashlib
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from steelyard.errors import DataError
from steelyard.text import Synonyms, read_synonyms
from tests.conftest import EXAMPLES, ROOT
from tests.needs import debian

PARTS = ("noun", "verb", "adj", "adv")
LICENCE = "  1 A licence stands here, indented.  \n"
# lemma pos n_synsets n_pointers pointer... n_senses n_tagged offset...
INDEX = {
    "noun": [
        "car n 2 3 @ ~ #m 2 1 02958343 02959942  ",
        "car_park n 1 1 @ 1 0 03000001  ",
        "auto n 1 0 1 1 02958343  ",
        "run n 1 1 @ 1 1 00000007  ",
        "mouse n 1 1 @ 1 1 00000008  ",
        "glass n 1 1 @ 1 1 00000009  ",
        "best n 1 1 @ 1 1 00000010  ",
    ],
    "verb": ["run v 2 1 @ 2 2 00000007 00000017  ", "operate v 1 0 1 1 00000017  "],
    "adj": ["good a 1 0 1 1 00000021  ", "fine a 1 0 1 1 00000021  "],
    "adv": ["well r 1 0 1 1 00000031  "],
}
EXCEPTIONS = {
    "noun": ["mice mouse"],
    "verb": ["ran run"],
    "adj": ["best good", "better good well"],
    "adv": ["best well"],
}

# As the documentation of WordNet lists them, by part of speech; written anew from there.
NOUN = {"s": "", "ses": "s", "xes": "x", "zes": "z", "ches": "ch", "shes": "sh", "men": "man", "ies": "y"}
VERB = [("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")]
ADJECTIVE = [("er", ""), ("est", ""), ("er", "e"), ("est", "e")]


def write_wordnet(folder: Path) -> Path:
    for part in PARTS:
        (folder / f"index.{part}").write_text(LICENCE + "".join(f"{line}\n" for line in INDEX[part]), encoding="utf-8")
        (folder / f"{part}.exc").write_text("".join(f"{line}\n" for line in EXCEPTIONS[part]), encoding="utf-8")
    return folder


def write_meteor(folder: Path, is_packed: bool) -> Path:
    files = {"synsets": "car\n1 2\nauto\n1\nmouse\n3\nrodent\n3 4\n", "exceptions": "mouse\nmice meeces\n"}
    for kind, text in files.items():
        name = folder / f"english.{kind}{'.gz' if is_packed else ''}"
        name.write_bytes(gzip.compress(text.encode()) if is_packed else text.encode())
    return folder


def bases_by_rule(word: str, known: set[str]) -> list[str]:
    """Take endings off, one rule after the other."""
    if len(word) <= 2 or word.endswith("ss"):
        return []
    rules = [*NOUN.items(), *VERB, *ADJECTIVE]
    bases = [word.removesuffix(ending) + other for ending, other in rules if word.endswith(ending)]
    return [base for base in bases if base in known][:1]


def test_sets_of_wordnet_are_told_apart_by_part_of_speech(tmp_path: Path) -> None:
    synonyms = read_synonyms(str(write_wordnet(tmp_path)))
    assert synonyms.sets_of("car") == {102958343, 102959942}
    assert synonyms.sets_of("car") & synonyms.sets_of("auto")
    # a noun and a verb may have one offset
    assert synonyms.sets_of("run") == {100000007, 200000007, 200000017}
    assert synonyms.sets_of("run") & synonyms.sets_of("operate") == {200000017}


def test_irregular_forms_and_endings_lead_to_base_forms(tmp_path: Path) -> None:
    synonyms = read_synonyms(str(write_wordnet(tmp_path)))
    assert synonyms.sets_of("mice") == synonyms.sets_of("mouse") == {100000008}
    assert synonyms.sets_of("ran") == synonyms.sets_of("runs") == synonyms.sets_of("run")
    # all base forms of an irregular form count, from every list, and the sets of the form itself
    assert synonyms.sets_of("best") == {100000010, 300000021, 400000031}
    assert synonyms.sets_of("better") == {300000021, 400000031}
    assert synonyms.sets_of("glasses") == {100000009}
    assert synonyms.sets_of("operating") == synonyms.sets_of("operated") == {200000017}
    assert synonyms.sets_of("finest") == {300000021}


@pytest.mark.parametrize("word", ["", "nothing", "car_park", "1", "A", "(", "cars_park", "carss"])
def test_unknown_words_and_phrases_have_no_sets(word: str, tmp_path: Path) -> None:
    assert read_synonyms(str(write_wordnet(tmp_path))).sets_of(word) == frozenset()


STEMS = ("car", "bus", "fix", "quiz", "watch", "wish", "man", "fly", "hope", "hop", "larg", "large", "a", "glass")
ENDINGS = ("", "s", "es", "ses", "xes", "zes", "ches", "shes", "men", "ies", "ed", "ing", "er", "est", "ss")


@given(
    known=st.sets(st.sampled_from(STEMS), min_size=1),
    word=st.tuples(st.sampled_from([*STEMS, "wat", "wi", "fl", "hopp", "b", ""]), st.sampled_from(ENDINGS)).map(
        "".join
    ),
    irregular=st.dictionaries(st.sampled_from(["hopes", "men", "buses"]), st.sets(st.sampled_from(STEMS), min_size=1)),
)
def test_base_forms_follow_the_rules(known: set[str], word: str, irregular: dict[str, set[str]]) -> None:
    numbers = {stem: i for i, stem in enumerate(sorted(known), 1)}
    synonyms = Synonyms("mine", {stem: str(number) for stem, number in numbers.items()}.get, irregular)
    bases = irregular.get(word) or bases_by_rule(word, known)
    assert synonyms.sets_of(word) == {numbers[form] for form in (word, *bases) if form in known}


def test_endings_stay_where_a_language_has_others() -> None:
    assert Synonyms("mine", {"car": "1"}.get, {}, has_endings=False).sets_of("cars") == frozenset()


def test_files_of_meteor_are_read_plain_and_packed(tmp_path: Path) -> None:
    found = []
    for is_packed in (False, True):
        folder = tmp_path / str(is_packed)
        folder.mkdir()
        found.append(read_synonyms(str(write_meteor(folder, is_packed))))
    plain, packed = found
    assert plain.signature == packed.signature
    for synonyms in found:
        assert synonyms.sets_of("cars") == {1, 2}
        assert synonyms.sets_of("mice") == synonyms.sets_of("meeces") == {3}
        assert synonyms.sets_of("mice") & synonyms.sets_of("rodents") == {3}


def test_lines_of_meteor_may_end_as_on_windows_and_begin_with_a_mark(tmp_path: Path) -> None:
    path = write_meteor(tmp_path, False) / "english.synsets"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n") + "caf\u00e9\r\n7".encode())
    synonyms = read_synonyms(str(tmp_path))
    assert (synonyms.sets_of("car"), synonyms.sets_of("caf\u00e9")) == ({1, 2}, {7})
    path.write_bytes(b"car\n1\ncaf\xe9\n7\n")
    with pytest.raises(DataError, match=r"english\.synsets is not utf-8: line 3, byte 4"):
        read_synonyms(str(tmp_path))


@given(
    words=st.lists(
        st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=12), max_size=40
    )
)
def test_lines_are_found_as_a_dictionary_finds_them(words: list[str]) -> None:
    lines = {word: str(number) for number, word in enumerate(words)}
    paired = "".join(f"{word}\n{number}\n" for number, word in enumerate(words))
    index = _native.LineIndex(paired.encode(), True)
    assert {word: index.find(word) for word in words} == lines
    assert index.find("no such word at all") is None and index.find("no such word at all") is None
    own = [f"{word.replace(' ', '_')} {number}" for number, word in enumerate(words)]
    index = _native.LineIndex("\n".join(own).encode(), False)
    assert {line.partition(" ")[0]: line for line in own} == {
        line.partition(" ")[0]: index.find(line.partition(" ")[0]) for line in own
    }


def test_a_file_of_ones_own_has_one_set_a_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_bytes("Boat\tferry\n\nboat\t ship \t\nCaf\u00e9\tbistro\n".encode())
    synonyms = read_synonyms(str(path))
    assert synonyms.sets_of("boats") == {1, 3}
    assert synonyms.sets_of("ferry") & synonyms.sets_of("ship") == frozenset()
    assert synonyms.sets_of("caf\u00e9") == synonyms.sets_of("bistro")
    packed = tmp_path / "mine.tsv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert read_synonyms(str(packed)).sets_of("boats") == {1, 3}


def test_signatures_are_equal_where_files_are(tmp_path: Path) -> None:
    first = read_synonyms(str(write_wordnet(tmp_path))).signature
    assert first.startswith("wordnet#")
    assert read_synonyms(str(tmp_path)).signature == first
    with (tmp_path / "adv.exc").open("a", encoding="utf-8") as file:
        file.write("finest well\n")
    assert read_synonyms(str(tmp_path)).signature != first
    assert read_synonyms(str(EXAMPLES / "synonyms.tsv")).signature.startswith("synonyms.tsv#")


def test_what_is_missing_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^There are no synonyms\. '.*' does not have them: name wordnet, which comes"):
        read_synonyms(str(tmp_path))
    with pytest.raises(DataError, match=r"without=synonym"):
        read_synonyms(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    "line", ["car", "car n", "car n x 3 @", "car n 2 0 1 1 02958343", "car n 0 0 1 1", "car n 1 0 1 1 o2958343"]
)
def test_an_index_that_is_none_is_refused(line: str, tmp_path: Path) -> None:
    (write_wordnet(tmp_path) / "index.adj").write_text(f"{LICENCE}{line}\n", encoding="utf-8")
    synonyms = read_synonyms(str(tmp_path))
    with pytest.raises(DataError, match=r"^The files of WordNet are broken: this is no line of an index: 'car"):
        synonyms.sets_of("cars")


def test_files_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    (write_wordnet(tmp_path) / "verb.exc").unlink()
    with pytest.raises(DataError, match=r"Cannot read .*verb\.exc: No such file"):
        read_synonyms(str(tmp_path))
    meteor = tmp_path / "meteor"
    meteor.mkdir()
    write_meteor(meteor, False)
    (meteor / "english.exceptions").unlink()
    with pytest.raises(DataError, match=r"has METEOR's english\.synsets, but no english\.exceptions beside it"):
        read_synonyms(str(meteor))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("car\n1 2\nauto\n", "below 'auto' stands ''"),
        ("car\nauto\n1\n", "below 'car' stands 'auto'"),
        ("car\n\n", "below 'car' stands ''"),
        ("car\n1 2\nauto\n1,2\n", "below 'auto' stands '1,2'"),
    ],
)
def test_synsets_that_are_not_meteors_are_refused(text: str, why: str, tmp_path: Path) -> None:
    (write_meteor(tmp_path, False) / "english.synsets").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=rf"every word has a line with the numbers .* below it, but {why}\."):
        read_synonyms(str(tmp_path))


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_bytes(b"boat\tferry\nship\n")
    with pytest.raises(
        DataError, match=r"line 2: a set of synonyms has two words or more, with tabs between, not 'ship'"
    ):
        read_synonyms(str(path))
    path.write_bytes(b"boat\tf\xe9rry\n")
    with pytest.raises(DataError, match=r"mine\.tsv is not utf-8: line 1, byte 7"):
        read_synonyms(str(path))
    packed = tmp_path / "english.synsets.gz"
    write_meteor(tmp_path, True)
    for content, why in ((b"no gzip", "is not METEOR's"), (gzip.compress(b"car\n1\n" * 1000)[:-20], "decompress")):
        packed.write_bytes(content)
        with pytest.raises(DataError, match=why):
            read_synonyms(str(tmp_path))


def test_recorded_files_of_meteor_give_what_stands_in_them(test_data: Path) -> None:
    folder = test_data / "data/meteor-resources/synonym"
    text = gzip.decompress((folder / "english.synsets.gz").read_bytes()).decode().split("\n")
    synonyms = read_synonyms(str(folder))
    for word, base in (("car", None), ("cars", "car"), ("mice", "mouse"), ("churches", "church"), ("went", "go")):
        stand = set()
        for form in {word, base or word} & set(text[::2]):
            stand |= set(map(int, text[2 * text[::2].index(form) + 1].split()))
        assert synonyms.sets_of(word) == stand, word
    alike = [("car", "automobiles"), ("start", "began"), ("children", "kid"), ("big", "largest"), ("purchased", "buys")]
    for first, second in alike:
        assert synonyms.sets_of(first) & synonyms.sets_of(second), (first, second)
    assert not synonyms.sets_of("car") & synonyms.sets_of("tree")


# What comes with the package

TABLE = ROOT / "src" / "steelyard" / "text" / "resources" / "wordnet.gz"
SHA256 = "5e90b895ef1fd178fc378f80b69a1424756d36b9f01dbf2ef6e5a936df257f2b"  # of what is in it


def table() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the sets of each word and the irregular forms of each base form, read once more."""
    halves = (half.splitlines() for half in gzip.decompress(TABLE.read_bytes()).decode().split("\n\n"))
    sets, forms = ({key: set(line.split()) for key, line in zip(*[iter(half)] * 2, strict=True)} for half in halves)
    return sets, forms


def together(sets: Mapping[str, Iterable[object]]) -> set[frozenset[str]]:
    """Return the words of each set, whatever its number is."""
    words: dict[object, set[str]] = {}
    for word, numbers in sets.items():
        for number in numbers:
            words.setdefault(number, set()).add(word)
    return {frozenset(found) for found in words.values()}


def test_the_table_is_small_and_the_one_that_was_compared() -> None:
    packed = TABLE.read_bytes()
    assert len(packed) <= 2_000_000
    assert hashlib.sha256(gzip.decompress(packed)).hexdigest() == SHA256
    sets, forms = table()
    assert (len(sets), len({number for numbers in sets.values() for number in numbers}), len(forms)) == (
        147_306,
        117_659,
        4_270,
    )


def test_the_notice_of_wordnet_lies_beside_the_table_and_goes_with_the_package() -> None:
    notice = TABLE.with_name("LICENSE.wordnet")
    assert "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved." in notice.read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert str(notice.relative_to(ROOT)) in project["license-files"]
    assert "LicenseRef-WordNet-3.0" in project["license"].split()


def test_wordnet_tells_parts_of_speech_apart_and_meteor_does_not() -> None:
    sets, forms = table()
    wordnet, meteor = read_synonyms("wordnet"), read_synonyms("meteor")
    for word in ("run", "mouse", "good", "'hood", "mechanize", "transparently"):
        assert wordnet.sets_of(word) == set(map(int, sets[word]))
        assert meteor.sets_of(word) == {int(number[1:]) for number in sets[word]}
    assert not wordnet.sets_of("mechanize") & wordnet.sets_of("transparently")
    assert meteor.sets_of("mechanize") & meteor.sets_of("transparently")
    assert "mice" in forms["mouse"] and wordnet.sets_of("mice") == wordnet.sets_of("mouse")
    assert wordnet.sets_of("churches") == wordnet.sets_of("church")
    phrase = "motor_vehicle"
    assert phrase in sets and meteor.sets_of(phrase) and not wordnet.sets_of(phrase)
    for synonyms in (wordnet, meteor):
        assert synonyms.sets_of("the") == synonyms.sets_of("") == frozenset()
    assert wordnet.signature.partition("#")[::2] == ("wordnet", meteor.signature.partition("#")[2])


def test_the_table_has_the_sets_of_meteors_own_files(test_data: Path) -> None:
    sets, forms = table()
    folder = test_data / "data/meteor-resources/synonym"
    found = []
    for name in ("english.synsets.gz", "english.exceptions.gz"):
        lines = gzip.decompress((folder / name).read_bytes()).decode().splitlines()
        found.append({key: set(line.split()) for key, line in zip(*[iter(lines)] * 2, strict=True)})
    assert [{word: {number[1:] for number in numbers} for word, numbers in sets.items()}, forms] == found


def test_the_table_has_the_sets_of_debians_wordnet() -> None:
    folder = Path("/usr/share/wordnet")
    debian("wordnet-base", (folder / "index.noun").is_file())
    done = subprocess.run(
        [sys.executable, "tools/make_synonyms.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    sets, forms = table()
    irregular = {form for one in forms.values() for form in one}
    words = [word for word in {*sets, *irregular} if "_" not in word]
    shipped, theirs = read_synonyms("wordnet"), read_synonyms(str(folder))
    assert together({word: shipped.sets_of(word) for word in words}) == together(
        {word: theirs.sets_of(word) for word in words}
    )
    assert all(len(shipped.sets_of(word)) == len(theirs.sets_of(word)) for word in words)
