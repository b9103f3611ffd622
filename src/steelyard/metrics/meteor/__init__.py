"""The versions of METEOR."""
