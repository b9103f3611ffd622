"""XLIFF and TMX: which texts stand in them, and what is refused."""

from pathlib import Path

import pytest

from steelyard.errors import AskError, DataError
from steelyard.files.columns import read_column
from steelyard.files.given_text import text_or_structure
from steelyard.files.reading import TextFile
from steelyard.files.records import read_records
from steelyard.files.structure import is_translation
from steelyard.files.told import lines_told, listening
from tests.bilingual_files import V1, V2

HEAD = '<file original="a" source-language="en" target-language="de">'
ONE = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<xliff version="1.2" xmlns="{V1}" xmlns:m="urn:mine">{HEAD}<body>
<trans-unit id="a" m:id="z"><source>Click <g id="1">here</g>.</source>
 <target state="new">Klick <g id="1">hier</g><x id="2"/>.</target>
 <alt-trans><source>Click.</source><target>Falsch.</target></alt-trans></trans-unit>
<group translate="no"><trans-unit id="b"><source>SKU</source><target>SKU</target></trans-unit></group>
<trans-unit id="c"><source>
    Two
    lines</source><target>Zwei
 Zeilen</target></trans-unit>
<trans-unit id="d"><source>Bold <ph id="1">%s</ph></source>
 <target><bpt id="1">&lt;b&gt;</bpt>Fett<ept id="1">&lt;/b&gt;</ept> <ph id="2">%s</ph></target></trans-unit>
<trans-unit id="e"><source>Gone</source><target/></trans-unit>
<trans-unit id="f"><source>Note<bpt id="1">&lt;fn <sub>small</sub></bpt></source>
 <target>&#228; &amp; <mrk mtype="x">ö</mrk></target></trans-unit>
</body></file></xliff>"""
TWO = f"""<?xml version="1.0"?>
<xliff version="2.0" xmlns="{V2}" srcLang="en" trgLang="de"><file id="f"><group id="g">
<unit id="u"><mtc:matches xmlns:mtc="urn:m"><mtc:match><source>x</source><target>y</target></mtc:match></mtc:matches>
 <originalData><data id="d1">&lt;b&gt;</data></originalData>
 <segment id="s"><source>A.</source><target>B <pc id="1" dataRefStart="d1">c</pc><ph id="2"/>.</target></segment>
 <ignorable><source> </source></ignorable>
 <segment state="initial"><source>D</source>
  <target><sc id="3"/>E<cp hex="0007"/><cp hex="d800"/><ec startRef="3"/></target></segment>
</unit></group></file></xliff>"""
MANY = """<?xml version="1.0"?><tmx version="1.4"><header srclang="en-us"/><body>
<tu tuid="1"><tuv xml:lang="EN-US"><seg>One <hi>two</hi></seg></tuv><tuv xml:lang="de"><seg>Eins</seg></tuv>
<tuv lang="fr"><seg>Un</seg></tuv></tu>
<tu tuid="2"><tuv xml:lang="en-US"><seg>Two</seg></tuv><tuv xml:lang="de"><seg>Zwei</seg></tuv></tu></body></tmx>"""


def read(folder: Path, text: str | bytes, side: str = "target", name: str = "a.xlf") -> TextFile:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    found = text_or_structure(path, "utf-8", False, side)
    assert isinstance(found, TextFile)
    return found


def test_the_texts_of_xliff_1(tmp_path: Path) -> None:
    with listening() as told:
        found = read(tmp_path, ONE)
    assert found.lines == ("Klick hier.", "Zwei Zeilen", "Fett %s", "", "ä & ö")
    assert found.units is not None and found.units.ids == ("a", "c", "d", "e", "f")
    assert found.units.sources == ("Click here.", "Two lines", "Bold %s", "Gone", "Notesmall")
    assert read(tmp_path, ONE, "source").lines == found.units.sources
    assert lines_told(told) == [
        f"{tmp_path / 'a.xlf'}: XLIFF 1.2, the target texts of 5 units (de); empty lines, as they have none: 1; left "
        'out, as translate="no": 1; in the state new: 1'
    ]


def test_the_texts_of_xliff_2(tmp_path: Path) -> None:
    found = read(tmp_path, TWO)
    assert found.lines == ("B c.", "E\x07")
    assert found.units is not None and found.units.ids == ("u/s", "u/2") and found.units.sources == ("A.", "D")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "shift_jis", "cp1251"])
def test_xml_names_its_encoding(encoding: str, tmp_path: Path) -> None:
    text = {"shift_jis": "日本", "cp1251": "Привет", "latin-1": "Größe"}.get(encoding, "Größe 日本")
    unit = f'<trans-unit id="1"><source>a</source><target>{text}</target></trans-unit>'
    declared = encoding.removesuffix("-sig")
    xml = f'<?xml version="1.0" encoding="{declared}"?><xliff version="1.2">{HEAD}{unit}</file></xliff>'
    assert read(tmp_path, xml.encode(encoding)).lines == (text,)


def test_ids_of_several_files_are_told_apart(tmp_path: Path) -> None:
    unit = '<trans-unit id="1"><source>a</source><target>b</target></trans-unit>'
    files = "".join(
        f'<file original="{name}" source-language="en" target-language="{language}">{unit}</file>'
        for name, language in (("x", "de"), ("y", "de"))
    )
    found = read(tmp_path, f'<xliff version="1.2">{files}</xliff>')
    assert found.units is not None and found.units.ids == ("x#1", "y#1")
    both = files.replace('"de"', '"fr"', 1)
    with pytest.raises(AskError, match=r"targets in 2 languages. Say .*a.xlf:fr, or .*a.xlf:de"):
        read(tmp_path, f'<xliff version="1.2">{both}</xliff>')
    assert read_column(f"{tmp_path / 'a.xlf'}:fr").lines == ("b",)


def test_a_memory_of_several_languages_asks_for_one(tmp_path: Path) -> None:
    with pytest.raises(AskError, match="languages en-US, de, fr: which is the target") as asked:
        read(tmp_path, MANY, name="m.tmx")
    path = tmp_path / "m.tmx"
    assert [*asked.value.answers] == [(f"{path}:de",), (f"{path}:fr",)] and asked.value.replaces == str(path)
    assert read(tmp_path, MANY, "source", "m.tmx").lines == ("One two", "Two")
    assert read_column(f"{path}:de").lines == ("Eins", "Zwei")
    assert read_column(f"{path}:en").lines == ("One two", "Two")
    assert read_column(f"{path}:fr").lines == ("Un", "")
    with pytest.raises(DataError, match=r"no texts in 'it'. It has en-US, de, fr"):
        read_column(f"{path}:it")
    assert list(read_records(path).columns) == ["id", "en-US", "de", "fr"]
    with pytest.raises(AskError, match="which is the source"):
        read(tmp_path, MANY.replace("en-us", "*all*"), "source", "m.tmx")


def test_most_units_need_a_text(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"2 of its 2 units have no target text. Its sources are .*a.xlf:source"):
        read(tmp_path, TWO.replace("<target>", "<note>").replace("</target>", "</note>"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ONE[:400], "no XML that can be read: line 6, column 48"),
        (ONE.replace("</g>", "</h>"), "line 4, column .*: mismatched tag"),
        (f'<!DOCTYPE xliff [<!ENTITY a "b">]>\n<xliff version="1.2">{HEAD}</file></xliff>', "line 1: the entity 'a'"),
        ('<!DOCTYPE tmx SYSTEM "t.dtd">\n<tmx version="1.4">&nbsp;</tmx>', "line 2: the entity 'nbsp'"),
        ('<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]><tmx>&x;</tmx>', "the entity 'x'"),
        ('<xliff version="1.2">' + "<g>" * 300 + "</g>" * 300 + "</xliff>", "over 200 elements"),
        ('<xliff version="1.2"><file/></xliff>', "no unit that is to be translated"),
        ('<?xml version="1.0" encoding="klingon"?><xliff version="1.2"/>', "the encoding that it names, klingon"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said) as error:
        read(tmp_path, text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["<html><xliff ></html>", "xliff", "<xliffs >", "", "<tm x>", "A <tmx > is a file."])
def test_other_texts_are_no_translations(text: str) -> None:
    assert not is_translation(text.encode())
