"""What systems are called by the files of their outputs."""

import os
from collections.abc import Sequence

__all__ = ["default_names"]


def default_names(paths: Sequence[str]) -> list[str]:
    """Name systems after their files: without folder and extensions where that keeps the names apart.

    Examples
    --------
    >>> from steelyard.files.names import default_names
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
