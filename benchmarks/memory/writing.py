"""Write the inputs of a job that are not there yet; a program of its own, for its own memory."""

import json
import os
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memory.texts import mean_length

LETTERS = {"board": "S", "lists": "C", "samples": "C"}
"""What the files of a writer depend on beside N."""


def main() -> None:
    """Write what the argument says, and print the bytes and words of a line."""
    asked = json.loads(sys.argv[1])
    place, sizes = Path(asked["place"]), asked["sizes"]
    place.mkdir(parents=True, exist_ok=True)
    os.chdir(place)
    for name in asked["names"]:
        module, _, function = name.rpartition(".")
        done = Path(f".{name}-{sizes.get(LETTERS.get(function), '')}")
        if not done.exists():
            getattr(import_module(module), function)(sizes)
            done.touch()
    n_bytes, n_words = mean_length() if Path("ref.txt").exists() else (0, 0)
    sys.stdout.write(json.dumps({"L": n_bytes, "W": n_words}))


if __name__ == "__main__":
    main()
