"""Test sets that sacreBLEU has downloaded, read from its cache; never from the network."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.files.reading import TextFile, read_lines

__all__ = ["CachedTestSet", "cached_test_sets", "read_cached"]

# Which of several labelled references sacreBLEU 2.6 takes for a test set, and for single language pairs of it.
_REFERENCES: dict[str, tuple[str, ...]] = {
    "wmt24": ("ref-refA",),
    "wmt23": ("ref-refA",),
    "wmt22": ("ref-A",),
    "wmt21": ("ref-A",),
    "wmt21/systems": ("ref-A",),
    "wmt21/B": ("ref-B",),
    "wmt21/AB": ("ref-A", "ref-B"),
    "wmt21/C": ("ref-C",),
    "wmt21/AC": ("ref-A", "ref-C"),
    "wmt21/D": ("ref-D",),
    "wmt21/dev": ("ref-A", "ref"),
}
_PAIR_REFERENCES: dict[tuple[str, str], tuple[str, ...]] = {
    ("wmt23", "en-he"): ("ref-refB",),
    ("wmt23", "he-en"): ("ref-refB",),
    ("wmt22", "cs-en"): ("ref-B",),
    ("wmt22", "en-cs"): ("ref-B",),
    ("wmt22", "liv-en"): ("ref",),
    ("wmt22", "ru-sah"): ("ref",),
}


@dataclass(frozen=True, slots=True)
class CachedTestSet:
    """A test set of sacreBLEU's cache."""

    # name, language_pair: as in ``-t`` and ``-l``
    name: str
    language_pair: str
    # ``src``, ``ref`` (or ``ref-A`` ...), ``docid``, ``origlang`` and whatever else is there.
    fields: dict[str, TextFile]
    reference_fields: tuple[str, ...]  # the fields that sacreBLEU scores against

    def keep(self, *, origlang: str | None = None, subset: str | None = None) -> list[int]:
        """Return the lines of one original language (``non-xx``: of all others) and of domains that match a pattern."""
        kept = list(range(len(self.fields["src"].lines)))
        if origlang is not None:
            languages = self._field("origlang", "--origlang").lines
            is_negated, language = origlang.startswith("non-"), origlang.removeprefix("non-")
            kept = [i for i in kept if (languages[i] == language) != is_negated]
        if subset is not None:
            domains = self._field("domain", "--subset").lines
            try:
                pattern = re.compile(subset)
            except re.error as error:
                raise SpecError(f"--subset {subset!r} is no regular expression: {error}.") from error
            kept = [i for i in kept if pattern.search(domains[i])]
        if not kept:
            raise DataError(
                f"{self.name} {self.language_pair} has no segment with origlang={origlang}, subset={subset}."
            )
        return kept

    def echo(self, fields: Sequence[str], *, origlang: str | None = None, subset: str | None = None) -> list[str]:
        """Return lines of some fields joined by tabs, as ``sacrebleu --echo``; ``ref`` is the first there is."""
        every = sorted(self.fields, key=lambda field: (_field_order(field), field))
        names = every if list(fields) == ["all"] else [field.replace(":", "-") for field in fields]
        first = next((field for field in every if field.startswith("ref")), "ref")
        names = [first if name == "ref" and name not in self.fields else name for name in names]
        for name in names:
            if name not in self.fields:
                raise unknown_name(f"field of {self.name} {self.language_pair}:", name, self.fields)
        kept = self.keep(origlang=origlang, subset=subset)
        return ["\t".join(self.fields[name].lines[i] for name in names) for i in kept]

    def _field(self, field: str, option: str) -> TextFile:
        if field not in self.fields:
            raise DataError(
                f"{option} needs the field {field!r}, which the cache of {self.name} {self.language_pair} lacks."
            )
        return self.fields[field]


def _field_order(field: str) -> int:
    """Put fields in sacreBLEU's order: source, references, then what is known of the documents."""
    order = ("src", "ref", "docid", "genre", "origlang", "domain")
    return next((i for i, start in enumerate(order) if field.startswith(start)), len(order))


def _folder() -> Path:
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")


def cached_test_sets() -> dict[str, list[str]]:
    """List the language pairs of every test set in sacreBLEU's cache."""
    found: dict[str, set[str]] = {}
    folder = _folder()
    for source in sorted(folder.glob("*/*.src")) + sorted(folder.glob("*/*/*.src")):
        name = source.parent.relative_to(folder).as_posix()
        start = name.replace("/", "_") + "."
        if source.name.startswith(start):
            found.setdefault(name, set()).add(source.name.removeprefix(start).removesuffix(".src"))
    return {name: sorted(pairs) for name, pairs in found.items()}


def read_cached(name: str, language_pair: str | None) -> CachedTestSet:
    """Read a test set from sacreBLEU's cache (``$SACREBLEU``, else ``~/.sacrebleu``)."""
    cached = cached_test_sets()
    if language_pair is None:
        pairs = f" In the cache: {', '.join(cached[name])}." if name in cached else ""
        raise DataError(f"The test set {name!r} needs a language pair: -l de-en, say.{pairs}")
    if name in cached and language_pair not in cached[name]:
        raise unknown_name(f"language pair of {name} in the cache:", language_pair, cached[name])
    if name not in cached:
        raise DataError(
            f"The test set {name} {language_pair} is not in sacreBLEU's cache {_folder()}. Steelyard downloads "
            f"nothing: fetch it with `sacrebleu -t {name} -l {language_pair} --echo src > /dev/null`."
        )
    start = f"{name.replace('/', '_')}.{language_pair}."
    paths = sorted((_folder() / name).glob(f"{start}*"))
    fields = {path.name.removeprefix(start): read_lines(path) for path in paths if path.is_file()}
    lengths = {field: len(file.lines) for field, file in fields.items()}
    if len(set(lengths.values())) > 1:
        raise AlignmentError(
            f"The cached files of {name} {language_pair} differ in length: {lengths}. Fetch the set again."
        )
    return CachedTestSet(name, language_pair, fields, _reference_fields(name, language_pair, fields))


def _reference_fields(name: str, language_pair: str, fields: dict[str, TextFile]) -> tuple[str, ...]:
    present = sorted(field for field in fields if field == "ref" or field.startswith("ref-"))
    preferred = _PAIR_REFERENCES.get((name, language_pair)) or _REFERENCES.get(name, ())
    chosen = tuple(field for field in preferred if field in fields)
    if chosen:
        return chosen
    if not present:
        raise DataError(f"The cache of {name} {language_pair} has no reference; its fields: {', '.join(fields)}.")
    if len(present) == 1 or all(re.fullmatch(r"ref-\d+", field) for field in present):
        return tuple(present)
    return ("ref",) if "ref" in present else tuple(present)
