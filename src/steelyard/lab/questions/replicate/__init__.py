"""The experiment of a paper, on one's own outputs."""
