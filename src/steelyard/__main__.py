"""`python -m steelyard`."""

from steelyard.cli.app import run_process

if __name__ == "__main__":
    run_process()
