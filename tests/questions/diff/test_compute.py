"""Where two systems differ, against loops over the texts."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, false_discovery_control

import steelyard as sy
from steelyard import report
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.questions.diff.exchange import Exchange
from steelyard.scored import Sampling
from steelyard.types import Measurement, Parse, Statistics, Word
from tests.conftest import EXAMPLES

Grams = Counter[tuple[str, ...]]
line = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=6).map(" ".join)


def example(documents: bool = True, n_references: int = 1) -> sy.TestSet:
    return sy.TestSet.from_files(
        references=[EXAMPLES / f"reference.{i + 1}.en" for i in range(n_references)],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in ("sparrow", "harbour")},
        documents=EXAMPLES / "documents.txt" if documents else None,
        sources=EXAMPLES / "source.de",
    )


def grams(words: list[str], order: int) -> Grams:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def by_loop(data: sy.TestSet, units: list[str]) -> dict[tuple[str, str], list[int]]:
    """Count what `NgramRow` says: of the references, of A and B, and the units in which either has more."""
    b, a = data.systems.values()
    found: dict[tuple[str, str], list[int]] = {}
    by_unit: dict[tuple[str, str], Counter[str]] = {}
    for order in (1, 2, 3, 4):
        for i in range(data.n_segments):
            reference: Grams = Counter()
            for text in data.references:
                reference |= grams((text[i] or "").split(), order)
            of_a, of_b = grams(a[i].split(), order), grams(b[i].split(), order)
            for kind, x, y in (
                ("matched", of_a & reference, of_b & reference),
                ("extra", of_a - reference, of_b - reference),
            ):
                for gram in reference | of_a | of_b:
                    key = kind, " ".join(gram)
                    row = found.setdefault(key, [0, 0, 0])
                    row[0] += reference[gram]
                    row[1] += x[gram]
                    row[2] += y[gram]
                    by_unit.setdefault(key, Counter())[units[i]] += x[gram] - y[gram]
    return {
        key: [*row, sum(d > 0 for d in by_unit[key].values()), sum(d < 0 for d in by_unit[key].values())]
        for key, row in found.items()
    }


@given(st.lists(st.tuples(line, line, line, line, st.sampled_from("xyz")), min_size=1, max_size=8))
def test_n_grams_are_those_of_a_loop(rows: list[tuple[str, str, str, str, str]]) -> None:
    *texts, documents = zip(*rows, strict=True)
    data = sy.TestSet(references=texts[:2], systems={"x": texts[2], "y": texts[3]}, documents=documents)
    found = sy.evaluate(data, ["chrf"]).diff(top=10_000, tokenize="none", examples=0)
    expected = {key: row for key, row in by_loop(data, list(documents)).items() if row[3] != row[4]}
    assert {
        (row.kind, row.ngram): [row.n_reference, row.count, row.count_against, row.units_more, row.units_fewer]
        for row in found.ngrams
    } == (expected if texts[2] != texts[3] else {})
    for row in found.ngrams:
        assert row.p_value == pytest.approx(binomtest(row.units_more, row.units_more + row.units_fewer).pvalue)


def test_n_grams_are_corrected_over_all_that_could_have_been_significant() -> None:
    data = example(documents=False)
    found = sy.evaluate(data, ["chrf"]).diff(top=100_000, tokenize="none")
    rows = by_loop(data, [str(i) for i in range(data.n_segments)])
    tested = {key: row for key, row in rows.items() if row[3] + row[4] >= 6}  # 2 / 2**6 < 0.05 < 2 / 2**5
    p_values = [binomtest(row[3], row[3] + row[4]).pvalue for row in tested.values()]
    adjusted = dict(zip(tested, false_discovery_control(p_values), strict=True))
    assert found.method["n_ngram_tests"] == len(tested) > 20
    assert found.method["n_ngrams_found"] == sum(p <= 0.05 for p in adjusted.values()) > 0
    for row in found.ngrams:
        assert row.p_adjusted == (pytest.approx(adjusted[key]) if (key := (row.kind, row.ngram)) in tested else None)


def test_the_clearest_n_grams_are_kept() -> None:
    evaluation = sy.evaluate(example(documents=False), ["chrf"])
    few, all_of_them = evaluation.diff(top=4).ngrams, evaluation.diff(top=100_000).ngrams
    for kind, side in itertools.product(("matched", "extra"), "AB"):
        of_side = [row for row in all_of_them if (row.kind, row.more) == (kind, side)]
        assert [row for row in few if (row.kind, row.more) == (kind, side)] == of_side[:4]
        assert [row.p_value for row in of_side] == sorted(row.p_value for row in of_side)


def test_buckets_are_scored_and_tested_like_test_sets_of_their_own() -> None:
    data = example(documents=False)
    labels = ["short" if len(text) < 60 else "long" for text in data.systems["harbour"]]
    found = sy.evaluate(data, ["bleu", "ter"]).diff(labels=labels, n_resamples=500)
    references, sources = data.references[0], data.sources or ()
    inside = {
        "length": [len(str(text).split()) for text in references],
        "source length": [len(text.split()) for text in sources],
    }
    levels = Counter(row.level for row in found.buckets)
    assert levels == {"length": 6, "source length": 4, "label": 4}
    for row in found.buckets:
        if row.level == "label":
            part = [i for i, label in enumerate(labels) if label == row.name]
        else:
            low, high = map(int, row.name.split("-"))
            part = [i for i, n in enumerate(inside[row.level]) if low <= n <= high]
        alone = sy.evaluate(data.select(part), [row.metric]).compare(n_resamples=500, interval="jackknife")
        assert (row.score_against, row.score) == pytest.approx(tuple(score.score for score in alone.scores))
        assert row.n_segments == len(part)
        if len(part) >= 6:
            assert (row.difference, row.p_value) == pytest.approx((alone.pairs[0].difference, alone.pairs[0].p_value))
        else:
            assert (row.p_value, row.p_adjusted, row.verdict) == (None, None, "not tested")
    tested = [row for row in found.buckets if row.p_value is not None]
    assert found.method["n_bucket_tests"] == len(tested)
    assert [row.p_adjusted for row in tested] == pytest.approx(
        list(false_discovery_control([row.p_value for row in tested]))
    )
    for row in tested:
        toward_a = (row.difference or 0) * (-1 if row.metric == "ter" else 1)
        assert row.verdict == ("cannot tell" if row.p_adjusted > 0.05 else "better" if toward_a > 0 else "worse")


def test_documents_are_the_unit_and_buckets_of_a_few_are_exact() -> None:
    data = example()
    found = sy.evaluate(data, ["chrf"]).diff()
    documents = [row for row in found.buckets if row.level == "document"]
    assert len(documents) == 12
    assert {(row.n_units, row.verdict) for row in documents} == {(1, "not tested")}
    [row] = [row for row in found.buckets if (row.level, row.name) == ("length", "21-30")]
    part = [i for i, text in enumerate(data.references[0]) if 21 <= len(str(text).split()) <= 30]
    names = sorted({(data.documents or ())[i] for i in part})
    assert row.n_units == len(names) == 7
    deltas = []
    for swapped in itertools.product((False, True), repeat=len(names)):
        chosen = dict(zip(names, swapped, strict=True))
        b, a = data.systems["sparrow"], data.systems["harbour"]
        pairs = [(b[i], a[i])[:: -1 if chosen[(data.documents or ())[i]] else 1] for i in part]
        exchanged = sy.TestSet(
            references=[[data.references[0][i] for i in part]],
            systems={"b": [x for x, _ in pairs], "a": [y for _, y in pairs]},
        )
        first, second = sy.evaluate(exchanged, ["chrf"]).scores().scores
        deltas.append(second.score - first.score)
    assert row.p_value == pytest.approx(np.mean(np.abs(deltas) >= abs(deltas[0]) - 1e-9))


def by_class(data: sy.TestSet, level: str, low: int, high: int) -> tuple[int, ...]:
    b, a = data.systems.values()
    reference_counts: Counter[str] = Counter()
    for text in data.references[0]:
        reference_counts.update(str(text).split())
    n = [0] * 5
    for i in range(data.n_segments):
        reference = Counter(str(data.references[0][i]).split())
        for word in {*reference, *a[i].split(), *b[i].split()}:
            value = reference_counts[word] if level == "frequency" else len(word)
            if low <= value <= high:
                of_a, of_b = a[i].split().count(word), b[i].split().count(word)
                row = (reference[word], of_a, of_b, min(of_a, reference[word]), min(of_b, reference[word]))
                n = [x + y for x, y in zip(n, row, strict=True)]
    return tuple(n)


def test_classes_of_words_are_those_of_a_loop() -> None:
    data = example()
    found = sy.evaluate(data, ["chrf"]).diff(tokenize="none")
    assert [row.name for row in found.words if row.level == "length"] == ["1-3", "4-6", "7-9", "10 or more"]
    for row in found.words:
        low, _, high = row.name.replace(" or more", "-999999").partition("-")
        expected = by_class(data, row.level, int(low), int(high or low))
        assert (row.n_reference, row.n_words, row.n_words_against, row.matched, row.matched_against) == expected
        assert (row.recall, row.recall_against) == (expected[3] / expected[0], expected[4] / expected[0])
        assert (row.precision, row.precision_against) == (expected[3] / expected[1], expected[4] / expected[2])
        assert row.f1 == pytest.approx(2 / (1 / row.recall + 1 / row.precision))
        assert row.f1_against == pytest.approx(2 / (1 / row.recall_against + 1 / row.precision_against))
    p_values = [row.p_value for row in found.words]
    assert [row.p_adjusted for row in found.words] == pytest.approx(list(false_discovery_control(p_values)))


def test_the_test_of_a_class_is_an_exchange_of_units() -> None:
    references = [["a b c", "a a d", "b c", "d a b", "c c", "a b d", "b b"]]
    systems = {"x": ["a b", "a d", "c", "a b", "c", "b d", "a"], "y": ["a c", "a a", "b c", "d", "c c", "a b", "b b"]}
    data = sy.TestSet(references=references, systems=systems)
    [row] = [row for row in sy.evaluate(data, ["chrf"]).diff(tokenize="none").words if row.level == "length"]
    counts = []
    for i, text in enumerate(references[0]):
        both = [
            (2 * (Counter(text.split()) & Counter(out[i].split())).total(), len(text.split()) + len(out[i].split()))
            for out in systems.values()
        ]
        counts.append(both)
    deltas = []
    for swapped in itertools.product((0, 1), repeat=len(counts)):
        b = np.sum([both[side] for both, side in zip(counts, swapped, strict=True)], axis=0)
        a = np.sum([both[1 - side] for both, side in zip(counts, swapped, strict=True)], axis=0)
        deltas.append(a[0] / a[1] - b[0] / b[1])
    assert row.f1 - row.f1_against == pytest.approx(deltas[0])
    assert row.p_value == pytest.approx(np.mean(np.abs(deltas) >= abs(deltas[0]) - 1e-12))


def test_words_are_classed_by_given_counts() -> None:
    data = sy.TestSet(references=[["a b c"] * 6], systems={"x": ["a b c"] * 6, "y": ["a b"] * 6})
    counts = TextFile("counts.tsv", ("a\t1500", "b\t3"), "0" * 64, "0" * 64)
    found = sy.evaluate(data, ["chrf"]).diff(word_counts=counts)
    rows = {row.name: (row.recall, row.recall_against, row.p_value) for row in found.words if row.level == "frequency"}
    assert rows == {"0": (0.0, 1.0, 2 / 64), "2-4": (1.0, 1.0, 1.0), "1,000 or more": (1.0, 1.0, 1.0)}
    assert "count in --word-counts" in report.text(found)
    with pytest.raises(DataError, match="line 2: write a word, a tab"):
        sy.evaluate(data, ["chrf"]).diff(word_counts=replace(counts, lines=("a\t1", "b")))
    with pytest.raises(DataError, match="line 2: the word 'a' stands twice"):
        sy.evaluate(data, ["chrf"]).diff(word_counts=replace(counts, lines=("a\t1", "a\t2")))


def test_tagged_words_are_classed_by_part_of_speech_and_match_with_it_only() -> None:
    def tagged(text: str) -> list[list[Parse]]:
        words = [word.split("/") for word in text.split()]
        return [[Parse(tuple(Word(form, upos=tag) for form, tag in words))]]

    texts = {"reference 1": "saw/NOUN cuts/VERB", "system x": "saw/VERB cuts/VERB", "system y": "saw/NOUN cut/VERB"}
    data = sy.TestSet(references=[["saw cuts"]], systems={"x": ["saw cuts"], "y": ["saw cut"]})
    data = data.annotated(parses={key: tagged(text) for key, text in texts.items()})
    rows = {row.name: row for row in sy.evaluate(data, ["chrf"]).diff().words if row.level == "tag"}
    assert {
        name: (row.n_words, row.n_words_against, row.matched, row.matched_against) for name, row in rows.items()
    } == {"NOUN": (1, 0, 1, 0), "VERB": (1, 2, 0, 1)}
    assert rows["NOUN"].precision_against is None


def test_changed_segments_are_a_test_set_of_their_own_and_the_test_is_that_on_all() -> None:
    whole = example(documents=False)
    mixed = [a if i % 3 else b for i, (a, b) in enumerate(zip(*whole.systems.values(), strict=True))]
    data = sy.TestSet(references=whole.references, systems={"x": whole.systems["sparrow"], "y": mixed})
    changed = [i for i in range(120) if mixed[i] != data.systems["x"][i]]
    evaluation = sy.evaluate(data, ["bleu", "ter"])
    found, compared = evaluation.diff(n_resamples=999), evaluation.compare(n_resamples=999)
    rest = [i for i in range(120) if i not in changed]
    for row, pair in zip(found.changed, compared.pairs, strict=True):
        assert (row.n_segments, row.n_changed) == (120, len(changed)) == (120, 40)
        on_changed = sy.evaluate(data.select(changed), [row.metric]).scores().scores
        assert (row.changed_against, row.changed) == pytest.approx(tuple(score.score for score in on_changed))
        on_rest = sy.evaluate(data.select(rest), [row.metric]).scores().scores
        assert row.same == pytest.approx(on_rest[0].score) == on_rest[1].score
        assert (row.difference, row.p_value) == (pair.difference, pair.p_value)


def test_examples_are_the_largest_differences_of_segment_scores() -> None:
    data = example()
    found = sy.evaluate(data, ["bleu"]).diff(by="ter", examples=4)
    b, a = sy.evaluate(data, ["ter"]).scores(segments=True).segments
    deltas = np.array(a.scores) - np.array(b.scores)
    for side, order in (("system", np.argsort(deltas, kind="stable")), ("against", np.argsort(-deltas, kind="stable"))):
        rows = [row for row in found.examples if row.speaks_for == side]
        assert [row.segment - 1 for row in rows] == order[:4].tolist()
        for row in rows:
            assert row.difference == pytest.approx(deltas[row.segment - 1])
            assert row.excerpt.system == data.systems["harbour"][row.segment - 1]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(line, line, line), min_size=1, max_size=12), st.booleans())
def test_systems_that_change_places_mirror_everything(rows: list[tuple[str, str, str]], is_ter: bool) -> None:
    reference, x, y = zip(*rows, strict=True)
    reference = tuple(text or "a" for text in reference)  # TER of an empty reference is no number

    def diff(systems: dict[str, tuple[str, ...]]) -> sy.results.Difference:
        data = sy.TestSet(references=[reference], systems=systems)
        return sy.evaluate(data, ["ter" if is_ter else "chrf"]).diff(n_resamples=99, top=50, examples=50)

    one, other = diff({"x": x, "y": y}), diff({"y": y, "x": x})
    turned = {"better": "worse", "worse": "better"}
    for row, twin in zip(one.buckets, other.buckets, strict=True):
        assert (row.score, row.score_against, row.p_adjusted) == (twin.score_against, twin.score, twin.p_adjusted)
        assert row.verdict == turned.get(twin.verdict, twin.verdict)
    for word, twin_word in zip(one.words, other.words, strict=True):
        assert (word.f1, word.f1_against, word.p_adjusted) == (twin_word.f1_against, twin_word.f1, twin_word.p_adjusted)
        assert word.verdict == turned.get(twin_word.verdict, twin_word.verdict)
    sides = {"system": "against", "against": "system"}
    assert {(r.kind, r.ngram, r.units_more, r.units_fewer, r.more, r.p_adjusted) for r in one.ngrams} == {
        (r.kind, r.ngram, r.units_fewer, r.units_more, sides[r.more], r.p_adjusted) for r in other.ngrams
    }
    assert {(r.segment, r.difference, r.speaks_for) for r in one.examples} == {
        (r.segment, -r.difference, sides[r.speaks_for]) for r in other.examples
    }
    assert [(r.changed, r.same, r.p_value) for r in one.changed] == [
        (r.changed_against, r.same, r.p_value) for r in other.changed
    ]


def test_identical_outputs_leave_nothing_to_say() -> None:
    data = sy.TestSet(references=[["a b", "c"]], systems={"x": ["a", "c"], "y": ["a", "c"]})
    found = sy.evaluate(data, ["bleu", "ter"]).diff()
    assert not any(getattr(found, table) for table in found.tables)
    assert report.text(found).startswith("y and x are identical in all 2 segments: there is nothing to compare.")
    assert "no test was possible" in found.method["sentence"]


def test_scores_from_outside_may_differ_on_equal_outputs() -> None:
    data = sy.TestSet(references=[["a b", "c"]], systems={"x": ["a", "c"], "y": ["a", "c"]})
    found = sy.evaluate(data, [], segment_scores={"judge": {"x": [1.0, 2.0], "y": [1.0, 3.0]}}).diff()
    [row] = found.changed
    assert (row.n_changed, row.changed, row.same, row.difference) == (0, None, None, 0.5)


@pytest.mark.parametrize("text", ["", " ", "\u202eabc \x1b[31m", "של\u202e ום", "word " * 5000, "字" * 3000])
def test_any_text_is_shown_within_bounds(text: str) -> None:
    data = sy.TestSet(references=[[text, "a"]], systems={"x": ["a b", "a"], "y": [text, "b"]})
    shown = report.text(sy.evaluate(data, ["chrf"]).diff())
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert max(map(len, shown.splitlines())) <= 140


def test_a_stored_difference_comes_back() -> None:
    found = sy.evaluate(example(), ["bleu"]).diff()
    stored = sy.results.Difference.from_dict(found.to_dict())
    assert [getattr(stored, table) for table in found.tables] == [getattr(found, table) for table in found.tables]
    assert report.text(stored) == report.text(found)
    assert str(found) == "Difference: harbour and sparrow, 120 of 120 segments differ"


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"top": -1}, SpecError, "--show"),
        ({"examples": -1}, SpecError, "--examples"),
        ({"alpha": 1.0}, SpecError, "alpha must lie between 0 and 1"),
        ({"lengths": (5, 5)}, SpecError, "--lengths"),
        ({"n_resamples": 0}, SpecError, "n_resamples"),
        ({"tokenize": "no such"}, SpecError, "tokenizer"),
        ({"by": "no such"}, SpecError, "no such"),
        ({"labels": ["one"]}, AlignmentError, "1 labels for 120 segments"),
    ],
)
def test_bad_choices_are_refused(options: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        sy.evaluate(example(), ["bleu"]).diff(**options)  # type: ignore[arg-type]


def test_what_some_exchange_leaves_without_a_score_is_not_tested() -> None:
    values = np.array([[[1, 1]] * 4 + [[1, 0]] * 4, [[1, 0]] * 4 + [[1, 1]] * 4])
    rate = Measurement("m", "m", "", Statistics.from_values(values), lambda s: s[..., 0] / s[..., 1], True)
    fine = Measurement("f", "f", "", Statistics.from_values(values), lambda s: s[..., 1] + 0.0, True)
    exchange = Exchange(np.arange(8), Sampling(1000, 1), 0.05)
    with np.errstate(divide="ignore", invalid="ignore"):
        assert exchange.p_values([rate, fine], np.ones(8, dtype=np.bool_)) == [None, 1.0]


def test_three_systems_are_not_a_pair() -> None:
    data = sy.TestSet(references=[["a"]], systems={"x": ["a"], "y": ["b"], "z": ["c"]})
    with pytest.raises(SpecError, match="two systems, not 3"):
        sy.evaluate(data, ["bleu"]).diff()


@pytest.mark.levels
def test_no_family_raises_more_false_alarms_than_alpha_where_systems_are_one_process() -> None:
    data = example(documents=False)
    b, a = data.systems.values()
    rng, n = np.random.default_rng(7), 300
    alarms: Counter[str] = Counter()
    for _ in range(n):
        coins = rng.integers(2, size=data.n_segments)
        mixed = [(y, x) if coin else (x, y) for coin, x, y in zip(coins, a, b, strict=True)]
        systems = {"x": [x for x, _ in mixed], "y": [y for _, y in mixed]}
        exchanged = sy.TestSet(references=data.references, systems=systems, sources=data.sources)
        found = sy.evaluate(exchanged, ["bleu", "ter"]).diff(alpha=0.1, n_resamples=199, top=1, examples=0)
        alarms["buckets"] += any(row.verdict in ("better", "worse") for row in found.buckets)
        alarms["words"] += any(row.verdict in ("better", "worse") for row in found.words)
        alarms["n-grams"] += found.method["n_ngrams_found"] > 0
    for family in ("buckets", "words", "n-grams"):  # with no difference at all, any discovery is a false one
        assert binomtest(alarms[family], n, 0.1, alternative="greater").pvalue > 0.001, (family, alarms)
