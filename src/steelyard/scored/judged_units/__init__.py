"""Items that are right or wrong, such as those of test suites: rates by kind of item, and exact tests."""
