"""Which units of the source every system gets right, by category."""
