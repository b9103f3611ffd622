"""Logs that are zips: what is damaged, or stands there twice, is said in a sentence."""

import io
import json
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_output_scores

HEADER = {"status": "success", "eval": {"task": "sums", "model": "m"}}


def log(method: int, *names: str) -> bytearray:
    """Pack a log with a sample under each name."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that stands twice
        packed.writestr("header.json", json.dumps(HEADER))
        for number, name in enumerate(names):
            sample = {"id": number, "scores": {"match": {"value": "C"}}, "text": "x" * 500}
            packed.writestr(name, json.dumps(sample))
    return bytearray(written.getvalue())


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_bytes_are_one_sentence_however_a_log_is_packed(tmp_path: Path, method: int) -> None:
    path, whole = tmp_path / "log.eval", log(method, "samples/0_epoch_1.json")
    path.write_bytes(whole)
    assert read_output_scores(path)[0].n_segments == 1
    start = whole.index(b"samples/0_epoch_1.json") + len("samples/0_epoch_1.json")
    n_refused = 0
    for at in range(start, start + 40):
        damaged = whole.copy()
        damaged[at] ^= 0xFF
        path.write_bytes(damaged)
        with suppress(DataError):  # what is no DataError is a fault; a few bits of LZMA mean nothing
            read_output_scores(path)
            continue
        n_refused += 1
    assert n_refused >= 30


def test_a_name_twice_in_a_log_is_refused_and_not_the_last_one_read(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(log(zipfile.ZIP_DEFLATED, "samples/0_epoch_1.json", "samples/0_epoch_1.json"))
    with pytest.raises(DataError, match=r"holds 'samples/0_epoch_1.json' twice"):
        read_output_scores(path)
