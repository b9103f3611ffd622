"""What references are worth: against single evaluations, the paper's example, and what mistakes are told."""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.report import text
from steelyard.results import ReferenceReport
from tests.cli.running import output, run
from tests.conftest import EXAMPLES, SYSTEMS

REFS = [EXAMPLES / f"reference.{i}.en" for i in (1, 2)]
OUTPUTS = [EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS]
HYPOTHESIS = "the minister will visit three schools in the north next week"
HUMAN = "the minister is going to visit three northern schools within the coming week , aides said"
MACHINE = "the minister will tour three schools in the north in the coming week"


@pytest.fixture(scope="module")
def data() -> sy.TestSet:
    """Return four references: two of people, one of them changed here and there, and one that is mostly a system's."""
    texts = [path.read_text(encoding="utf-8").splitlines()[:30] for path in (*REFS, *OUTPUTS)]
    changed = [line if i % 2 else f"{line} indeed" for i, line in enumerate(texts[0])]
    copied = [texts[2][i] if i % 3 else texts[1][i] for i in range(30)]
    return sy.TestSet(
        references=[texts[0], texts[1], changed, copied], systems=dict(zip(SYSTEMS, texts[2:], strict=True))
    )


@pytest.fixture(scope="module")
def found(data: sy.TestSet) -> ReferenceReport:
    return sy.evaluate(data, ["chrf"]).references()


def scores(data: sy.TestSet, chosen: Sequence[int], metric: str = "chrf") -> np.ndarray:
    part = sy.TestSet(references=[data.references[i] for i in chosen], systems=data.systems)
    return np.array([row.score for row in sy.evaluate(part, [metric]).scores().scores])


def test_each_reference_is_held_against_the_others(data: sy.TestSet, found: ReferenceReport) -> None:
    every = scores(data, range(4))
    for i, row in enumerate(found.references):
        others = [j for j in range(4) if j != i]
        own = sy.TestSet(references=[data.references[j] for j in others], systems={"r": list(data.references[i])})
        assert row.score == pytest.approx(sy.evaluate(own, ["chrf"]).scores().scores[0].score)
        without, alone = scores(data, others), scores(data, [i])
        assert row.n_systems_ahead == (without > row.score).sum()
        assert row.alone == pytest.approx(alone.mean()) and row.added == pytest.approx((every - without).mean())
        assert row.tau_alone == pytest.approx(stats.kendalltau(alone, every).statistic)
    for score, total in zip(found.scores, every, strict=True):
        assert score.every == pytest.approx(total) and score.people is None


def test_choices_of_every_number_are_all_looked_at(data: sy.TestSet, found: ReferenceReport) -> None:
    gold = scores(data, range(4))
    for row in found.ablation:
        choices = list(itertools.combinations(range(4), row.n_references))
        each = [scores(data, chosen) for chosen in choices]
        means = [one.mean() for one in each]
        assert row.n_subsets == len(choices)
        assert (row.mean, row.low, row.high) == pytest.approx((np.mean(means), min(means), max(means)))
        taus = [stats.kendalltau(one, gold).statistic for one in each]
        assert (row.tau, row.lowest_tau) == pytest.approx((np.mean(taus), min(taus)))


def test_many_references_are_chosen_at_random_and_none_twice(data: sy.TestSet) -> None:
    many = sy.TestSet(references=[data.references[i % 4] for i in range(7)], systems={"x": data.systems["harbour"]})
    rows = sy.evaluate(many, ["bleu"]).references(subsets=5).ablation
    assert [row.n_subsets for row in rows] == [7, 5, 5, 5, 5, 7, 1]
    assert all(row.tau is None for row in rows)


def test_copies_of_outputs_and_of_references_are_named(found: ReferenceReport) -> None:
    told = " ".join(found.method["notes"])
    assert "Reference 4 is the output of harbour in 67% of the segments" in told
    assert "References 1 and 3 have the same text in 50% of the segments" in told
    pair = next(row for row in found.pairs if (row.output, row.reference) == (1, 3))
    assert pair.same == 0.5


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ("smooth_method=none", 0.429935),
        ("smooth_method=none,length_references=(1)", 0.327310),
        ("smooth_method=add-k", 0.480370),
        ("smooth_method=add-k,length_references=(1)", 0.365706),
    ],
)
def test_lengths_of_people_s_references_alone(options: str, score: float) -> None:
    """The example of W07-0716's question: a quarter of the gain was a shorter effective length."""
    data = sy.TestSet(references=[[HUMAN], [MACHINE]], systems={"x": [HYPOTHESIS]})
    [row] = sy.evaluate(data, [f"bleu(tokenize=none,{options})"]).scores().scores
    assert row.score / 100 == pytest.approx(score, abs=5e-7)


def test_kinds_change_the_length_that_bleu_expects() -> None:
    data = sy.TestSet(references=[[MACHINE], [HUMAN]], systems={"x": [HYPOTHESIS]})
    evaluation = sy.evaluate(data, ["bleu(tokenize=none,smooth_method=none)"])
    found = evaluation.references(kinds=["machine", "human"])
    assert found.scores[0].every == pytest.approx(32.7310, abs=5e-5) and found.scores[0].people == 0
    assert [(row.n_references, row.n_machine) for row in found.ablation] == [(1, 0), (1, 1), (2, 1)]
    assert evaluation.references().scores[0].every == pytest.approx(42.9935, abs=5e-5)


def test_the_command_is_verified_and_flags_of_compare_do_the_same(tmp_path: Path) -> None:
    words = ("explain", "references", *REFS, "-i", *OUTPUTS[:2], "-m", "bleu", "--kinds", "human", "machine")
    stored = tmp_path / "result.json"
    stored.write_text(output(*words, "-f", "json"), encoding="utf-8")
    answer = sy.load(stored)
    assert isinstance(answer, ReferenceReport) and text(answer) == output(*words)
    assert "verified:" in output("check", "result", stored)
    page = tmp_path / "page.html"
    output(*words, "--report", page)
    assert "by number of references" in page.read_text(encoding="utf-8")
    plain = output("score", *REFS, "-i", *OUTPUTS[:2], "--reference-kinds", "human", "machine", "-f", "csv")
    spelled = output("score", *REFS, "-i", *OUTPUTS[:2], "-m", "bleu(length_references=(1))", "-f", "csv")
    assert plain == spelled and "lenrefs:1" in plain
    both = output("score", *REFS, "-i", *OUTPUTS[:2], "--reference-kinds", "human", "human", "-f", "csv")
    assert both == output("score", *REFS, "-i", *OUTPUTS[:2], "-f", "csv")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("explain", "references", REFS[0], "-i", OUTPUTS[0]), "needs two or more references"),
        (("explain", "references", *REFS, "-i", OUTPUTS[0], "--kinds", "human"), "names 1, but there are 2 references"),
        (
            ("explain", "references", *REFS, "-i", OUTPUTS[0], "-m", "bleu(length_references=(1))"),
            "Say who wrote each reference with --kinds",
        ),
        (("explain", "references", *REFS, "-i", OUTPUTS[0], "--subsets", "0"), "must be 1 or more"),
        (("score", *REFS, "-i", OUTPUTS[0], "--reference-kinds", "machine", "machine"), "all references are machine's"),
        (
            ("compare", *REFS, "-i", *OUTPUTS[:2], "--reference-kinds", "human"),
            "names 1 kinds, but the references are 2",
        ),
    ],
)
def test_a_mistake_is_told_in_a_sentence(words: tuple[str | Path, ...], told: str) -> None:
    outcome = run(*words)
    assert outcome.status == 2 and told in " ".join(outcome.err.split()), outcome.err


def test_references_that_are_not_there_give_no_length() -> None:
    data = sy.TestSet(references=[["a b", None], ["a", "b"]], systems={"x": ["a", "b"]})
    with pytest.raises(AlignmentError, match="Segment 2 lacks the references"):
        sy.evaluate(data, ["bleu(length_references=(1))"])
    with pytest.raises(AlignmentError, match="names reference 3"):
        sy.evaluate(data, ["bleu(length_references=(1,3))"])
    with pytest.raises(SpecError, match="different numbers"):
        sy.metrics.Bleu(length_references=(1, 1))


def test_a_reference_that_lacks_a_segment_is_named_with_it() -> None:
    lines = [f"the {word} sat here" for word in ("cat", "dog", "fox", "owl", "hen", "pig")]
    holed = [None if i == 2 else line for i, line in enumerate(lines)]
    outputs = {"x": [line.replace("sat", "sits") for line in lines], "y": [line.upper() for line in lines]}
    data = sy.TestSet(references=[lines, holed], systems=outputs)
    with pytest.raises(AlignmentError, match="Reference 2 lacks segment 3: references are scored one by one"):
        sy.evaluate(data, ["chrf"]).references()


def test_without_a_metric_of_texts_nothing_is_looked_at() -> None:
    data = sy.TestSet(references=[["a b"], ["a c"]], systems={"x": ["a b"], "y": ["b"]})
    evaluation = sy.evaluate(data, [], segment_scores={"judge": {"x": [1.0], "y": [0.0]}})
    with pytest.raises(SpecError, match="There is no metric that reads references"):
        evaluation.references()


def test_a_page_without_a_note_has_no_list_of_them(found: ReferenceReport) -> None:
    told, bare = (text(replace(found, method={**found.method, "notes": notes})) for notes in (["Oh."], []))
    assert told.replace("- Oh.\n\n", "") == bare != told
