"""Whether this installation computes what it should."""
