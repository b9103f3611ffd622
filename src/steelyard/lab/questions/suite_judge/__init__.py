"""Which items of a test suite every system gets right, by patterns and by outputs that people judged."""
