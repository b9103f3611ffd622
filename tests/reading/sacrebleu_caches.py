"""sacreBLEU's cache as sacreBLEU itself writes it, from raw files that hold our example texts; no download."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from sacrebleu.dataset import DATASETS

from tests.conftest import EXAMPLES

N = 30  # three documents
DOMAINS = ("news", "social", "news")
ORIGINS = ("de", "en", "de")

_WITHOUT_DOWNLOAD = """
from sacrebleu.dataset.base import Dataset
Dataset.maybe_download = lambda self: None
"""
_BUILD = """
import sys
from sacrebleu.dataset import DATASETS
for name in sys.argv[1:]:
    DATASETS[name].process_to_text("de-en")
"""
_RUN = """
from sacrebleu.sacrebleu import main
main()
"""


def text(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()[:N]


def documents() -> list[tuple[str, str, str, range]]:
    names = list(dict.fromkeys(text("documents.txt")))
    return [(names[d], ORIGINS[d], DOMAINS[d], range(10 * d, 10 * d + 10)) for d in range(3)]


def sgm(lines: Sequence[str]) -> str:
    parts = []
    for name, origin, _, numbers in documents():
        parts.append(f'<doc docid="{name}" genre="news" origlang="{origin}">')
        parts += [f'<seg id="{n + 1}">{lines[n]}</seg>' for n in numbers]
        parts.append("</doc>")
    return "\n".join(parts) + "\n"


def xml(source: Sequence[str], references: dict[str, Sequence[str]], *, has_domains: bool) -> str:
    def segments(lines: Sequence[str], numbers: range) -> str:
        return "".join(f'<seg id="{n + 1}">{escape(lines[n])}</seg>' for n in numbers)

    parts = ["<dataset>"]
    for name, origin, domain, numbers in documents():
        tag = f' domain="{domain}"' if has_domains else ""
        parts.append(f'<doc id="{name}" origlang="{origin}"{tag}><src lang="de">{segments(source, numbers)}</src>')
        for translator, lines in references.items():
            parts.append(f'<ref lang="en" translator="{translator}">{segments(lines, numbers)}</ref>')
        parts.append("</doc>")
    return "".join([*parts, "</dataset>"])


def raw_files(name: str) -> dict[str, str]:
    """Return what the downloaded archive of a test set would hold, by path."""
    pair = DATASETS[name].langpairs["de-en"]
    paths = [pair["path"]] if isinstance(pair, dict) else pair
    source, references = text("source.de"), [text("reference.1.en"), text("reference.2.en")]
    if len(paths) > 1:
        return {path: sgm(lines) for path, lines in zip(paths, [source, *references], strict=False)}
    labels = ("refA", "refB") if name == "wmt23" else ("A", "B")
    labelled: dict[str, Sequence[str]] = dict(zip(labels, references, strict=True))
    return {paths[0]: xml(source, labelled, has_domains=name == "wmt23")}


def build(folder: Path, names: Sequence[str]) -> Path:
    """Let sacreBLEU turn raw files into its cache."""
    for name in names:
        for path, content in raw_files(name).items():
            file = folder / name / "raw" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
    _python(folder, _BUILD, *names)
    return folder


def sacrebleu(folder: Path, *argv: object) -> str:
    """Return what sacreBLEU prints for a command, with this cache and without a network."""
    return _python(folder, _RUN, *map(str, argv)).removesuffix("\n")


def _python(folder: Path, code: str, *argv: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("SACREBLEU")}
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_DOWNLOAD + code, *argv],
        capture_output=True,
        env=environment | {"SACREBLEU": str(folder), "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()
