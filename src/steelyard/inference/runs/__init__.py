"""Systems of several runs."""
