"""Several metrics at once: sets, combinations, and criteria for both."""
