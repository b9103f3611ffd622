"""Files of translators, XLIFF 1.2 and 2.x and TMX: the texts of their units, source and target side by side."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from steelyard.errors import AskError, DataError
from steelyard.files.decoding import for_expat
from steelyard.files.reading import Content, TextFile, Units
from steelyard.files.told import tell

__all__ = ["Element", "elements_of", "translated_text", "translation_columns"]

SIDES = ("source", "target")
_LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"
_PIECE = 2**20  # bytes parsed at a time
_DEEPEST = 200  # elements in each other
_UNITS = frozenset(("trans-unit", "unit", "tu"))
_CODES = frozenset(("bpt", "ept", "it", "ph", "ut"))  # what stands in them is code of the document's own format
_MARKUP = r"\s*[<\\{]*[<\\]"  # of HTML or RTF; a placeholder such as %s or {0} is text
_UNFINISHED = frozenset(("new", "needs-translation", "initial"))


class Element(NamedTuple):
    """An element of XML by its local name: its attributes, and the texts and elements in it."""

    name: str
    attributes: dict[str, str]
    parts: "list[str | Element]"

    def children(self, *names: str) -> "Iterator[Element]":
        """Yield the elements of these names that stand right in it."""
        return (part for part in self.parts if isinstance(part, Element) and part.name in names)

    def child(self, name: str) -> "Element | None":
        """Return the first element of a name that stands right in it."""
        return next(self.children(name), None)


class _Unit(NamedTuple):
    """A pair of texts, or a text in several languages, by side or language; and which of them is the source."""

    key: str
    file: str
    languages: tuple[str, ...]
    texts: dict[str, str]
    source: str
    state: str

    @property
    def is_pair(self) -> bool:
        """Whether its texts stand by side, and not by language."""
        return self.source in SIDES


def elements_of(content: bytes, path: str, names: frozenset[str]) -> Iterator[tuple[Element, list[Element]]]:
    """Read XML safely: the elements of these names, each with those that it stands in, and no others."""
    from xml.parsers import expat  # few inputs are XML

    found: list[tuple[Element, list[Element]]] = []
    stack: list[Element] = []
    kept = 0  # the depth at which the element began that is kept

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal kept
        if len(stack) >= _DEEPEST:
            raise DataError(f"{path}, line {parser.CurrentLineNumber}: over {_DEEPEST} elements stand in each other.")
        if _LANGUAGE in attributes:
            attributes["lang"] = attributes.pop(_LANGUAGE)
        stack.append(Element(name.rpartition(" ")[2], attributes, []))
        kept = kept or (len(stack) if stack[-1].name in names else 0)

    def end(_: str) -> None:
        nonlocal kept
        element = stack.pop()
        if len(stack) + 1 == kept:
            kept = 0
            found.append((element, list(stack)))
        elif kept:
            stack[-1].parts.append(element)

    def characters(text: str) -> None:
        if kept:
            stack[-1].parts.append(text)

    def refuse(name: str, *_: object) -> None:
        raise DataError(
            f"{path}, line {parser.CurrentLineNumber}: the entity {name!r} is not looked up, as entities can be made "
            "to fill any memory or to read other files. Write the character itself."
        )

    content, encoding = for_expat(content, path)
    parser = expat.ParserCreate(encoding, namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.EntityDeclHandler = parser.SkippedEntityHandler = refuse
    for at in range(0, len(content), _PIECE):
        try:
            parser.Parse(content[at : at + _PIECE], at + _PIECE >= len(content))
        except expat.ExpatError as error:
            raise DataError(
                f"{path} is no XML that can be read: line {error.lineno}, column {error.offset + 1}: "
                f"{expat.ErrorString(error.code)}."
            ) from error
        yield from found
        found.clear()


def translated_text(content: Content, wanted: str) -> TextFile:
    """Read one side of a file: ``source``, ``target``, or a language, in the order of the file; say what was taken."""
    path = content.path
    kind, every, n_left_out = _read(content)
    key, units = _side(every, wanted, path)
    lines = tuple(one.texts.get(key, "") for one in units)
    what = "source" if all(one.source == key for one in units) else "target"
    named = {one.languages[SIDES.index(key)] for one in units} if units[0].is_pair else {key}
    n_empty = sum(not line.strip() for line in lines)
    if 2 * n_empty > len(lines):
        other = f" Its sources are {path}:source." if key == "target" else ""
        raise DataError(f"{path} is {kind}, and {n_empty} of its {len(lines)} units have no {what} text.{other}")
    notes = [f"{kind}, the {what} texts of {len(lines)} units" + (f" ({min(named)})" if any(named) else "")]
    if n_empty:
        notes.append(f"empty lines, as they have none: {n_empty}")
    if n_left_out:
        notes.append(f'left out, as translate="no": {n_left_out}')
    states = Counter(one.state for one in units if one.state in _UNFINISHED and key == "target")
    notes += [f"in the state {state}: {n}" for state, n in states.items()]
    tell("; ".join(notes), path)
    units_of = _beside(kind, units, key, is_whole=len(units) == len(every))
    return TextFile(path, lines, content.sha256, content.content_sha256, units_of)


def translation_columns(content: Content) -> dict[str, list[str | None]]:
    """Return a file as the columns of a table: ids, and the texts of each side or language."""
    _, units, _ = _read(content)
    ids, every = _ids(units), list(dict.fromkeys(key for one in units for key in one.texts))
    columns: dict[str, list[str | None]] = {"id": list(ids)} if ids else {}
    names = dict(zip(every, every, strict=True))
    if len(every) == len(SIDES) and len({one.source for one in units}) == 1 and units[0].source in every:
        names = {key: SIDES[key != units[0].source] for key in every}  # a memory of two languages is a pair, too
    return columns | {names[key]: [one.texts.get(key, "") for one in units] for key in every}


def _beside(kind: str, units: Sequence[_Unit], key: str, *, is_whole: bool) -> Units:
    """Keep what tells the units of one file from those of another, and their sources."""
    family = kind.partition(" ")[0]
    sources = {(one.source, one.languages[0] if one.is_pair else one.source) for one in units}
    [(source, language), *others] = sources
    if others or not source:
        return Units(family, _ids(units))
    texts = tuple(one.texts.get(source, "") for one in units)
    return Units(family, _ids(units), texts, language, source if is_whole and source != key else "")


def _ids(units: Sequence[_Unit]) -> tuple[str, ...]:
    """Return what tells units apart: their ids, with their files where several use one; none where one has none."""
    ids = tuple(one.key for one in units)
    if len(set(ids)) < len(ids):
        ids = tuple(f"{one.file}#{one.key}" for one in units)
    return ids if all(one.key for one in units) and len(set(ids)) == len(ids) else ()


def _read(content: Content) -> tuple[str, list[_Unit], int]:
    """Return what a file is, its units, and how many are not to be translated."""
    kind, n_left_out = "", 0
    units: list[_Unit] = []
    for element, above in elements_of(content.content, content.path, _UNITS | {"header"}):
        root = above[0]
        if element.name == "header":
            root.attributes.setdefault("srclang", element.attributes.get("srclang", ""))
            continue
        kind = "TMX" if root.name.lower() == "tmx" else f"XLIFF {root.attributes.get('version', '')}".strip()
        translate = [one.attributes["translate"] for one in (*above, element) if "translate" in one.attributes]
        if translate and translate[-1] == "no":
            n_left_out += 1
        else:
            units += _FORMS[element.name](element, above)
    if not units:
        raise DataError(f"{content.path} is XLIFF or TMX, and has no unit that is to be translated.")
    return kind, units, n_left_out


def _of_xliff_1(unit: Element, above: Sequence[Element]) -> Iterator[_Unit]:
    file = next((one.attributes for one in above if one.name == "file"), {})
    languages = file.get("source-language", ""), file.get("target-language", "")
    yield _pair(unit, unit.attributes.get("id", ""), file.get("original", ""), languages)


def _of_xliff_2(unit: Element, above: Sequence[Element]) -> Iterator[_Unit]:
    languages = above[0].attributes.get("srcLang", ""), above[0].attributes.get("trgLang", "")
    file = next((one.attributes.get("id", "") for one in above if one.name == "file"), "")
    segments = list(unit.children("segment"))
    for number, segment in enumerate(segments, 1):
        own = f"/{segment.attributes.get('id', number)}" if len(segments) > 1 else ""
        yield _pair(segment, unit.attributes.get("id", "") + own, file, languages)


def _pair(holder: Element, key: str, file: str, languages: tuple[str, str]) -> _Unit:
    sides = {side: holder.child(side) for side in SIDES}
    target = sides["target"]
    state = holder.attributes.get("state", "") or ("" if target is None else target.attributes.get("state", ""))
    texts = {side: "" if found is None else _text(found) for side, found in sides.items()}
    return _Unit(key, file, languages, texts, "source", state if texts["target"] else "")


def _of_tmx(unit: Element, above: Sequence[Element]) -> Iterator[_Unit]:
    texts: dict[str, str] = {}
    for variant in unit.children("tuv"):
        segment = variant.child("seg")
        texts.setdefault(_spelled(variant.attributes.get("lang", "")), "" if segment is None else _text(segment))
    wanted = unit.attributes.get("srclang") or above[0].attributes.get("srclang", "")
    source = next(iter(_alike(wanted, texts) or _alike(wanted.partition("-")[0], texts)), "")
    yield _Unit(unit.attributes.get("tuid", ""), "", tuple(texts), texts, source, "")


_FORMS: dict[str, Callable[[Element, Sequence[Element]], Iterator[_Unit]]] = {
    "trans-unit": _of_xliff_1,
    "unit": _of_xliff_2,
    "tu": _of_tmx,
}


def _side(units: list[_Unit], wanted: str, path: str) -> tuple[str, list[_Unit]]:
    """Say which texts of the units are wanted, and of which units."""
    if not units[0].is_pair:
        return _language(units, wanted, path), units
    targets = dict.fromkeys(one.languages[1] for one in units)
    if wanted == "target" and len(targets) > 1:
        raise AskError(f"{path} has targets in {len(targets)} languages.", [[f"{path}:{one}"] for one in targets], path)
    if wanted in SIDES:
        return wanted, units
    known = dict.fromkeys(language for one in units for language in one.languages)
    language = _only(wanted, list(known), path)
    key = "target" if language in targets else "source"
    return key, [one for one in units if one.languages[SIDES.index(key)] == language]


def _language(units: Sequence[_Unit], wanted: str, path: str) -> str:
    """Return the language of a memory that is wanted."""
    known = list(dict.fromkeys(language for one in units for language in one.texts))
    if wanted not in SIDES:
        return _only(wanted, known, path)
    sources = {one.source for one in units}
    others = [language for language in known if language not in sources]
    if "" not in sources and len(sources) == 1:
        found = [*sources] if wanted == "source" else others
        if len(found) == 1:
            return found[0]
    answers = [[f"{path}:{language}"] for language in (known if "" in sources or not others else others)]
    raise AskError(f"{path} is TMX with the languages {', '.join(known)}: which is the {wanted}?", answers, path)


def _spelled(language: str) -> str:
    """Write a language in one way, such as ``de-AT``: its case says nothing."""
    first, *others = language.replace("_", "-").split("-")
    return "-".join([first.lower(), *(one.upper() if len(one) == 2 else one.capitalize() for one in others)])


def _alike(wanted: str, known: Iterable[str]) -> list[str]:
    """Return the languages of a name: exactly that, or a country's kind of it."""
    name = _spelled(wanted)
    exact = [language for language in known if _spelled(language) == name]
    return exact or [language for language in known if name and _spelled(language).startswith(f"{name}-")]


def _only(wanted: str, known: Sequence[str], path: str) -> str:
    found = _alike(wanted, known)
    if len(found) > 1:
        raise AskError(f"{path} has several {wanted!r}.", [[f"{path}:{one}"] for one in found], path)
    if not found:
        raise DataError(
            f"{path} has no texts in {wanted!r}. It has {', '.join(filter(None, known)) or 'no languages'}."
        )
    return found[0]


def _text(element: Element) -> str:
    """Return the text in a segment: without tags and the markup in them, and each break of a line as a blank."""
    text = _inside(element)
    if "\n" not in text and "\r" not in text:
        return text
    return re.sub(r"\s*[\r\n]\s*", " ", re.sub(r"^\s*[\r\n]\s*|\s*[\r\n]\s*$", "", text))


def _inside(element: Element) -> str:
    if element.name == "cp":  # a character that XML cannot hold
        code = element.attributes.get("hex", "")
        return chr(int(code, 16)) if re.fullmatch("(?!d[89a-f])[0-9a-f]{1,4}", code, re.IGNORECASE) else ""
    if element.name not in _CODES:
        return "".join([part if isinstance(part, str) else _inside(part) for part in element.parts])
    own = "".join([part for part in element.parts if isinstance(part, str)])
    is_markup = re.match(_MARKUP, own) is not None
    return "".join(
        [_inside(part) if isinstance(part, Element) else "" if is_markup else part for part in element.parts]
    )
