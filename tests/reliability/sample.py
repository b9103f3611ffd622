"""A few kills and full disks, a command for each flag that several have for an output: `make test` has time for it."""

import random
import sys

from tests.reliability.disks import attempts, disks, without_room_to_print
from tests.reliability.forked import examples
from tests.reliability.kills import Kills
from tests.reliability.writers import writers


def main() -> None:
    """Kill each once as its file appears, give it no room, and leave with 1 if something is not as it should be."""
    wrong = []
    with examples() as folder, disks(folder / "disks", may_mount=False) as tried:
        for writer in writers(is_sample=True):
            kills = Kills(writer, folder / "outputs", random.Random(1))
            kills.all(1)
            wrong += [
                *kills.wrong,
                *attempts(writer, tried),
                *without_room_to_print(writer.command(folder / "printed")),
            ]
            print(writer.flag)
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
