"""Weights of the features of n-best lists, tuned to a metric."""
