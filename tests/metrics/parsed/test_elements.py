"""Overlap and matching against worked examples and elements crossed out one by one."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import Matching, Overlap, measure
from steelyard.metrics import parse as parse_metric
from steelyard.metrics.parsed.element_metric import ElementMetric
from steelyard.reading.formats import tree_of
from steelyard.text import Corpus
from steelyard.types import Constituent, Parse, TestSet, Word
from tests.golden import load_golden
from tests.twins import elements as twin
from tests.twins.parses import parse, short_parses

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")


def set_of(systems: list[list[Parse]], references: list[list[Parse]]) -> TestSet:
    def lines(parses: list[Parse]) -> list[str]:
        return [" ".join(word.form for word in one.words) for one in parses]

    texts = {f"reference {r}": text for r, text in enumerate(references, 1)}
    texts |= {f"system s{s}": text for s, text in enumerate(systems)}
    return TestSet(
        references=[lines(text) for text in references],
        systems={f"s{s}": lines(text) for s, text in enumerate(systems)},
        parses={key: [[one] for one in text] for key, text in texts.items()},
    )


def score(metric: Any, hypothesis: Parse, references: list[Parse]) -> float:
    [measured] = measure(set_of([[hypothesis]], [[one] for one in references]), [metric])
    return float(measured.scores(measured.statistics.totals())[0])


def marked(text: str) -> Parse:
    """Read words written as form//tag//NAME=value."""
    words = []
    for token in text.split():
        form, tag, misc = (*token.split("//"), "")[:3]
        pairs = ((*misc.split("=", 1),),) if misc else ()
        words.append(Word(form, form, xpos=tag, misc=pairs))
    return Parse(tuple(words))


@st.composite
def annotated_parses(draw: st.DrawFn) -> Parse:
    """Draw dependencies with entities, roles and a tree of constituents."""
    plain = parse(draw(short_parses(max_length=6)))
    n = len(plain.words)
    roles = st.lists(st.tuples(st.integers(1, max(n, 1)), st.sampled_from(["A0", "AM"])), max_size=2, unique=True)
    tags = st.sampled_from(["DET", "ADJ", "NOUN", "PROPN", "VERB"])
    words = []
    for word in plain.words:
        found = draw(roles)
        misc = (("NE", draw(st.sampled_from(TAGS))), ("CHUNK", draw(st.sampled_from(TAGS))))
        misc += (("SR", ",".join(f"{i}:{label}" for i, label in found)),) if found else ()
        words.append(replace(word, upos=draw(tags), misc=misc))
    left, right = draw(st.integers(0, n)), draw(st.integers(0, n))
    low, high = sorted((left, right))
    shown = [f"(T w{i})" for i in range(n)]
    inner = f"(NP {' '.join(shown[low:high])})" if high > low else ""
    tree = f"(S {' '.join([*shown[:low], inner, *shown[high:]])})" if n else ""
    return replace(plain, words=tuple(words), constituents=tree_of(tree)[2])


@pytest.mark.parametrize("case", load_golden("elements"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    [[reference]] = case["references"]
    found = score(parse_metric(case["options"]["metric"]), marked(case["hypotheses"][0]), [marked(reference)])
    assert found == pytest.approx(case["expected"]["score"], abs=5.1e-8)


@given(
    kind=st.sampled_from([Overlap, Matching]),
    over=st.sampled_from(
        ["words", "upos", "xpos", "chunk", "entity", "noun-phrase", "name", "level", "relation", "phrase", "role"]
    ),
    items=st.sampled_from(["lemma", "upos", "none"]),
    measured_by=st.sampled_from(["recall", "precision", "f", "jaccard"]),
    average=st.sampled_from(["types", "segment", "corpus"]),
    flag=st.booleans(),
    hypothesis=annotated_parses(),
    references=st.lists(annotated_parses(), min_size=1, max_size=2),
)
def test_a_segment_scores_what_the_definition_says(
    kind: type[ElementMetric],
    over: Any,
    items: Any,
    measured_by: Any,
    average: Any,
    flag: bool,
    hypothesis: Parse,
    references: list[Parse],
) -> None:
    outside, same_verb = flag and over in ("chunk", "entity"), flag and over == "role"
    metric = kind(over, (), items, measured_by, average, same_verb, outside)
    bags = [
        twin.items(
            one, twin.elements(one, over, outside=outside), whole=kind is Matching, items=items, same_verb=same_verb
        )
        for one in (hypothesis, *references)
    ]
    expected = twin.segment_score(bags[0], bags[1:], measured_by, by_type=average == "types")
    assert score(metric, hypothesis, references) == pytest.approx(expected, abs=1e-8)


def test_segments_without_elements_take_no_part_and_sums_are_of_all_segments() -> None:
    one, none = marked("Rome//NN//NE=B-LOC is//VB//NE=O"), marked("it//PR//NE=O is//VB//NE=O")
    other = marked("Paris//NN//NE=B-LOC is//VB//NE=O")
    data = set_of([[one, other, none, none]], [[one, one, none, one]])
    for average, expected in (("types", 1 / 3), ("corpus", 1 / 3)):
        [measured] = measure(data, [Overlap("entity", average=average)])
        assert measured.scores(measured.statistics.totals())[0] == pytest.approx(expected)


def test_an_argument_stands_for_a_role_and_a_passive_subject_for_an_object() -> None:
    active = parse("John/john/PROPN/2/nsubj saw/see/VERB/0/root Mary/mary/PROPN/2/obj")
    passive = parse("Mary/mary/PROPN/2/nsubj:pass seen/see/VERB/0/root by/by/ADP/4/case John/john/PROPN/2/agent")
    assert score(Overlap("argument"), passive, [active]) == 1.0
    assert score(Matching("argument", same_verb=True), passive, [active]) == 0.5


def test_an_explanation_shows_types_and_words() -> None:
    data = set_of([[parse("cats/cat/NOUN sleep/sleep/VERB")]], [[parse("dogs/dog/NOUN sleep/sleep/VERB")]])
    assert Overlap().explain_segment(Corpus(data)).notes == (
        "matched: VERB: sleep",
        "output only: NOUN: cat",
        "reference only: NOUN: dog",
    )


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        (Overlap("chunk"), "overlap needs CHUNK=B-..., I-... or O in the last column, and the parses of reference 1"),
        (Overlap("level"), "overlap needs dependencies, but parses of reference 1, segment 1 has words without a head"),
        (Overlap("upos"), r"overlap needs parts of speech \(UPOS\), and the parses of reference 1 have none"),
        (
            Overlap("phrase"),
            "overlap needs constituents, and the parses of reference 1 have none: give them in brackets",
        ),
        (Overlap("role"), "overlap needs SR=3:A0 in the last column"),
        (Overlap("xpos", types=("NNN",)), "overlap: no text has xpos of the type 'NNN'. There are NN."),
    ],
)
def test_what_is_missing_is_named(metric: ElementMetric, message: str) -> None:
    text = [marked("a//NN"), marked("b//NN")]
    with pytest.raises(DataError, match=message):
        measure(set_of([text], [text]), [metric])


@pytest.mark.parametrize(
    ("mark", "over", "message"),
    [
        ("NE=PER", "entity", "overlap cannot read NE=PER: write B-TYPE, I-TYPE or O"),
        ("SR=A0", "role", "Cannot read the roles 'A0': write SR=3:A0"),
        ("SR=7:A0", "role", "SR names word 7 as a predicate, but there are 1 words"),
    ],
)
def test_marks_that_cannot_be_read_are_named(mark: str, over: Any, message: str) -> None:
    text = [marked(f"a//NN//{mark}")]
    with pytest.raises(DataError, match=message):
        measure(set_of([text], [text]), [Overlap(over)])


@pytest.mark.parametrize(
    ("options", "message"),
    [({"same_verb": True}, "same_verb is about roles"), ({"outside": True}, "outside is about words in no chunk")],
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, bool], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Overlap(**options)


@pytest.mark.parametrize("over", ["level", "relation", "phrase"])
def test_trees_that_are_too_deep_are_refused(over: Any) -> None:
    """Each word with all above it: 20,000 words in one chain took over 10 GB."""
    n = 4_100
    words = tuple(Word(f"w{i}", head=i, deprel="dep" if i else "root") for i in range(n))
    spans = tuple(Constituent("X", i, n, i - 1) for i in range(n))
    deep, flat = Parse(words, constituents=spans), Parse(words[:1], constituents=(Constituent("S", 0, 1, -1),))
    with pytest.raises(DataError, match=r"^overlap: the parse of system s0, segment 2 is so deep .* 8,388,608 words"):
        measure(set_of([[flat, deep]], [[flat, flat]]), [Overlap(over)])


def test_a_single_segment_without_constituents_or_tags_is_refused() -> None:
    """Two texts in which nothing was looked at scored 1."""
    one, other = (Parse(tuple(Word(w, head=i) for i, w in enumerate(text.split()))) for text in ("a b c", "a x c"))
    for metric in ("stm", "overlap(over=phrase)", "overlap(over=upos)"):
        with pytest.raises(DataError, match="and the parses of reference 1 have none"):
            measure(set_of([[one]], [[other]]), [parse_metric(metric)])
    for metric in ("overlap(over=entity)", "overlap(over=role)"):  # which a sentence may lack
        assert score(parse_metric(metric), one, [other]) == 1.0
