"""Features of papers, by hand: a corpus and a treebank, content words and phrases, and signs of entailment."""

from itertools import permutations
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.lab.questions.train.feature_sets import FEATURE_SETS, byte_ratios, spell_features
from steelyard.metrics.features.content_words import noun_phrases
from steelyard.metrics.parts.entailed import EVIDENCE, align_words, evidence_of
from steelyard.types import Parse, Word

RESOURCES = {"corpus": "corpus.txt", "treebank": "trees.conllu", "synonyms": "none", "mean": 1.1, "deviation": 0.2}


def parse(*rows: str) -> Parse:
    """Read words as form/lemma/UPOS/head/relation, with features after a further slash."""
    words = []
    for row in rows:
        form, lemma, upos, head, deprel, *feats = row.split("/")
        pairs = tuple(tuple(one.split("=")) for one in feats)
        words.append(Word(form, lemma, upos, head=int(head), deprel=deprel, feats=pairs))  # type: ignore[arg-type]
    return Parse(tuple(words))


QUIT = parse("John/John/PROPN/2/nsubj", "quit/quit/VERB/0/root/Tense=Past", "yesterday/yesterday/NOUN/2/obl")
DID_NOT = parse(
    "John/John/PROPN/4/nsubj", "did/do/AUX/4/aux", "not/not/PART/4/advmod", "quit/quit/VERB/0/root/Tense=Past",
)  # fmt: skip
MAY = parse("John/John/PROPN/3/nsubj", "may/may/AUX/3/aux", "quit/quit/VERB/0/root/Tense=Pres")
BITES = parse("dogs/dog/NOUN/2/nsubj", "bite/bite/VERB/0/root", "3/3/NUM/4/nummod", "men/man/NOUN/2/obj")
BITTEN = parse("dogs/dog/NOUN/3/nsubj:pass", "are/be/AUX/3/aux", "bitten/bite/VERB/0/root", "men/man/NOUN/3/nsubj")


def evidence(hypothesis: Parse, reference: Parse) -> dict[str, float]:
    rows = evidence_of(hypothesis, reference, align_words(hypothesis, reference, None))
    return dict(zip(EVIDENCE, rows, strict=True))


def test_what_a_dropped_adjunct_shows() -> None:
    found = evidence(parse("John/John/PROPN/2/nsubj", "quits/quit/VERB/0/root/Tense=Pres"), QUIT)
    expected = {
        "score": 1.9, "words_hyp": 2, "words_ref": 3, "aligned": 2, "forms": 1, "lemmas": 1, "loose_noun_ref": 1,
        "loose_noun_hyp": 0, "edges": 1, "edges_hyp": 1, "edges_ref": 2, "labelled": 1, "roots": 1, "arguments": 1,
        "adjuncts_ref": 1, "adjuncts": 0, "tenses": 1, "tense_mismatch": 1, "names": 1, "polarity_mismatch": 0,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_negation_and_modality_clash() -> None:
    negated, possible = evidence(DID_NOT, QUIT), evidence(MAY, QUIT)
    assert (negated["polarity_mismatch"], negated["negated_hyp"], negated["negated_ref"]) == (1, 1, 0)
    assert (negated["loose_function_hyp"], negated["modality_mismatch"]) == (2, 0)
    assert (possible["polarity_mismatch"], possible["modality_mismatch"], possible["tense_mismatch"]) == (0, 1, 1)


def test_who_did_it_to_whom_is_swapped_and_a_number_is_lost() -> None:
    found = evidence(BITTEN, BITES)
    assert (found["swapped"], found["arguments"], found["arguments_ref"]) == (2, 0, 2)
    assert (found["numbers"], found["numbers_ref"], found["numbers_hyp"]) == (0, 1, 0)
    assert found["labelled"] == 0


def test_the_alignment_is_worth_the_most() -> None:
    """Every one-to-one alignment of short texts, as an oracle."""
    for left, right in (("a b a", "a a c"), ("b a a", "a b"), ("x a a b", "a b a x")):
        one, other = (
            parse(*(f"{word}/{word}/X/{i}/dep" for i, word in enumerate(text.split()))) for text in (left, right)
        )
        found = sum(pair.kind == "form" for pair in align_words(one, other, None))
        short, long = sorted((left.split(), right.split()), key=len)
        best = max(sum(a == b for a, b in zip(short, p, strict=False)) for p in permutations(long, len(short)))
        assert found == best


def test_units_of_a_treebank(tmp_path: Path) -> None:
    trees = tmp_path / "trees.conllu"
    rows = [("dogs", "NOUN", 2, "nsubj"), ("bite", "VERB", 0, "root"), ("men", "NOUN", 2, "obj")]
    lines = [
        f"{i}\t{form}\t{form}\t{tag}\t_\t_\t{head}\t{rel}\t_\t_" for i, (form, tag, head, rel) in enumerate(rows, 1)
    ]
    trees.write_text("# a tree\n" + "\n".join(lines) + "\n\n", encoding="utf-8")
    data = sy.TestSet(references=[["any"]], systems={"x": ["any"]}, parses={"system x": [[BITES]]})

    def seen(options: str) -> float:
        return sy.evaluate(data, [f"seen(corpus='{trees}', {options})"]).scores().scores[0].score

    assert seen("items=form, length=2") == 2 / 3  # bite > 3 > men is unknown
    assert seen("items=upos, length=2") == 2 / 3
    assert seen("items=deprel, length=1") == 3 / 4
    assert seen("items=arguments, upos=VERB") == 1
    assert seen("items=arguments, upos=NOUN") == 1 / 2  # no noun with a number
    trees.write_text("1\tdogs\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1 is no word of a treebank"):
        sy.evaluate(data, [f"seen(corpus='{trees}', items=form, length=3)"]).scores()


def test_a_pseudo_reference_that_is_the_output_scores_as_the_paper_has_it(tmp_path: Path) -> None:
    """P07-1038: precisions, ratios of lengths, errors, METEOR's parts, gaps, and the longest common subsequence."""
    text = "one two three four five six seven"
    path = tmp_path / "other.txt"
    path.write_text(text, encoding="utf-8")
    names = spell_features([], ["pseudo"], [str(path)], {})
    found = [sy.metrics.parse(name).sentence_score(text, ["nothing alike"]).score for name in names]
    assert found == pytest.approx([1] * 5 + [1, 1, 0, 0, 1, 1, 1 / 7] + [1] * 5 + [1])


def test_sets_have_as_many_features_as_the_papers() -> None:
    sizes = {name: len(spell_features([], [name], ["a.txt"], RESOURCES)) for name in FEATURE_SETS if name != "pseudo"}
    assert {name: len(features) for name, features in FEATURE_SETS.items()} == {
        "kulesza-shieber": 9, "strings": 18, "strings-and-chains": 27, "albrecht-hwa": 53, "pseudo": 18, "fluency": 26,
        "sun": 6, "duh": 13, "entailment": 45, "traditional": 85,
    }  # fmt: skip
    assert (sizes["strings"], sizes["fluency"], sizes["entailment"]) == (36, 26, 45)  # those of texts, once more
    with pytest.raises(SpecError, match="need a text with --corpus"):
        spell_features([], ["fluency"], [], {})
    with pytest.raises(SpecError, match="--pseudo"):
        spell_features([], ["pseudo"], [], {})


def test_lengths_are_measured_in_bytes() -> None:
    assert byte_ratios(["aa", "aa", ""], [["bbbb", "éé", "x"], ["bb", "é", "x"]]) == (1.5, 0.5)
    with pytest.raises(SpecError, match="different lengths"):
        byte_ratios(["a"], [["b"]])


def test_a_negative_word_without_a_head_is_negated_itself() -> None:
    left, never_left = parse("jde/jít/VERB/0/root"), parse("jde/jít/VERB/0/root/Polarity=Neg")
    assert evidence(never_left, never_left)["negated_hyp"] == 1
    assert [evidence(one, never_left)["polarity_mismatch"] for one in (left, never_left)] == [1, 0]


def test_phrases_that_are_chunked_are_the_noun_phrases() -> None:
    rows = (("I", "I-NP"), ("saw", "B-VP"), ("the", "B-NP"), ("dog", "I-NP"), ("old", "B-NP"), ("Rex", "I-NP"))
    chunked = Parse(tuple(Word(form, misc=(("CHUNK", chunk),)) for form, chunk in rows))
    assert [[word.form for word in phrase] for phrase in noun_phrases(chunked)] == [["the", "dog"], ["old", "Rex"]]
