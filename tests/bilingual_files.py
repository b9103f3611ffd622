"""A source and its translation in every kind of file that holds both."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

Texts = Sequence[str]
V1, V2 = "urn:oasis:names:tc:xliff:document:1.2", "urn:oasis:names:tc:xliff:document:2.0"


def xliff(source: Texts, target: Texts, languages: tuple[str, str] = ("de", "en")) -> str:
    units = "".join(
        f'<trans-unit id="u{n}"><source>{escape(a)}</source><target>{escape(b)}</target></trans-unit>\n'
        for n, (a, b) in enumerate(zip(source, target, strict=True))
    )
    file = f'<file original="a" datatype="x" source-language="{languages[0]}" target-language="{languages[1]}">'
    return f'<?xml version="1.0"?>\n<xliff version="1.2" xmlns="{V1}">{file}<body>\n{units}</body></file></xliff>'


def xliff_2(source: Texts, target: Texts) -> str:
    units = "".join(
        f'<unit id="u{n}"><segment><source>{escape(a)}</source><target>{escape(b)}</target></segment></unit>\n'
        for n, (a, b) in enumerate(zip(source, target, strict=True))
    )
    root = f'<xliff version="2.1" xmlns="{V2}" srcLang="de" trgLang="en">'
    return f'<?xml version="1.0"?>\n{root}<file id="f">\n{units}</file></xliff>'


def tmx(source: Texts, target: Texts) -> str:
    units = "".join(
        f'<tu><tuv xml:lang="de"><seg>{escape(a)}</seg></tuv><tuv xml:lang="en"><seg>{escape(b)}</seg></tuv></tu>\n'
        for a, b in zip(source, target, strict=True)
    )
    head = '<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="de"/>'
    return f"{head}<body>\n{units}</body></tmx>"


def separated(separator: str, names: tuple[str, str] = ("source", "target")) -> Callable[[Texts, Texts], str]:
    def write(source: Texts, target: Texts) -> str:
        held = io.StringIO()
        csv.writer(held, delimiter=separator).writerows([names, *zip(source, target, strict=True)])
        return held.getvalue()

    return write


def json_lines(source: Texts, target: Texts) -> str:
    pairs = zip(source, target, strict=True)
    return "".join(f"{json.dumps({'id': f'u{n}', 'src': a, 'mt': b})}\n" for n, (a, b) in enumerate(pairs))


KINDS: dict[str, Callable[[Texts, Texts], str]] = {
    "xlf": xliff,
    "xlf2": xliff_2,
    "tmx": tmx,
    "csv": separated(","),
    "tsv": separated("\t", ("src", "translation")),
    "semicolons.csv": separated(";"),
    "jsonl": json_lines,
}
