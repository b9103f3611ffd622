"""METEOR against worked examples, all alignments of short texts, and its program's search as objects."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.metrics import Metric, parse
from steelyard.metrics.parts.meteor_matching import Matcher, java_hashes
from steelyard.metrics.parts.meteor_parameters import STAGES, find_parameters, stages_of
from steelyard.text import Corpus, Reading, porter_stem, read_synonyms
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import meteor as twin

WORDS = ("run", "runs", "car", "cars", "auto", "the")
COLLIDING = ("le", "n'", "les", "je", "l'", "Aa", "BB")  # of one hash: le and n', je and l', Aa and BB
PHRASES = "0.5\nthe car\nauto\n0.1\nrun runs\nthe\n0.1\ncars\nrun the\n"
PLAIN = "without=(synonym, paraphrase), function_words=none, tokenize=none"
short_texts = st.lists(st.sampled_from(WORDS), max_size=5)


@pytest.fixture(scope="module")
def resources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("meteor")
    (folder / "synonyms.tsv").write_text("car\tauto\n", encoding="utf-8")
    (folder / "paraphrases").write_text(PHRASES, encoding="utf-8")
    (folder / "function-words").write_text("the\nof\n", encoding="utf-8")
    return folder


def matcher(resources: Path, criterion: Any, beam: int = 10_000) -> Matcher:
    synonyms, paraphrases = str(resources / "synonyms.tsv"), str(resources / "paraphrases")
    return Matcher(STAGES, lambda: porter_stem, synonyms, paraphrases, "", criterion, beam)


def alignment_of(aligner: Matcher, hypothesis: list[str], reference: list[str]) -> list[twin.Match]:
    corpus = Corpus(TestSet(references=[[" ".join(reference)]], systems={"x": [" ".join(hypothesis)]}))
    _, _, links = aligner.links(corpus, Reading(), 0)
    return [
        twin.Match(h, h_end - h, r, r_end - r, link.kind)
        for link in links
        for (h, h_end), (r, r_end) in [(link.hypothesis, link.reference)]
    ]


def possible(
    resources: Path, hypothesis: list[str], reference: list[str], key: Callable[[str], object] = str
) -> list[twin.Match]:
    synonyms = read_synonyms(str(resources / "synonyms.tsv"))
    phrases = list(twin.paraphrase_pairs(str(resources / "paraphrases")))
    return twin.matches_of(hypothesis, reference, porter_stem, synonyms.sets_of, phrases, key)


@pytest.mark.parametrize("case", load_golden("meteor"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    for spelling, expected in case["expected"].items():
        score = parse(spelling).corpus_score(case["hypotheses"], case["references"]).score
        assert score == pytest.approx(expected, abs=10.0 ** -case["options"]["digits"] / 2 * 1.02), spelling


@given(hypothesis=short_texts, reference=short_texts)
def test_an_alignment_covers_most_with_the_fewest_chunks(
    resources: Path, hypothesis: list[str], reference: list[str]
) -> None:
    found = alignment_of(matcher(resources, "chunks"), hypothesis, reference)
    matches = possible(resources, hypothesis, reference)
    assert set(found) <= set(matches)
    assert twin.cost_of_chunks(found) == min(map(twin.cost_of_chunks, twin.all_alignments(matches)))


@given(
    hypothesis=st.lists(st.sampled_from(WORDS), max_size=10),
    reference=st.lists(st.sampled_from((*WORDS, "x")), max_size=14),
    beam=st.sampled_from([5, 7, 40]),
    stages=st.sampled_from([STAGES, STAGES[:3]]),
)
def test_the_alignment_of_fewest_chunks_is_that_of_a_beam_of_objects(
    resources: Path, hypothesis: list[str], reference: list[str], beam: int, stages: tuple[str, ...]
) -> None:
    found = alignment_of(replace(matcher(resources, "chunks", beam), stages=stages), hypothesis, reference)
    if hypothesis != reference:  # these match word by word
        matches = [match for match in possible(resources, hypothesis, reference) if match.stage in stages]
        assert found == twin.beam_alignment(len(hypothesis), len(reference), matches, beam)


@pytest.mark.parametrize(("n_words", "n_alike"), [(60, 4), (120, 4), (200, 4), (300, 3)])
def test_long_texts_are_aligned_as_by_a_beam_of_objects(resources: Path, n_words: int, n_alike: int) -> None:
    # words that have a choice fill one word of bits, two, four, or more
    rng = np.random.default_rng(n_words)
    frequent = [f"w{k}" for k in range(n_words // n_alike)]
    hypothesis, reference = (rng.choice(frequent, n_words).tolist() for _ in range(2))
    found = alignment_of(replace(matcher(resources, "chunks", 5), stages=("exact",)), hypothesis, reference)
    matches = [
        twin.Match(h, 1, r, 1, "exact") for r, a in enumerate(reference) for h, b in enumerate(hypothesis) if a == b
    ]
    assert found == twin.beam_alignment(n_words, n_words, matches, 5)


@given(hypothesis=short_texts, reference=short_texts)
def test_each_stage_matches_most_with_the_fewest_crossings(
    resources: Path, hypothesis: list[str], reference: list[str]
) -> None:
    found = alignment_of(matcher(resources, "crossings"), hypothesis, reference)
    matches = possible(resources, hypothesis, reference)
    earlier: list[twin.Match] = []
    for stage in STAGES[:3]:
        free = [
            match
            for match in matches
            if match.stage == stage and all(match.h != other.h and match.r != other.r for other in earlier)
        ]
        so_far = [*earlier, *(match for match in found if match.stage == stage)]
        best = min(twin.cost_of_crossings([*earlier, *chosen]) for chosen in twin.all_alignments(free))
        assert twin.cost_of_crossings(so_far) == best
        earlier = so_far
    assert len(earlier) == len(found)


@given(
    hypothesis=st.lists(st.sampled_from(WORDS + COLLIDING), max_size=14),
    reference=st.lists(st.sampled_from(WORDS + COLLIDING), max_size=14),
    beam=st.sampled_from([1, 2, 5, 40]),
)
def test_the_alignment_of_the_jar_is_that_of_its_objects(
    resources: Path, hypothesis: list[str], reference: list[str], beam: int
) -> None:
    found = alignment_of(matcher(resources, "jar", beam), hypothesis, reference)
    if [*map(twin.java_hash, hypothesis)] != [
        *map(twin.java_hash, reference)
    ]:  # for these it matches words with themselves
        matches = possible(resources, hypothesis, reference, twin.java_hash)
        assert found == twin.jar_alignment(len(hypothesis), len(reference), matches, beam)


@pytest.mark.parametrize(
    ("word", "expected"),  # as Java 17 prints hashCode() & 0xffffffffL
    [("", 0), ("Aa", 2112), ("BB", 2112), ("le", 3449), ("n'", 3449), ("l'", 3387), ("je", 3387),
     ("дом", 1068786), ("\U0001f600", 1772899), ("polygenelubricants", 2147483648)],
)  # fmt: skip
def test_words_are_hashed_as_java_does(word: str, expected: int) -> None:
    assert twin.java_hash(word) == expected
    assert java_hashes(["x", word, "longer"])[1] == expected


@given(words=st.lists(st.text(max_size=12)))
def test_many_words_are_hashed_at_once(words: list[str]) -> None:
    assert java_hashes(words).tolist() == [*map(twin.java_hash, words)]


def test_the_jar_takes_words_of_one_hash_for_equal() -> None:
    # found in a French run of the jar: n' was matched with le as an exact match
    texts = ("n' est pas je", ["le est pas l'"])
    exact, jar = parse(f"meteor-1.5({PLAIN}, search=exact)"), parse(f"meteor-1.5({PLAIN})")
    assert exact.sentence_score(*texts).hyp_content_exact == 2
    assert jar.sentence_score(*texts).hyp_content_exact == 4
    assert jar.sentence_score(*texts).score == 1.0
    data = TestSet(references=[texts[1]], systems={"x": [texts[0]]})
    assert [link.kind for link in jar.explain_segment(Corpus(data)).links] == ["exact"] * 4


@pytest.mark.parametrize("criterion", ["chunks", "crossings"])
def test_many_equal_words_are_aligned_in_one_chunk(resources: Path, criterion: str) -> None:
    # beyond 2 * beam equal words only the nearest are looked at
    for n_hypothesis, n_reference in ((300, 250), (250, 300), (2000, 2000)):
        words = ["a"] * (n_hypothesis - 1) + ["b"]
        found = alignment_of(matcher(resources, criterion, 8), words, ["a"] * n_reference)
        assert (len(found), twin.chunks_of(found)) == (min(n_hypothesis - 1, n_reference), 1)


def test_counts_tell_stages_words_and_function_words_apart(resources: Path) -> None:
    options = ", ".join(
        f"{name}={str(resources / file)!r}"
        for name, file in (
            ("synonyms", "synonyms.tsv"),
            ("paraphrases", "paraphrases"),
            ("function_words", "function-words"),
        )
    )
    metric = parse(f"meteor-1.5({options}, tokenize=none)")
    score = metric.sentence_score("the auto runs of old", ["the car run of cars cars"])
    assert [score.details[name] for name in ("hyp_len", "ref_len", "hyp_function", "ref_function")] == [5, 6, 2, 2]
    assert (score.hyp_content_synonym, score.ref_content_stem, score.hyp_function_exact) == (1, 1, 2)
    assert (score.chunks, score.hyp_matches, score.ref_matches) == (1, 4, 4)
    characters = parse(f"meteor-1.5({options}, tokenize=none, char_based=True)")
    by_characters = characters.sentence_score("the auto runs of old", ["the car run of cars cars"])
    assert (by_characters.hyp_len, by_characters.hyp_content_synonym, by_characters.hyp_matches) == (16, 4, 4)


def test_a_segment_that_is_matched_whole_in_one_chunk_costs_nothing_in_a_corpus() -> None:
    # found in the jar's corpus scores: it adds no chunk for such a segment
    metric = parse(f"meteor-1.5({PLAIN})")
    assert metric.corpus_score(["a b c", "d e"], [["a b c", "d e"]]).score == 1.0
    mixed = metric.corpus_score(["a b c", "d x e"], [["a b c", "d y e"]])
    assert mixed.chunks == 2


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        (
            "meteor-1.3(without=paraphrase, function_words=none, synonyms=nowhere, tokenize=none)",
            "^There are no synonyms. 'nowhere' does not have them: name wordnet, which comes with Steelyard",
        ),
        ("meteor-2005(synonyms=nowhere)", "leave this stage out"),
        (
            "meteor-1.5(paraphrases=nowhere, function_words=none, without=synonym, tokenize=none)",
            "^Cannot read nowhere: No such file",
        ),
    ],
)
def test_a_stage_is_never_dropped_for_want_of_its_resource(spelling: str, message: str) -> None:
    metric = parse(spelling)
    assert "missing" in metric.signature("1")
    with pytest.raises(DataError, match=message):
        metric.sentence_score("a b", ["a c"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "xx"}, "^Unknown language 'xx'"),
        ({"task": "adq", "language": "fr"}, "no parameters for the task 'adq' in 'fr', only in en"),
        ({"task": "best"}, "^Unknown task of METEOR 1.5 'best'"),
        ({"without": "stems"}, "^Unknown stage 'stems'. Did you mean 'stem'"),
        ({"without": STAGES}, "No stage is left"),
        ({"weights": (1.0, 0.5)}, "weights must be four numbers"),
        ({"delta": 1.5}, "delta must be from 0 to 1"),
        ({"beam": 0}, "beam must be from 1"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        sy.metrics.Meteor15(**options)


def test_an_option_with_a_former_name_is_told_the_one_of_now() -> None:
    with pytest.raises(SpecError, match=r"^The option 'quirks' of meteor-1\.4 has another name now: write search=jar"):
        parse("meteor-1.4(quirks=jar)")


def test_languages_without_the_jars_normaliser_are_read_as_by_its_lower(tmp_path: Path) -> None:
    (tmp_path / "italian.words").write_text("la\n", encoding="utf-8")
    metric = sy.metrics.Meteor15(language="it", resources=str(tmp_path))
    assert metric.text_reading == Reading("space", lowercase=True)
    assert metric.sentence_score("La casa, bella.", ["la Casa, bella."]).hyp_len == 3


def test_parameters_are_those_published_for_version_language_and_task() -> None:
    assert find_parameters("1.5", "en", "default") == (0.85, 0.2, 0.6, 0.75, (1.0, 0.6, 0.8, 0.6))
    assert find_parameters("1.5", "de", "rank").weights == (1.0, 0.8, 0.0, 0.2)  # stems and paraphrases
    assert find_parameters("1.5", "other", "default") == (0.75, 1.4, 0.7, 0.5, (1.0, 0.0, 0.0, 0.0))
    assert find_parameters("1.3", "ru", "default").weights == (1.0, 0.5, 0.0, 0.5)
    with pytest.raises(SpecError, match="no parameters for the task 'rank' in 'ru'"):
        find_parameters("1.3", "ru", "rank")
    with pytest.raises(SpecError, match=r"Unknown task of METEOR 1\.4 'util'"):
        find_parameters("1.4", "en", "util")
    assert stages_of("cs", "universal") == ("exact", "paraphrase")
    assert sy.metrics.Meteor15(language="cz") == sy.metrics.Meteor15(language="cs")


@pytest.mark.parametrize(
    ("spelling", "links"),
    [
        (f"meteor-1.5({PLAIN})", [(0, 0, "exact", 0), (1, 1, "stem", 0), (3, 2, "exact", 1)]),
        ("meteor-2005(without=synonym, tokenize=none)", [(0, 0, "exact", 0), (1, 1, "stem", 0), (3, 2, "exact", 1)]),
    ],
)
def test_an_explanation_shows_the_matches_and_chunks_of_the_best_reference(
    spelling: str, links: list[tuple[int, int, str, int]]
) -> None:
    metric: Metric = parse(spelling)
    data = TestSet(references=[["nothing like it"], ["the cat sleeps"]], systems={"x": ["The cats often sleeps"]})
    explained = metric.explain_segment(Corpus(data))
    assert (explained.reference_number, explained.reference) == (2, ("the", "cat", "sleeps"))
    assert [(link.hypothesis[0], link.reference[0], link.kind, link.chunk) for link in explained.links] == links
    assert explained.parts["chunks"] == 2
    assert (
        explained.score == metric.sentence_score("The cats often sleeps", ["nothing like it", "the cat sleeps"]).score
    )


@pytest.mark.parametrize(
    ("metric", "changes"),
    [
        (parse("meteor-2007(without=synonym)"), {"alpha": 0.3, "gamma": 0.9}),
        (
            parse("meteor-1.5(without='synonym paraphrase', function_words=none, tokenize=13a)"),
            {"delta": 0.2, "beta": 2.0},
        ),
    ],
)
def test_other_parameters_need_no_other_alignment(
    metric: Metric, changes: dict[str, float], example: sy.TestSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(metric, **changes)
    expected = [variant.statistics(Corpus(example)).values for variant in (metric, other)]
    assert (expected[0] != expected[1]).any()  # of several references another one can be the best
    corpus = Corpus(example)
    metric.statistics(corpus)
    monkeypatch.setattr(Matcher, "count", None)
    for variant, values in zip((metric, other), expected, strict=True):
        assert (variant.statistics(corpus).values == values).all()
