"""What systems are called: by their files, and in files of scores."""

import os
from collections.abc import Mapping, Sequence

from steelyard.errors import unknown_name

__all__ = ["default_names", "keys_of_systems"]


def default_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files: without folder and extensions where that keeps the names apart.

    Examples
    --------
    >>> from steelyard.data.system_names import default_names
    >>> default_names(["runs/base.en", "runs/new.en"])
    ['base', 'new']
    """
    stems = [os.path.basename(path).split(".")[0] or path for path in paths]
    if len(set(stems)) == len(stems):
        return stems
    names = [os.path.basename(path) for path in paths]
    extensions = {os.path.splitext(name)[1] for name in names}
    if len(extensions) == 1:  # one for all: sys.opt0.en and sys.opt1.en are sys.opt0 and sys.opt1
        shorter = [os.path.splitext(name)[0] for name in names]
        if len(set(shorter)) == len(shorter):
            return shorter
    return names if len(set(names)) == len(names) else list(paths)


def keys_of_systems(
    names: Sequence[str], path: str, systems: Sequence[str], paths: Mapping[str, str]
) -> dict[str, str]:
    """Find what a file of scores, which has these names, calls every system: its name, or its file's.

    Examples
    --------
    >>> from steelyard.data.system_names import keys_of_systems
    >>> keys_of_systems(["base.en", "new.en"], "scores.tsv", ["new"], {"new": "runs/new.en"})
    {'new': 'new.en'}
    """
    stems = dict(zip(default_names(names), names, strict=True)) | {name: name for name in names}
    keys: dict[str, str] = {}
    for system in systems:
        candidates = (system, paths[system], *default_names([paths[system]]))
        key = next((stems[name] for name in candidates if name in stems), None)
        if key is None:
            raise unknown_name(f"system (it has no scores in {path}):", system, names)
        keys[system] = key
    return keys
