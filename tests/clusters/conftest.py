"""Tests with clusters themselves, which `make clusters` installs: elsewhere they are not collected."""

from importlib.util import find_spec

NEEDED = {"test_dask.py": "distributed", "test_ray.py": "ray"}
collect_ignore = [file for file, package in NEEDED.items() if find_spec(package) is None]
