"""Every function of the compiled module refuses arrays that it cannot work on, and lets others work while it does."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from steelyard import _native
from tests.conftest import ROOT

FAULTS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "negative": lambda ids: _with(ids, -1),
    "least": lambda ids: _with(ids, -(2**31)),
    "largest": lambda ids: _with(ids, 2**31 - 1),
    "wider": lambda ids: _with(ids.astype(np.int64), 2**40),
    "wider and negative": lambda ids: _with(ids.astype(np.int64), -(2**40)),
}
WITHOUT_WORDS = {  # no array of theirs holds words
    "has_fast_byte_products", "random_words", "remove_punctuation", "fill_weights", "fill_masks", "fill_mask_bits",
    "count_pair_order", "count_exchanged_order", "sum_kept", "parse_links", "write_links", "unite_links", "grow_links",
    "count_links", "measure_links", "extract_phrases", "compare_phrases", "Vocabulary", "LineIndex",
    "pair_differences", "count_reached", "step_down", "largest_leads",
}  # fmt: skip


# Numbers that each function has to survive, and those that it has to refuse, by name and bounds.
EXTREME = (-(2**31), -1, 0, 2**27, 2**31 - 1, 2**31, 2**32)
BEYOND = (-(2**64), -(2**63), 2**62, 2**63 - 1, 2**63, 2**64)
EXTREME_FRACTIONS = (0.0, -0.0, -1.0, 1e-300, 1e300)
BEYOND_FRACTIONS = (float("nan"), float("inf"), float("-inf"))
# Seeds and the numbers of draws: any of 64 bits has its own words.
ANY_NUMBER = {
    *(("fill_mask_bits", at) for at in (0, 1)), *(("fill_masks", at) for at in (0, 1)),
    *(("fill_weights", at) for at in (0, 1)), *(("random_words", at) for at in (0, 1, 2)),
}  # fmt: skip


def _with(ids: NDArray[Any], value: int) -> NDArray[Any]:
    changed = ids.copy()
    changed[-1] = value
    return changed


def words(*ids: int) -> NDArray[np.int32]:
    return np.array(ids, np.int32)


def rows(*ends: int) -> NDArray[np.int64]:
    return np.array((0, *ends), np.int64)


def texts() -> tuple[Any, ...]:
    """Return two systems, two segments and a reference."""
    present = np.ones((1, 2), np.uint8)
    return words(0, 1, 2, 1, 0, 2, 2, 1), rows(2, 4, 6, 8), words(0, 1, 1, 2), rows(2, 4), present


def out(*shape: int, dtype: Any = np.float64) -> NDArray[Any]:
    return np.zeros(shape, dtype)


def calls() -> dict[str, list[Any]]:
    """Return arguments that each function takes; a list stands for an object to be made."""
    spelling = (words(97, 98, 99), rows(1, 2, 3))
    similar = (words(1, 0, 2), rows(1, 2, 3), np.array([0.5, 0.5, 0.5]))
    lexicon = (True, words(0, 1, 2), words(0, 0, 1), rows(1, 2, 3), words(0, 1), rows(1, 2))
    penalised = (words(0, 1, 2), rows(2, 3), np.zeros(3, np.uint8))
    counts, pair = out(1, 2, 2, dtype=np.int64), [words(0, 1, 2), words(1, 0, 2)]
    return {
        "NgramPool": [words(0, 1, 2), rows(2, 3), 2],
        "add_weighted_digits": [
            np.ones((1, 2), np.uint8), words(0, 1), words(0), 1.0, np.ones((3, 2), np.int8), out(1, 3), False,
        ],
        "align_rows": [penalised, penalised, out(3, dtype=np.uint8), out(3, dtype=np.uint8)],
        "align_shared_words": [*pair, 2],
        "align_similar_words": [*pair, spelling, 0.5],
        "bag_distances": [texts(), out(1, 2, 2), "levenshtein", spelling, 1],
        "character_ter": [texts(), out(1, 2, 2), spelling, 1],
        "chunk_sums": [texts(), out(1, 2, 2), 1.2, 0.5, False, False, 1],
        "cover_distances": [texts(), out(1, 2, 2), "levenshtein", spelling, False, 1],
        "edit_counts": [texts(), out(2, 2, dtype=np.int64), out(2, 2, 4, dtype=np.int64), 1],
        "edit_distances": [texts(), counts, 1],
        "edit_operations": pair,
        "extended_edit_distances": [texts(), out(1, 2, 2), 9, 2.0, 0.3, 0.2, 1.0, False, 1],
        "find_chunks": [*pair, 1.2, False, False],
        "lcs_lengths": [texts(), counts, 1],
        "maximum_match_sizes": [texts(), 1.5, out(2, 2), 1],
        "meteor_counts": [
            texts(), lexicon, "jar", 40, np.zeros(3, np.uint8), words(1, 1, 1), out(1, 2, 2, 23, dtype=np.int64), 1,
        ],
        "meteor_matches": [*pair, lexicon, "jar", 40],
        "meteor_partners": [texts(), 2, lexicon, "jar", 40, 1],
        "miscoverages": [texts(), out(1, 2, 2), "levenshtein", spelling, False, 1],
        "ngram_matches": [texts(), out(2, 2, 4, dtype=np.int64), 1],
        "ngram_overlaps": [texts(), out(1, 2, 2, 4, dtype=np.int64), 1],
        "nist_information": [texts(), 9, out(2, 2, 5), 1],
        "permutation_counts": [words(0, 1, 0), rows(2, 3), out(2, 3, dtype=np.int64)],
        "rank_counts": [texts(), False, out(1, 2, 2, 2, dtype=np.int64), 1],
        "rank_words": [*pair, False],
        "recognition_values": [texts(), out(1, 2, 2), 4, 1.0, 0.0, 1],
        "sia_rounds": [words(0, 1, 2), [words(1, 0, 2)], similar, 0.6, "power", True],
        "sia_sums": [texts(), out(2, 2), similar, 0.6, "power", True, 1],
        "similar_word_parts": [texts(), out(1, 2, 2, 4), spelling, 0.5, "fewest", 1],
        "skip_bigram_matches": [texts(), 4, counts, 1],
        "sub_goal_answers": [texts(), out(2, 2, 3, dtype=np.int8), 1, 1],
        "ter_alignment": [*pair, True],
        "ter_counts": [texts(), True, (1.0, 1.0, 1.0, 1.0), out(2, 2, 4, dtype=np.int64), 1],
        "ter_edits": [texts(), True, out(2, 2, dtype=np.int64), 1],
        "union_lcs": [texts(), rows(1, 2), counts, 1],
        "weighted_lcs": [texts(), 1.2, out(1, 2, 2), 1],
        "word_order_counts": [texts(), out(1, 2, 2, 3, dtype=np.int64), 2, 1],
    }  # fmt: skip


def all_calls() -> dict[str, list[Any]]:
    """Return the same for the others, and for methods, whose first argument is what their object is made of."""
    links, sure, lengths = np.array([0, 1 << 14 | 1, 1 << 28], np.int64), np.ones(3, np.uint8), rows(3, 3)[1:]
    pool = [words(0, 1, 2, 1), rows(2, 4), 2]
    masks, draws = np.ones((3, 1), np.uint8), np.arange(12.0).reshape(1, 3, 4)
    order = out(1, 2, 3, 3, dtype=np.int64)
    return calls() | {
        "LineIndex": [b"a 1 2\nb 3\n", False],
        "LineIndex.find": [(b"a 1 2\nb 3\n", False), "a"],
        "NgramPool.expected_matches": [pool, words(0, 1), rows(2), np.ones(2), out(2, 1), 1],
        "NgramPool.matches": [pool, words(0, 1), rows(2), out(2, 1, 2, dtype=np.int64), 1],
        "NgramPool.own_matches": [pool, 0, out(2, 1, 2, dtype=np.int64), 1],
        "Vocabulary": [],
        "Vocabulary.encode": [(), ["a b", "c é"], "13a"],
        "Vocabulary.words": [()],
        "compare_phrases": [
            links, links, (lengths, lengths), False, out(2, 3, dtype=np.int64), out(4, 3, dtype=np.int64),
            out(4, dtype=np.int64),
        ],
        "count_exchanged_order": [
            draws, draws, np.zeros((1, 2), np.int64), np.zeros(1), out(1, 2, 2, 3, 3, dtype=np.int64),
        ],
        "count_links": [links, sure, links, out(2, 4, dtype=np.int64)],
        "count_pair_order": [draws, np.zeros(1), order],
        "count_reached": [
            np.ones((2, 3)), np.zeros(1, np.int64), np.ones(1, np.int64), np.ones(1), np.empty(0), np.ones(1),
            np.ones(1, np.int64), out(1, 1),
        ],
        "largest_leads": [np.ones((3, 2)), np.ones((3, 2)), np.ones((2, 2)), out(3, 2)],
        "pair_differences": [np.ones((2, 3)), np.ones(1), np.zeros(1, np.int64), np.ones(1, np.int64), out(1, 3)],
        "step_down": [
            np.ones((2, 3)), np.zeros(1, np.int64), np.ones(1, np.int64), np.ones(1), np.zeros(1, np.int64), np.ones(1),
            np.empty(0), np.ones(1), np.ones(1, np.int64), out(3),
        ],
        "extract_phrases": [links, (lengths, lengths), 4, True],
        "fill_mask_bits": [1, 0, 70, out(3, 9, dtype=np.uint8), 1],
        "fill_masks": [1, 0, out(3, 70, dtype=np.int8), 1],
        "fill_weights": [1, 0, out(3, 70, dtype=np.int8), 1],
        "grow_links": [links, links[:2], 2, 1],
        "has_fast_byte_products": [],
        "measure_links": [links, out(2, 4, dtype=np.int64)],
        "parse_links": [b"0-0 1p1\n"],
        "random_words": [1, 1, 0, 9],
        "remove_punctuation": [["a, b", "«é»"]],
        "sum_kept": [np.ones((2, 4)), masks, out(2, 3)],
        "unite_links": [links, links[:1]],
        "write_links": [links, sure, 2],
    }  # fmt: skip


def broken(value: Any, fault: Callable[[NDArray[Any]], NDArray[Any]]) -> Iterator[Any]:
    """Yield a value with one of its arrays of words broken, each in turn."""
    if isinstance(value, np.ndarray) and value.dtype == np.int32:
        yield fault(value)
    elif isinstance(value, list | tuple):
        for i, one in enumerate(value):
            for other in broken(one, fault):
                yield type(value)([*value[:i], other, *value[i + 1 :]])


def run_all() -> list[str]:
    """Call every function with every array broken; return what was not refused."""
    taken = []
    for name, arguments in calls().items():
        for fault, change in FAULTS.items():
            for i, changed in enumerate(broken(arguments, change)):
                sys.stderr.write(f"{name}, {fault}, {i}\n")
                try:
                    getattr(_native, name)(*changed)
                except (ValueError, TypeError):
                    continue
                taken.append(f"{name}, array {i}, {fault}")
    return taken


def call(name: str, arguments: Sequence[Any]) -> None:
    """Call a function; a method is NAME.METHOD of an object that is made of the first argument."""
    owner, _, method = name.partition(".")
    if not method:
        getattr(_native, owner)(*arguments)
        return
    made, *rest = arguments
    getattr(getattr(_native, owner)(*made), method)(*rest)


def run_numbers() -> list[tuple[str, int]]:
    """Call every function with each of its numbers extreme, in 3 GiB; return which took one beyond all bounds."""
    import resource  # not everywhere, and needed by a child alone

    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    taken = []
    for name, arguments in all_calls().items():
        places = [at for at, one in enumerate(arguments) if isinstance(one, int | float) and not isinstance(one, bool)]
        for at in places:
            kinds = (EXTREME, BEYOND) if isinstance(arguments[at], int) else (EXTREME_FRACTIONS, BEYOND_FRACTIONS)
            for number in (*kinds[0], *kinds[1]):
                sys.stderr.write(f"{name}, argument {at}, {number}\n")
                changed = list(all_calls()[name])  # a call fills what it is given
                changed[at] = number
                try:
                    call(name, changed)
                except (ValueError, TypeError, MemoryError) as error:
                    is_refused = " must be from " in str(error)
                else:
                    is_refused = False
                if number in kinds[1] and not is_refused:
                    taken.append((name, at))
    return taken


def test_every_function_is_here() -> None:
    found = {name for name, one in vars(_native).items() if inspect.isclass(one) or callable(one)}
    assert found == {*calls(), *WITHOUT_WORDS} == {name.partition(".")[0] for name in all_calls()}


def test_valid_arguments_are_taken() -> None:
    for name, arguments in all_calls().items():
        call(name, arguments)
    for name, arguments in calls().items():
        wider = [
            one.astype(np.int64) if isinstance(one, np.ndarray) and one.dtype == np.int32 else one for one in arguments
        ]
        getattr(_native, name)(*wider)  # what fits is taken


def test_what_is_no_word_is_refused() -> None:
    ran = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, f"status {ran.returncode} at {ran.stderr.splitlines()[-1:]}"
    assert json.loads(ran.stdout) == []


def test_every_kernel_lets_others_work() -> None:
    kept = {"has_fast_byte_products", "remove_punctuation"}  # an answer, and strings of Python
    for path in (ROOT / "native" / "bindings").glob("*.cpp"):
        source = path.read_text(encoding="utf-8")
        for name, function in re.findall(r'm\.def\("(\w+)", &(\w+)', source):
            body = re.split(rf"\b{function}\(", source, maxsplit=1)[-1].partition("\n}\n")[0]
            assert name in kept or "const Released released;" in body, name


def test_no_draws_are_no_order_and_no_sums() -> None:
    counts = np.zeros((1, 2, 3, 3), np.int64)
    _native.count_pair_order(np.zeros((1, 3, 0)), np.zeros(1), counts)
    assert not counts.any()
    _native.sum_kept(np.ones((2, 5)), np.zeros((0, 1), np.uint8), np.zeros((2, 0)))


def test_a_phrase_without_words_is_refused() -> None:
    lexicon = (True, words(), words(), np.zeros(0, np.int64), words(1), rows(1, 1))
    with pytest.raises(ValueError, match="phrases must have a word at least"):
        _native.meteor_matches(words(0, 1), words(1), lexicon, "jar", 40)


def test_orders_beyond_any_text_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^max_order must be from 1 to 65535, not 2147483648\.$"):
        _native.NgramPool(words(0, 1, 2), rows(2, 3), 2**31)
    with pytest.raises(ValueError, match=r"^max_order must be from 0 to 65535, not 65536\.$"):
        _native.ngram_matches(
            (words(), rows(), words(), rows(), np.ones((1, 0), np.uint8)), out(0, 0, 2**16, dtype=np.int64), 1
        )


def test_sentence_pairs_without_links_are_passed_over() -> None:
    links = np.array([0, 16385, 2**28])
    assert _native.grow_links(links, links[:2], 2**32, 1).tolist() == [0, 16385, 2**28]  # took minutes, one by one


def test_systems_that_cannot_be_counted_are_refused() -> None:
    lexicon = (True, words(), words(), np.zeros(0, np.int64), words(), np.zeros(0, np.int64))
    nothing = (words(), rows(), words(1, 2), rows(1, 2), np.ones((1, 2), np.uint8))
    with pytest.raises(ValueError, match=r"^n_systems must be from 0 to 2147483647, not 9223372036854775807\.$"):
        _native.meteor_partners(nothing, 2**63, lexicon, "jar", 40, 1)


def test_every_number_is_held_to_its_bounds() -> None:
    # meteor_matches with a beam of 2**63 ended the process
    ran = subprocess.run(
        [sys.executable, "-m", __name__, "numbers"], capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, f"status {ran.returncode} at {ran.stderr.splitlines()[-1:]}"
    taken = {(name, at) for name, at in json.loads(ran.stdout) if (name, at) not in ANY_NUMBER}
    assert taken == set()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run_numbers() if "numbers" in sys.argv else run_all()))
