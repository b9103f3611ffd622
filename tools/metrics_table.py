"""Write what is known of metrics, tokenizers and views without loading them; with --check say whether it is stale."""

import json
import sys
from collections.abc import Iterable
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from steelyard import metrics
from steelyard.metrics.parts.rows import row_of
from steelyard.metrics.table import PATH, REGISTERED
from steelyard.text import TOKENIZER_FAMILIES, TOKENIZERS, VIEWS
from steelyard.text.tokenizers.spm import DOWNLOADED


def table() -> str:
    """Return the table as JSON, with a line for each thing it tells of."""
    for found in walk_packages(metrics.__path__, f"{metrics.__name__}."):
        import_module(found.name)
    ours = sorted(name for name, kind in REGISTERED.items() if kind.__module__.startswith(f"{metrics.__name__}."))
    parts = {
        "metrics": _list(row_of(REGISTERED[name])._asdict() for name in ours),
        "tokenizers": _object({name: one.summary for name, one in TOKENIZERS.items()} | dict(TOKENIZER_FAMILIES)),
        "downloaded": _list(DOWNLOADED),
        "views": _object({kind.spelling: kind.summary for kind in VIEWS.values()}),
    }
    return "{\n" + ",\n".join(f'"{name}": {part}' for name, part in parts.items()) + "\n}\n"


def _list(values: Iterable[Any]) -> str:
    return "[\n" + ",\n".join(f" {_json(value)}" for value in values) + "\n]"


def _object(values: dict[str, str]) -> str:
    return "{\n" + ",\n".join(f" {_json(name)}: {_json(value)}" for name, value in values.items()) + "\n}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        PATH.write_text(table(), encoding="utf-8")
    elif table() != PATH.read_text(encoding="utf-8"):
        sys.exit(f"{PATH} is stale: run `make metrics-table`.")
