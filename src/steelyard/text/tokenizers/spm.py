"""Pieces of a SentencePiece model that the user names, as in spBLEU."""

import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from steelyard.errors import DataError, SpecError, needs_extra
from steelyard.files.opening import open_input
from steelyard.text.tokenizers.base import Tokenizer
from steelyard.text.writing_systems import SPACELESS

__all__ = ["DOWNLOADED", "SUMMARY", "find_downloaded", "make_spm"]

SUMMARY = 'pieces of the SentencePiece model in FILE, as in spBLEU; needs `pip install "steelyard[spm]"`'
# sacreBLEU's names, in lower case, and what it calls the files.
DOWNLOADED = {
    "spm": "sacrebleu_tokenizer_spm.model",
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spbleu-1k": "spbleu-1k_tokenizer_spm.model",
}
_FETCHED = {"spm": "flores101", "spbleu-1k": "spBLEU-1K"}


def make_spm(path: str) -> Tokenizer:
    """Make the tokenizer of a ``.model`` file; where it is no model, its first use says so.

    Its signature has the file's name and the start of its SHA-256, so that equal signatures mean equal models.
    """
    name = f"spm:{path}"
    try:
        with open_input(os.path.expanduser(path)) as file:
            content = file.read()
    except OSError as error:
        raise DataError(f"Cannot read the SentencePiece model {path!r}: {error.strerror}.") from error

    @cache
    def model() -> Any:
        with needs_extra("spm", f"The tokenizer {name!r}"):
            import sentencepiece
        processor = sentencepiece.SentencePieceProcessor()
        try:
            processor.LoadFromSerializedProto(content)
        except RuntimeError as error:
            raise DataError(f"{path!r} is no SentencePiece model. Name a .model file.") from error
        return processor

    def rewrite(lines: Sequence[str]) -> list[str]:
        return [" ".join(pieces) for pieces in model().encode(lines, out_type=str, num_threads=1)]

    def identify() -> str:
        import hashlib  # slow to import

        return f"spm:{os.path.basename(path)}#{hashlib.sha256(content).hexdigest()[:12]}"

    return Tokenizer(name, SUMMARY, rewrite=rewrite, identify=identify, scripts=SPACELESS)


def find_downloaded(name: str) -> Tokenizer | None:
    """Make one of sacreBLEU's tokenizers that download a model, from its cache; None for any other name."""
    file = DOWNLOADED.get(name.lower())
    if file is None:
        return None
    folder = os.environ.get("SACREBLEU") or os.path.join("~", ".sacrebleu")
    path = os.path.join(folder, "models", file)
    if not os.path.exists(os.path.expanduser(path)):
        fetched = _FETCHED.get(name.lower(), name.lower())
        raise SpecError(
            f"The tokenizer {name!r} is a SentencePiece model that sacreBLEU downloads, and its cache has none. "
            f"Steelyard downloads nothing: run `sacrebleu -tok {fetched}` once, on any files, which keeps it there, or "
            "write spm:FILE."
        )
    return make_spm(path)
