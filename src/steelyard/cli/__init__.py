"""The command `steelyard`; one command = one file."""
