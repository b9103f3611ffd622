"""The sentence for a paper on how items were looked at."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.metrics import package_version
from steelyard.results.missing import missing_text
from steelyard.results.plurals import counted
from steelyard.scored.sentences import describe_metrics
from steelyard.types import Measurement

__all__ = ["items_sentence"]


def items_sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how items were analysed."""
    level = f"{round(100 * method['confidence_level'], 6):g}%"
    told = [
        f"We analysed {counted(method['n_segments'], 'item')} by the scores of "
        f"{counted(method['n_systems'], 'system')} with Steelyard {package_version()}: "
        f"{describe_metrics(measurements)}. Discrimination is the correlation of an item with the other items "
        f"(Henrysson 1963), with Fisher's {level} interval. Items on which weaker systems score higher were tested at "
        f"a false discovery rate of {method['alpha']:g} (Benjamini and Hochberg 1995)."
    ]
    if method["curves"]:
        told.append(
            "Item curves are two-parameter logistic, fitted by marginal maximum likelihood (Bock and Aitkin 1981). "
            "Slopes were shrunk to their mean; standard errors are from the observed information (Louis 1982)."
        )
    if method["older"]:
        told.append(
            f"Abilities were linked to the scale of {method['older']} by the shared items (Stocking and Lord 1983); "
            "intervals are for other systems from the same populations."
        )
    if method["lengths"]:
        told.append(
            f"Shorter boards were chosen by one half of the systems and evaluated on the other half, "
            f"{method['n_splits']} times (seed {method['seed']})."
            if method["n_systems"] >= 6
            else f"Shorter boards are random samples of items, {2 * method['n_splits']} times (seed {method['seed']})."
        )
    gaps = sum(method["n_gaps"].values())
    if gaps:
        told.append(f"Missing scores ({gaps:,}) were left out of all results.")
    elif missing := missing_text(method):
        told.append(missing)
    return " ".join(told)
