"""Products and small fits whose order of additions is fixed: right, and the same under other kernels of BLAS."""

import hashlib
import math
import os
import platform
import subprocess
import sys
from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from steelyard import fixed_order
from steelyard.fixed_order import ExactProduct, correlation, least_squares, normal_product, product
from tests.conftest import ROOT
from tests.reliability.determinism import cores_here

SHAPES = [
    ((3,), (3,)),
    ((4, 3), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3, 5)),
    ((2, 4, 3), (3,)),
    ((2, 4, 3), (2, 3, 1)),
    ((2, 4, 3), (3, 2)),
    ((3,), (5, 3, 2)),
]
PRINT = "from tests.test_fixed_order import digest; print(digest())"


@pytest.mark.parametrize(("left", "right"), SHAPES)
def test_a_product_is_the_matrix_product(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=left), rng.normal(size=right)
    assert np.shape(product(a, b)) == np.shape(a @ b)
    np.testing.assert_allclose(product(a, b), a @ b, rtol=0, atol=1e-14)


def test_sums_of_whole_weights_are_rounded_once_whatever_the_order_and_the_size_of_columns() -> None:
    rng = np.random.default_rng(1)
    weights = rng.integers(-127, 128, size=(6, 999)).astype(np.float64)
    values = rng.normal(size=(999, 5)) * [1e-250, 1e-9, 0.0, 1.0, 1e250]
    found = ExactProduct(values)(weights)
    order = rng.permutation(999)
    assert (ExactProduct(values[order])(weights[:, order]) == found).all()
    exact = [
        [float(sum(map(mul, map(Fraction, row), map(Fraction, column)))) for column in values.T] for row in weights
    ]
    np.testing.assert_allclose(found, exact, rtol=1e-14, atol=0)


def cut_anew(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Cut values for one product, which is made in one piece."""
    digits = 53 - math.ceil(math.log2(127.0 * max(values.shape[-2], 1)))
    exponents = np.frexp(np.abs(values).max(axis=-2, keepdims=True, initial=0.0))[1]
    scale = np.ldexp(1.0, np.minimum(digits - exponents, 900))
    first = np.rint(values * scale) / scale
    scale *= 2.0**digits
    second = np.rint((values - first) * scale) / scale
    return weights @ first + weights @ second


SIZES = {
    "equal": lambda rng, shape: np.ones(shape),
    "small": lambda rng, shape: rng.normal(size=shape) * 5e-324 * 2.0**30,  # below the least normal float
    "mixed": lambda rng, shape: rng.normal(size=shape) * 10.0 ** rng.integers(-300, 250, size=shape),
    "zero": lambda rng, shape: np.zeros(shape),
    "negative": lambda rng, shape: -np.exp(5 * rng.normal(size=shape)),
}
PRODUCTS = [
    ((6, 999), (999, 5)),
    ((1, 1), (1, 1)),
    ((0, 7), (7, 2)),
    ((3, 0), (0, 2)),
    ((9, 30), (4, 30, 3)),
    ((4, 9, 30), (4, 30, 3)),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("left", "right"), PRODUCTS)
@pytest.mark.parametrize("kind", ["int8", "float64", "bool"])
def test_values_cut_once_give_the_bits_of_values_cut_anew_in_blocks_of_any_size(
    left: tuple[int, ...], right: tuple[int, ...], size: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(1)
    weights, values = rng.integers(-127, 128, size=left).astype(kind), SIZES[size](rng, right)
    expected = cut_anew(weights.astype(np.float64), values)
    exact = ExactProduct(values)
    for block in (1, 2 * left[-1] + 1, 2**23):
        monkeypatch.setattr(fixed_order, "_BLOCK", block)
        found = exact(weights)
        assert found.shape == expected.shape
        assert found.tobytes() == expected.tobytes()


def test_the_bits_of_a_product_are_the_same_with_any_number_of_threads() -> None:
    rng = np.random.default_rng(1)
    weights = rng.integers(0, 9, size=(300, 700)).astype(np.int8)
    exact = ExactProduct(np.exp(3 * rng.normal(size=(700, 200))))
    found = set()
    for n_threads in (1, 2, 3):
        with threadpool_limits(n_threads):
            found.add(exact(weights).tobytes())
    assert len(found) == 1


def test_sums_of_normal_draws_round_the_draws_to_a_millionth() -> None:
    rng = np.random.default_rng(1)
    normal, values = rng.standard_normal((50, 400)), rng.normal(size=(400, 3))
    rounded = np.rint(normal * 2**20) / 2**20
    np.testing.assert_allclose(normal_product(values)(normal), rounded @ values, rtol=0, atol=1e-8)


def test_a_correlation_is_pearsons() -> None:
    x, y = np.random.default_rng(1).normal(size=(2, 30)) + 1e6
    assert correlation(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-9)
    assert correlation(x, 2 * x - 1) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("n_columns", [1, 2, 4])
def test_least_squares_are_those_of_lapack_where_columns_are_almost_the_same(n_columns: int) -> None:
    rng = np.random.default_rng(1)
    design = rng.normal(size=(1, n_columns)) + 1e-4 * rng.normal(size=(9, n_columns))
    design[0] = 0.0  # the first pivot of all
    values = rng.normal(size=9)
    np.testing.assert_allclose(least_squares(design, values), np.linalg.lstsq(design, values, rcond=None)[0], rtol=1e-7)


def digest() -> str:
    """Hash what all of these answer for numbers of every size; and a product by BLAS, to see that kernels differ."""
    rng = np.random.default_rng(1)
    weights, values = rng.integers(0, 9, size=(40, 300)).astype(np.float64), np.exp(3 * rng.normal(size=(300, 7)))
    found = [
        product(values.T, values),
        product(values, values[0]),
        ExactProduct(values)(weights),
        normal_product(values)(rng.standard_normal((40, 300))),
        correlation(values[:, 0], values[:, 1]),
        least_squares(values[:, :4], values[:, 4]),
    ]
    ours = hashlib.sha256(b"".join(np.ascontiguousarray(one).tobytes() for one in found)).hexdigest()
    return f"{ours} {hashlib.sha256((values.T @ values).tobytes()).hexdigest()}"


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="these are kernels for x86-64, and macOS has others",
)
def test_the_bits_are_the_same_under_every_kernel_of_openblas() -> None:
    told = []
    for core in cores_here():
        environment = {**os.environ, "OPENBLAS_CORETYPE": core, "OPENBLAS_NUM_THREADS": "1"}
        argv = [sys.executable, "-c", PRINT]
        done = subprocess.run(argv, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
        told.append(done.stdout.split())
    ours, by_blas = zip(*told, strict=True)
    assert len(set(ours)) == 1
    assert len(set(by_blas)) > 1  # else no other kernel was asked
