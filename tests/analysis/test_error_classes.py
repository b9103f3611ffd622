"""Classes of errors are Hjerson's, word by word."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.analysis import ERROR_CLASSES, AnalysedWords, WordErrors, align_rows, find_errors, starts_block
from steelyard.errors import AlignmentError, DataError
from steelyard.types import Tokens, Vocabulary
from tests.twins.error_classes import all_alignments, classes_of, operations_of

NAMES = {"infl": "inflection", "reord": "order", "miss": "missing", "ext": "extra", "lex": "lexical"}
COUNTS = {
    "refINFer": (0, "inflection"), "hypINFer": (1, "inflection"), "refRer": (0, "order"), "hypRer": (1, "order"),
    "MISer": (0, "missing"), "EXTer": (1, "extra"), "refLEXer": (0, "lexical"), "hypLEXer": (1, "lexical"),
}  # fmt: skip
CASES = [
    "hjerson-example", "hjerson-example-base", "hjerson-example-base-pos", "hjerson-ted-slk-sys1",
    "hjerson-edge-identical", "hjerson-edge-single-same", "hjerson-edge-single-diff", "hjerson-edge-reorder",
    "hjerson-edge-inflection", "hjerson-edge-repeat", "hjerson-edge-two-refs",
]  # fmt: skip


def analysed(texts: list[list[str]], bases: list[list[str]]) -> list[AnalysedWords]:
    words = Vocabulary()
    encoded = [(words.encode(text), words.encode(base)) for text, base in zip(texts, bases, strict=True)]
    return [AnalysedWords(text, base.values.astype(np.int64)) for text, base in encoded]


def first_letters(text: list[str]) -> list[str]:
    return [" ".join(word[:4] for word in line.split()) for line in text]


def texts_of(case: dict[str, Any], data: Path) -> dict[str, list[str]]:
    if not case["inputs"]:
        return dict(case["expected"]["input"])
    n = case["options"]["first_lines"]
    files = {one["role"]: (data / one["path"]).read_text(encoding="utf-8") for one in case["inputs"]}
    return {role: text.rstrip("\n").split("\n")[:n] for role, text in files.items()}


def found_in(texts: dict[str, list[str]]) -> tuple[list[AnalysedWords], WordErrors]:
    bases = [texts.get(f"{role}_base") or first_letters(texts[role]) for role in ("ref", "hyp")]
    sides = analysed([texts["ref"], texts["hyp"]], bases)
    return sides, find_errors(*sides)


@pytest.mark.parametrize("name", CASES)
def test_classes_are_those_of_hjerson(test_data: Path, name: str) -> None:
    cases = json.loads((test_data / "golden" / "hjerson.json").read_text(encoding="utf-8"))["cases"]
    [case] = (one for one in cases if one["id"] == name)
    sides, errors = found_in(texts_of(case, test_data / "data"))
    expected = case["expected"]
    classes, totals = (errors.reference, errors.hypothesis), expected["totals"]
    blocks = [starts_block(found, side.rows) for found, side in zip(classes, sides, strict=True)]
    for key, (side, kind) in COUNTS.items():
        is_one = classes[side] == ERROR_CLASSES.index(kind)
        assert (key, is_one.sum()) == (key, totals[key][0])
        assert (key, (is_one & blocks[side]).sum()) == (key, totals[f"b{key}"][0])
    gaps = (errors.hypothesis_operations == 2).sum()
    assert (errors.reference_operations > 0).sum() + gaps == totals["Wer"][0]
    assert [errors.reference_is_alone.sum(), errors.hypothesis_is_alone.sum()] == [totals["Rper"][0], totals["Hper"][0]]
    check_words(expected["categories_first20"], sides, classes)


def check_words(lines: list[str], sides: list[AnalysedWords], classes: tuple[Any, Any]) -> None:
    n_checked = 0
    for line in filter(str.strip, lines):
        number, _, rest = line.partition("::")
        side = 0 if rest.startswith("ref") else 1
        wanted = [NAMES.get(word.rpartition("~~")[2], "") for word in rest.partition(":")[2].split()]
        got = classes[side][sides[side].rows == int(number) - 1].tolist()
        assert [ERROR_CLASSES[kind] if kind >= 0 else "" for kind in got] == wanted
        n_checked += 1
    assert n_checked


def test_an_empty_reference_makes_all_words_extra() -> None:
    _, errors = found_in(
        {"ref": ["", "a"], "hyp": ["a b c", ""]}
    )  # Hjerson leaves the first out, and dies of the other
    assert errors.hypothesis.tolist() == [ERROR_CLASSES.index("extra")] * 3
    assert errors.reference.tolist() == [ERROR_CLASSES.index("missing")]


def random_texts(seed: int, n: int = 60) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    return [[" ".join(rng.choice(list("abcde"), rng.integers(0, 7))) for _ in range(n)] for _ in range(2)]


@pytest.mark.parametrize("seed", range(3))
def test_classes_are_those_of_the_readable_twin(seed: int) -> None:
    texts = random_texts(seed)
    base_of = str.maketrans("abcde", "xxyyz")
    bases = [[line.translate(base_of) for line in text] for text in texts]
    errors = find_errors(*analysed(texts, bases))
    rows = [classes_of(*pair) for pair in zip(*(split_pairs(texts), split_pairs(bases)), strict=True)]
    assert errors.reference.tolist() == [kind for row in rows for kind in row[0]]
    assert errors.hypothesis.tolist() == [kind for row in rows for kind in row[1]]


def split_pairs(texts: list[list[str]]) -> list[tuple[list[str], list[str]]]:
    return [(first.split(), second.split()) for first, second in zip(*texts, strict=True)]


def test_alignments_are_those_of_the_readable_twin() -> None:
    texts = random_texts(5)
    encoded = encode(texts)
    found = align_rows(*encoded)
    rows = [operations_of(*pair) for pair in split_pairs(texts)]
    for side in (0, 1):
        assert found[side].tolist() == [one for row in rows for one in row[side]]


@pytest.mark.parametrize("has_penalties", [False, True])
def test_long_rows_have_as_many_edits_as_wer_counts(has_penalties: bool) -> None:
    texts = ["a b " * 300, "b a c " * 200]
    encoded = encode([[text, "a"] for text in texts])
    penalties = [np.full(len(side.values), has_penalties) for side in encoded]
    reference, output = align_rows(*encoded, *penalties)
    counts = sy.metrics.Wer().align(texts[1], texts[0])
    wanted = counts.substitutions + counts.deletions + counts.insertions
    assert (reference > 0).sum() + (output == 2).sum() == wanted


def test_long_rows_pair_the_words_they_share() -> None:  # 32 bits were too few for the sum of the costs
    encoded = encode([["a"], ["b " * 30_000 + "a" + " c" * 30_000]])
    for sides in (encoded, encoded[::-1]):
        hits = [np.flatnonzero(found == 0).tolist() for found in align_rows(*sides)]
        assert sorted(hits) == [[0], [30_000]]


def test_rows_that_are_too_long_are_refused() -> None:
    text = encode([["a", "b " * 23_171]])[0]
    with pytest.raises(DataError, match="536,895,241 pairs, and 536,870,912 are the most"):
        align_rows(text, text)


def encode(texts: list[list[str]]) -> list[Tokens]:
    words = Vocabulary()
    return [words.encode(text) for text in texts]


def test_of_several_alignments_the_one_with_the_fewest_penalties_counts() -> None:
    texts = random_texts(7)
    encoded = encode(texts)
    rng = np.random.default_rng(7)
    penalties = [rng.random(len(side.values)) < 0.5 for side in encoded]
    found = align_rows(*encoded, *penalties)
    n_better = 0
    for row, pair in enumerate(split_pairs(texts)):
        where = [slice(*side.offsets[row : row + 2]) for side in encoded]
        costs = [
            sum(
                int(((np.array(ops) == 2) & penalty[at]).sum())
                for ops, penalty, at in zip(one, penalties, where, strict=True)
            )
            for one in all_alignments(*pair)
        ]
        mine = sum(
            int(((ops[at] == 2) & penalty[at]).sum()) for ops, penalty, at in zip(found, penalties, where, strict=True)
        )
        assert mine == min(costs)
        n_better += min(costs) < costs[0]
    assert n_better > 5  # where the usual alignment would have had more


def test_bases_of_other_words_are_refused() -> None:
    with pytest.raises(AlignmentError, match="2 words, but base forms of 1"):
        AnalysedWords(Vocabulary().encode(["a b"]), np.zeros(1, np.int64))
