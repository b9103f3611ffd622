"""WMT07's analysis: kappas, wins and correlations by loops, seconds by hand, constituents by their definition."""

import itertools
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.lab.papers.callisonburch2007.protocol import constituents, selection_tables, span_of
from steelyard.lab.papers.callisonburch2007.timing import read_times, times_table
from steelyard.reading import Judgements
from steelyard.results import PaperTable, Replication
from steelyard.types import Labels, Parse, Rankings, Ratings, Word

N_RATERS = 3


def table(found: Replication, name: str) -> PaperTable:
    return next(one for one in found.paper_tables if one.name == name)


@pytest.fixture(scope="module")
def ratings(example: sy.TestSet) -> Ratings:
    """Adequacy and fluency on five points: every output by one rater, some by two, some by one of them again."""
    rng = np.random.default_rng(11)
    rows = [
        (system, segment, rater, scale, kind, int(rng.integers(1, 6)))
        for scale in ("adequacy", "fluency")
        for segment in range(30)
        for rater in rng.choice(N_RATERS, 2, replace=False).tolist()
        for system in range(5)
        for kind in (("system", "repeat") if segment % 4 == 0 else ("system",))
    ]
    systems, segments, raters, scales, kinds, scores = zip(*rows, strict=True)
    n = len(rows)
    return Ratings(
        systems=Labels(example.system_names, np.array(systems, dtype=np.int32)),
        segments=np.array(segments),
        documents=Labels.all_of("", n),
        raters=Labels(("ann", "ben", "cleo"), np.array(raters, dtype=np.int32)),
        scales=Labels.of(scales),
        scores=np.array(scores, dtype=float),
        kinds=Labels.of(kinds),
    )


@pytest.fixture(scope="module")
def rankings(example: sy.TestSet) -> Rankings:
    rng = np.random.default_rng(12)
    n, size = 60, 4
    chosen = np.concatenate([rng.choice(5, size, replace=False) for _ in range(n)]).astype(np.int32)
    return Rankings(
        segments=rng.integers(0, 12, n),
        documents=Labels.all_of("", n),
        raters=Labels(("ann", "ben", "cleo"), rng.integers(0, N_RATERS, n).astype(np.int32)),
        offsets=np.arange(0, n * size + 1, size),
        systems=Labels(example.system_names, chosen),
        ranks=rng.integers(1, 4, n * size),
    )


@pytest.fixture(scope="module")
def found(example: sy.TestSet, ratings: Ratings, rankings: Rankings) -> Replication:
    given_ = Judgements("rankings", rankings=rankings)
    return sy.lab.replicate(
        sy.evaluate(example, ["bleu", "ter"]), "callisonburch2007", ratings=ratings, rankings=given_
    )


def kappa(labelled: list[tuple[object, int, int]], n_labels: int, *, same_rater: bool) -> tuple[float, float]:
    """Compare all pairs of judgements of one item: (item, rater, label)."""
    by_item = defaultdict(list)
    for item, rater, label in labelled:
        by_item[item].append((rater, label))
    pairs = [
        x[1] == y[1]
        for of_item in by_item.values()
        for x, y in itertools.combinations(of_item, 2)
        if (x[0] == y[0]) is same_rater
    ]
    observed = sum(pairs) / len(pairs)
    return observed, (observed - 1 / n_labels) / (1 - 1 / n_labels)


@pytest.mark.parametrize(("name", "same_rater"), [("Table 5", False), ("Table 6", True)])
def test_kappas_are_those_of_all_pairs(
    example: sy.TestSet, ratings: Ratings, rankings: Rankings, found: Replication, name: str, same_rater: bool
) -> None:
    labelled: dict[str, tuple[int, list[tuple[object, int, int]]]] = {}
    for s, scale in enumerate(ratings.scales.names):
        rows = np.flatnonzero(ratings.scales.codes == s).tolist()
        columns = [
            (int(ratings.segments[i]), int(ratings.systems.codes[i]), int(ratings.raters.codes[i])) for i in rows
        ]
        scores = [int(ratings.scores[i]) for i in rows]
        absolute = [
            ((segment, system), rater, score) for (segment, system, rater), score in zip(columns, scores, strict=True)
        ]
        labelled[f"{scale} (absolute)"] = (5, absolute)
        looks: dict[tuple[int, int, str], dict[int, int]] = defaultdict(dict)
        for i, (segment, system, rater), score in zip(rows, columns, scores, strict=True):
            looks[segment, rater, ratings.kinds.values[i]][system] = score
        relative = [
            ((segment, a, b), rater, int(np.sign(seen[a] - seen[b])))
            for (segment, rater, _), seen in looks.items()
            for a, b in itertools.combinations(sorted(seen), 2)
        ]
        labelled[f"{scale} (relative)"] = (3, relative)
    texts = list(example.systems.values())
    every, without = [], []
    for r in range(len(rankings)):
        placed = range(int(rankings.offsets[r]), int(rankings.offsets[r + 1]))
        ranks = {int(rankings.systems.codes[p]): int(rankings.ranks[p]) for p in placed}
        segment, rater = int(rankings.segments[r]), int(rankings.raters.codes[r])
        for a, b in itertools.combinations(sorted(ranks), 2):
            judged = ((segment, a, b), rater, int(np.sign(ranks[b] - ranks[a])))
            every.append(judged)
            if texts[a][segment] != texts[b][segment]:
                without.append(judged)
    labelled |= {"rank": (3, without), "rank (with identical)": (3, every)}
    rows_of = {row[0]: row for row in table(found, name).rows}
    assert rows_of.keys() == labelled.keys() and len(without) < len(every)
    for kind, (n_labels, judged_) in labelled.items():
        observed, value = kappa(judged_, n_labels, same_rater=same_rater)
        assert rows_of[kind][1:4] == pytest.approx((observed, 1 / n_labels, value)), kind


def test_systems_are_scored_by_shares(
    example: sy.TestSet, ratings: Ratings, rankings: Rankings, found: Replication
) -> None:
    rows = {row[0]: row[1:] for row in table(found, "Tables 9 to 12").rows}
    is_first = np.array([kind == "system" for kind in ratings.kinds.values])
    for s in range(2):
        chosen = is_first & (ratings.scales.codes == s)
        scores, raters = ratings.scores[chosen], ratings.raters.codes[chosen]
        shares = [
            np.mean((scores[raters == r] < x) + (scores[raters == r] == x) / 2)
            for x, r in zip(scores, raters, strict=True)
        ]
        for system, name in enumerate(example.system_names):
            mean = np.mean(np.array(shares)[ratings.systems.codes[chosen] == system])
            assert rows[name][s] == pytest.approx(mean)
    won, compared = np.zeros(5), np.zeros(5)
    for r in range(len(rankings)):
        placed = range(int(rankings.offsets[r]), int(rankings.offsets[r + 1]))
        for p, q in itertools.permutations(placed, 2):
            won[rankings.systems.codes[p]] += rankings.ranks[p] < rankings.ranks[q]
            compared[rankings.systems.codes[p]] += 1
    for system, name in enumerate(example.system_names):
        assert rows[name][2] == pytest.approx(won[system] / compared[system])
    assert [row[1] for row in table(found, "Table 2").rows] == [300, 300, 60]


def test_metrics_are_correlated_with_every_type(example: sy.TestSet, found: Replication) -> None:
    people = {row[0]: row[1:] for row in table(found, "Tables 9 to 12").rows}
    for (label, *values, overall), sign in zip(table(found, "Tables 7 and 17").rows, (1, -1), strict=True):
        scores = {
            row.system: row.score for row in sy.evaluate(example, ["bleu", "ter"]).scores().scores if row.label == label
        }
        expected = [
            stats.spearmanr([sign * scores[name] for name in people], [said[t] for said in people.values()]).statistic
            for t in range(3)
        ]
        assert values == pytest.approx(expected) and overall == pytest.approx(np.mean(expected))


def test_seconds_are_those_of_judgements_or_of_hits() -> None:
    alone = read_times(["line\tstart\tend\ttask", "1\t10\t12.5\trank", "2\t20\t400\trank", "3\t5\t9\tscore"])
    assert {kind: values.tolist() for kind, values in alone.items()} == {"rank": [2.5, 380.0], "score": [4.0]}
    rows = {row[0]: row for row in times_table(alone).rows}
    assert rows["rank"][:4] == ("rank", 2, 1, 2.5) and rows["score"][:4] == ("score", 1, 0, 4.0)
    hits = read_times(["hit\tworker\tseconds", "1\ta\t30", "1\ta\t30", "1\tb\t8", "2\ta\t5"])
    assert sorted(hits["judgements"].tolist()) == [5.0, 8.0, 15.0, 15.0]
    for lines, sentence in (
        (["system\tline", "a\t1"], "has no columns start and end, nor seconds"),
        (["start\tend"], "holds no judgement"),
        (["start\tend", "5\t4"], "line 2: a judgement ends before it starts"),
        (["start\tend", "5"], "line 2: 1 columns where the first line has 2"),
        (["start\tend", "5\tsoon"], "line 2: end is no number of seconds: 'soon'"),
        (["hit\tseconds", "1\t30", "1\t31"], "hit 1 have different seconds"),
    ):
        with pytest.raises(DataError, match=sentence):
            read_times(lines)


HEADS = st.integers(1, 9).flatmap(lambda n: st.permutations(range(n)).flatmap(
    lambda order: st.tuples(*(st.integers(0, max(i - 1, 0)) for i in range(n))).map(
        lambda parents: [0 if order[i] == order[0] else order[parents[i]] + 1 for i in np.argsort(order)]
    )
))  # fmt: skip


@given(HEADS)
def test_constituents_are_whole_subtrees_without_a_gap(heads: list[int]) -> None:
    parse = Parse(tuple(Word(f"w{i}", head=head, deprel="x") for i, head in enumerate(heads)))
    expected = set()
    for top in range(len(heads)):
        held = {top}
        while True:
            more = {i for i, head in enumerate(heads) if head - 1 in held} | held
            if more == held:
                break
            held = more
        is_whole = max(held) - min(held) + 1 == len(held)
        if is_whole and 4 <= len(held) <= 15 and len(held) < len(heads):
            expected.add((min(held), max(held) + 1))
    assert set(constituents(parse)) == expected


@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12),
    st.tuples(st.integers(0, 7), st.integers(1, 8)).filter(lambda span: span[0] < span[1]),
)
def test_a_phrase_is_in_one_piece_if_no_link_leaves_it(links: list[tuple[int, int]], span: tuple[int, int]) -> None:
    start, end = span
    inside = {t for s, t in links if start <= s < end}
    found = span_of(links, start, end)
    if not inside:
        assert found is None
        return
    low, high = min(inside), max(inside)
    is_consistent = all((start <= s < end) == (low <= t <= high) for s, t in links)
    assert found == ((low, high + 1) if is_consistent else None)


def test_constituents_that_every_system_translates_in_one_piece() -> None:
    words = ["the", "old", "grey", "dog", "sleeps", "on", "the", "mat"]
    heads = [4, 4, 4, 5, 0, 8, 8, 5]
    parse = Parse(tuple(Word(form, head=head, deprel="x") for form, head in zip(words, heads, strict=True)))
    straight = tuple((i, i) for i in range(8))
    crossed = (*straight, (7, 1))
    data = sy.TestSet(
        [["der alte graue Hund schläft auf der Matte"]],
        {"a": ["der alte graue Hund schläft auf der Matte"], "b": ["der alte graue Hund schläft auf der Matte"]},
        sources=[" ".join(words)],
        parses={"sources": [[parse]]},
        alignments={"system a": [straight], "system b": [straight]},
    )
    counts, shown = selection_tables(data)
    assert [row[:2] for row in counts.rows] == [
        ("all", 1), ("a in one piece", 1), ("b in one piece", 1), ("every system in one piece", 1),
    ]  # fmt: skip
    assert shown.rows == ((1, "the old grey dog", "der alte graue Hund", "der alte graue Hund"),)
    other = sy.TestSet(data.references, data.systems, sources=data.sources, parses=data.parses,
                       alignments={"system a": [straight], "system b": [crossed]})  # fmt: skip
    [counts] = selection_tables(other)
    assert [row[1] for row in counts.rows] == [1, 1, 0, 0]


def test_real_rankings_agree_as_human_says(test_data: Path) -> None:
    folder = test_data / "data" / "wmt15-rr-de-en"
    judged = sy.read_judgements(folder / "human" / "rr.pairs.tsv.gz")
    assert judged.rankings is not None
    names = judged.rankings.systems.names
    data = sy.TestSet.from_files([folder / "ref.A.en"], {name: folder / "sys" / f"{name}.en" for name in names})
    found = sy.lab.replicate(sy.evaluate(data, ["bleu"]), "callisonburch2007", rankings=judged)
    inter, intra = (table(found, f"Table {number}").rows[0] for number in (5, 6))
    assert (inter[0], round(inter[3], 3), inter[6]) == ("rank", 0.477, 2531)
    assert (round(intra[3], 3), intra[6]) == (0.824, 322)
    assert table(found, "Tables 9 to 12").rows[0][0] == "online-B.0"


def test_bad_input_is_refused(example: sy.TestSet, ratings: Ratings, rankings: Rankings) -> None:
    evaluation = sy.evaluate(example, ["bleu"])
    with pytest.raises(SpecError, match="compares people's judgements: give ratings"):
        sy.lab.replicate(evaluation, "callisonburch2007")
    with pytest.raises(SpecError, match=r"There are no rankings in the file of constituents \(--constituents\)"):
        sy.lab.replicate(
            evaluation, "callisonburch2007", ratings=ratings, constituents=Judgements("ratings", ratings=ratings)
        )
    few = sy.evaluate(example.select(range(8), example.system_names), ["bleu"])
    with pytest.raises(AlignmentError, match=r"line 12 \(--rankings\), but the test set has 8 lines"):
        sy.lab.replicate(few, "callisonburch2007", rankings=rankings)
    two = sy.evaluate(example.select(range(120), example.system_names[:2]), ["bleu"])
    with pytest.raises(SpecError, match="needs 3 of them; people judged 2 of harbour, lantern in every way"):
        sy.lab.replicate(two, "callisonburch2007", ratings=ratings)
