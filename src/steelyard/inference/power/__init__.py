"""What could be found: power, and data sets on which the truth is known."""
