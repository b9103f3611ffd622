"""Judged systems under other names."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from steelyard.data import Judgements

__all__ = ["rename_systems"]


def rename_systems(judgements: Judgements, names: Mapping[str, str]) -> Judgements:
    """Call systems otherwise than the file of judgements does.

    Parameters
    ----------
    judgements : Judgements
        Of scores or marked errors.
    names : mapping of str to str
        New names by those of the file; other systems keep theirs.

    Returns
    -------
    Judgements
        With the names in its `reading`, too.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.workflows.renamed_systems import rename_systems
    >>> rename_systems(sy.read_judgements("examples/ratings.tsv"), {"orator": "Orator.en"}).ratings.systems.names
    ('harbour', 'lantern', 'sparrow', 'tangle', 'Orator.en')
    """
    if not names:
        return judgements
    changed: dict[str, Any] = {}
    for part in ("ratings", "marks"):
        judged = getattr(judgements, part)
        if judged is not None:
            renamed = tuple(names.get(name, name) for name in judged.systems.names)
            changed[part] = replace(judged, systems=replace(judged.systems, names=renamed))
    if judgements.reading is not None:
        changed["reading"] = {**judgements.reading, "renamed": dict(names)}
    return replace(judgements, **changed)
