"""Check-points from parses, links and lists, written down by hand."""

import random

import pytest

import steelyard as sy
from steelyard.analysis import Term, read_dictionary, read_glossary
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.types import CheckPoint, Parse, Word


def parse(text: str) -> Parse:
    """Read ``form/UPOS/head/relation`` for each word."""
    rows = [entry.split("/") for entry in text.split()]
    return Parse(tuple(Word(form, upos=upos, head=int(head), deprel=kind) for form, upos, head, kind in rows))


GERMAN = parse("Sie/PRON/3/nsubj hat/AUX/3/aux gespielt/VERB/0/root ./PUNCT/3/punct")
OTHER = parse("Sie/PRON/2/nsubj hat/VERB/0/root gespielt/VERB/2/xcomp ./PUNCT/2/punct")
ENGLISH = ["She didn't really play."]
REFERENCE = parse("She/PRON/0/root didn't/AUX/1/aux really/ADV/1/advmod play./VERB/1/x")
LINKS = [((0, 0), (1, 1), (2, 3))]


def made(**more: object) -> list[CheckPoint]:
    given = {"references": [ENGLISH], "source_parses": [[GERMAN]], "alignments": [LINKS], **more}
    return list(sy.lab.make_checkpoints(**given).points)  # type: ignore[arg-type]


def told(points: list[CheckPoint]) -> dict[str, tuple[str, ...]]:
    return {f"{point.category}: {point.source}": point.references for point in points}


def test_units_of_the_source_have_what_they_are_linked_to() -> None:
    assert told(made()) == {
        "pronoun: Sie": ("She",),
        "auxiliary: hat": ("didn't",),
        "verb: gespielt": ("play .",),  # the alignment's "play." is two words of the tokenizer
        "subject and verb: Sie gespielt": ("She * really play .",),
        "verb phrase: hat gespielt": ("didn't really play .",),
    }


def test_words_inside_a_written_word_become_all_of_it() -> None:
    english = parse("She/PRON/5/nsubj did/AUX/5/aux n't/PART/5/advmod really/ADV/5/advmod play/VERB/0/root ./PUNCT/5/p")
    links = [((0, 0), (1, 1), (2, 4))]
    found = told(made(parses=[[english]], alignments=[links]))
    assert found["auxiliary: hat"] == ("didn't",) and found["verb: gespielt"] == ("play",)
    own = told(made(parses=[[english]], alignments=[links], side="reference"))
    assert own["particle: "] == ("didn't",) and own["subject and verb: Sie gespielt"] == ("She * play",)
    both = told(made(parses=[[english]], alignments=[links], side="both"))
    assert {"verb: gespielt", "verb of the reference: gespielt"} <= both.keys()


def test_references_are_alternatives_and_equal_ones_are_one() -> None:
    found = made(references=[ENGLISH, ["She has played ."]], alignments=[LINKS, [((0, 0), (1, 1), (2, 2))]])
    assert told(found)["auxiliary: hat"] == ("didn't", "has")
    assert told(found)["pronoun: Sie"] == ("She",)


def test_phrases_are_those_that_all_parsers_find() -> None:
    answer = sy.lab.make_checkpoints([ENGLISH], source_parses=[[GERMAN], [OTHER]], alignments=[LINKS])
    assert not [point for point in answer.points if point.group == "phrase"]
    assert {"pronoun", "auxiliary", "verb"} == {row.category for row in answer.rows}  # words are the first parser's
    same = sy.lab.make_checkpoints([ENGLISH], source_parses=[[GERMAN], [GERMAN]], alignments=[LINKS])
    assert len(same.points) == 5


def test_a_unit_without_links_is_left_out_and_counted() -> None:
    answer = sy.lab.make_checkpoints([ENGLISH], source_parses=[[GERMAN]], alignments=[[((0, 0), (2, 3))]])
    assert {row.category: row.n_unlinked for row in answer.rows} == {
        "pronoun": 0,
        "verb": 0,
        "subject and verb": 0,
        "verb phrase": 0,
    }
    assert "auxiliary" not in {point.category for point in answer.points}


def test_a_dictionary_says_how_far_links_are_trusted() -> None:
    found = made(dictionary=read_dictionary(["sie\tshe|they", "spielen\tplay"]))
    weights = {point.category: point.weights for point in found}
    assert weights["pronoun"] == (1.0,) and weights["auxiliary"] == (0.1,)
    assert weights["subject and verb"] == (0.25,)  # one of She, really, play and the full stop


def test_phrases_of_a_list_have_the_translations_that_references_have() -> None:
    terms = read_glossary(
        ["hat gespielt\tplayed|did play", "Sie\tShe|they", "gespielt\tplayed", "hat"], may_lack_targets=True
    )
    found = made(
        references=[["she has PLAYED ."]],
        alignments=[[((1, 1),)]],
        source_parses=(),
        sources=["Sie hat gespielt ."],
        lists={"listed": terms},
    )
    assert [(point.source, point.references) for point in found] == [("Sie", ("she",)), ("hat gespielt", ("PLAYED",))]
    rest = made(
        references=[["it was"]],
        source_parses=(),
        alignments=[[((1, 1),)]],
        sources=["Sie hat ."],
        lists={"listed": terms},
    )
    assert [(point.source, point.references) for point in rest] == [("Sie", ()), ("hat", ("was",))]


def test_a_list_looks_at_lemmas_too() -> None:
    parsed = Parse((Word("Hunde", lemma="Hund", upos="NOUN"), Word("bellen", lemma="bellen", upos="VERB")))
    lists = {"animal": read_glossary(["Hund\tdogs"])}
    found = made(references=[["dogs bark"]], source_parses=[[parsed]], alignments=[[()]], lists=lists)
    assert told(found) == {"animal: Hunde": ("dogs",)}


def test_sentences_have_the_whole_reference() -> None:
    asked = parse("Wer/PRON/0/root ?/PUNCT/1/punct")
    found = made(references=[["Who ?"], ["Who is * it ?"]], source_parses=[[asked]], alignments=[[()], [()]])
    assert told(found) == {"question: Wer ?": ("Who ?", "Who is * it ?")}


@pytest.mark.parametrize(
    ("more", "error", "sentence"),
    [
        ({"alignments": [[((0, 9),)]]}, DataError, "alignments of reference 1, line 1: the link 0-9 goes beyond the 4"),
        ({"alignments": [[((7, 0),)]]}, DataError, "the link 7-0 goes beyond the 4 words of the source"),
        ({"alignments": ()}, SpecError, "give --alignments"),
        ({"alignments": [LINKS, LINKS]}, AlignmentError, "2 files of alignments for 1 reference:"),
        ({"source_parses": (), "alignments": ()}, SpecError, "made from parses or lists"),
        ({"sources": ["Das Haus brennt ."]}, DataError, "of another text: segment 1 has 'Sie hat gespielt .'"),
        ({"source_parses": [[GERMAN], [parse("X/X/0/root")]]}, DataError, "the source 2, segment 1 has 1 word, but"),
        ({"categories": ("verb", "verv")}, DataError, "no check-point of 'verv' (--categories): there are pronoun"),
        ({"source_parses": [[GERMAN, GERMAN]]}, AlignmentError, "parses of the source 1 has 2 segments, but"),
        ({"side": "reference"}, SpecError, "give --parses"),
        ({"references": [[]]}, DataError, "give at least one, with a line for each segment"),
        ({"source_parses": (), "parses": [[GERMAN]]}, SpecError, "Links are of the words of the source: give"),
        (
            {"source_parses": (), "alignments": (), "lists": {"x": read_glossary(["a\tb"])}},
            SpecError,
            "Words of a list are looked for in the source: give --sources or --source-parses.",
        ),
        (
            {"source_parses": (), "alignments": (), "parses": [[REFERENCE]], "side": "source"},
            SpecError,
            "Units of the source (--side) are those of its parse, or of lists: give --source-parses.",
        ),
        (
            {"source_parses": (), "alignments": (), "sources": ["a"], "lists": {"x": [Term("a", ())]}},
            SpecError,
            "The list 'x' has 'a' without a translation: give --alignments",
        ),
        ({"alignments": [[()]], "source_parses": [[GERMAN]]}, DataError, "No check-point was found"),
    ],
)  # fmt: skip
def test_mistakes_are_told(more: dict[str, object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        made(**more)
    assert sentence in str(caught.value)


def apt(phrases: dict[str, list[str]], source: list[str], references: list[list[str]], output: list[str]) -> float:
    """Compute Apt slowly: longest first, left to right, right where both have a translation."""
    right = n = 0
    for i, line in enumerate(source):
        words, place = line.split(), 0
        while place < len(words):
            ends = [end for end in range(len(words), place, -1) if " ".join(words[place:end]) in phrases]
            if ends:
                n += 1
                good = phrases[" ".join(words[place : ends[0]])]
                right += any(
                    f" {one} " in f" {output[i]} " and any(f" {one} " in f" {text[i]} " for text in references)
                    for one in good
                )
            place = ends[0] if ends else place + 1
    return right / n


def test_apt_is_the_share_of_listed_phrases_found_whole() -> None:
    rng = random.Random(7)

    def line(letters: str) -> str:
        return " ".join(rng.choice(letters) for _ in range(5))

    phrases = {"a": ["p", "q r"], "b": ["s"], "a b": ["p s", "t"], "c d e": ["u"], "d": ["v", "w"]}
    source, output = [line("abcdef") for _ in range(40)], [line("pqrstuvw") for _ in range(40)]
    references = [[line("pqrstuvw") for _ in range(40)] for _ in range(2)]
    terms = read_glossary([f"{phrase}\t{'|'.join(good)}" for phrase, good in phrases.items()])
    points = sy.lab.make_checkpoints(references, sources=source, lists={"listed": terms}, tokenize="none").points
    found = sy.lab.score_checkpoints(points, {"x": output}, credit="found", tokenize="none", n_resamples=20)
    assert found.scores[0].score == pytest.approx(apt(phrases, source, references, output))
    assert 0.2 < found.scores[0].score < 0.8
