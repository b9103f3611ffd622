"""Tests of what the benchmarks compute, not of what they cost."""
