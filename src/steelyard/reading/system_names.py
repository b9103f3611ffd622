"""What systems are called in files of scores."""

from collections.abc import Mapping, Sequence

from steelyard.errors import SpecError, unknown_name
from steelyard.files.names import default_names

__all__ = ["keys_of_systems"]


def keys_of_systems(
    names: Sequence[str], path: str, systems: Sequence[str], paths: Mapping[str, str]
) -> dict[str, str]:
    """Find what a file of scores, which has these names, calls every system: its name, or its file's.

    Examples
    --------
    >>> from steelyard.reading.system_names import keys_of_systems
    >>> keys_of_systems(["base.en", "new.en"], "scores.tsv", ["new"], {"new": "runs/new.en"})
    {'new': 'new.en'}
    """
    stems = dict(zip(default_names(names), names, strict=True)) | {name: name for name in names}
    keys: dict[str, str] = {}
    for system in systems:
        candidates = (system, paths[system], *default_names([paths[system]]))
        key = next((stems[name] for name in candidates if name in stems), None)
        if key is None:
            unknown = unknown_name(f"system (it has no scores in {path}):", system, names)
            raise SpecError(
                f"{unknown} Call it so with --names, or rename it there: scores without a name have their file's."
            )
        keys[system] = key
    return keys
