"""Termbases as tables and as TBX give the terms of a glossary."""

import pytest

from steelyard.analysis import Term, read_glossaries
from steelyard.errors import AskError, DataError

TERMS = [Term("ferry", ("Fähre", "Fährschiff"), ("Boot",)), Term("hut, small", ("Hütte",))]
PLAIN = "ferry\tFähre|Fährschiff\tBoot\nhut, small\tHütte"
TABLES = {
    "tabs": PLAIN,
    "header and bars": 'Source Term,Target,Forbidden\nferry,Fähre|Fährschiff,Boot\n"hut, small",Hütte,',
    "no header": 'ferry,Fähre|Fährschiff,Boot\n"hut, small",Hütte',
    "semicolons": "source;target;forbidden\nferry;Fähre|Fährschiff;Boot\nhut, small;Hütte;",
    "tabs and status": "source\ttarget\tstatus\nferry\tFähre\tpreferred\nferry\tBoot\tForbidden\nferry\tFährschiff\t\n"
    "hut, small\tHütte\t",
    "columns of targets": 'id,source,target 1,target 2,avoid,note\n7,ferry,Fähre,Fährschiff,Boot,x\n'
    '8,"hut, small",Hütte,,,',
    "languages": 'en,de,usage status,definition\nferry,Fähre;Fährschiff,admitted,a ship\nferry,Boot,do not use,\n'
    '"hut, small",Hütte,,',
    "names of languages": 'English,German\nferry,Fähre|Fährschiff\n"hut, small",Hütte',
}  # fmt: skip
V2 = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><martifHeader/><text><body>
<termEntry id="1"><langSet xml:lang="en"><tig><term>ferry</term></tig></langSet>
 <langSet xml:lang="de"><ntig><termGrp><term>Fähre</term></termGrp></ntig><tig><term>Fähr<hi>schiff</hi></term></tig>
 <tig><term>Boot</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
</termEntry>
<termEntry id="2"><langSet xml:lang="en"><tig><term>hut, small</term></tig></langSet>
 <langSet xml:lang="de"><ntig><termGrp><term>Hütte</term><termNote type="administrativeStatus">preferredTerm-admn-sts
 </termNote></termGrp></ntig></langSet></termEntry></body></text></martif>"""
V3 = """<tbx type="TBX-Core" style="dct" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="urn:min">
<text><body>
<conceptEntry id="1"><langSec xml:lang="en"><termSec><term>ferry</term></termSec></langSec>
 <langSec xml:lang="de"><termSec><term>Fähre</term></termSec><termSec><term>Fährschiff</term></termSec>
 <termSec><term>Boot</term><min:administrativeStatus>supersededTerm-admn-sts</min:administrativeStatus></termSec></langSec>
</conceptEntry><conceptEntry id="2"><langSec xml:lang="en"><termSec><term>hut, small</term></termSec></langSec>
 <langSec xml:lang="de"><termSec><term>Hütte</term></termSec></langSec></conceptEntry></body></text></tbx>"""


@pytest.mark.parametrize("text", [*TABLES.values(), V2, V3], ids=[*TABLES, "TBX 2", "TBX 3"])
def test_every_form_gives_the_same_terms(text: str) -> None:
    terms = read_glossaries(text.split("\n"), "terms")[0][1]
    has_bad = "Boot" in text
    assert terms == [Term("ferry", ("Fähre", "Fährschiff"), ("Boot",) * has_bad), TERMS[1]]


def test_two_languages_are_read_both_ways() -> None:
    for text in (V2, V3, TABLES["languages"]):
        (forth, _), (back, found) = read_glossaries(text.split("\n"), "terms")
        assert (forth, back) == ("terms in en, their targets in de", "terms in de, their targets in en")
        assert [term.source for term in found][:1] == ["Fähre"]
    [(told, found)] = read_glossaries(V2.split("\n"), "terms", ("de", "en"))
    assert told == back and found[0] == Term("Fähre", ("ferry",))


def test_several_languages_are_asked_about() -> None:
    lines = ["en-GB,de,fr", "ferry,Fähre,bac", "hut,Hütte,"]
    with pytest.raises(AskError, match=r"terms in 3 languages \(en-GB, de, fr\)") as asked:
        read_glossaries(lines, "terms")
    assert ("--glossary-languages", "fr", "de") in asked.value.answers
    assert read_glossaries(lines, "terms", ("en", "fr"))[0][1] == [Term("ferry", ("bac",))]
    with pytest.raises(DataError, match="no terms in 'it': it names en-GB, de, fr"):
        read_glossaries(lines, "terms", ("it", "fr"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b,c,d\n", "row 1 has 4 cells: 3 were expected"),
        ("source,target\na,b,c", "row 2 has 3 cells: 2 were expected"),
        ("en,de\nferry,", "has terms in en alone"),
        ("source,target,status\nferry,Boot,forbidden", "no term of source with a target in target that may be used"),
        ("<martif><text/></martif>", "is XML without entries of a termbase"),
        ("<martif><text>", "is no XML that can be read: line 1"),
        ('<!DOCTYPE martif [<!ENTITY a "b">]><martif/>', "the entity 'a' is not looked up"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_glossaries(text.split("\n"), "terms")
