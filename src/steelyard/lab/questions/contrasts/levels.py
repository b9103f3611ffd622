"""What rates of metrics are of: all items, means over phenomena, the ACES score, phenomena, language pairs."""

import numpy as np

from steelyard.analysis import ACES_WEIGHTS
from steelyard.lab.questions.contrasts.judged import Judged
from steelyard.scored.judged_units.levels import JudgedItems, Level, item_level, mean_level, phenomenon_levels

__all__ = ["levels_of"]


def levels_of(judged: Judged) -> list[Level]:
    """List all items, the mean over phenomena, the ACES score, categories, phenomena and language pairs."""
    items, every = judged.items, np.arange(judged.items.n_items)
    codes, categories = items.phenomena.codes, items.categories
    found = [item_level(items, "items", "", every)]
    if len(items.phenomena.names) > 1:
        found.append(mean_level(items, "mean", "", every, codes))
    if {name for name in categories.names if name} == set(ACES_WEIGHTS):
        found.append(_aces(items))
    for code, name in enumerate(categories.names):
        if name:
            own = np.flatnonzero(categories.codes == code)
            found.append(mean_level(items, "category", name, own, codes[own]))
    found += phenomenon_levels(items)
    pairs = judged.pairs.langpairs or ()
    for langpair in dict.fromkeys(pairs) if len(set(pairs)) > 1 else ():
        found.append(item_level(items, "langpair", langpair, np.flatnonzero([one == langpair for one in pairs])))
    return found


def _aces(items: JudgedItems) -> Level:
    """Count each category by its weight, and within it each phenomenon the same."""
    whole = mean_level(items, "aces", "", np.arange(items.n_items), items.phenomena.codes)
    sizes = np.bincount(whole.cells)
    category_of = np.array([items.categories.codes[np.argmax(whole.cells == cell)] for cell in range(len(sizes))])
    n_phenomena = np.bincount(category_of)
    weight = np.array([ACES_WEIGHTS.get(name, 0.0) for name in items.categories.names])
    total = sum(ACES_WEIGHTS.values())
    per_cell = weight[category_of] / (n_phenomena[category_of] * sizes * total)
    return Level("aces", "", "", whole.items, per_cell[whole.cells], whole.cells, whole.clusters, total)
