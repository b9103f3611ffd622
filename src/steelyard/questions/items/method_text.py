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
    """Describe how items were looked at."""
    level = f"{round(100 * method['confidence_level'], 6):g}%"
    told = [
        f"We looked at {counted(method['n_segments'], 'item')} by the scores of "
        f"{counted(method['n_systems'], 'system')} with Steelyard {package_version()}: "
        f"{describe_metrics(measurements)}. Discrimination is the correlation of an item with the rest (Henrysson "
        f"1963) with Fisher's interval at {level}; items on which better systems do worse are found at a false "
        f"discovery rate of {method['alpha']:g} (Benjamini and Hochberg 1995)."
    ]
    if method["curves"]:
        told.append(
            "Curves of items are two-parameter logistic ones by marginal maximum likelihood (Bock and Aitkin 1981), "
            "slopes drawn to their mean by as much as their spread says, with errors from the observed information "
            "(Louis 1982)."
        )
    if method["older"]:
        told.append(
            f"Abilities are brought to the scale of {method['older']} by the items that both versions have, by "
            "Stocking and Lord's line (1983), whose errors say what other systems from the same populations would give."
        )
    if method["lengths"]:
        told.append(
            f"Shorter boards were chosen by one half of the systems and judged by the other, {method['n_splits']} "
            f"times (seed {method['seed']})."
            if method["n_systems"] >= 6
            else f"Shorter boards are random ones, drawn {2 * method['n_splits']} times (seed {method['seed']})."
        )
    gaps = sum(method["n_gaps"].values())
    if gaps:
        told.append(f"Missing scores ({gaps:,}) were left out of all figures.")
    elif missing := missing_text(method):
        told.append(missing)
    return " ".join(told)
