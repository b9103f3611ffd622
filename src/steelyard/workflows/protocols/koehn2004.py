"""Koehn 2004: how sure a bootstrap conclusion from a small test set is, checked against the whole one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from steelyard.errors import SpecError
from steelyard.inference import t_quantile
from steelyard.results import PaperTable, Replication
from steelyard.types import Measurement, TestSet
from steelyard.workflows.method import provenance
from steelyard.workflows.protocols.registry import Protocol, register
from steelyard.workflows.repetitions import first_seed

if TYPE_CHECKING:
    from steelyard.inference.resample import Progress, Rng

__all__ = ["KOEHN2004", "SIZES"]

SIZES = (100, 300, 600, 3000)
_LEVELS = (0.99, 0.95, 0.9)
_SOURCE = (
    'Koehn 2004, "Statistical significance tests for machine translation evaluation", EMNLP, pages 388-395, '
    "https://aclanthology.org/W04-3250"
)


def _run(
    test_set: TestSet,
    measurements: Sequence[Measurement],
    *,
    sizes: Sequence[int] = SIZES,
    n_resamples: int,
    unit: str | None,
    rng: "Rng",
    score_inputs: Sequence[dict[str, str]] = (),
    n_threads: int = 1,
    progress: "Progress | None" = None,
) -> Replication:
    if unit not in (None, "segment"):
        raise SpecError(f"The protocol koehn2004 draws single segments, as the paper does, not the unit {unit!r}.")
    seed = first_seed(rng)
    method = provenance(test_set, score_inputs) | {"n_resamples": n_resamples, "seed": seed, "notes": []}
    return Replication((_quantiles(sizes),), (), method)


def _quantiles(sizes: Sequence[int]) -> PaperTable:
    """Tabulate Student's t as the paper did, with n degrees of freedom, and as it should be, with n - 1."""
    rows = []
    for level in _LEVELS:
        quantile = (1 + level) / 2
        rows.append((f"{100 * level:g}%", *(t_quantile(quantile, n - less) for n in sizes for less in (0, 1))))
    columns = ("level", *(f"{n:,}{of}" for n in sizes for of in (" (df n)", " (df n-1)")))
    return PaperTable("Table 2", "Student's t by size of the test set", columns, tuple(rows))


KOEHN2004 = register(Protocol("koehn2004", _SOURCE, _run))
