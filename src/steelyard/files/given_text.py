"""A file that was given as a text: its lines, or what it holds in their place."""

import os

from steelyard.files.reading import TextFile, decode_lines, read_content
from steelyard.files.structure import Structure, binary_structure, is_translation, text_structure

__all__ = ["shown_path", "text_or_structure"]


def shown_path(path: str) -> str:
    """Name a file at the start of a sentence."""
    return "Standard input" if path == "-" else path


def text_or_structure(source: str | os.PathLike[str], encoding: str, raw: bool, side: str = "") -> TextFile | Structure:
    """Read a text, or say what the file holds instead; in the raw, everything that can be decoded is text.

    Of XLIFF and TMX one side is the text: ``source`` or ``target``.
    """
    path = os.fspath(source)
    if ":" in path and not os.path.exists(path):
        from steelyard.files.columns import read_column, split_column

        if split_column(path)[1] is not None:
            return read_column(path, encoding)
    content = read_content(path)
    if side and not raw and is_translation(content.content):
        from steelyard.files.translations import translated_text

        return translated_text(content, side)
    found = None if raw else binary_structure(content.content)
    if found is not None:
        return found
    lines = decode_lines(content.content, content.path, encoding, raw=raw)
    return (None if raw else text_structure(lines)) or TextFile(
        content.path, lines, content.sha256, content.content_sha256
    )
