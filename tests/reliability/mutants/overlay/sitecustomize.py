"""Puts one changed module in the place of the installed one, in this process and all that it starts."""

import json
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location

_CHANGED = json.loads(os.environ.get("STEELYARD_MUTANT", "{}"))


class _ChangedSource(SourceFileLoader):
    """Loads the changed text under the path of the old one, without a word of either in a cache."""

    def path_stats(self, path: str) -> dict[str, float]:  # type: ignore[override]
        raise OSError(path)

    def get_data(self, path: str) -> bytes:
        return super().get_data(_CHANGED["path"])


class _Finder:
    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != _CHANGED["module"]:
            return None
        if "origin" not in _CHANGED:
            return spec_from_file_location(name, _CHANGED["path"])
        return spec_from_file_location(name, _CHANGED["origin"], loader=_ChangedSource(name, _CHANGED["origin"]))


if _CHANGED:
    sys.meta_path.insert(0, _Finder)
