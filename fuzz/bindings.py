"""`python -m fuzz.bindings`: hostile arrays, numbers and names for every function of the compiled module.

Arrays are checked in the bindings, before a kernel sees them. What is not refused must come back; a process that dies,
or does not come back, is a finding. The calls that functions take are those of the tests, to which a test holds them.
"""

import argparse
import contextlib
import multiprocessing
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.text.test_native_arguments import all_calls, call

REFUSALS = (TypeError, ValueError, MemoryError, OverflowError)
MEMORY = 3 << 30
PATIENCE = 20
NUMBERS = (0, 1, -1, 2, 255, 2**27 - 1, 2**27, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64 - 1, -(2**31), -(2**63))
FRACTIONS = (0.0, -0.0, 1.0, -1.0, 0.5, 1e-300, 1e300, float("inf"), float("-inf"), float("nan"), 1e18, 127.0)
KINDS = ("i1", "u1", "i4", "i8", "u8", "f4", "f8", "?", "c16", ">i4", "O")


def main() -> int:
    """Call all functions, or those that are named; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.bindings", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="FUNCTION", help="all of them by default")
    parser.add_argument("--runs", type=int, default=500, help="calls of each function (500)")
    parser.add_argument("--seconds", type=float, default=60.0, help="and for how long at most (60)")
    parser.add_argument("--seed", type=int, default=1, help="of what they are given (1)")
    asked = parser.parse_args()
    total = n_findings = 0
    for name in asked.names or sorted(all_calls()):
        n_calls, n_taken, finding = in_child(name, asked)
        total += n_calls
        n_findings += bool(finding)
        print(
            f"{name}: {n_calls:,} calls, {n_taken:,} of them taken{f', found: {finding}' if finding else ''}",
            flush=True,
        )
    print(f"{total:,} calls, {n_findings} findings")
    return int(n_findings > 0)


def in_child(name: str, asked: argparse.Namespace) -> tuple[int, int, str]:
    """Call a function in a process of its own; return calls, how many were taken, and what was found."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        last = Path(folder, "last.pickle")
        child = multiprocessing.get_context("fork").Process(target=call_often, args=(name, asked, last, sending))
        child.start()
        sending.close()
        try:
            found: tuple[int, int, str] = receiving.recv()
        except EOFError:
            child.join()
            kept = Path(tempfile.gettempdir(), f"{name}.pickle")
            kept.write_bytes(last.read_bytes())
            found = 0, 0, f"the process died ({child.exitcode}); its last call is in {kept}"
        child.join()
        return found


def call_often(name: str, asked: argparse.Namespace, last: Path, answer: Any) -> None:
    """Call a function with one argument after the other damaged; a call may take so much of the processor, no more."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    rng = random.Random(asked.seed)
    calls = taken = 0
    end = time.monotonic() + asked.seconds
    while calls < asked.runs and time.monotonic() < end:
        calls += 1
        arguments = list(all_calls()[name])
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            at = rng.randrange(len(arguments)) if arguments else 0
            with contextlib.suppress(TypeError, ValueError):  # not every array can be damaged in every way
                arguments[at : at + 1] = [damaged(arguments[at], rng)] if arguments else []
        last.write_bytes(pickle.dumps(arguments))
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            call(name, arguments)
            taken += 1
        except REFUSALS:
            pass
        except KeyboardInterrupt:
            answer.send((calls, taken, f"over {PATIENCE} s: {arguments!r:.300}"))
            return
        except BaseException as error:  # noqa: BLE001  # whatever else it is, it is a finding
            answer.send((calls, taken, f"{type(error).__name__}: {arguments!r:.300}"))
            return
        finally:
            with contextlib.suppress(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_PROF, 0)
    answer.send((calls, taken, ""))


def damaged(value: Any, rng: random.Random) -> Any:
    """Return something in the place of a value: of its kind, mostly."""
    if isinstance(value, tuple | list) and value and rng.randrange(10):
        at = rng.randrange(len(value))
        return type(value)([*value[:at], damaged(value[at], rng), *value[at + 1 :]])
    if isinstance(value, np.ndarray) and rng.randrange(12):
        return rng.choice(ARRAYS)(value.copy(), rng)
    if isinstance(value, bool) or value is None or rng.randrange(12) == 0:
        return rng.choice((None, True, False, "", "x", b"", (), [], 0, -1, 1.5, np.zeros(0), object))
    if isinstance(value, int):
        return rng.choice((*NUMBERS, rng.randrange(100)))
    if isinstance(value, float):
        return rng.choice((*FRACTIONS, rng.random()))
    if isinstance(value, str):
        return rng.choice(("", value + "x", value.upper(), "\0", "\ud800", "jar", "equal", "13a"))
    return rng.choice((b"", bytes(value) + b"\0" if isinstance(value, bytes) else None, b"\xff" * 9, b"0-0 1-1\n" * 40))


def _values(array: Any, rng: random.Random) -> Any:
    if array.size:
        number = rng.choice(FRACTIONS if array.dtype.kind == "f" else NUMBERS)
        with contextlib.suppress(OverflowError):
            array.flat[rng.randrange(array.size)] = number
    return array


def _swapped(array: Any, rng: random.Random) -> Any:
    if array.size > 1:
        a, b = rng.randrange(array.size), rng.randrange(array.size)
        array.flat[a], array.flat[b] = array.flat[b], array.flat[a]
    return array


def _shaped(array: Any, rng: random.Random) -> Any:
    shape = list(array.shape)
    kind = rng.randrange(5)
    if kind == 0:
        return array.ravel()
    if kind == 1:
        return array[None]
    if kind == 2 and shape:
        shape[rng.randrange(len(shape))] = rng.choice((0, 1, 2, 3, 7))
        return np.resize(array, shape)
    if kind == 3:
        return array[..., : rng.randrange(array.shape[-1] + 1)] if shape else array
    return array.T


def _strided(array: Any, rng: random.Random) -> Any:
    return np.repeat(array, 2, axis=-1)[..., ::2] if rng.randrange(2) else array[..., ::-1]


def _kind(array: Any, rng: random.Random) -> Any:
    return array.astype(rng.choice(KINDS))


def _locked(array: Any, rng: random.Random) -> Any:
    array.flags.writeable = False
    return array


def _longer(array: Any, rng: random.Random) -> Any:
    return np.concatenate([array, array[: rng.randrange(3) + 1]])


ARRAYS: tuple[Callable[[Any, random.Random], Any], ...] = (
    _values, _values, _values, _values, _swapped, _swapped, _shaped, _shaped, _strided, _kind, _locked, _longer,
)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
