"""Run the experiment of a paper on one's own test set and systems."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.counted import Counted
from steelyard.counted.threads import blas_threads
from steelyard.inference import check_resamples
from steelyard.papers import get_protocol
from steelyard.people.recipe import ratings_recipe
from steelyard.questions.replicate.answer import Replication

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["replicate"]


def replicate(
    counted: Counted,
    protocol: str,
    options: Mapping[str, Any],
    *,
    n_resamples: int,
    unit: str | None,
    rng: "Rng",
    progress: "Progress | None" = None,
) -> Replication:
    """Run a registered protocol; `Evaluation.replicate` describes the parameters."""
    chosen = get_protocol(protocol)
    chosen.check_options(options)
    check_resamples(n_resamples)
    with blas_threads(1):
        found = chosen.run(counted, n_resamples=n_resamples, unit=unit, rng=rng, progress=progress, **options)
    method = {"protocol": chosen.name, "source": chosen.source, **found.method}
    plain, told = _as_stored(options)
    arguments = {
        "protocol": chosen.name,
        "n_resamples": n_resamples,
        "unit": unit,
        "rng": found.method.get("seed", 0),  # without a seed the protocol draws nothing
        **plain,
    }
    method |= counted.recipe("replicate", arguments)
    method["recipe"] |= told
    return replace(found, method=method)


def _as_stored(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a protocol's options into those that JSON can hold, and what files were read for the others."""
    plain, told = dict(options), {}
    if "ratings" in plain:
        told["ratings"] = ratings_recipe(plain.pop("ratings"))
    if "nbest" in plain:
        told["n_best"] = [path for path, _ in plain.pop("nbest").files]
    is_list = {key: isinstance(value, Sequence) and not isinstance(value, str) for key, value in plain.items()}
    return {key: list(value) if is_list[key] else value for key, value in plain.items()}, told
