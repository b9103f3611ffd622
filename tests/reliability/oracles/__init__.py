"""An independent answer for every registered metric: slow twins, and other programs where they agree.

A family is a module; a metric that none answers for fails `make differential` and its test.
"""

from functools import cache

from steelyard.metrics import available
from tests.reliability.oracles.base import Oracle
from tests.reliability.oracles.characters import of_characters
from tests.reliability.oracles.formulas import of_formulas
from tests.reliability.oracles.meteor import of_meteor
from tests.reliability.oracles.order import of_chunks, of_order
from tests.reliability.oracles.programs import of_programs
from tests.reliability.oracles.several import of_several
from tests.reliability.oracles.structures import of_links, of_parses
from tests.reliability.oracles.words import of_errors, of_n_grams

__all__ = ["Oracle", "oracles", "without_oracle"]


@cache
def oracles() -> tuple[Oracle, ...]:
    """Return all of them."""
    families = (
        of_several, of_formulas, of_links, of_parses, of_meteor,
        of_n_grams, of_errors, of_characters, of_chunks, of_order, of_programs,
    )  # fmt: skip
    return tuple(oracle for family in families for oracle in family())


def without_oracle() -> list[str]:
    """Return the metrics that nobody answers for; those of other packages are theirs."""
    answered = {oracle.metric for oracle in oracles()}
    own = [name for name, metric in available().items() if metric.__module__.startswith("steelyard.")]
    return [name for name in own if name not in answered]
