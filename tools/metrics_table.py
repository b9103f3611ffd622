"""Write what is known of metrics, tokenizers and views without loading them; with --check say whether it is stale."""

import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from steelyard import metrics
from steelyard.metrics.parts.rows import row_of
from steelyard.metrics.table import PATH
from steelyard.metrics.table.spelling import REGISTERED
from steelyard.text import TOKENIZER_FAMILIES, TOKENIZERS, VIEWS
from steelyard.text.tokenizers.spm import DOWNLOADED


def table() -> str:
    """Return the table: what a line is of, and what is known of it, with a tab between."""
    for found in walk_packages(metrics.__path__, f"{metrics.__name__}."):
        import_module(found.name)
    ours = sorted(name for name, kind in REGISTERED.items() if kind.__module__.startswith(f"{metrics.__name__}."))
    lines = [("metric", *row_of(REGISTERED[name]).cells) for name in ours]
    lines += [("tokenizer", name, one.summary) for name, one in TOKENIZERS.items()]
    lines += [("tokenizer", *family) for family in TOKENIZER_FAMILIES.items()]
    lines += [("downloaded", name) for name in DOWNLOADED]
    lines += [("view", kind.spelling, kind.summary) for kind in VIEWS.values()]
    return "".join("\t".join(line) + "\n" for line in lines)


if __name__ == "__main__":
    if sys.argv[1:] != ["--check"]:
        Path(PATH).write_text(table(), encoding="utf-8")
    elif table() != Path(PATH).read_text(encoding="utf-8"):
        sys.exit(f"{PATH} is stale: run `make metrics-table`.")
