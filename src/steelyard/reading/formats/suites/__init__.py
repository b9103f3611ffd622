"""Units of test suites: check-points, contrastive pairs, patterns."""
