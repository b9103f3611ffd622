"""`steelyard verify`: whether a stored result comes out the same once more."""

import argparse

from steelyard.cli.formats import add_formats, check_formats, write_result

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Compute a stored result again from the files it rests on: which inputs changed by their SHA-256, "
    "which versions, which values. Leaves with 0 where all is equal, 1 where something is not, 2 where it cannot be "
    "told.",
    "epilog": "Example: steelyard verify comparison.json",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("result", metavar="RESULT", help="JSON that --format json or .save() wrote")
    parser.add_argument(
        "--base", metavar="DIR", help="where the inputs are now: at their paths from here, or by their names alone"
    )
    parser.add_argument(
        "--tolerance", type=float, default=0.0, metavar="X",
        help="how far numbers may be apart, relative to their size: 1e-9 for another machine (0)",
    )  # fmt: skip
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_formats(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_formats(arguments)
    from steelyard.cli.terminal import progress_bar
    from steelyard.questions.verify.compute import verify

    with progress_bar(arguments) as progress:
        verification = verify(
            arguments.result,
            base=arguments.base,
            tolerance=arguments.tolerance,
            n_jobs=arguments.jobs,
            progress=progress,
        )
    arguments.status = {"equal": 0, "differs": 1, "cannot be verified": 2}[verification.outcome]
    return write_result(arguments, verification)
