"""M-BLEU and M-TER: the wrapped metric on references rewritten by hand, and by a plain loop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.metrics import Bleu, Ter, measure, parse
from steelyard.text import Corpus
from steelyard.types import Parse, TestSet
from tests.conftest import EXAMPLES

SYNONYMS = f"synonyms={EXAMPLES / 'synonyms.tsv'}"
WORDS = ("ferry", "boats", "ships", "Ferry", "leave", "leaves", "the", "coat")
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), min_size=2, max_size=2)


def test_a_stem_in_another_form_counts_as_right() -> None:
    # the example of the paper's idea: the rewritten reference equals the output
    for spelling, expected in (("m-bleu", 100.0), ("m-ter", 0.0), ("m-bleu(metric=wer)", 0.0)):
        name, _, options = spelling.rstrip(")").partition("(")
        metric = parse(f"{name}(without=synonym{', ' + options if options else ''})")
        score = metric.sentence_score("doctors cured a patient", ["doctor cured a patient"]).score
        assert score == pytest.approx(expected), spelling


def test_synonyms_are_rewritten_in_their_place_and_in_the_outputs_form() -> None:
    metric = sy.metrics.MBleu(synonyms=str(EXAMPLES / "synonyms.tsv"))
    data = TestSet(references=[["The ferry leaves at nine.", None], [None, "x"]], systems={"a": ["Ships depart.", "y"]})
    [changed] = metric.changed(Corpus(data)).values()
    assert changed.references == (("The Ships depart at nine .", None), (None, "x"))
    assert changed.systems == {"a": ("Ships depart .", "y")}
    [made] = sy.explain(data, metric, segments=[1]).segments
    assert made.explanation.notes[-2:] == ("reference 1: Ships for ferry", "reference 1: depart for leaves")


@given(reference=texts, other=texts, systems=st.lists(texts, min_size=1, max_size=3), n_threads=st.sampled_from([1, 3]))
def test_every_system_has_the_references_that_its_own_alignment_makes(
    reference: list[str], other: list[str], systems: list[list[str]], n_threads: int
) -> None:
    data = TestSet(references=[reference, other], systems={f"s{i}": text for i, text in enumerate(systems)})
    metric = parse(f"m-bleu({SYNONYMS}, tokenize=none)")
    assert isinstance(metric, sy.metrics.MBleu)
    matcher = parse(f"meteor-2008({SYNONYMS}, tokenize=none)")
    assert isinstance(matcher, sy.metrics.Meteor2008)
    for name, changed in metric.changed(Corpus(data, n_threads)).items():
        for r, references in enumerate(data.references):
            for segment, line in enumerate(references):
                output = data.systems[name][segment]
                alone = Corpus(TestSet(references=[[line]], systems={"x": [output]}))
                _, _, links = matcher.matcher().links(alone, matcher.reading("none", lowercase=True), 0)
                expected = (line or "").split()
                for link in links:
                    expected[link.reference[0]] = output.split()[link.hypothesis[0]]
                assert changed.references[r][segment] == " ".join(expected)


def test_statistics_are_those_of_the_wrapped_metric_on_the_rewritten_texts() -> None:
    data = TestSet(
        references=[["the ferry leaves", "a warm coat"]],
        systems={"x": ["the ship leaves", "warm coats"], "y": ["ferries leave", "the coat"]},
    )
    for spelling, inner in ((f"m-bleu({SYNONYMS})", Bleu()), (f"m-ter({SYNONYMS})", Ter())):
        metric = parse(spelling)
        assert isinstance(metric, sy.metrics.MBleu)
        [measured] = measure(data, [metric])
        for s, changed in enumerate(metric.changed(Corpus(data)).values()):
            [expected] = measure(changed, [inner])
            assert measured.statistics.values[s].tolist() == expected.statistics.values[0].tolist()
        assert measured.label == f"M-{inner.label}"
        assert measured.higher_is_better == inner.higher_is_better


def test_parses_of_other_metrics_do_not_stand_in_the_way() -> None:
    """It failed for the second system: there are parses of a system that is no text of the test set."""
    systems = {"a": ["the boat leaves"], "b": ["a boat left"]}
    data = TestSet(references=[["the boat left"]], systems=systems)
    metric = parse(f"m-bleu({SYNONYMS})")
    with_parses = data.annotated(parses={f"system {name}": [[Parse()]] for name in systems})
    [plain], [parsed] = (measure(one, [metric]) for one in (data, with_parses))
    assert (plain.statistics.values == parsed.statistics.values).all()


def test_a_wrapping_metric_is_not_wrapped() -> None:
    with pytest.raises(SpecError, match=r"^m-bleu wraps a metric that scores by itself, not m-ter:"):
        parse("m-bleu(metric=m-ter)")
    assert str(parse("m-ter").segment_metric()) == "m-ter"
    assert str(parse("m-bleu(without=synonym)").segment_metric()) == (
        "m-bleu(metric='bleu(effective_order=True)', without=(synonym))"
    )


@pytest.mark.parametrize("inner", ["dependency-f", "sscn", "kendall-order(items=source)"])
def test_a_metric_of_parses_or_alignments_is_not_wrapped_in_vain(inner: str) -> None:
    # it looked at the parses of the texts as they were, so that nothing was changed
    for name in ("m-bleu", "paraphrased"):
        with pytest.raises(SpecError, match=rf"^{name} changes texts, but {inner.partition('(')[0]} looks at their"):
            parse(f"{name}(metric={inner!r})")
