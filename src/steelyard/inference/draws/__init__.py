"""Draws of weights, and exact sums under them."""
