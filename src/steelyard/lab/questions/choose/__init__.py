"""The best output of several for every source, and what it is worth."""
