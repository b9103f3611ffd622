"""Slow, readable doubles of the native kernels: the definitions, written down once more."""
