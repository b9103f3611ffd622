"""How many files of ours a value passes from the parsed command line until it is counted: few enough to read in one go.

What only looks at it is left out: checks of texts (one file each), and formats that are asked whether a file
is theirs.
"""

import pytest

from tests.cli.test_process import python

WAY = """
import sys
from steelyard.cli.app import main
ours, passed, is_on = main.__code__.co_filename.removesuffix("cli/app.py"), {}, False

def is_import(frame):
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals["__name__"] != "__main__":
            return True
        frame = frame.f_back

def note(frame, event, _):
    global is_on
    code = frame.f_code
    if event != "call" or not code.co_filename.startswith(ours):
        return
    is_on = is_on or code.co_name == "read_counted"
    if is_on and code.co_flags & 1 and not is_import(frame):  # no body of a class
        passed[code.co_filename.removeprefix(ours)] = None
        if code.co_name in ("count", "_counted"):
            sys.setprofile(None)

sys.setprofile(note)
try:
    main()
except SystemExit:
    pass
finally:
    print("PASSED", *passed, file=sys.stderr)
"""


@pytest.mark.parametrize(
    "line",
    [
        "compare examples/reference.1.en -i examples/systems/harbour.en examples/systems/orator.en -n 99",
        "compare --table examples/outputs.csv --systems harbour sparrow -n 99",
        "compare --scores examples/exam.csv -n 99",
        "compare --scores examples/judge.csv --missing drop-item -n 99",
        "board examples/exam.csv",
    ],
)
def test_the_way_from_the_command_line_to_the_values_is_short(line: str) -> None:
    done = python(WAY, *line.split())
    passed = done.stderr.rpartition("PASSED ")[2].split()
    way = [path for path in passed if not path.startswith(("text/inspection/", "reading/formats/"))]
    assert done.returncode == 0 and "cli/inputs.py" in way
    assert way[-1] == "scored/counted.py" or "reading/score_matrix/matrix.py" in way
    assert len(way) < 30, way
