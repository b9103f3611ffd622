"""Graham, Mathur and Baldwin 2014: tests held against people."""
