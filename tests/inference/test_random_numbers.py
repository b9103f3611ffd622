"""The generator behind every draw: against NumPy's Philox, Random123's own vectors, a slow twin, and chance."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from steelyard import _native
from steelyard.errors import AlignmentError, SpecError
from steelyard.inference import Draws, bootstrap_draws, given_draws, seed_of, swap_draws
from tests.twins import resampling as twin

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "inference_draws.json").read_text(encoding="utf-8"))
ALL = 2**64 - 1
# Random123's kat_vectors for philox4x64, 10 rounds: counter, key, block.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B)),
    (
        (ALL, ALL, ALL, ALL),
        (ALL, ALL),
        (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0),
    ),
    (
        (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x452821E638D01377, 0xBE5466CF34E90C6C),
        (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6),
    ),
]


def numpy_words(seed: int, purpose: int, resample: int, n: int) -> NDArray[np.uint64]:
    counter = ((resample << 64) + (purpose << 128) - 1) % 2**256  # NumPy counts on before its first block
    return np.random.Philox(counter=counter, key=seed).random_raw(n)


def rows(draws: Draws) -> NDArray[Any]:
    return np.concatenate([block.copy() for _, block in draws.blocks()])


@pytest.mark.parametrize("resample", [0, 1, 999, 2**40, ALL])
@pytest.mark.parametrize("purpose", [0, _native.PURPOSE_BOOTSTRAP, _native.PURPOSE_SWAP, 7])
@pytest.mark.parametrize("seed", [0, 12345, ALL])
def test_words_are_numpys_philox(seed: int, purpose: int, resample: int) -> None:
    for n in (1, 4, 63, 64, 65, 1000):
        words = _native.random_words(seed, purpose, resample, n)
        np.testing.assert_array_equal(words, numpy_words(seed, purpose, resample, n))


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN_ANSWERS)
def test_twin_gives_the_known_answers_of_random123(
    counter: tuple[int, ...], key: tuple[int, ...], block: tuple[int, ...]
) -> None:
    assert tuple(twin.philox(counter, key)) == block


def test_words_give_the_known_answer_of_random123() -> None:
    assert tuple(_native.random_words(0, 0, 0, 4).tolist()) == KNOWN_ANSWERS[0][2]


def test_purposes_are_those_of_the_twin() -> None:
    assert (_native.PURPOSE_BOOTSTRAP, _native.PURPOSE_SWAP) == (twin.BOOTSTRAP, twin.SWAP)


def test_golden_words_and_rows_of_seed_12345() -> None:
    seed, n_units = GOLDEN["seed"], GOLDEN["n_units"]
    assert _native.random_words(seed, _native.PURPOSE_BOOTSTRAP, 0, 4).tolist() == GOLDEN["bootstrap_words"]
    assert _native.random_words(seed, _native.PURPOSE_SWAP, 0, 4).tolist() == GOLDEN["swap_words"]
    assert rows(bootstrap_draws(n_units, 1, rng=seed))[0].tolist() == GOLDEN["weights"]
    assert rows(swap_draws(n_units, 1, rng=seed))[0].tolist() == GOLDEN["mask"]


@pytest.mark.parametrize("seed", [0, 12345, ALL])
@pytest.mark.parametrize("n_units", [1, 2, 3, 63, 64, 65, 1000, 3000])
def test_rows_are_the_twins_bit_for_bit(n_units: int, seed: int) -> None:
    weights, masks = np.empty((2, 3, n_units), dtype=np.int8)
    _native.fill_weights(seed, 5, weights, 1)
    _native.fill_masks(seed, 5, masks, 1)
    assert weights.tolist() == [twin.weights_row(seed, 5 + k, n_units)[0] for k in range(3)]
    assert masks.tolist() == [twin.mask_row(seed, 5 + k, n_units) for k in range(3)]
    bits = np.full((3, -(-n_units // 8)), 255, dtype=np.uint8)
    _native.fill_mask_bits(seed, 5, n_units, bits, 1)
    np.testing.assert_array_equal(bits, np.packbits(masks, axis=1, bitorder="little"))


def test_of_many_units_a_word_draws_two() -> None:
    """The twin's rule on words of NumPy's: three units a word would be more than 2**56 outcomes."""
    n_units = 2**18 * 13 // 8  # no power of 2
    drawn: list[int] = []
    for word in numpy_words(7, _native.PURPOSE_BOOTSTRAP, 0, n_units // 2 + 2000).tolist():
        value, rest = divmod(word * n_units**2, 2**64)
        if rest >= 2**64 % n_units**2:
            drawn += divmod(value, n_units)
    [row] = rows(bootstrap_draws(n_units, 1, rng=7))
    assert np.array_equal(row, np.bincount(drawn[:n_units], minlength=n_units))


def test_rejected_numbers_are_skipped_as_in_the_twin() -> None:
    n_units = 16_305  # four units a word, and 2**64 mod n**4 is nearly 2**56: one word in 262 is rejected
    expected, n_rejected = twin.weights_row(12345, 0, n_units)
    assert n_rejected > 0
    row = np.empty((1, n_units), dtype=np.int8)
    _native.fill_weights(12345, 0, row, 1)
    np.testing.assert_array_equal(row[0], expected)


@pytest.mark.parametrize("make", [bootstrap_draws, swap_draws])
@pytest.mark.parametrize("n_units", [1, 30, 200])
def test_rows_depend_on_neither_blocks_threads_nor_their_number(make: Callable[..., Draws], n_units: int) -> None:
    expected = rows(make(n_units, 150, rng=12345))
    for n_threads in (1, 2, 3, 64):
        draws = make(n_units, 150, rng=12345, n_threads=n_threads)
        for block_rows in (None, 1, 7, 149, 150, 4096):
            np.testing.assert_array_equal(rows(replace(draws, block_rows=block_rows)), expected)
    if not draws.is_exact:
        np.testing.assert_array_equal(rows(make(n_units, 40, rng=12345)), expected[:40])


def test_seeds_resamples_and_purposes_give_different_words() -> None:
    streams = [
        _native.random_words(seed, purpose, resample, 4).tolist()
        for seed in (0, 1)
        for purpose in (1, 2)
        for resample in (0, 1)
    ]
    assert len({word for stream in streams for word in stream}) == 4 * len(streams)


@pytest.mark.parametrize("n_units", [2, 20, 999])
def test_weights_are_uniform_and_rows_sum_to_the_number_of_units(n_units: int) -> None:
    weights = rows(bootstrap_draws(n_units, 2000, rng=12345))
    np.testing.assert_array_equal(weights.sum(axis=1), n_units)
    assert 1e-4 < stats.chisquare(weights.sum(axis=0)).pvalue < 1 - 1e-4


def test_counts_of_one_unit_are_binomial() -> None:
    n_units, n_resamples = 50, 4000
    first = rows(bootstrap_draws(n_units, n_resamples, rng=7))[:, 0].astype(int)
    observed = np.bincount(np.minimum(first, 4), minlength=5)
    law = stats.binom(n_units, 1 / n_units)
    expected = n_resamples * np.array([*law.pmf(range(4)), law.sf(3)])
    assert stats.chisquare(observed, expected).pvalue > 1e-4


@pytest.mark.parametrize("n_units", [20, 64, 130])
def test_masks_are_fair_and_neighbours_are_independent(n_units: int) -> None:
    masks = rows(swap_draws(n_units, 2000, rng=12345))
    assert set(np.unique(masks)) == {0.0, 1.0}
    # each sum of fair bits, standardised, squared and added up is chi-square
    by_unit = (masks.sum(axis=0) - 1000) ** 2 / 500
    assert 1e-4 < stats.chi2.sf(by_unit.sum(), n_units) < 1 - 1e-4
    agreements = int((masks[:, 1:] == masks[:, :-1]).sum())
    assert stats.binomtest(agreements, 2000 * (n_units - 1), 0.5).pvalue > 1e-4
    repeats = int((masks[1:] == masks[:-1]).sum())
    assert stats.binomtest(repeats, 1999 * n_units, 0.5).pvalue > 1e-4


@pytest.mark.parametrize("n_units", [1, 2, 5, 10])
def test_all_exchanges_are_enumerated_once_each_where_there_is_room(n_units: int) -> None:
    draws = swap_draws(n_units, 2**n_units, rng=12345)
    assert draws.is_exact and draws.n_resamples == 2**n_units
    expected = rows(draws)
    assert len({tuple(row) for row in expected.tolist()}) == 2**n_units
    assert set(np.unique(expected)) == {0.0, 1.0}
    np.testing.assert_array_equal(rows(replace(draws, block_rows=3)), expected)
    one_too_few = swap_draws(n_units, 2**n_units - 1, rng=12345)
    assert not one_too_few.is_exact and one_too_few.n_resamples == 2**n_units - 1


@pytest.mark.parametrize(
    "draws",
    [
        swap_draws(65, 20, rng=5),
        swap_draws(65, 20, rng=5, n_threads=2),
        swap_draws(3, 8, rng=5),
        given_draws(np.eye(9)),
    ],
    ids=["drawn", "drawn by threads", "every exchange", "given"],
)
@pytest.mark.parametrize("block_rows", [None, 1, 3])
def test_packed_blocks_are_the_blocks_eight_units_a_byte(draws: Draws, block_rows: int | None) -> None:
    told: list[tuple[int, int]] = []
    draws = replace(draws, block_rows=block_rows, progress=lambda *done: told.append(done))
    found = [(first, block.copy()) for first, block in draws.packed_blocks()]
    np.testing.assert_array_equal(
        np.concatenate([block for _, block in found]), np.packbits(rows(draws).astype(bool), axis=1, bitorder="little")
    )
    assert [first for first, _ in found] == list(range(0, draws.n_resamples, block_rows or draws.n_resamples))
    assert told[len(found) - 1] == (draws.n_resamples, draws.n_resamples)


def test_bits_need_a_byte_for_every_eight_units() -> None:
    with pytest.raises(ValueError, match="a byte for every eight units"):
        _native.fill_mask_bits(1, 0, 9, np.zeros((2, 1), dtype=np.uint8), 1)


def test_given_rows_come_back_in_order() -> None:
    weights = np.arange(12).reshape(4, 3)
    draws = given_draws(weights)
    assert (draws.n_resamples, draws.n_units, draws.largest_weight, draws.is_exact) == (4, 3, 11.0, False)
    np.testing.assert_array_equal(rows(replace(draws, block_rows=3)), weights)


@pytest.mark.parametrize("weights", [[1, 2], [[[1]]], [[]], [[0.5, 1]], [[-1, 1]], [[2**24, 0]], [[float("nan"), 1]]])
def test_given_rows_must_be_whole_and_not_negative(weights: list[object]) -> None:
    with pytest.raises(SpecError, match="weights must"):
        given_draws(weights)


def test_a_seed_is_itself_and_a_generator_gives_one() -> None:
    assert [seed_of(seed) for seed in (0, 12345, np.int64(3), ALL)] == [0, 12345, 3, ALL]
    expected = int(np.random.default_rng(5).integers(2**63))
    assert seed_of(np.random.default_rng(5)) == expected


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, True, "12345", None])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(SpecError, match=r"0 to 2\*\*64 - 1"):
        seed_of(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [bootstrap_draws, swap_draws])
def test_nothing_to_draw_is_refused(make: Callable[..., Draws]) -> None:
    with pytest.raises(AlignmentError, match="at least one unit"):
        make(0, 10, rng=0)
    with pytest.raises(SpecError, match="n_resamples"):
        make(10, 0, rng=0)


@pytest.mark.parametrize("out", [np.zeros((2, 5)), np.zeros((5, 2), dtype=np.int8).T], ids=["float64", "columns"])
def test_an_array_that_cannot_be_filled_in_place_is_refused_and_not_copied(out: NDArray[np.generic]) -> None:
    for fill in (_native.fill_weights, _native.fill_masks):
        with pytest.raises(TypeError):
            fill(1, 0, out, 1)  # type: ignore[arg-type]
