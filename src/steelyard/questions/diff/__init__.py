"""Where two systems differ: segments, words, n-grams."""
