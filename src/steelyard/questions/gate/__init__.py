"""Pass or fail: whether a system is certainly worse than the first, or its score too low."""
