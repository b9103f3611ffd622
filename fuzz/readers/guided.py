"""Damage that atheris guides: an input that takes branches as none before it is kept, and damaged further."""

import contextlib
import math
import os
import random
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import atheris

from fuzz.readers.driving import PACKED, Trials, examples_of, limited
from fuzz.readers.mutations import mutate

__all__ = ["run"]

_LONGEST = 1 << 15  # bytes of an input: the largest example, and damage that adds thousands
# Time and memory are watched as without atheris; that a process died is seen by the one that started it.
_NEVER = 10**5  # seconds
_FLAGS = (
    f"-timeout={_NEVER}", f"-report_slow_units={_NEVER}", "-rss_limit_mb=0", "-malloc_limit_mb=0", "-handle_abrt=0",
    "-handle_segv=0", "-len_control=0", "-close_fd_mask=2", f"-max_len={_LONGEST}",
)  # fmt: skip


def run(
    trials: Trials, runs: int, seconds: float, seed: int, memory: int, inputs: Path, tell: Callable[[int], None]
) -> NoReturn:
    """Give a reader so many inputs, or as many as there is time for; tell how many branches they took, and end.

    The first byte of an input says which example it stands for, and how it is packed; the rest is the content.
    """
    examples = examples_of(trials.reader)
    contents = [path.read_bytes() for path in examples]
    kinds = [(path, packed) for packed in ("", *(() if trials.reader.is_folder else PACKED)) for path in examples]
    inputs.mkdir(parents=True, exist_ok=True)
    for at, content in enumerate(contents):
        (inputs / f"example-{at}").write_bytes(bytes([at]) + content)
    end = math.inf
    log = tempfile.TemporaryFile()  # noqa: SIM115  # it is there until the process ends
    limits = contextlib.ExitStack()

    def give(data: bytes) -> None:
        nonlocal end
        if not trials.n_inputs:  # libFuzzer has its own standard error by now
            limits.enter_context(limited(memory))
        if trials.n_inputs >= runs or time.monotonic() > end:
            log.seek(0)
            tell(max(map(int, re.findall(rb"cov: (\d+)", log.read())), default=0))
            os._exit(0)  # libFuzzer would not come back
        example, packed = kinds[data[0] % len(kinds) if data else 0]
        trials.give(example, data[1:], packed)
        if trials.n_inputs == 1:  # a whole command has imported by now what it does
            end = time.monotonic() + seconds

    def damage(data: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        way = rng.randrange(3)
        if way == 0 or not data:  # damage on damage alone would soon be read no further than its first line
            which = rng.randrange(len(kinds) if rng.randrange(50) == 0 else len(contents))
            data = bytes([which]) + contents[which % len(contents)]
        content = mutate(data[1:], rng, contents) if way < 2 else atheris.Mutate(data[1:], longest - 1)
        return (data[:1] + content)[:longest]

    os.dup2(log.fileno(), 2)
    atheris.Setup(["readers", *_FLAGS, f"-seed={seed}", str(inputs)], give, custom_mutator=damage)
    atheris.Fuzz()
    raise AssertionError("atheris came back")
