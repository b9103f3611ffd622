"""Logs of evaluation harnesses, which score items of tasks: one harness = one file."""
