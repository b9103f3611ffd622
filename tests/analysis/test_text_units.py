"""Units of parsed texts: words, phrases, sentences, and on hand-made treebanks."""

from collections import Counter
from pathlib import Path

import pytest

from steelyard.analysis import find_units
from steelyard.reading.formats import read_conllu
from steelyard.types import Word


def words(text: str) -> list[Word]:
    """Read ``form/UPOS/head/relation[/Feature=Value]`` for each word."""
    found = []
    for entry in text.split():
        form, upos, head, relation, *feats = entry.split("/")
        pairs = tuple(tuple(one.split("=")) for one in feats)
        found.append(Word(form, upos=upos, head=int(head), deprel=relation, feats=pairs))  # type: ignore[arg-type]
    return found


def units(text: str) -> set[tuple[str, str]]:
    own = words(text)
    return {(unit.category, " ".join(own[place].form for place in unit.words)) for unit in find_units(own)}


def phrases(text: str) -> set[tuple[str, str]]:
    own = words(text)
    return {
        (unit.category, " ".join(own[place].form for place in unit.words))
        for unit in find_units(own)
        if unit.group == "phrase"
    }


def test_words_have_the_categories_of_their_tag_and_features() -> None:
    found = units(
        "her/PRON/2/nmod:poss/Poss=Yes dogs/NOUN/0/root/Number=Plur not/PART/2/advmod/Polarity=Neg ./PUNCT/2/punct"
    )
    assert {
        ("pronoun", "her"),
        ("possessive", "her"),
        ("noun", "dogs"),
        ("plural", "dogs"),
        ("negation", "not"),
    } <= found
    assert not any("." in text.split() for kind, text in found if kind != "sentence")


def test_phrases_of_a_sentence() -> None:
    assert phrases(
        "She/PRON/4/nsubj has/AUX/4/aux often/ADV/4/advmod played/VERB/0/root a/DET/7/det big/ADJ/7/amod "
        "drum/NOUN/4/obj in/ADP/10/case this/DET/10/det country/NOUN/4/obl"
    ) == {
        ("subject and verb", "She played"),
        ("verb phrase", "has played"),
        ("verb and object", "played drum"),
        ("adjective and noun", "big drum"),
        ("noun phrase", "a big drum"),
        ("noun phrase", "this country"),
        ("preposition phrase", "in this country"),
    }


def test_names_stay_whole_and_measures_are_found() -> None:
    found = phrases("Kori/PROPN/3/nsubj Schulman/PROPN/1/flat bought/VERB/0/root two/NUM/5/nummod apples/NOUN/3/obj")
    assert ("subject and verb", "Kori Schulman bought") in found
    assert {("term", "Kori Schulman"), ("measure phrase", "two apples")} <= found


def test_relations_of_other_parsers_are_read() -> None:
    found = phrases("dogs/NOUN/2/nsubjpass seen/VERB/0/ROOT in/ADP/2/prep the/DET/5/det park/NOUN/3/pobj")
    assert {("subject and verb", "dogs seen"), ("preposition phrase", "in the park")} <= found


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("It/PRON/2/nsubj works/VERB/0/root if/SCONJ/5/mark you/PRON/5/nsubj try/VERB/2/advcl", "adverbial clause"),
        ("the/DET/2/det dog/NOUN/0/root that/PRON/4/nsubj barks/VERB/2/acl:relcl", "relative clause"),
        ("I/PRON/2/nsubj know/VERB/0/root you/PRON/4/nsubj came/VERB/2/ccomp", "noun clause"),
        ("I/PRON/2/nsubj came/VERB/0/root he/PRON/4/nsubj saw/VERB/2/conj", "compound sentence"),
        ("it/PRON/3/nsubj:pass was/AUX/3/aux:pass seen/VERB/0/root", "passive"),
        ("heute/ADV/2/advmod kam/VERB/0/root er/PRON/2/nsubj", "inversion"),
        ("who/PRON/0/root ?/PUNCT/1/punct", "question"),
        ("他/PRON/4/nsubj 把/ADP/3/case 书/NOUN/4/obl 拿走/VERB/0/root", "ba sentence"),
        ("花瓶/NOUN/3/nsubj:pass 被/AUX/3/aux:pass 打碎/VERB/0/root", "bei sentence"),
        ("他/PRON/3/nsubj 是/AUX/3/cop 学生/NOUN/0/root", "shi sentence"),
        ("他/PRON/2/nsubj 有/VERB/0/root 书/NOUN/2/obj", "you sentence"),
    ],
)
def test_kinds_of_sentence(text: str, category: str) -> None:
    kinds = {unit.category for unit in find_units(words(text)) if unit.group == "sentence"}
    assert category in kinds
    assert kinds <= {category, "passive"}  # the Chinese passive is both


def test_nothing_is_inverted_where_something_holds_the_place_of_the_subject() -> None:
    found = units("There/PRON/2/expl are/VERB/0/root dogs/NOUN/2/nsubj")
    assert "inversion" not in {kind for kind, _ in found}


def test_tags_without_heads_have_words_alone() -> None:
    found = find_units([Word("dogs", xpos="NNS"), Word("can", xpos="MD"), Word(",", xpos=",")])
    assert [(unit.category, unit.group) for unit in found] == [("NNS", "word"), ("MD", "word")]


def test_counts_in_hand_made_treebanks_are_those_of_their_columns(test_data: Path) -> None:
    path = test_data / "data" / "ud-pud" / "en_pud.conllu.gz"
    segments = [best.words for best, *_ in read_conllu(path).segments]
    counts = Counter(unit.category for own in segments for unit in find_units(own))
    rows = [word for own in segments for word in own]
    assert counts["noun"] == sum(word.upos == "NOUN" for word in rows)
    assert counts["verb and object"] == sum(word.deprel in ("obj", "iobj") for word in rows)
    assert counts["particle verb"] <= sum(word.deprel == "compound:prt" for word in rows)
    assert counts["negation"] == sum(("Polarity", "Neg") in word.feats for word in rows)
    assert counts["question"] == sum("?" in {word.form for word in own[-2:]} for own in segments)
